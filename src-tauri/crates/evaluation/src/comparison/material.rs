//! The documents of a question, as every method gets them.

use std::ops::Range;

use hwdag::{Chunk, Graph};

use super::store;

/// Documents cut into chunks: those of all of them in order, none across two. If the documents have
/// titles, each chunk begins with that of its document.
#[derive(Debug, Clone)]
pub struct Material {
    /// What tells these documents from others: their texts and titles.
    pub key: String,
    /// The chunks, in the answering model's tokens; a chunk's range is that of its document's text.
    pub chunks: Vec<Chunk>,
    /// The documents themselves.
    pub documents: Vec<Source>,
}

/// A document.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its text, without the title.
    pub text: String,
    /// The numbers of its chunks.
    pub chunks: Range<usize>,
}

impl Material {
    /// The documents' key, of their titles and texts.
    pub fn key_of<'a>(documents: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
        let parts: Vec<&str> =
            documents.into_iter().flat_map(|(title, text)| [title, text]).collect();
        store::key(parts)
    }

    /// A graph of these chunks alone, in this order, as it is shown to the model.
    pub fn passages(&self, chunks: &[usize]) -> Graph {
        Graph::new(chunks.iter().map(|&chunk| self.chunks[chunk].clone()).collect())
    }

    /// A graph of all chunks, nothing summarised yet.
    pub fn graph(&self) -> Graph {
        Graph::new(self.chunks.clone())
    }

    /// The texts of all chunks.
    pub fn texts(&self) -> Vec<&str> {
        self.chunks.iter().map(|chunk| chunk.text.as_str()).collect()
    }

    /// Tokens of all chunks.
    pub fn tokens(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.tokens.len()).sum()
    }
}
