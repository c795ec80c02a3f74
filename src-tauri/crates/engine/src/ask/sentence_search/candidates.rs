//! The candidates in the form that a search of nodes takes.

use std::ops::Range;

use hwdag::prompts::BULLET_MARK;
use hwdag::{Chunk, Graph, LanguageModel, Visit};
use protocol::DocumentId;

use crate::ask::sentence_search::search::EntitySearch;
use crate::ask::sentence_search::unit::RetrievalUnit;
use crate::text::on_one_line;

/// The candidates of a document, in the form that a search takes.
pub struct Candidates {
    /// The document.
    pub document: DocumentId,
    /// The candidates, each a node of level 1.
    pub graph: Graph,
    /// For each candidate, the number of the chunk in which it begins.
    pub chunks: Vec<usize>,
    /// For each candidate, the ranges of its sentences, in characters.
    pub ranges: Vec<Vec<Range<u32>>>,
    /// For each candidate, its similarity to the query by the sentence embedder, or how well it answers according to a
    /// cross-encoder.
    pub cosines: Vec<f32>,
    /// For each candidate, the share of the query's words that it has; 0 if a cross-encoder has ranked it.
    pub words: Vec<f32>,
}

impl EntitySearch {
    /// Returns the candidates, document by document.
    ///
    /// # Errors
    ///
    /// If the model's tokenizer fails.
    pub fn candidates<M: LanguageModel>(&self, model: &M) -> Result<Vec<Candidates>, M::Error> {
        let all = self.books.iter().zip(&self.matches);
        all.map(|(book, matches)| {
            let chunk = |unit: &RetrievalUnit| {
                let text = self.text(unit);
                let ranges = book.ranges(unit);
                let range = ranges[0].start as usize..ranges[ranges.len() - 1].end as usize;
                // Shown like points, which are sentences, too.
                let mut tokens = model.tokenize(BULLET_MARK)?;
                tokens.extend(model.tokenize(&format!(" {}", on_one_line(&text)))?);
                Ok(Chunk { tokens, range, text })
            };
            let parts = book.candidates.iter().map(chunk).collect::<Result<_, M::Error>>()?;
            let chunk_of = |unit: &RetrievalUnit| {
                let start = book.index.sentences[unit.sentences[0]].range.start as usize;
                // If only a part of the text is read, its last chunk may be missing; that chunk's number comes next.
                book.chunk_ends.partition_point(|&end| end <= start)
            };
            Ok(Candidates {
                document: book.document,
                graph: Graph::of_candidates(parts),
                chunks: book.candidates.iter().map(chunk_of).collect(),
                ranges: book.candidates.iter().map(|unit| book.ranges(unit)).collect(),
                // A cross-encoder has seen the words, too.
                cosines: matches.iter().map(|one| one.rank.unwrap_or(one.cosine)).collect(),
                words: matches.iter().map(|one| one.rank.map_or(one.words, |_| 0.0)).collect(),
            })
        })
        .collect()
    }
}

/// Returns the candidates that a path has read: each with the number of its document among the books, and its own.
/// `first` is the number of the first graph of candidates.
pub fn read_of(path: &[Visit], first: usize) -> Vec<(usize, usize)> {
    let candidates = path.iter().filter(|visit| visit.node.graph >= first);
    candidates.map(|visit| (visit.node.graph - first, visit.node.node)).collect()
}
