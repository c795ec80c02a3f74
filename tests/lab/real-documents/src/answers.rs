//! How well the model answers when it is shown the chunk that answers the question.

use std::ops::ControlFlow;

use hwdag::{Query, SearchEvent, SearchSettings, search};
use protocol::Failure;

use super::measured_model::{MeasuredModel, shown};
use super::verdicts::located;
use engine::method_failure as failure;
use evaluation::metrics::{WordSegmentation, f1};
use report::figures::MeasuredFigure;
use report::progress::MeasurementProgress;

/// The goal for F1.
const GOAL: f64 = 0.52;

/// Asks every question whose answering chunk is known, with that chunk.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut kept = subject.kept("answers")?;
    let chunks = subject.chunks()?;
    let (questions, mut session) = (located(subject, &chunks), subject.session()?);
    let mut progress = MeasurementProgress::new("answers", questions.len());
    let (mut explicit, mut implicit) = (Vec::new(), Vec::new());
    for one in &questions {
        let (asked, own) = (&one.asked, &chunks[one.asked.tale]);
        progress.step(kept.has(&asked.id));
        let answer: String = kept.once(&asked.id, || {
            let (graph, settings) = (
                shown(own, &[one.chunk]),
                SearchSettings { fixed_nodes: Some(1), ..SearchSettings::default() },
            );
            let (question, graphs) = (asked.question.as_str(), &[&graph]);
            let query = Query::new(question, graphs);
            let mut watch = |_: SearchEvent<'_>| ControlFlow::Continue(());
            let found = search(&mut session, &query, &settings, &mut watch).map_err(failure)?;
            Ok(found.answer)
        })?;
        let kind = if asked.explicit { &mut explicit } else { &mut implicit };
        kind.push(f1(&answer, &asked.answers, WordSegmentation::Spaced));
    }
    Ok(vec![
        MeasuredFigure::f1("F1 with the answering chunk shown, explicit questions", &explicit)
            .at_least(GOAL),
        MeasuredFigure::f1("the same, implicit questions", &implicit),
    ])
}
