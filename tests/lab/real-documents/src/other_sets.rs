//! What the whole product answers on other question sets.

use std::path::{Path, PathBuf};

use protocol::Failure;

use super::measured_model::MeasuredModel;
use super::search::{ProductAnswer, ask_file};
use super::tales::document;
use evaluation::comparison::{SAMPLE_SEED, sample};
use evaluation::data::{DatasetLimits, DatasetQuestion, read};
use evaluation::metrics::{WordSegmentation, f1};
use report::figures::MeasuredFigure;
use report::progress::MeasurementProgress;

/// The sets, by the names of their files.
const SETS: [&str; 6] =
    ["xquad_en", "narrativeqa", "qasper", "hotpotqa", "musique", "natural_questions"];

/// Asks questions of every set.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut figures = Vec::new();
    for set in SETS {
        figures.extend(measure_set(subject, set)?);
    }
    Ok(figures)
}

fn measure_set(subject: &mut MeasuredModel<'_>, set: &str) -> Result<[MeasuredFigure; 2], Failure> {
    let questions = chosen(subject, set)?;
    let mut kept = subject.kept("sets")?;
    let mut progress = MeasurementProgress::new("asking questions of sets", questions.len());
    let (mut scores, mut silent) = (Vec::new(), Vec::new());
    for (question, file) in &questions {
        let key = format!("{set} {}", question.id);
        progress.step(kept.has(&key));
        let reply: ProductAnswer =
            kept.once(&key, || ask_file(subject, file, question.question.trim()))?;
        let words = WordSegmentation::of(&question.question);
        scores.push(f1(&reply.answer, question.answers.texts(), words));
        silent.push(reply.is_not_found());
    }
    Ok([
        MeasuredFigure::f1(&format!("F1 through the whole product, {set}"), &scores),
        MeasuredFigure::share(&format!("questions not found, {set}"), silent),
    ])
}

/// Returns some questions of a set that have an answer, each with its file. Longer files are left out.
fn chosen(
    subject: &MeasuredModel<'_>,
    set: &str,
) -> Result<Vec<(DatasetQuestion, PathBuf)>, Failure> {
    let arguments = subject.arguments;
    let file = arguments.corpus.join("qa").join(format!("{set}.jsonl"));
    let mut questions = read(&[file], &DatasetLimits::default())?.questions;
    questions.retain(|question| {
        question.has_answer()
            && document(question).is_some_and(|path| is_short(path, arguments.longest))
    });
    sample(&mut questions, arguments.of_each, SAMPLE_SEED, |_| Ok(true))?;
    let with_file = |question: DatasetQuestion| {
        let path = document(&question)?.to_path_buf();
        Some((question, path))
    };
    Ok(questions.into_iter().filter_map(with_file).collect())
}

fn is_short(path: &Path, longest: u64) -> bool {
    path.metadata().is_ok_and(|about| about.len() <= longest)
}
