//! The benchmark as files: some books of each of four lengths, and one file of questions per length
//! in the plain form that Pecan's evaluation reads.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::{BenchmarkQuestion, QuestionKind, in_turn};
use crate::questions::in_other_words;
use crate::write::lines;
use crate::{Story, WATCHING_SEEDS};

/// The approximate number of tokens of a book, and its number of chunks of 300 tokens.
const LENGTHS: [(&str, usize); 4] = [("5K", 17), ("20K", 67), ("80K", 267), ("320K", 1067)];
/// The number of kinds of questions.
const KINDS: usize = QuestionKind::ALL.len();
/// The fewest books of a length: fewer would not show how books differ.
const FEWEST: usize = 6;
/// The distance between the first seeds of two lengths. Books of the same seed begin alike,
/// whatever their length.
const APART: u64 = 10_000;

/// The highest seed that the first book of the benchmark may have.
pub const LAST_BENCHMARK_SEED: u64 = WATCHING_SEEDS - APART * LENGTHS.len() as u64;

/// The books of one length and their questions, as written to files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionSet {
    /// The name of the data set and of its file: `story-5K`.
    pub name: String,
    /// The number of books.
    pub books: usize,
    /// The number of questions about all books.
    pub questions: usize,
}

/// A book and its possible questions.
struct BenchmarkBook {
    seed: u64,
    story: Story,
    questions: Vec<BenchmarkQuestion>,
}

/// A line of a file of questions.
#[derive(Serialize)]
struct BenchmarkRecord<'a> {
    id: String,
    dataset: &'a str,
    doc_file: String,
    question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rephrases: Option<String>,
    answers: &'a [String],
    answerable: bool,
    kind: &'static str,
    evidence: Vec<&'a str>,
    facts: Vec<&'a [String]>,
}

/// Writes books of four lengths and, for each length, `questions` questions in equal parts of all
/// kinds into a folder, which is created if missing: `story-5K.jsonl` and so on, and `books/`.
/// Questions about one fact are repeated in other words; the repetitions do not count. Above the
/// seed [`LAST_BENCHMARK_SEED`] there are not enough seeds for all books.
///
/// # Errors
/// If the folder or a file cannot be written.
pub fn write_benchmark(folder: &Path, seed: u64, questions: usize) -> io::Result<Vec<QuestionSet>> {
    fs::create_dir_all(folder.join("books"))?;
    let parts = parts(questions);
    let mut first = seed;
    let mut sets = Vec::new();
    for (length, chunks) in LENGTHS {
        let next = first.saturating_add(APART);
        let books = books(chunks, first..next.min(WATCHING_SEEDS), &parts);
        sets.push(write(folder, &format!("story-{length}"), &books, &parts)?);
        first = next;
    }
    Ok(sets)
}

/// The number of questions wanted of each kind.
fn parts(questions: usize) -> [usize; KINDS] {
    std::array::from_fn(|kind| questions / KINDS + usize::from(kind < questions % KINDS))
}

/// The fewest books that allow the wanted number of questions of each kind.
fn books(chunks: usize, seeds: Range<u64>, parts: &[usize; KINDS]) -> Vec<BenchmarkBook> {
    let most = parts.iter().copied().max().unwrap_or(0);
    let mut missing = *parts;
    let mut books = Vec::new();
    for seed in seeds {
        if books.len() >= FEWEST && missing.iter().all(|&count| count == 0) {
            break;
        }
        let story = Story::new(seed, chunks);
        let book = BenchmarkBook { seed, questions: story.benchmark(seed, most), story };
        for (kind, missing) in QuestionKind::ALL.into_iter().zip(&mut missing) {
            *missing = missing.saturating_sub(book.of(kind).count());
        }
        books.push(book);
    }
    books
}

fn write(
    folder: &Path,
    name: &str,
    books: &[BenchmarkBook],
    parts: &[usize; KINDS],
) -> io::Result<QuestionSet> {
    for book in books {
        atomic_file::write(&folder.join(book.file(name)), book.story.text.as_bytes())?;
    }
    let asked = shared(books, parts);
    let text = lines(asked.iter().flat_map(|&(book, question)| book.lines(name, question)))?;
    atomic_file::write(&folder.join(format!("{name}.jsonl")), text.as_bytes())?;
    Ok(QuestionSet { name: name.to_owned(), books: books.len(), questions: asked.len() })
}

/// The wanted number of questions of each kind, evenly spread over the books where possible.
/// Questions about one book stand together.
fn shared<'a>(
    books: &'a [BenchmarkBook],
    parts: &[usize; KINDS],
) -> Vec<(&'a BenchmarkBook, &'a BenchmarkQuestion)> {
    let mut all = Vec::new();
    for (kind, part) in QuestionKind::ALL.into_iter().zip(parts) {
        let of = |book: &'a BenchmarkBook| -> Vec<_> {
            book.of(kind).map(|question| (book, question)).collect()
        };
        all.extend(in_turn(books.iter().map(of)).into_iter().take(*part));
    }
    all.sort_by_key(|(book, _)| book.seed);
    all
}

impl BenchmarkBook {
    fn of(&self, kind: QuestionKind) -> impl Iterator<Item = &BenchmarkQuestion> {
        self.questions.iter().filter(move |question| question.kind == kind)
    }

    /// The path of its text, relative to the folder of the questions.
    fn file(&self, set: &str) -> String {
        format!("books/{set}-{}.txt", self.seed)
    }

    /// A question and, if it is about one fact, the same question in other words.
    fn lines<'a>(
        &'a self,
        set: &'a str,
        question: &'a BenchmarkQuestion,
    ) -> Vec<BenchmarkRecord<'a>> {
        let first = self.line(set, question);
        let again = match question.kind {
            QuestionKind::SingleFact => question.facts.first().and_then(|&fact| {
                let words = in_other_words(&self.story.facts[fact], &question.question)?;
                let (id, rephrases) = (format!("{}-again", first.id), Some(first.id.clone()));
                Some(BenchmarkRecord { id, rephrases, question: words, ..self.line(set, question) })
            }),
            _ => None,
        };
        std::iter::once(first).chain(again).collect()
    }

    fn line<'a>(&'a self, set: &'a str, question: &'a BenchmarkQuestion) -> BenchmarkRecord<'a> {
        let facts = question.facts.iter().map(|&fact| self.story.facts[fact].key.as_slice());
        BenchmarkRecord {
            id: format!("{}-{}", self.seed, question.id),
            dataset: set,
            doc_file: self.file(set),
            question: question.question.clone(),
            rephrases: None,
            answers: &question.answers,
            answerable: question.answerable,
            kind: question.kind.name(),
            evidence: self.evidence(question),
            facts: facts.collect(),
        }
    }

    /// Every sentence that states the facts.
    fn evidence(&self, question: &BenchmarkQuestion) -> Vec<&str> {
        let facts = question.facts.iter().map(|&fact| &self.story.facts[fact]);
        let tellings = facts.flat_map(|fact| &fact.tellings);
        tellings.map(|telling| telling.text.as_str()).collect()
    }
}

#[cfg(test)]
mod tests;
