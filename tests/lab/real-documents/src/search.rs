//! What the whole product answers: questions about a tale, questions about other tales, and questions
//! that no tale answers.

use std::path::Path;

use protocol::{Answer, Failure, best_effort};
use serde::{Deserialize, Serialize};

use super::general_knowledge::QUESTIONS;
use super::measured_model::MeasuredModel;
use super::scores::any_contains_answer;
use super::tales::{Tale, TaleQuestion};
use evaluation::metrics::{WordSegmentation, f1};
use report::cases::Cases;
use report::figures::{FigureUnit, MeasuredFigure};
use report::progress::MeasurementProgress;

/// The least F1 of a right answer.
pub const RIGHT: f64 = 0.5;
/// The number of passages under an answer that count.
const HEAVIEST: usize = 3;
/// The part's name.
const NAME: &str = "search";

/// What the product made of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProductAnswer {
    /// The answer; empty if it found none.
    pub answer: String,
    /// Whether enough was found and the answer's words are in what it was written from. The product
    /// shows other answers as guesses.
    pub supported: bool,
    /// The highest p_yes of a chunk that was judged alone.
    #[serde(default)]
    pub alone: Option<f64>,
    /// The heaviest passages that it rests on.
    pub passages: Vec<String>,
    /// Nodes that were visited.
    pub nodes: usize,
    /// Seconds that it took.
    pub seconds: f64,
}

impl ProductAnswer {
    fn of(answer: Answer) -> Self {
        let passages = answer.evidence.iter().take(HEAVIEST).map(|one| one.text.clone()).collect();
        Self {
            passages,
            supported: answer.supported && !best_effort(answer.found, answer.stop, &answer.answer),
            alone: answer.steps.iter().filter_map(|step| step.p_alone).max_by(f64::total_cmp),
            nodes: answer.steps.len(),
            seconds: answer.cost.seconds,
            answer: answer.answer.trim().to_owned(),
        }
    }

    /// Returns whether it found no answer.
    pub fn is_not_found(&self) -> bool {
        self.answer.is_empty()
    }

    /// Returns F1 against some answers; 0 if none was found.
    pub fn f1(&self, answers: &[String]) -> f64 {
        f1(&self.answer, answers, WordSegmentation::Spaced)
    }
}

/// Asks all of these questions.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut kept = subject.kept(NAME)?;
    let (chosen, tales) = (subject.tales.chosen.clone(), subject.tales.tales.clone());
    let mut own = Vec::new();
    let mut progress = MeasurementProgress::new("asking", chosen.len());
    for asked in chosen {
        let key = asked.id.clone();
        progress.step(kept.has(&key));
        let reply = ask(subject, &mut kept, &key, (&tales[asked.tale], &asked.question))?;
        own.push((asked, reply));
    }
    let foreign = foreign(subject, &mut kept)?;
    let general = general(subject, &mut kept)?;
    Ok([figures(&own), not_found("questions of another tale", &foreign, &tales_needed(&tales))]
        .into_iter()
        .chain([not_found("questions of general knowledge", &general, "")])
        .flatten()
        .collect())
}

/// Returns what the product said to the questions about tales, by their names.
pub fn known(subject: &MeasuredModel<'_>) -> Result<Vec<(TaleQuestion, ProductAnswer)>, Failure> {
    let kept = subject.kept(NAME)?;
    let reply = |asked: &TaleQuestion| Some((asked.clone(), kept.get(&asked.id)?));
    Ok(subject.tales.chosen.iter().filter_map(reply).collect())
}

fn ask(
    subject: &mut MeasuredModel<'_>,
    kept: &mut Cases,
    key: &str,
    (tale, question): (&Tale, &str),
) -> Result<ProductAnswer, Failure> {
    kept.once(key, || ask_file(subject, &tale.file, question))
}

/// Returns what the product says to a question about a file.
pub fn ask_file(
    subject: &mut MeasuredModel<'_>,
    file: &Path,
    question: &str,
) -> Result<ProductAnswer, Failure> {
    subject.library()?.ask(file, question).map(ProductAnswer::of)
}

/// Asks every second question about the tale after its own.
fn foreign(
    subject: &mut MeasuredModel<'_>,
    kept: &mut Cases,
) -> Result<Vec<ProductAnswer>, Failure> {
    let tales = subject.tales.tales.clone();
    if tales.len() < 2 {
        return Ok(Vec::new());
    }
    let chosen: Vec<TaleQuestion> = subject.tales.chosen.iter().step_by(2).cloned().collect();
    let mut progress = MeasurementProgress::new("asking of another tale", chosen.len());
    let mut all = Vec::new();
    for asked in chosen {
        let key = format!("foreign {}", asked.id);
        progress.step(kept.has(&key));
        let other = &tales[(asked.tale + 1) % tales.len()];
        all.push(ask(subject, kept, &key, (other, &asked.question))?);
    }
    Ok(all)
}

