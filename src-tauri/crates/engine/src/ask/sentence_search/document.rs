//! A document whose sentences are searched.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use entities::NamedEntity;
use protocol::DocumentId;

use crate::ask::sentence_search::unit::{MicroPair, RetrievalUnit};
use crate::entities::sentence_index::SentenceIndex;

/// A document whose sentences are searched.
pub(crate) struct SearchedDocument {
    pub(super) document: DocumentId,
    pub(super) index: Arc<SentenceIndex>,
    /// The entities that were searched for already.
    pub(super) asked: BTreeSet<usize>,
    /// The ends of its chunks, in characters.
    pub(super) chunk_ends: Vec<usize>,
    /// Questions about its sentences, written by a model.
    pub(super) micro: Vec<MicroPair>,
    /// The candidates, in the order of the rounds.
    pub(super) candidates: Vec<RetrievalUnit>,
}

impl SearchedDocument {
    pub(crate) fn new(
        document: DocumentId,
        index: Arc<SentenceIndex>,
        chunk_ends: Vec<usize>,
    ) -> Self {
        let (asked, micro, candidates) = Default::default();
        Self { document, index, asked, chunk_ends, micro, candidates }
    }

    /// Returns the ranges of a unit's sentences.
    pub(crate) fn ranges(&self, unit: &RetrievalUnit) -> Vec<Range<u32>> {
        unit.sentences.iter().map(|&at| self.index.sentences[at].range.clone()).collect()
    }

    pub(crate) fn entity(&self, entity: usize) -> &NamedEntity {
        &self.index.entities.entities[entity]
    }
}
