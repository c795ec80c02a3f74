//! Whether a model's Yes means something: it is shown passages with a question that they answer and
//! with one that they do not.

use std::ops::ControlFlow;
use std::sync::Arc;

use hwdag::calibration::{Judged, area_under_curve};
use hwdag::{Calibration, Graph, Query, SearchEvent, SearchSettings, search};
use model::{Session, Weights};
use protocol::VerdictsTrial;

use super::{Budget, Tell, graph, passages, session};
use crate::Ended;
use crate::build::ended;

/// Passages that are asked about, twice each.
const PASSAGES: usize = 30;
/// So many are asked about however long it takes: of fewer nothing can be said.
const LEAST: usize = 10;

/// Asks about every passage twice.
pub(super) fn try_verdicts(weights: &Arc<Weights>, tell: Tell<'_>) -> Result<VerdictsTrial, Ended> {
    let budget = Budget::new();
    let mut session = session(weights)?;
    let mut judged: Vec<Judged> = Vec::new();
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

/// How sure the model is that the graph answers.
fn p_yes(
    session: &mut Session,
    question: &str,
    graph: &Graph,
    rest: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<f64>, hwdag::Error<model::Error>> {
    // Nothing is more certain than this, so no answer is written.
    let settings = SearchSettings { confidence: 1.0, max_nodes: 0, ..SearchSettings::default() };
    let graphs = &[graph];
    let query = Query::new(question, graphs);
    let found = search(session, &query, &settings, &mut |_: SearchEvent<'_>| rest())?;
    Ok(found.path.last().and_then(|visit| visit.p_yes))
}

fn found(judged: &[Judged]) -> VerdictsTrial {
    let Calibration { bias, scale } = Calibration::fit(judged);
    // Without a verdict there is nothing to tell them apart by.
    let auc = area_under_curve(judged).unwrap_or(0.5);
    VerdictsTrial { pairs: judged.len() as u32, auc, bias, scale }
}