/// Asks questions of general knowledge of one tale after another; at most as many as the others.
fn general(
    subject: &mut MeasuredModel<'_>,
    kept: &mut Cases,
) -> Result<Vec<ProductAnswer>, Failure> {
    let tales = subject.tales.tales.clone();
    let count = QUESTIONS.len().min(subject.tales.chosen.len());
    let mut progress = MeasurementProgress::new("asking of general knowledge", count);
    let mut all = Vec::new();
    for (question, tale) in QUESTIONS.iter().zip(tales.iter().cycle()).take(count) {
        let key = format!("general {question}");
        progress.step(kept.has(&key));
        all.push(ask(subject, kept, &key, (tale, question))?);
    }
    Ok(all)
}

fn figures(own: &[(TaleQuestion, ProductAnswer)]) -> Vec<MeasuredFigure> {
    let f1 = |explicit: bool| -> Vec<f64> {
        let of = own.iter().filter(|(asked, _)| asked.explicit == explicit);
        of.map(|(asked, reply)| reply.f1(&asked.answers)).collect()
    };
    let all: Vec<f64> = own.iter().map(|(asked, reply)| reply.f1(&asked.answers)).collect();
    let right = own.iter().filter(|(asked, reply)| reply.f1(&asked.answers) >= RIGHT);
    let cited = right.filter_map(|(asked, reply)| {
        any_contains_answer(&asked.answers, reply.passages.iter().map(String::as_str))
    });
    let nodes: Vec<f64> = own.iter().map(|(_, reply)| reply.nodes as f64).collect();
    let seconds: Vec<f64> = own.iter().map(|(_, reply)| reply.seconds).collect();
    vec![
        MeasuredFigure::f1("F1 through the whole product, all questions", &all),
        MeasuredFigure::f1("the same, explicit questions", &f1(true)).at_least(0.42),
        MeasuredFigure::f1("the same, implicit questions", &f1(false)),
        MeasuredFigure::share(
            "explicit questions with an F1 of 50 or more",
            f1(true).into_iter().map(|f1| f1 >= RIGHT),
        )
        .at_least(0.50),
        MeasuredFigure::share(
            "questions not found",
            own.iter().map(|(_, reply)| reply.is_not_found()),
        ),
        MeasuredFigure::share("right answers whose first three passages hold the answer", cited)
            .at_least(0.85),
        MeasuredFigure::of("nodes looked at", &nodes, FigureUnit::Plain),
        MeasuredFigure::of("seconds for a question", &seconds, FigureUnit::Seconds),
    ]
}

/// Returns the figures of questions without an answer.
fn not_found(what: &str, reply: &[ProductAnswer], note: &str) -> Vec<MeasuredFigure> {
    let silent = MeasuredFigure::share(
        &format!("{what}: not found{note}"),
        reply.iter().map(ProductAnswer::is_not_found),
    );
    let doubted = reply.iter().map(|reply| reply.is_not_found() || !reply.supported);
    vec![
        silent.at_least(0.90),
        MeasuredFigure::share(&format!("{what}: not found, or marked as a guess"), doubted),
    ]
}

/// Returns why there are no questions about other tales, if so.
fn tales_needed(tales: &[Tale]) -> String {
    if tales.len() < 2 { " (there is only one tale)".into() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(answer: &str, passages: &[&str]) -> ProductAnswer {
        ProductAnswer {
            answer: answer.into(),
            supported: answer != "Paris",
            alone: None,
            passages: passages.iter().map(ToString::to_string).collect(),
            nodes: 3,
            seconds: 0.5,
        }
    }

    fn asked(explicit: bool) -> TaleQuestion {
        TaleQuestion {
            id: String::new(),
            tale: 0,
            question: "What?".into(),
            answers: vec!["a green lamp".into()],
            explicit,
        }
    }

    #[test]
    fn what_was_not_found_counts_nothing_and_passages_count_where_the_answer_is_right() {
        let own = [
            (asked(true), reply("the green lamp", &["It is dark.", "There was a green lamp."])),
            (asked(true), reply("", &[])),
            (asked(false), reply("green lamp", &["It is dark."])),
            (asked(false), reply("a red door", &["A green lamp."])),
        ];
        let figures = figures(&own);
        let values: Vec<Option<f64>> = figures.iter().take(6).map(|one| one.value).collect();
        assert_eq!(values, [0.5, 0.5, 0.5, 0.5, 0.25, 0.5].map(Some));
        assert_eq!(figures[5].cases, 2);
    }

    #[test]
    fn a_guess_is_no_silence() {
        let figures =
            not_found("others", &[reply("", &[]), reply("Paris", &[]), reply("a lamp", &[])], "");
        let thirds = [figures[0].value, figures[1].value].map(|value| value.unwrap() * 3.0);
        assert!((thirds[0] - 1.0).abs() < 1e-9 && (thirds[1] - 2.0).abs() < 1e-9);
    }
}
