//! Answers questions from the sentences that mention the names in the question (after MKRAG's LoopAgent). If they do
//! not suffice, a further round searches the sentences about names found in them, for the words of the question that
//! are still unanswered. Sentences are found by themselves, by questions that they answer, or several at once (MKRAG's
//! grains).

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use entities::NamedEntity;
use hwdag::grounding::SourceWords;
use hwdag::prompts::BULLET_MARK;
use hwdag::{Chunk, Embedder, Graph, LanguageModel, Visit, shared_words, similarity::cosines};
use protocol::{DocumentId, Grain, Grains, Round};

use crate::name_count::{CountQuestion, FactCriterion};
use crate::name_lookup::plain;
use crate::question_pairs::coarse_pairs;
use crate::sentence_index::SentenceIndex;

/// The default number of rounds.
pub const ROUNDS: u32 = 2;
/// The maximum number of rounds.
pub const MOST_ROUNDS: u32 = 4;
/// The maximum number of candidates in a round.
const CANDIDATES: usize = 20;
/// The maximum number of candidates that the model reads in a round; in the first round, for each name in the question.
const READ: usize = 5;
/// The maximum number of sentences compared by the embedder: those with the most words of the query.
const COMPARED: usize = 64;
/// The number of best-fitting sentences about a name that can state what the question asks of several names.
const NEAREST: usize = 3;
/// The maximum number of names that a round leads to.
const LED_TO: usize = 5;

/// A document whose sentences are searched.
struct SearchedDocument {
    document: DocumentId,
    index: Arc<SentenceIndex>,
    /// The entities that were searched for already.
    asked: BTreeSet<usize>,
    /// The ends of its chunks, in characters.
    chunk_ends: Vec<usize>,
    /// Questions about its sentences, written by a model.
    micro: Vec<MicroPair>,
    /// The candidates, in the order of the rounds.
    candidates: Vec<RetrievalUnit>,
}

/// A question about a sentence, written by a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MicroPair {
    /// The number of the entity that it asks about.
    pub entity: usize,
    /// The number of the sentence that contains the answer.
    pub sentence: usize,
    /// The question with its answer.
    pub text: String,
}

/// Sentences found in a round, about which a model may write questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpaired {
    /// The document.
    pub document: DocumentId,
    /// The number of the entity that they are about.
    pub entity: usize,
    /// The numbers of the sentences.
    pub sentences: Vec<usize>,
}

/// Sentences that are found together and shown to the model as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RetrievalUnit {
    book: usize,
    /// The numbers of its sentences; at least one.
    sentences: Vec<usize>,
    /// The question that the sentences answer, by which the unit is found besides their text.
    question: String,
    /// Whether it is found by the question alone, which includes the answer.
    by_question: bool,
}

/// A unit with its match.
type ScoredUnit = (RetrievalUnit, Match);

/// How well a unit matches a query.
#[derive(Debug, Clone, PartialEq)]
struct Match {
    /// The query.
    query: String,
    /// The similarity, by the sentence embedder.
    cosine: f32,
    /// The share of the query's words that the unit has.
    words: f32,
    /// How well it answers according to a cross-encoder, if one was asked.
    rank: Option<f32>,
}

impl Match {
    fn total(&self) -> f32 {
        self.cosine + self.words
    }
}

/// A name that a question counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedName {
    /// The name.
    pub name: String,
    /// The number of the entity in its document.
    pub entity: usize,
    /// Whether the text says of it what the question asks.
    pub counts: bool,
    /// The number of the sentence that says so, or else of the closest one; `None` if no sentence is about the name.
    pub sentence: Option<usize>,
}

/// A query of a round.
#[derive(Debug, Clone)]
struct EntityQuery {
    query: String,
    /// The book and the entity that the query is about, if any.
    about: Option<(usize, usize)>,
}

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

/// A search in rounds. It selects the sentences to read; [`hwdag::search`] reads them.
pub struct EntitySearch {
    question: String,
    grains: Grains,
    books: Vec<SearchedDocument>,
    /// The queries of the current round, and the number of candidates that each book had before it.
    searches: Vec<EntityQuery>,
    before: Vec<usize>,
    /// For each book, how well each candidate matches.
    matches: Vec<Vec<Match>>,
    /// For each name in the question, given by book and entity, the sentences that fit best, best first.
    best: HashMap<(usize, usize), Vec<usize>>,
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

