//! Tests whether a model's Yes is meaningful: it is shown passages with a question that they answer and one that they
//! do not.

use std::ops::ControlFlow;
use std::sync::Arc;

use hwdag::calibration::{JudgedPassage, area_under_curve};
use hwdag::{Calibration, Graph, Query, SearchEvent, SearchSettings, search};
use model::{Session, Weights};
use protocol::VerdictsTrial;

use crate::error::{JobError, ended};
use crate::models::trial::budget::{TimeBudget, TrialProgressCallback};
use crate::models::trial::passages::passages;
use crate::models::trial::setup::{graph, session};

/// The number of passages asked about, twice each.
const PASSAGES: usize = 30;
/// The share of right verdicts (p_yes above 0.5 if the passage answers) from which p_yes is not corrected.
const RIGHT_SIDE: f64 = 0.8;
/// The number asked about regardless of time: fewer allow no conclusion.
const LEAST: usize = 10;

/// Asks about every passage twice.
pub(super) fn try_verdicts(
    weights: &Arc<Weights>,
    tell: TrialProgressCallback<'_>,
) -> Result<VerdictsTrial, JobError> {
    let budget = TimeBudget::new();
    let mut session = session(weights)?;
    let mut judged: Vec<JudgedPassage> = Vec::new();
    for (nth, passage) in passages()?.iter().take(PASSAGES).enumerate() {
        if budget.is_spent() && nth >= LEAST {
            break;
        }
        let graph = graph(weights, passage)?;
        let asked = [(&passage.answerable.question, true), (&passage.unanswerable.question, false)];
        for (question, answers) in asked {
            let mut rest = || tell(nth as f32 / PASSAGES as f32);
            match p_yes(&mut session, question, &graph, &mut rest) {
                Ok(Some(p_yes)) => judged.push((p_yes, answers)),
                Ok(None) | Err(hwdag::Error::NoVerdict) => return Ok(found(&[])),
                Err(error) => return Err(ended(error)),
            }
        }
    }
    Ok(found(&judged))
}

/// Returns how sure the model is that the graph answers.
fn p_yes(
    session: &mut Session,
    question: &str,
    graph: &Graph,
    rest: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<f64>, hwdag::Error<model::Error>> {
    // No probability exceeds this confidence, so no answer is written.
    let settings = SearchSettings { confidence: 1.0, max_nodes: 0, ..SearchSettings::default() };
    let graphs = &[graph];
    let query = Query::new(question, graphs);
    let found = search(session, &query, &settings, &mut |_: SearchEvent<'_>| rest())?;
    Ok(found.path.last().and_then(|visit| visit.p_yes))
}

fn found(judged: &[JudgedPassage]) -> VerdictsTrial {
    let Calibration { bias, scale } = correction(judged);
    // Without verdicts there is nothing to distinguish them.
    let auc = area_under_curve(judged).unwrap_or(0.5);
    VerdictsTrial { pairs: judged.len() as u32, auc, bias, scale }
}

/// Returns the correction of p_yes: none for a model whose verdicts are mostly right. Models are surer about these
/// short passages than about documents, so a correction fitted to them can make good verdicts worse
/// (docs/decisions/0016).
fn correction(judged: &[JudgedPassage]) -> Calibration {
    let right = judged.iter().filter(|&&(p_yes, answers)| (p_yes > 0.5) == answers).count();
    match right as f64 >= RIGHT_SIDE * judged.len() as f64 {
        true => Calibration::default(),
        false => Calibration::fit(judged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns pairs of which these numbers are above one half: of those that answer, and of the others.
    fn pairs(yes: [usize; 2]) -> Vec<JudgedPassage> {
        let of = |answers: bool, above: usize| {
            (0..30).map(move |n| (if n < above { 0.9 } else { 0.2 }, answers))
        };
        of(true, yes[0]).chain(of(false, yes[1])).collect()
    }

    #[test]
    fn only_a_model_that_leans_to_one_side_is_corrected() {
        assert_eq!(correction(&pairs([29, 6])), Calibration::default());
        let found = correction(&pairs([30, 20]));
        assert!(found.bias < 0.0, "one that says Yes too often: {found:?}");
        let found = correction(&pairs([10, 0]));
        assert!(found.bias > 0.0, "one that says Yes too seldom: {found:?}");
        assert_eq!(correction(&[]), Calibration::default());
    }
}
