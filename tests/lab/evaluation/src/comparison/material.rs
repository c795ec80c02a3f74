//! The documents of a question, as every method gets them.

use std::ops::Range;

use hwdag::{Chunk, Graph};

use super::store;

/// Documents cut into chunks: the chunks of all of them in order, none spanning two. If a document has
/// a title, each of its chunks begins with it.
#[derive(Debug, Clone)]
pub struct Material {
    /// What distinguishes these documents from others: their texts and titles.
    pub key: String,
    /// The chunks, in the answering model's tokens. A chunk's range is in its document's text.
    pub chunks: Vec<Chunk>,
    /// The documents themselves.
    pub documents: Vec<ChunkedDocument>,
}

/// A document.
#[derive(Debug, Clone)]
pub struct ChunkedDocument {
    /// Its text, without the title.
    pub text: String,
    /// The numbers of its chunks.
    pub chunks: Range<usize>,
}

impl Material {
    /// Returns a key of the documents' titles and texts.
    pub fn key_of<'a>(documents: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
        let parts: Vec<&str> =
            documents.into_iter().flat_map(|(title, text)| [title, text]).collect();
        store::key(parts)
    }

    /// Returns a graph of only these chunks in this order, as shown to the model.
    pub fn passages(&self, chunks: &[usize]) -> Graph {
        Graph::new(chunks.iter().map(|&chunk| self.chunks[chunk].clone()).collect())
    }

    /// Returns a graph of all chunks, with nothing summarised yet.
    pub fn graph(&self) -> Graph {
        Graph::new(self.chunks.clone())
    }

    /// Returns the texts of all chunks.
    pub fn texts(&self) -> Vec<&str> {
        self.chunks.iter().map(|chunk| chunk.text.as_str()).collect()
    }

    /// Returns the number of tokens of all chunks.
    pub fn tokens(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.tokens.len()).sum()
    }
}
