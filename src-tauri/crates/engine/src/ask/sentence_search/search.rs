//! Answers questions from the sentences that mention the names in the question (after MKRAG's LoopAgent). If they do
//! not suffice, a further round searches the sentences about names found in them, for the words of the question that
//! are still unanswered. Sentences are found by themselves, by questions that they answer, or several at once (MKRAG's
//! grains).

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hwdag::Embedder;
use protocol::{DocumentId, Grain, Grains, Round};

use crate::ask::sentence_search::document::SearchedDocument;
use crate::ask::sentence_search::unit::{EntityQuery, LedTo, Match, MicroPair, Unpaired};
use crate::entities::lookup::plain;
use crate::entities::sentence_index::SentenceIndex;

/// The default number of rounds.
pub const ROUNDS: u32 = 2;
/// The maximum number of rounds.
pub const MOST_ROUNDS: u32 = 4;
/// The maximum number of candidates that the model reads in a round; in the first round, for each name in the question.
pub(super) const READ: usize = 5;

/// A search in rounds. It selects the sentences to read; [`hwdag::search`] reads them.
pub struct EntitySearch {
    pub(super) question: String,
    pub(super) grains: Grains,
    pub(super) books: Vec<SearchedDocument>,
    /// The queries of the current round, and the number of candidates that each book had before it.
    pub(super) searches: Vec<EntityQuery>,
    pub(super) before: Vec<usize>,
    /// For each book, how well each candidate matches.
    pub(super) matches: Vec<Vec<Match>>,
    /// For each name in the question, given by book and entity, the sentences that fit best, best first.
    pub(super) best: HashMap<(usize, usize), Vec<usize>>,
    /// What each round searched for.
    pub rounds: Vec<Round>,
}

impl EntitySearch {
    /// Creates a search without documents. It finds units of `grains`, or sentences if `grains` is empty.
    pub fn new(question: &str, grains: Grains) -> Self {
        let grains = if grains.is_empty() { Grains::SENTENCES } else { grains };
        let (books, searches, before, matches, best, rounds) = Default::default();
        let question = question.to_owned();
        Self { question, grains, books, searches, before, matches, best, rounds }
    }

    /// Adds the part of a document that may be read. `chunk_ends` are the ends of its chunks, in characters.
    pub fn add(&mut self, document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) {
        self.books.push(SearchedDocument::new(document, index, chunk_ends));
        self.matches.push(Vec::new());
    }

    /// Begins the first round: finds sentences that mention the names in the question, or searches all sentences if it
    /// has no name.
    ///
    /// # Errors
    ///
    /// If the embedder fails.
    pub fn begin<E: Embedder>(&mut self, embedder: &mut E) -> Result<(), E::Error> {
        let mut named = Vec::new();
        for (at, book) in self.books.iter_mut().enumerate() {
            book.asked = book.index.known.in_question(&self.question);
            named.extend(book.asked.iter().map(|&entity| (at, entity)));
        }
        self.searches = named
            .iter()
            .map(|&(at, entity)| EntityQuery {
                query: self.question_about(at, entity),
                about: Some((at, entity)),
            })
            .collect();
        if self.searches.is_empty() {
            self.searches.push(EntityQuery { query: self.question.clone(), about: None });
        }
        let found = self.find(embedder)?;
        let best = found.iter().map(|one| one.iter().map(|(unit, _)| unit.sentences[0]).collect());
        self.best = named.iter().copied().zip(best).collect();
        let candidates = self.take(found);
        let title = |&(at, entity): &(usize, usize)| self.title(at, entity).to_owned();
        let names = named.iter().map(title).collect();
        self.rounds.push(Round { query: self.question.clone(), names, candidates, steps: 0 });
        Ok(())
    }

