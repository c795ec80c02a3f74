//! Whether the points that a model writes stand in what it read, and of how many chunks at once it
//! writes most of them for each chunk. A small model that reads many chunks loses its thread.

use std::ops::ControlFlow;
use std::sync::Arc;

use hwdag::grounding::support;
use hwdag::{
    Chunk, Construction, ConstructionEvent, ConstructionSettings, Cutting, Graph, PointSource, Step,
};
use model::{Session, SessionOptions, Weights};
use protocol::PointsTrial;

use super::{Budget, Tell, passages};
use crate::Ended;
use crate::build::{cut, ended};

/// How many chunks are read at once, and how often: of few chunks a single batch says little.
const TRIED: [(usize, usize); 5] = [(1, 4), (2, 2), (4, 1), (8, 1), (17, 1)];
/// The share of a point's content words that must stand in what was read.
const LEAST_SUPPORT: f64 = 0.75;
/// More chunks at once are taken if they give at least this share of the best number of points: their
/// prompt is read once for all, and points can bring together what stands apart.
const NEARLY: f64 = 0.9;
/// With less than this share of the best number, still more chunks are not tried.
const HOPELESS: f64 = 0.5;

/// Reads growing numbers of chunks.
pub(super) fn try_points(weights: &Arc<Weights>, tell: Tell<'_>) -> Result<PointsTrial, Ended> {
    let text: Vec<String> = passages()?.into_iter().map(|passage| passage.text).collect();
    let chunks = cut(weights, &text.join("\n\n"), Cutting::default())?;
    let most = chunks_in(weights.info().construction);
    let budget = Budget::new();
    let mut found = PointsTrial { chunks: 1, per_chunk: 0.0 };
    let (mut best, mut tried_all) = (0.0_f64, true);
    let sizes = TRIED.iter().filter(|(count, _)| *count <= most.min(chunks.len()));
    for (nth, &(count, batches)) in sizes.enumerate() {
        let done = nth as f32 / TRIED.len() as f32;
        let per_chunk = grounded(weights, &chunks, (count, batches), &mut || tell(done))?;
        best = best.max(per_chunk);
        if per_chunk > 0.0 && per_chunk >= NEARLY * best {
            found = PointsTrial { chunks: count as u32, per_chunk };
        }
        if per_chunk < HOPELESS * best {
            return Ok(found);
        }
        if budget.is_spent() {
            tried_all = false;
            break;
        }
    }
    // A model too slow for the whole trial is a large one: as long as more chunks did no harm, it
    // reads as many as its window holds.
    if !tried_all && per_chunk_holds(&found, best) {
        found.chunks = found.chunks.max(most as u32);
    }
    Ok(found)
}

fn per_chunk_holds(found: &PointsTrial, best: f64) -> bool {
    found.per_chunk > 0.0 && found.per_chunk >= NEARLY * best
}

/// How many chunks a window of so many tokens holds with their summary.
fn chunks_in(window: usize) -> usize {
    let holds = |count: usize| ConstructionSettings::for_chunks(count, usize::MAX).window <= window;
    (1..).take_while(|&count| count == 1 || count <= 17 && holds(count)).last().unwrap_or(1)
}

/// The points for each chunk that stand in what was read, of so many batches of so many chunks.
fn grounded(
    weights: &Arc<Weights>,
    chunks: &[Chunk],
    (count, batches): (usize, usize),
    rest: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<f64, Ended> {
    let settings = ConstructionSettings {
        points: PointSource::Unchecked,
        ..ConstructionSettings::for_chunks(count, weights.info().construction)
    };
    let options = SessionOptions {
        window: Some(settings.window),
        layers: settings.signal.layers,
        ..SessionOptions::default()
    };
    let mut session = Session::new(weights, &options)?;
    let mut construction = Construction::begin([&mut session], settings).map_err(ended)?;
    let (mut points, mut read) = (0, 0);
    for batch in chunks.chunks_exact(count).take(batches) {
        let graph = Graph::new(batch.to_vec());
        let mut watch = |_: ConstructionEvent| rest();
        if let Step::Batch(new) = construction.next(&graph, &mut watch).map_err(ended)? {
            let sources = || batch.iter().map(|chunk| chunk.text.as_str());
            let holds = |text: &str| support(text, sources()).is_enough(LEAST_SUPPORT);
            points += new.points.iter().filter(|point| holds(&point.text)).count();
        }
        read += batch.len();
    }
    Ok(points as f64 / read.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_chunks_with_their_summary() {
        assert_eq!([512, 1_024, 1_100, 2_048, 8_192].map(chunks_in), [1, 1, 2, 4, 17]);
        assert_eq!(chunks_in(100_000), 17);
    }
}
