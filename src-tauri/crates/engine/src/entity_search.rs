//! Answers questions from the sentences that mention the names in the question (after MKRAG's LoopAgent). If they do
//! not suffice, a further round searches the sentences about names found in them, for the words of the question that
//! are still unanswered.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use entities::Entity;
use hwdag::grounding::SourceWords;
use hwdag::prompts::BULLET_MARK;
use hwdag::{Chunk, Embedder, Graph, LanguageModel, Visit, shared_words, similarity::cosines};
use protocol::{DocumentId, Round};

use crate::name_count::{CountQuestion, Telling};
use crate::name_lookup::plain;
use crate::sentence_index::{Sentence, SentenceIndex};

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
    /// The candidates, in the order of the rounds.
    candidates: Vec<usize>,
}

/// A sentence of one of the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    book: usize,
    sentence: usize,
}

/// A sentence with its similarity to what was looked for, and its share of the words.
type Scored = (At, (f32, f32));

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
struct Search {
    query: String,
    among: Vec<At>,
}

/// The candidates of a document, as a search takes them.
pub struct Candidates {
    /// The document.
    pub document: DocumentId,
    /// Its candidates, each a node of level 1.
    pub graph: Graph,
    /// For each the number of the chunk in which it stands.
    pub chunks: Vec<usize>,
    /// For each how like it is to what was looked for, by the sentence embedder.
    pub cosines: Vec<f32>,
    /// For each the share of the words that were looked for.
    pub words: Vec<f32>,
}

/// A search in rounds. It says which sentences are to be read; [`hwdag::search`] reads them.
pub struct EntitySearch {
    question: String,
    books: Vec<Book>,
    /// For each candidate of each book how like it is to what was looked for, and the share of its words.
    scores: Vec<Vec<(f32, f32)>>,
    /// For each of those whom the question names, book and entity, the sentences that fit best, the best first.
    best: HashMap<(usize, usize), Vec<At>>,
    /// What was looked for in each round.
    pub rounds: Vec<Round>,
}

impl EntitySearch {
    /// A search of no document yet.
    pub fn new(question: &str) -> Self {
        let (books, scores, best, rounds) = Default::default();
        Self { question: question.to_owned(), books, scores, best, rounds }
    }