    /// Begins a further round: finds sentences about names that the sentences in `read` mention and that were not
    /// searched for yet. Returns whether there are any.
    ///
    /// # Errors
    ///
    /// If the embedder fails.
    pub fn go_on<E: Embedder>(
        &mut self,
        read: &[(usize, usize)],
        embedder: &mut E,
    ) -> Result<bool, E::Error> {
        let led = self.led_to(read);
        let search = |one: &LedTo| EntityQuery {
            query: one.query.clone(),
            about: Some((one.book, one.entity)),
        };
        self.searches = led.iter().map(search).collect();
        let found = self.find(embedder)?;
        let candidates = self.take(found);
        for one in &led {
            self.books[one.book].asked.insert(one.entity);
        }
        if candidates == 0 {
            return Ok(false);
        }
        let queries: Vec<&str> = led.iter().map(|one| one.query.as_str()).collect();
        let title = |one: &LedTo| self.title(one.book, one.entity).to_owned();
        let round = Round {
            query: queries.join("; "),
            names: led.iter().map(title).collect(),
            candidates,
            steps: 0,
        };
        self.rounds.push(round);
        Ok(true)
    }

    /// Returns the sentences that the current round has found, if questions about them can find more.
    pub fn unpaired(&self) -> Vec<Unpaired> {
        if !self.grains.has(Grain::Micro) {
            return Vec::new();
        }
        let abouts = self.searches.iter().filter_map(|search| search.about);
        abouts
            .map(|(at, entity)| {
                let book = &self.books[at];
                let new = book.candidates[self.before[at]..].iter();
                let is_about =
                    |&sentence: &usize| book.index.sentences[sentence].entities.contains(&entity);
                let mut sentences: Vec<usize> =
                    new.flat_map(|unit| unit.sentences.iter().copied()).filter(is_about).collect();
                sentences.sort_unstable();
                Unpaired { document: book.document, entity, sentences }
            })
            .collect()
    }

    /// Returns the sentences of a document.
    pub fn index(&self, document: DocumentId) -> Option<&Arc<SentenceIndex>> {
        self.books.iter().find(|book| book.document == document).map(|book| &book.index)
    }

    /// Adds questions that were written about sentences of a document.
    pub fn take_pairs(&mut self, document: DocumentId, pairs: Vec<MicroPair>) {
        if let Some(book) = self.books.iter_mut().find(|book| book.document == document) {
            book.micro.extend(pairs);
        }
    }

    /// Finds the candidates of the current round again, by units of all requested grains. Without a name in the
    /// question, there are only sentences, which stay.
    ///
    /// # Errors
    ///
    /// If the embedder fails.
    pub fn find_again<E: Embedder>(&mut self, embedder: &mut E) -> Result<(), E::Error> {
        if self.grains == Grains::SENTENCES || self.searches.iter().any(|one| one.about.is_none()) {
            return Ok(());
        }
        for ((book, matches), &before) in
            self.books.iter_mut().zip(&mut self.matches).zip(&self.before)
        {
            book.candidates.truncate(before);
            matches.truncate(before);
        }
        let searches = self.searches.clone();
        let units = searches.iter().map(|search| self.units(search, self.grains)).collect();
        let found = self.best_of(units, embedder)?;
        let candidates = self.take(found);
        if let Some(round) = self.rounds.last_mut() {
            round.candidates = candidates;
        }
        Ok(())
    }

    /// Returns the maximum number of sentences to read in all rounds so far.
    pub fn most_read(&self) -> usize {
        let asked = self.rounds.first().map_or(0, |first| first.names.len());
        READ * (asked.max(1) + self.rounds.len().saturating_sub(1))
    }

    /// Records the number of steps so far.
    pub fn read_so_far(&mut self, steps: usize) {
        if let Some(round) = self.rounds.last_mut() {
            round.steps = steps as u32;
        }
    }

    pub(crate) fn title(&self, book: usize, entity: usize) -> &str {
        self.books[book].entity(entity).title()
    }

    /// Returns the question about one of its names, without the other names.
    pub(super) fn question_about(&self, book: usize, entity: usize) -> String {
        let book = &self.books[book];
        let names = |entity: usize| {
            let names = book.entity(entity).names.iter();
            names.flat_map(|name| plain(name)).collect::<BTreeSet<_>>()
        };
        let own = names(entity);
        let others: BTreeSet<String> =
            book.asked.iter().filter(|&&other| other != entity).flat_map(|&at| names(at)).collect();
        let is_other = |word: &&str| {
            let words = plain(word);
            let mut words = words.iter().filter(|word| *word != "s").peekable();
            words.peek().is_some() && words.all(|word| others.contains(word) && !own.contains(word))
        };
        let words = self.question.split_whitespace().filter(|word| !is_other(word));
        words.collect::<Vec<_>>().join(" ")
    }
}