    /// Returns, for each name that the question counts, whether the text says of it what is asked. Uses the first
    /// document that knows all of the names. Returns `None` if the question counts no names.
    pub fn counted(&self) -> Option<(DocumentId, Vec<CountedName>)> {
        let found = self.books.iter().enumerate().find_map(|(at, book)| {
            Some((at, CountQuestion::parse(&self.question, &book.index.known)?))
        });
        let (at, CountQuestion { named, said }) = found?;
        let book = &self.books[at];
        let telling = FactCriterion::new(said, &book.index.known);
        if telling.is_nothing() {
            return None;
        }
        let counted = named.into_iter().map(|entity| {
            let best = self.best.get(&(at, entity)).map(Vec::as_slice).unwrap_or_default();
            let mut nearest = best.iter().take(NEAREST).copied();
            let says = nearest.find(|&sentence| telling.is_in(&book.index, sentence));
            CountedName {
                name: self.title(at, entity).to_owned(),
                entity,
                counts: says.is_some(),
                sentence: says.or_else(|| best.first().copied()),
            }
        });
        Some((book.document, counted.collect()))
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

    fn title(&self, book: usize, entity: usize) -> &str {
        self.books[book].entity(entity).title()
    }

    /// Returns the question about one of its names, without the other names.
    fn question_about(&self, book: usize, entity: usize) -> String {
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

    /// Returns the units of these grains about the query's entity, or all sentences if it has none.
    fn units(&self, search: &EntityQuery, grains: Grains) -> Vec<RetrievalUnit> {
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
    fn text(&self, unit: &RetrievalUnit) -> String {
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
    fn find<E: Embedder>(&mut self, embedder: &mut E) -> Result<Vec<Vec<ScoredUnit>>, E::Error> {
        self.before = self.books.iter().map(|book| book.candidates.len()).collect();
        let sentences = |search: &EntityQuery| self.units(search, Grains::SENTENCES);
        let units = self.searches.iter().map(sentences).collect();
        self.best_of(units, embedder)
    }

    /// Returns the best units of each search, with their scores. Shared words select the units that the embedder
    /// compares.
    fn best_of<E: Embedder>(
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
    fn take(&mut self, found: Vec<Vec<ScoredUnit>>) -> u32 {
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

    /// Returns the entities that read sentences mention and that were not searched for yet, with the words of the
    /// question that remain open. Entities of sentences with the most words of the question come first.
    fn led_to(&self, read: &[(usize, usize)]) -> Vec<LedTo> {
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

/// An entity to search for next.
struct LedTo {
    book: usize,
    entity: usize,
    query: String,
}

/// Returns the share of the query's words that each text has.
fn shares(query: &str, texts: &[String]) -> Vec<f32> {
    let part = |text: &String| Chunk { tokens: Vec::new(), range: 0..0, text: text.clone() };
    shared_words(query, &[&Graph::of_candidates(texts.iter().map(part).collect())])
}

/// Returns a text without line breaks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl MicroPair {
    /// Creates a question about an entity, with the answer that a sentence gives.
    pub fn new(entity: usize, sentence: usize, (question, answer): (&str, &str)) -> Self {
        Self { entity, sentence, text: format!("{question} {answer}") }
    }
}

impl RetrievalUnit {
    fn sentence(book: usize, sentence: usize) -> Self {
        Self { book, sentences: vec![sentence], question: String::new(), by_question: false }
    }
}

impl SearchedDocument {
    fn new(document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) -> Self {
        let (asked, micro, candidates) = Default::default();
        Self { document, index, asked, chunk_ends, micro, candidates }
    }

    /// Returns the ranges of a unit's sentences.
    fn ranges(&self, unit: &RetrievalUnit) -> Vec<Range<u32>> {
        unit.sentences.iter().map(|&at| self.index.sentences[at].range.clone()).collect()
    }

    fn entity(&self, entity: usize) -> &NamedEntity {
        &self.index.entities.entities[entity]
    }
}

/// Returns the candidates that a path has read: each with the number of its document among the books, and its own.
/// `first` is the number of the first graph of candidates.
pub fn read_of(path: &[Visit], first: usize) -> Vec<(usize, usize)> {
    let candidates = path.iter().filter(|visit| visit.node.graph >= first);
    candidates.map(|visit| (visit.node.graph - first, visit.node.node)).collect()
}

mod reranking;
pub use reranking::rerank;
#[cfg(test)]
mod tests;
