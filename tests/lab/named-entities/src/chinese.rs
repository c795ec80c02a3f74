//! Checks that Chinese documents are processed without an error: articles with questions (DRCD, Shao et al. 2018; CMRC
//! 2018, Cui et al. 2019), and a novel. Chinese has neither capitals nor spaces, and the default model does not read
//! it.

use std::fs;
use std::path::{Path, PathBuf};

use protocol::{Answer, AskOptions, Entity, EntityKind, Failure, GraphOptions, SearchBy};
use serde::{Deserialize, Serialize};

use super::precision_recall::share;
use real_documents::EvaluationLibrary;
use report::figures::{FigureUnit, MeasuredFigure};

/// The question sets, relative to the folder of test files.
const QUESTIONS: [&str; 2] = ["qa/drcd.jsonl", "qa/cmrc2018.jsonl"];
/// The novel.
const NOVEL: &str = "novels/zh/xiyou.txt";
/// The number of questions asked about an article, the first ones: each is asked in every way, and the model reads
/// Chinese slowly.
const QUESTIONS_EACH: usize = 8;
/// The ways to search for an answer, with their names on the page.
const SEARCHES: [(SearchBy, &str); 3] =
    [(SearchBy::Points, "points"), (SearchBy::Entities, "entities"), (SearchBy::Both, "both")];

/// A Chinese document with its questions.
#[derive(Debug)]
pub struct ChineseDocument {
    /// The name of its file.
    pub name: String,
    file: PathBuf,
    questions: Vec<ChineseQuestion>,
}

#[derive(Debug, Deserialize)]
struct ChineseQuestion {
    doc_file: PathBuf,
    question: String,
    answers: Vec<String>,
}

/// The results for one or more requests about a document.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passed {
    /// The number of requests: adding it, listing its names, and asking.
    requests: usize,
    /// The requests that failed, each with its code and message.
    failures: Vec<String>,
    /// For each way to search, the number of questions whose answer stands in a shown passage.
    held: [usize; SEARCHES.len()],
    questions: usize,
    /// The number of names that it lists.
    names: usize,
}

/// Returns the articles, each with its first questions.
///
/// # Errors
///
/// If a file cannot be read.
pub fn articles(corpus: &Path) -> Result<Vec<ChineseDocument>, Failure> {
    let mut documents: Vec<ChineseDocument> = Vec::new();
    for set in QUESTIONS {
        let path = corpus.join(set);
        let text =
            fs::read_to_string(&path).map_err(|error| report::file_failure(&path, &error))?;
        for line in text.lines() {
            let question: ChineseQuestion = serde_json::from_str(line)
                .map_err(|error| report::file_failure(&path, &error.into()))?;
            let name = question.doc_file.display().to_string();
            match documents.iter_mut().find(|document| document.name == name) {
                Some(document) if document.questions.len() == QUESTIONS_EACH => {}
                Some(document) => document.questions.push(question),
                None => documents.push(ChineseDocument {
                    file: corpus.join(&question.doc_file),
                    name,
                    questions: vec![question],
                }),
            }
        }
    }
    Ok(documents)
}

/// Returns the novel, about which no questions are asked.
pub fn novel(corpus: &Path) -> ChineseDocument {
    ChineseDocument { name: NOVEL.into(), file: corpus.join(NOVEL), questions: Vec::new() }
}

impl ChineseDocument {
    /// Adds the document, lists its names, and asks its questions in every way. `graph` says whether its graph is
    /// built.
    ///
    /// # Errors
    ///
    /// If the library cannot be used. Failures of the document are counted.
    pub fn look(&self, library: &mut EvaluationLibrary, graph: bool) -> Result<Passed, Failure> {
        let mut passed = Passed { questions: self.questions.len(), ..Passed::default() };
        let added = match graph {
            true => library.add(&self.file, GraphOptions::default()),
            false => library.add_unbuilt(&self.file),
        };
        if passed.take(added).is_none() {
            return Ok(passed);
        }
        if let Some(list) = passed.take(library.entities(&self.file)) {
            let is_name = |entity: &&Entity| entity.kind != Some(EntityKind::Time);
            passed.names = list.entities.iter().filter(is_name).count();
        }
        for question in &self.questions {
            for (at, (by, _)) in SEARCHES.into_iter().enumerate() {
                let options = AskOptions { by, ..AskOptions::default() };
                let asked = library.ask_with(&self.file, &question.question, options);
                if let Some(answer) = passed.take(asked) {
                    passed.held[at] += usize::from(shows(&answer, &question.answers));
                }
            }
        }
        Ok(passed)
    }
}

impl Passed {
    /// Returns the result of a request, or `None` if it failed; records the failure.
    fn take<T>(&mut self, gave: Result<T, Failure>) -> Option<T> {
        self.requests += 1;
        gave.map_err(|failure| {
            eprintln!("{failure}");
            self.failures.push(format!("{:?}: {failure}", failure.code));
        })
        .ok()
    }
}

/// Returns whether an answer stands in one of the passages.
fn shows(answer: &Answer, wanted: &[String]) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let passages: Vec<String> = answer.evidence.iter().map(|one| plain(&one.text)).collect();
    let wanted = wanted.iter().map(|one| plain(one));
    wanted.into_iter().any(|one| passages.iter().any(|passage| passage.contains(&one)))
}

/// Returns the numbers for some documents.
pub fn figures(documents: &[Passed]) -> Vec<MeasuredFigure> {
    let of = |part: fn(&Passed) -> (usize, usize)| documents.iter().map(part).collect::<Vec<_>>();
    let done = of(|passed| (passed.requests - passed.failures.len(), passed.requests));
    let names: usize = documents.iter().map(|passed| passed.names).sum();
    let mut figures = vec![
        share("requests without an error", &done, FigureUnit::Share).at_least(1.0),
        MeasuredFigure::number("names", Some(names as f64), documents.len(), FigureUnit::Plain),
    ];
    if documents.iter().any(|passed| passed.questions > 0) {
        figures.extend(SEARCHES.iter().enumerate().map(|(at, (_, way))| {
            let held = documents.iter().map(|passed| (passed.held[at], passed.questions));
            let name = format!("answers in the passages that are shown, by {way}");
            share(&name, &held.collect::<Vec<_>>(), FigureUnit::Share)
        }));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_counted_and_kept() {
        let mut passed = Passed { questions: 2, held: [1, 2, 0], ..Passed::default() };
        assert_eq!(passed.take(Ok(3)), Some(3));
        let failed: Result<u8, Failure> = Err(Failure::new(protocol::Code::Internal, "It broke."));
        assert_eq!(passed.take(failed), None);
        assert_eq!(passed.failures, ["Internal: It broke."]);
        let figures = figures(&[passed]);
        let values: Vec<Option<f64>> = figures.iter().map(|figure| figure.value).collect();
        assert_eq!(values, [Some(0.5), Some(0.0), Some(0.5), Some(1.0), Some(0.0)]);
        assert_eq!(figures[0].is_met(), Some(false));
    }
}