    /// Takes in a document, as far as it may be looked at. `chunk_ends` says where its chunks end, in characters.
    pub fn add(&mut self, document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) {
        self.books.push(Book::new(document, index, chunk_ends));
        self.scores.push(Vec::new());
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
        let mut searches: Vec<Search> = named
            .iter()
            .map(|&(at, entity)| Search {
                query: self.question_about(at, entity),
                among: self.sentences(|book, sentence| {
                    book.document == self.books[at].document && sentence.entities.contains(&entity)
                }),
            })
            .collect();
        if searches.is_empty() {
            let query = self.question.clone();
            searches.push(Search { query, among: self.sentences(|_, _| true) });
        }
        let found = self.find(&searches, embedder)?;
        let best = found.iter().map(|one| one.iter().map(|(at, _)| *at).collect());
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
        let searches: Vec<Search> = led
            .iter()
            .map(|one| Search {
                query: one.query.clone(),
                among: self.sentences(|book, sentence| {
                    book.document == self.books[one.book].document
                        && sentence.entities.contains(&one.entity)
                }),
            })
            .collect();
        let found = self.find(&searches, embedder)?;
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
            let mut nearest = best.iter().take(NEAREST).map(|one| one.sentence);
            let says = nearest.find(|&sentence| telling.is_in(&book.index, sentence));
            CountedName {
                name: self.title(at, entity).to_owned(),
                entity,
                counts: says.is_some(),
                sentence: says.or_else(|| best.first().map(|one| one.sentence)),
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
        let all = self.books.iter().zip(&self.scores);
        all.map(|(book, scores)| {
            let chunk = |&at: &usize| {
                let Sentence { range, .. } = &book.index.sentences[at];
                let text = book.index.text(at).to_owned();
                let range = range.start as usize..range.end as usize;
                // Shown as points are, which are sentences, too.
                let mut tokens = model.tokenize(BULLET_MARK)?;
                tokens.extend(model.tokenize(&format!(" {}", on_one_line(&text)))?);
                Ok(Chunk { tokens, range, text })
            };
            let parts = book.candidates.iter().map(chunk).collect::<Result<_, M::Error>>()?;
            let chunk_of = |&at: &usize| {
                let start = book.index.sentences[at].range.start as usize;
                // Of a part of a text the last chunk may be left out: it is the one after those that are there.
                book.chunk_ends.partition_point(|&end| end <= start)
            };
            Ok(Candidates {
                document: book.document,
                graph: Graph::of_candidates(parts),
                chunks: book.candidates.iter().map(chunk_of).collect(),
                cosines: scores.iter().map(|one| one.0).collect(),
                words: scores.iter().map(|one| one.1).collect(),
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

    fn sentences(&self, is_wanted: impl Fn(&Book, &Sentence) -> bool) -> Vec<At> {
        let all = self.books.iter().enumerate();
        all.flat_map(|(at, book)| {
            let sentences = book.index.sentences.iter().enumerate();
            let wanted = sentences.filter(|(_, sentence)| is_wanted(book, sentence));
            let new = wanted.filter(|(sentence, _)| !book.candidates.contains(sentence));
            new.map(move |(sentence, _)| At { book: at, sentence }).collect::<Vec<_>>()
        })
        .collect()
    }

    fn text(&self, at: At) -> &str {
        self.books[at.book].index.text(at.sentence)
    }

    /// The best sentences of each search, with their scores. Words choose those that are compared by their sense.
    fn find<E: Embedder>(
        &self,
        searches: &[Search],
        embedder: &mut E,
    ) -> Result<Vec<Vec<Scored>>, E::Error> {
        let each = CANDIDATES / searches.len().max(1);
        let mut all = Vec::new();
        for Search { query, among } in searches {
            let words = self.shared_words(query, among);
            let mut order: Vec<usize> = (0..among.len()).collect();
            order.sort_by(|&a, &b| words[b].total_cmp(&words[a]));
            order.truncate(COMPARED);
            let texts: Vec<&str> = order.iter().map(|&nth| self.text(among[nth])).collect();
            let vectors = embedder.embed(&texts)?.concat();
            let wanted = embedder.embed(&[query])?.pop().unwrap_or_default();
            let alike = cosines(&wanted, &vectors);
            let scored = order.iter().zip(alike);
            let mut found: Vec<Scored> =
                scored.map(|(&nth, cosine)| (among[nth], (cosine, words[nth]))).collect();
            let total = |(cosine, words): (f32, f32)| cosine + words;
            found.sort_by(|a, b| total(b.1).total_cmp(&total(a.1)));
            found.truncate(each);
            all.push(found);
        }
        Ok(all)
    }

    /// Takes sentences to the candidates; how many. Two names can lead to one sentence.
    fn take(&mut self, found: Vec<Vec<Scored>>) -> u32 {
        let mut taken = 0;
        for (At { book, sentence }, scores) in found.into_iter().flatten() {
            if !self.books[book].candidates.contains(&sentence) {
                self.books[book].candidates.push(sentence);
                self.scores[book].push(scores);
                taken += 1;
            }
        }
        taken
    }

    /// The share of what is looked for that each sentence has.
    fn shared_words(&self, query: &str, among: &[At]) -> Vec<f32> {
        let part =
            |&at: &At| Chunk { tokens: Vec::new(), range: 0..0, text: self.text(at).to_owned() };
        shared_words(query, &[&Graph::of_candidates(among.iter().map(part).collect())])
    }

    /// Those whom sentences that were read name beside those who were asked about, first where a sentence has most
    /// words of the question, and what of it is open then.
    fn led_to(&self, read: &[(usize, usize)]) -> Vec<LedTo> {
        let mut led: Vec<(usize, LedTo)> = Vec::new();
        for &(book, candidate) in read {
            let Some(&at) = self.books[book].candidates.get(candidate) else { continue };
            let sentence = self.text(At { book, sentence: at });
            let (known, open) = self.explained(book, sentence);
            if known == 0 || open.is_empty() {
                continue;
            }
            for &entity in &self.books[book].index.sentences[at].entities {
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

/// A text without line breaks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Book {
    fn new(document: DocumentId, index: Arc<SentenceIndex>, chunk_ends: Vec<usize>) -> Self {
        let (asked, candidates) = Default::default();
        Self { document, index, asked, chunk_ends, candidates }
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

#[cfg(test)]
mod tests {
    use entities::Entities;

    use super::*;

    /// Texts are as like as they share letters: enough to choose by.
    struct Letters;

    impl Embedder for Letters {
        type Error = std::convert::Infallible;

        fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Self::Error> {
            let count = |text: &str, letter: char| {
                text.to_lowercase().chars().filter(|&one| one == letter).count() as f32
            };
            let vector = |text: &&str| {
                let all: Vec<f32> = ('a'..='z').map(|letter| count(text, letter)).collect();
                let length = all.iter().map(|one| one * one).sum::<f32>().sqrt().max(1.0);
                all.into_iter().map(|one| one / length).collect()
            };
            Ok(texts.iter().map(vector).collect())
        }
    }

    fn book(text: &str) -> Book {
        let read = Entities::read(text, |_| None, &entities::Corrections::default());
        let index = SentenceIndex::new(text.to_owned(), read, false);
        Book::new(1, Arc::new(index), vec![text.chars().count()])
    }

    fn search(question: &str, text: &str) -> EntitySearch {
        let mut search = EntitySearch::new(question);
        search.books.push(book(text));
        search.scores.push(Vec::new());
        search.begin(&mut Letters).unwrap();
        search
    }

    fn texts(search: &EntitySearch) -> Vec<&str> {
        let book = &search.books[0];
        book.candidates.iter().map(|&at| book.index.text(at)).collect()
    }

    const TEXT: &str = "The cousin of Una Brandt is Noah Irving. It rained. Una Brandt sat down. She laughed.\n\n\
                        She slept. Noah Irving was born in Ipswich. Tom Bell knew Ipswich.";

    #[test]
    fn sentences_about_whom_the_question_names_come_first() {
        let search = search("Who is the cousin of Una Brandt's?", TEXT);
        // A pronoun has the sentence before it, in the same paragraph.
        let found =
            ["The cousin of Una Brandt is Noah Irving.", "Una Brandt sat down. She laughed."];
        assert_eq!(texts(&search), found);
        assert_eq!(search.rounds[0].names, ["Una Brandt"]);
    }

    #[test]
    fn whoever_was_read_of_is_looked_for_with_what_is_open() {
        let mut search = search("What is the birthplace of the cousin of Una Brandt?", TEXT);
        assert!(search.go_on(&[(0, 0)], &mut Letters).unwrap());
        let round = search.rounds.last().unwrap();
        assert_eq!((round.query.as_str(), round.candidates), ("birthplace Noah Irving", 1));
        assert_eq!(texts(&search).last(), Some(&"Noah Irving was born in Ipswich."));
        assert_eq!(search.most_read(), 2 * READ);
        // Nothing of the question stands in what leads further.
        assert!(!search.go_on(&[(0, 1)], &mut Letters).unwrap());
    }

    #[test]
    fn a_question_about_several_is_asked_of_each() {
        let search = search("Did Una Brandt or Tom Bell know Ipswich?", TEXT);
        let names = &search.rounds[0].names;
        assert_eq!(names, &["Una Brandt", "Ipswich", "Tom Bell"]);
        assert_eq!(search.question_about(0, 0), "Did Una Brandt or know");
        assert_eq!(search.most_read(), 3 * READ);
    }

    #[test]
    fn where_nobody_is_named_all_sentences_are_searched() {
        let search = search("When did it rain?", TEXT);
        assert_eq!(texts(&search)[0], "It rained.");
        assert_eq!(texts(&search).len(), search.books[0].index.sentences.len());
        assert!(search.rounds[0].names.is_empty());
    }
}
