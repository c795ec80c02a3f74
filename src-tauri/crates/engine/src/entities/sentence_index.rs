//! The sentences of a text, each with the entities that it names.

use std::ops::Range;
use std::sync::Arc;

use entities::{Entities, first_pronoun};

use crate::entities::lookup::KnownNames;
use crate::text::characters;

/// The maximum number of sentences joined because of a pronoun.
const TOGETHER: usize = 3;

/// A text with its names and sentences, read once for any number of questions.
pub struct SentenceIndex {
    text: Arc<str>,
    pub(crate) entities: Arc<Entities>,
    /// All sentences in reading order, including those without names.
    pub(crate) sentences: Vec<IndexedSentence>,
    pub(crate) known: KnownNames,
}

/// A sentence, with those after it that begin with a pronoun: "she" most likely refers to someone named in the sentence
/// before.
pub(crate) struct IndexedSentence {
    /// Bytes of the text.
    bytes: Range<usize>,
    /// Characters of the text.
    pub range: Range<u32>,
    /// The entities that it names, or that its pronoun refers to.
    pub entities: Vec<usize>,
    /// The number of sentences.
    count: usize,
}

impl SentenceIndex {
    /// Indexes a text with its names. One that is cut may end in the middle of a sentence, which is left out.
    pub fn new(
        text: impl Into<Arc<str>>,
        entities: impl Into<Arc<Entities>>,
        is_cut: bool,
    ) -> Self {
        let (text, entities) = (text.into(), entities.into());
        let mut all = sentences::sentences(&text);
        if is_cut && all.last().is_some_and(|last| last.end == text.trim_end().len()) {
            all.pop();
        }
        let ranges = characters(&text, all.iter());
        let mut stated = entities.statements.iter().peekable();
        let mut sentences: Vec<IndexedSentence> = Vec::new();
        for (bytes, range) in all.into_iter().zip(ranges) {
            let statement = stated.next_if(|statement| statement.sentence == bytes);
            let mut named = statement.map_or_else(Vec::new, |one| one.entities.clone());
            let is_of_paragraph = |before: &&mut IndexedSentence| {
                !text[before.bytes.end..bytes.start].contains("\n\n")
            };
            let begins = first_pronoun(&text[bytes.clone()]).is_some();
            let before = sentences.last_mut().filter(|_| begins).filter(is_of_paragraph);
            match before {
                Some(before) if before.count < TOGETHER => {
                    before.bytes.end = bytes.end;
                    before.range.end = range.end;
                    before.entities.extend(named);
                    before.count += 1;
                    continue;
                }
                Some(before) => named.extend(&before.entities),
                None => {}
            }
            sentences.push(IndexedSentence { bytes, range, entities: named, count: 1 });
        }
        let known = KnownNames::new(&entities);
        Self { text, entities, sentences, known }
    }

    /// The sentences about an entity, in order.
    pub(crate) fn about(&self, entity: usize) -> impl Iterator<Item = usize> {
        let all = self.sentences.iter().enumerate();
        all.filter(move |(_, one)| one.entities.contains(&entity)).map(|(at, _)| at)
    }

    /// The text of a sentence.
    pub fn text(&self, sentence: usize) -> &str {
        &self.text[self.sentences[sentence].bytes.clone()]
    }

    /// Returns the most frequent name of an entity in the text.
    pub fn name(&self, entity: usize) -> &str {
        &self.entities.entities[entity].name
    }

    /// The sentence that begins at a character.
    pub(crate) fn sentence_from(&self, start: u32) -> Option<usize> {
        self.sentences.binary_search_by_key(&start, |sentence| sentence.range.start).ok()
    }

    /// A sentence with its place, in characters of the text.
    pub(crate) fn passage(&self, sentence: usize) -> (Range<u32>, &str) {
        (self.sentences[sentence].range.clone(), self.text(sentence))
    }

    /// The whole text.
    pub(crate) fn whole(&self) -> &str {
        &self.text
    }

    /// The sentence at a byte of the text.
    pub(crate) fn sentence_at(&self, byte: usize) -> usize {
        self.sentences.partition_point(|sentence| sentence.bytes.start <= byte).saturating_sub(1)
    }
}
