//! The names that a further round searches for.

use std::cmp::Reverse;

use hwdag::grounding::SourceWords;

use crate::ask::sentence_search::search::EntitySearch;
use crate::ask::sentence_search::unit::LedTo;

/// The maximum number of names that a round leads to.
const LED_TO: usize = 5;

impl EntitySearch {
    /// Returns the entities that read sentences mention and that were not searched for yet, with the words of the
    /// question that remain open. Entities of sentences with the most words of the question come first.
    pub(crate) fn led_to(&self, read: &[(usize, usize)]) -> Vec<LedTo> {
        let mut led: Vec<(usize, LedTo)> = Vec::new();
        for &(book, candidate) in read {
            let Some(unit) = self.books[book].candidates.get(candidate) else { continue };
            let (known, open) = self.explained(book, &self.text(unit));
            if known == 0 || open.is_empty() {
                continue;
            }
            let sentences = &self.books[book].index.sentences;
            for &entity in unit.sentences.iter().flat_map(|&at| &sentences[at].entities) {
                let is_new = !self.books[book].asked.contains(&entity)
                    && !led.iter().any(|(_, one)| (one.book, one.entity) == (book, entity));
                if is_new {
                    let title = self.books[book].entity(entity).title();
                    let query = format!("{} {title}", open.join(" "));
                    led.push((known, LedTo { book, entity, query }));
                }
            }
        }
        led.sort_by_key(|(known, _)| Reverse(*known));
        led.into_iter().map(|(_, one)| one).take(LED_TO).collect()
    }

    /// Returns how many of the question's words, except names, a sentence has, and the words that it lacks.
    fn explained(&self, book: usize, sentence: &str) -> (usize, Vec<String>) {
        let book = &self.books[book];
        let names = book.asked.iter().flat_map(|&at| &book.entity(at).names);
        let names = SourceWords::new(names.map(String::as_str));
        let said = SourceWords::new([sentence]);
        let wanted = SourceWords::content(&self.question);
        let wanted = wanted.into_iter().filter(|word| !names.has(word));
        let (known, open): (Vec<String>, Vec<String>) = wanted.partition(|word| said.has(word));
        (known.len(), open)
    }
}
