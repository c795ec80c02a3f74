//! Finds the units that match a query best, by shared words and by similarity.

use hwdag::similarity::cosines;
use hwdag::{Chunk, Embedder, Graph, shared_words};
use protocol::{Grain, Grains};

use crate::ask::sentence_search::search::EntitySearch;
use crate::ask::sentence_search::unit::{EntityQuery, Match, RetrievalUnit, ScoredUnit};
use crate::entities::question_pairs::coarse_pairs;

/// The maximum number of candidates in a round.
const CANDIDATES: usize = 20;
/// The maximum number of sentences compared by the embedder: those with the most words of the query.
const COMPARED: usize = 64;

impl EntitySearch {
    /// Returns the units of these grains about the query's entity, or all sentences if it has none.
    pub(crate) fn units(&self, search: &EntityQuery, grains: Grains) -> Vec<RetrievalUnit> {
        let Some((at, entity)) = search.about else {
            let books = self.books.iter().enumerate();
            let all = books.flat_map(|(at, book)| {
                (0..book.index.sentences.len())
                    .map(move |sentence| RetrievalUnit::sentence(at, sentence))
            });
            return all.filter(|unit| self.is_new(unit)).collect();
        };
        let book = &self.books[at];
        let mut units = Vec::new();
        if grains.has(Grain::Sentence) {
            units.extend(
                book.index.about(entity).map(|sentence| RetrievalUnit::sentence(at, sentence)),
            );
        }
        let coarse = coarse_pairs(&book.index, entity).into_iter();
        units.extend(coarse.filter(|pair| grains.has(pair.grain)).map(|pair| RetrievalUnit {
            book: at,
            sentences: pair.sentences,
            question: pair.question,
            by_question: false,
        }));
        if grains.has(Grain::Micro) {
            let own = book.micro.iter().filter(|pair| pair.entity == entity);
            units.extend(own.map(|pair| RetrievalUnit {
                book: at,
                sentences: vec![pair.sentence],
                question: pair.text.clone(),
                by_question: true,
            }));
        }
        units.retain(|unit| self.is_new(unit));
        units
    }

    fn is_new(&self, unit: &RetrievalUnit) -> bool {
        let known = self.books[unit.book].candidates.iter();
        known.clone().all(|candidate| candidate.sentences != unit.sentences)
    }

    /// Returns the text of a unit that the model is shown.
    pub(crate) fn text(&self, unit: &RetrievalUnit) -> String {
        let index = &self.books[unit.book].index;
        let texts: Vec<&str> = unit.sentences.iter().map(|&at| index.text(at)).collect();
        texts.join(" ")
    }

    /// Returns the text by which a unit is found.
    fn searched(&self, unit: &RetrievalUnit) -> String {
        match (unit.by_question, unit.question.is_empty()) {
            (true, _) => unit.question.clone(),
            (false, true) => self.text(unit),
            (false, false) => format!("{} {}", unit.question, self.text(unit)),
        }
    }

    /// Returns the best sentences of each search.
    pub(crate) fn find<E: Embedder>(
        &mut self,
        embedder: &mut E,
    ) -> Result<Vec<Vec<ScoredUnit>>, E::Error> {
        self.before = self.books.iter().map(|book| book.candidates.len()).collect();
        let sentences = |search: &EntityQuery| self.units(search, Grains::SENTENCES);
        let units = self.searches.iter().map(sentences).collect();
        self.best_of(units, embedder)
    }

    /// Returns the best units of each search, with their scores. Shared words select the units that the embedder
    /// compares.
    pub(crate) fn best_of<E: Embedder>(
        &self,
        units: Vec<Vec<RetrievalUnit>>,
        embedder: &mut E,
    ) -> Result<Vec<Vec<ScoredUnit>>, E::Error> {
        let each = CANDIDATES / self.searches.len().max(1);
        let mut all = Vec::new();
        for (EntityQuery { query, .. }, units) in self.searches.iter().zip(units) {
            let texts: Vec<String> = units.iter().map(|unit| self.searched(unit)).collect();
            let words = shares(query, &texts);
            let mut order: Vec<usize> = (0..units.len()).collect();
            order.sort_by(|&a, &b| words[b].total_cmp(&words[a]));
            order.truncate(COMPARED);
            let compared: Vec<&str> = order.iter().map(|&nth| texts[nth].as_str()).collect();
            let vectors = embedder.embed(&compared)?.concat();
            let wanted = embedder.embed(&[query])?.pop().unwrap_or_default();
            let alike = cosines(&wanted, &vectors);
            let scored = order.iter().zip(alike);
            let matching = |(&nth, cosine): (&usize, f32)| {
                let query = query.clone();
                (units[nth].clone(), Match { query, cosine, words: words[nth], rank: None })
            };
            let mut found: Vec<ScoredUnit> = scored.map(matching).collect();
            found.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            found.truncate(each);
            all.push(found);
        }
        Ok(all)
    }

    /// Adds units to the candidates and returns how many were new. Two names or two questions can lead to one sentence.
    pub(crate) fn take(&mut self, found: Vec<Vec<ScoredUnit>>) -> u32 {
        let mut taken = 0;
        for (unit, matched) in found.into_iter().flatten() {
            if self.is_new(&unit) {
                self.matches[unit.book].push(matched);
                self.books[unit.book].candidates.push(unit);
                taken += 1;
            }
        }
        taken
    }
}

/// Returns the share of the query's words that each text has.
fn shares(query: &str, texts: &[String]) -> Vec<f32> {
    let part = |text: &String| Chunk { tokens: Vec::new(), range: 0..0, text: text.clone() };
    shared_words(query, &[&Graph::of_candidates(texts.iter().map(part).collect())])
}
