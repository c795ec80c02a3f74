//! Answers questions from the sentences that mention the names in the question (after MKRAG's LoopAgent). If they do
//! not suffice, a further round searches the sentences about names found in them, for the words of the question that
//! are still unanswered. Sentences are found by themselves, or by questions that they answer, or several are taken together
//! (MKRAG's grains).

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use entities::Entity;
use hwdag::grounding::SourceWords;
use hwdag::prompts::BULLET_MARK;
use hwdag::{Chunk, Embedder, Graph, LanguageModel, Visit, shared_words, similarity::cosines};
use protocol::{DocumentId, Grain, Grains, Round};

use crate::name_count::{CountQuestion, Telling};
use crate::name_lookup::plain;
use crate::question_pairs::coarse_pairs;
use crate::sentence_index::SentenceIndex;

/// How often sentences are searched, unless somebody says how often.
pub const ROUNDS: u32 = 2;
/// How often they are searched at most.
pub const MOST_ROUNDS: u32 = 4;
/// Sentences among which a round searches, at most.
const CANDIDATES: usize = 20;
/// Candidates that the model reads in a round, at most; in the first round for each name in the question.
const READ: usize = 5;
/// Sentences that are compared by their sense, at most: those with most words of what is looked for.
const COMPARED: usize = 64;
/// Sentences about somebody, those that fit best, that can say what is asked of several.
const NEAREST: usize = 3;
/// Names that what was read leads on to, at most.
const LED_TO: usize = 5;

/// A document whose sentences are searched.
struct Book {
    document: DocumentId,
    index: Arc<SentenceIndex>,
    /// Those about whom was asked already.
    asked: BTreeSet<usize>,
    /// Where its chunks end, in characters.
    chunk_ends: Vec<usize>,
    /// Questions about its sentences that a model wrote.
    micro: Vec<MicroPair>,
    /// The candidates, in the order of the rounds.
    candidates: Vec<Unit>,
}

/// A question about a sentence that a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MicroPair {
    /// Number of the entity about which it asks.
    pub entity: usize,
    /// Number of the sentence that says the answer.
    pub sentence: usize,
    /// The question with its answer.
    pub text: String,
}

/// Sentences of which a model may write questions, since a round has found them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpaired {
    /// The document.
    pub document: DocumentId,
    /// Number of the entity that they are about.
    pub entity: usize,
    /// Numbers of the sentences.
    pub sentences: Vec<usize>,
}

/// What can be found, and is shown to the model as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Unit {
    book: usize,
    /// Numbers of its sentences; at least one.
    sentences: Vec<usize>,
    /// What it is found by beside its sentences: the question that they answer.
    question: String,
    /// What it is found by is the question alone, which has the answer.
    by_question: bool,
}

/// A unit with what it was found by.
type Scored = (Unit, Match);

/// How well a unit matches what was looked for.
#[derive(Debug, Clone, PartialEq)]
struct Match {
    /// What was looked for.
    query: String,
    /// Its similarity, by the sentence embedder.
    cosine: f32,
    /// The share of the words that it has.
    words: f32,
    /// How well it answers, by a cross-encoder, if one was asked.
    rank: Option<f32>,
}

impl Match {
    fn total(&self) -> f32 {
        self.cosine + self.words
    }
}

/// One of those of whom a question asks how many they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedName {
    /// The name.
    pub name: String,
    /// Number of the entity in its document.
    pub entity: usize,
    /// Whether the text says of them what the question asks for.
    pub counts: bool,
    /// Number of the sentence that says it, or else of the one that comes nearest; none if no sentence is about them.
    pub sentence: Option<usize>,
}

/// What is looked for in a round.
#[derive(Debug, Clone)]
struct Search {
    query: String,
    /// Book and entity, if it is somebody.
    about: Option<(usize, usize)>,
}

/// The candidates of a document, as a search takes them.
pub struct Candidates {
    /// The document.
    pub document: DocumentId,
    /// Its candidates, each a node of level 1.
    pub graph: Graph,
    /// For each the number of the chunk in which it begins.
    pub chunks: Vec<usize>,
    /// For each where its sentences stand, in characters.
    pub ranges: Vec<Vec<Range<u32>>>,
    /// For each how like it is to what was looked for, by the sentence embedder, or how well it answers, by a
    /// cross-encoder.
    pub cosines: Vec<f32>,
    /// For each the share of the words that were looked for; 0 for those that a cross-encoder has ranked.
    pub words: Vec<f32>,
}

/// A search in rounds. It says which sentences are to be read; [`hwdag::search`] reads them.
pub struct EntitySearch {
    question: String,
    grains: Grains,
    books: Vec<Book>,
    /// What is looked for in the round under way, and how many candidates each book had before it.
    searches: Vec<Search>,
    before: Vec<usize>,
    /// For each candidate of each book how well it matches.
    matches: Vec<Vec<Match>>,
    /// For each of those whom the question names, book and entity, the sentences that fit best, the best first.
    best: HashMap<(usize, usize), Vec<usize>>,
    /// What was looked for in each round.
    pub rounds: Vec<Round>,
}

impl EntitySearch {
    /// A search of no document yet. Units of these grains are found; of none, sentences.
    pub fn new(question: &str, grains: Grains) -> Self {
        let grains = if grains.is_empty() { Grains::SENTENCES } else { grains };
        let (books, searches, before, matches, best, rounds) = Default::default();
        let question = question.to_owned();
        Self { question, grains, books, searches, before, matches, best, rounds }
    }

    /// Takes in a document, as far as it may be looked at. `chunk_ends` says where its chunks end, in characters.
    pub fn add(&mut self, document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) {
        self.books.push(Book::new(document, index, chunk_ends));
        self.matches.push(Vec::new());
    }

    /// The first round: the sentences that mention the names in the question, or all sentences if it has no name.
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
            .map(|&(at, entity)| Search {
                query: self.question_about(at, entity),
                about: Some((at, entity)),
            })
            .collect();
        if self.searches.is_empty() {
            self.searches.push(Search { query: self.question.clone(), about: None });
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

    /// A further round after what was read: sentences about those who were named in it and not in the question.
    /// Whether there are any.
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
        let search =
            |one: &LedTo| Search { query: one.query.clone(), about: Some((one.book, one.entity)) };
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

    /// The sentences that the round under way has found, if questions about them can find more.
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

    /// The sentences of a document.
    pub fn index(&self, document: DocumentId) -> Option<&Arc<SentenceIndex>> {
        self.books.iter().find(|book| book.document == document).map(|book| &book.index)
    }

    /// Takes in questions that were written about sentences of a document.
    pub fn take_pairs(&mut self, document: DocumentId, pairs: Vec<MicroPair>) {
        if let Some(book) = self.books.iter_mut().find(|book| book.document == document) {
            book.micro.extend(pairs);
        }
    }

    /// Finds the candidates of the round under way once more, by units of all wanted grains. Without a name in the
    /// question there are none but sentences.
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

    /// Of each of those of whom the question asks how many they are, whether the text says it: the first document
    /// that knows all of them. None if it asks nothing of this kind.
    pub fn counted(&self) -> Option<(DocumentId, Vec<CountedName>)> {
        let found = self.books.iter().enumerate().find_map(|(at, book)| {
            Some((at, CountQuestion::parse(&self.question, &book.index.known)?))
        });
        let (at, CountQuestion { named, said }) = found?;
        let book = &self.books[at];
        let telling = Telling::new(said, &book.index.known);
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

    /// How many sentences may be read in all rounds so far.
    pub fn most_read(&self) -> usize {
        let asked = self.rounds.first().map_or(0, |first| first.names.len());
        READ * (asked.max(1) + self.rounds.len().saturating_sub(1))
    }

    /// So many steps were made by now.
    pub fn read_so_far(&mut self, steps: usize) {
        if let Some(round) = self.rounds.last_mut() {
            round.steps = steps as u32;
        }
    }

    /// The candidates, document by document.
    ///
    /// # Errors
    ///
    /// If the model's tokenizer fails.
    pub fn candidates<M: LanguageModel>(&self, model: &M) -> Result<Vec<Candidates>, M::Error> {
        let all = self.books.iter().zip(&self.matches);
        all.map(|(book, matches)| {
            let chunk = |unit: &Unit| {
                let text = self.text(unit);
                let ranges = book.ranges(unit);
                let range = ranges[0].start as usize..ranges[ranges.len() - 1].end as usize;
                // Shown as points are, which are sentences, too.
                let mut tokens = model.tokenize(BULLET_MARK)?;
                tokens.extend(model.tokenize(&format!(" {}", on_one_line(&text)))?);
                Ok(Chunk { tokens, range, text })
            };
            let parts = book.candidates.iter().map(chunk).collect::<Result<_, M::Error>>()?;
            let chunk_of = |unit: &Unit| {
                let start = book.index.sentences[unit.sentences[0]].range.start as usize;
                // Of a part of a text the last chunk may be left out: it is the one after those that are there.
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

    /// The question about one of those whom it names, without the names of the others.
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

    /// What can be found about somebody, or about anything, in units of these grains.
    fn units(&self, search: &Search, grains: Grains) -> Vec<Unit> {
        let Some((at, entity)) = search.about else {
            let books = self.books.iter().enumerate();
            let all = books.flat_map(|(at, book)| {
                (0..book.index.sentences.len()).map(move |sentence| Unit::sentence(at, sentence))
            });
            return all.filter(|unit| self.is_new(unit)).collect();
        };
        let book = &self.books[at];
        let mut units = Vec::new();
        if grains.has(Grain::Sentence) {
            units.extend(book.index.about(entity).map(|sentence| Unit::sentence(at, sentence)));
        }
        let coarse = coarse_pairs(&book.index, entity).into_iter();
        units.extend(coarse.filter(|pair| grains.has(pair.grain)).map(|pair| Unit {
            book: at,
            sentences: pair.sentences,
            question: pair.question,
            by_question: false,
        }));
        if grains.has(Grain::Micro) {
            let own = book.micro.iter().filter(|pair| pair.entity == entity);
            units.extend(own.map(|pair| Unit {
                book: at,
                sentences: vec![pair.sentence],
                question: pair.text.clone(),
                by_question: true,
            }));
        }
        units.retain(|unit| self.is_new(unit));
        units
    }

    fn is_new(&self, unit: &Unit) -> bool {
        let known = self.books[unit.book].candidates.iter();
        known.clone().all(|candidate| candidate.sentences != unit.sentences)
    }

    /// What is shown of a unit.
    fn text(&self, unit: &Unit) -> String {
        let index = &self.books[unit.book].index;
        let texts: Vec<&str> = unit.sentences.iter().map(|&at| index.text(at)).collect();
        texts.join(" ")
    }

    /// What a unit is found by.
    fn searched(&self, unit: &Unit) -> String {
        match (unit.by_question, unit.question.is_empty()) {
            (true, _) => unit.question.clone(),
            (false, true) => self.text(unit),
            (false, false) => format!("{} {}", unit.question, self.text(unit)),
        }
    }

    /// The best sentences of each search.
    fn find<E: Embedder>(&mut self, embedder: &mut E) -> Result<Vec<Vec<Scored>>, E::Error> {
        self.before = self.books.iter().map(|book| book.candidates.len()).collect();
        let sentences = |search: &Search| self.units(search, Grains::SENTENCES);
        let units = self.searches.iter().map(sentences).collect();
        self.best_of(units, embedder)
    }

    /// The best units of each search, with their scores. Words choose those that are compared by their sense.
    fn best_of<E: Embedder>(
        &self,
        units: Vec<Vec<Unit>>,
        embedder: &mut E,
    ) -> Result<Vec<Vec<Scored>>, E::Error> {
        let each = CANDIDATES / self.searches.len().max(1);
        let mut all = Vec::new();
        for (Search { query, .. }, units) in self.searches.iter().zip(units) {
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
            let mut found: Vec<Scored> = scored.map(matching).collect();
            found.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            found.truncate(each);
            all.push(found);
        }
        Ok(all)
    }

    /// Takes units to the candidates; how many. Two names can lead to one sentence, and two questions.
    fn take(&mut self, found: Vec<Vec<Scored>>) -> u32 {
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

    /// Those whom sentences that were read name beside those who were asked about, first where a sentence has most
    /// words of the question, and what of it is open then.
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

    /// How many of the question's words, but for names, a sentence has, and those that it does not have.
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

/// Somebody to look for next.
struct LedTo {
    book: usize,
    entity: usize,
    query: String,
}

/// The share of what is looked for that each text has.
fn shares(query: &str, texts: &[String]) -> Vec<f32> {
    let part = |text: &String| Chunk { tokens: Vec::new(), range: 0..0, text: text.clone() };
    shared_words(query, &[&Graph::of_candidates(texts.iter().map(part).collect())])
}

/// A text without line breaks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl MicroPair {
    /// A question about an entity with the answer that a sentence gives.
    pub fn new(entity: usize, sentence: usize, (question, answer): (&str, &str)) -> Self {
        Self { entity, sentence, text: format!("{question} {answer}") }
    }
}

impl Unit {
    fn sentence(book: usize, sentence: usize) -> Self {
        Self { book, sentences: vec![sentence], question: String::new(), by_question: false }
    }
}

impl Book {
    fn new(document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) -> Self {
        let (asked, micro, candidates) = Default::default();
        Self { document, index, asked, chunk_ends, micro, candidates }
    }

    /// Where the sentences of a unit stand.
    fn ranges(&self, unit: &Unit) -> Vec<Range<u32>> {
        unit.sentences.iter().map(|&at| self.index.sentences[at].range.clone()).collect()
    }

    fn entity(&self, entity: usize) -> &Entity {
        &self.index.entities.entities[entity]
    }
}

/// Which candidates a path has read: the numbers of their documents among the books, and their own. `first` is the
/// number of the first graph of candidates.
pub fn read_of(path: &[Visit], first: usize) -> Vec<(usize, usize)> {
    let candidates = path.iter().filter(|visit| visit.node.graph >= first);
    candidates.map(|visit| (visit.node.graph - first, visit.node.node)).collect()
}

mod reranking;
pub use reranking::rerank;
#[cfg(test)]
mod tests;
