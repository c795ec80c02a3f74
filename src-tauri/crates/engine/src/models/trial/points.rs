//! Tests whether the input supports the points that a model writes, and with how many chunks at once it writes most of
//! them per chunk. A small model that reads many chunks loses its thread.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hwdag::grounding::{POINT_SUPPORT, support};
use hwdag::{
    Chunk, ConstructionEvent, ConstructionSettings, ConstructionStep, Cutting, Graph, GraphBuilder,
    PointOrigin,
};
use model::{Session, SessionOptions, Weights};
use protocol::PointsTrial;

use crate::error::{JobError, ended};
use crate::graphs::chunks::cut;
use crate::graphs::settings::prompt_tokens;
use crate::models::trial::budget::{TimeBudget, TrialProgressCallback};
use crate::models::trial::passages::passages;

/// The number of chunks read at once, and the number of batches: a single batch of few chunks says little.
const TRIED: [(usize, usize); 5] = [(1, 4), (2, 2), (4, 1), (8, 1), (17, 1)];
/// The share of the best number of points from which more chunks at once are preferred: points can combine distant
/// information.
const NEARLY: f64 = 0.9;
/// The desirable maximum duration of a batch, because a stop or a crash loses those in progress, of which several may
/// be side by side.
const LONGEST: Duration = Duration::from_secs(9);
/// The number of chunks read at once by a model that is too slow to determine it.
const OF_SLOW_MODELS: usize = 2;
/// The share of the best number below which still more chunks are not tried.
const HOPELESS: f64 = 0.5;

/// Reads growing numbers of chunks.
pub(super) fn try_points(
    weights: &Arc<Weights>,
    tell: TrialProgressCallback<'_>,
) -> Result<PointsTrial, JobError> {
    let text: Vec<String> = passages()?.into_iter().map(|passage| passage.text).collect();
    let chunks = cut(weights, &text.join("\n\n"), Cutting::default())?;
    let most = chunks_in(weights.info().construction, prompt_tokens(weights)).min(chunks.len());
    let budget = TimeBudget::new();
    let mut tried: Vec<ChunkCountTrial> = Vec::new();
    for (nth, &(count, batches)) in TRIED.iter().enumerate() {
        let best = best(&tried);
        let hopeless = tried.last().is_some_and(|last| {
            last.per_chunk < HOPELESS * best || last.seconds > LONGEST.as_secs_f64()
        });
        if count > most || hopeless || budget.is_spent() {
            break;
        }
        let done = nth as f32 / TRIED.len() as f32;
        tried.push(try_batches(weights, &chunks, (count, batches), &mut || tell(done))?);
    }
    Ok(chosen(&tried, most))
}

/// The result for a number of chunks at once.
#[derive(Debug, Clone, Copy)]
struct ChunkCountTrial {
    chunks: usize,
    /// The number of supported points per chunk.
    per_chunk: f64,
    /// Seconds per batch.
    seconds: f64,
}

fn best(tried: &[ChunkCountTrial]) -> f64 {
    tried.iter().map(|one| one.per_chunk).fold(0.0, f64::max)
}

/// Chooses the most chunks that give nearly the best number of points in acceptable time; if all took too long, the
/// fewest.
fn chosen(tried: &[ChunkCountTrial], most: usize) -> PointsTrial {
    let best = best(tried);
    let good = || tried.iter().filter(|one| best > 0.0 && one.per_chunk >= NEARLY * best);
    let quick = good().rfind(|one| one.seconds <= LONGEST.as_secs_f64());
    let Some(found) = quick.or_else(|| good().next()) else {
        return PointsTrial { chunks: 1, per_chunk: 0.0 };
    };
    // More than one could not be tried in time.
    let slow = quick.is_none() && tried.len() == 1;
    let chunks = if slow { OF_SLOW_MODELS.min(most) } else { found.chunks };
    PointsTrial { chunks: chunks as u32, per_chunk: found.per_chunk }
}

/// Returns how many chunks a window of `window` tokens holds with their summary and a prompt of `prompt` tokens.
fn chunks_in(window: usize, prompt: usize) -> usize {
    let of = |count| ConstructionSettings::for_chunks(count, prompt, usize::MAX).window;
    // Each further chunk needs as much as the second one.
    let (one, further) = (of(1), of(2) - of(1));
    let holds = |count: usize| one + (count - 1) * further <= window;
    (1..).take_while(|&count| count == 1 || count <= 17 && holds(count)).last().unwrap_or(1)
}

/// Reads batches of equally many chunks.
fn try_batches(
    weights: &Arc<Weights>,
    chunks: &[Chunk],
    (count, batches): (usize, usize),
    rest: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<ChunkCountTrial, JobError> {
    let settings = ConstructionSettings {
        points: PointOrigin::Unchecked,
        ..ConstructionSettings::for_chunks(
            count,
            prompt_tokens(weights),
            weights.info().construction,
        )
    };
    let options = SessionOptions {
        window: Some(settings.window),
        layers: settings.signal.layers,
        ..SessionOptions::default()
    };
    let mut session = Session::new(weights, &options)?;
    let mut construction = GraphBuilder::begin([&mut session], settings).map_err(ended)?;
    let (mut points, mut read, begun) = (0, 0, Instant::now());
    for batch in chunks.chunks_exact(count).take(batches) {
        let graph = Graph::new(batch.to_vec());
        let mut watch = |_: ConstructionEvent| rest();
        if let ConstructionStep::Batch(new) =
            construction.next(&graph, &mut watch).map_err(ended)?
        {
            let sources = || batch.iter().map(|chunk| chunk.text.as_str());
            let holds = |text: &str| support(text, sources()).is_enough(POINT_SUPPORT);
            points += new.points.iter().filter(|point| holds(&point.text)).count();
        }
        read += batch.len();
    }
    let seconds = begun.elapsed().as_secs_f64() * count as f64 / read.max(1) as f64;
    Ok(ChunkCountTrial { chunks: count, per_chunk: points as f64 / read.max(1) as f64, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_chunks_with_their_summary() {
        let usual = |window| chunks_in(window, 80);
        assert_eq!([512, 1_024, 1_100, 2_048, 8_192].map(usual), [1, 1, 2, 4, 17]);
        assert_eq!(usual(100_000), 17);
        // Templates with a system prompt leave less room.
        assert_eq!([1_024, 2_048, 8_192].map(|window| chunks_in(window, 500)), [1, 2, 16]);
    }

    #[test]
    fn as_many_chunks_as_do_no_harm_in_bearable_time() {
        let tried = |all: &[(usize, f64, f64)]| -> Vec<ChunkCountTrial> {
            let one =
                |&(chunks, per_chunk, seconds)| ChunkCountTrial { chunks, per_chunk, seconds };
            all.iter().map(one).collect()
        };
        for (all, expected) in [
            (vec![(1, 5.0, 1.0), (2, 6.0, 2.0), (4, 5.6, 4.0), (8, 2.0, 8.0)], (4, 5.6)),
            (vec![(1, 5.0, 4.0), (2, 6.0, 8.0), (4, 5.6, 22.0)], (2, 6.0)),
            (vec![(1, 5.0, 4.0), (2, 1.0, 5.0)], (1, 5.0)),
            (vec![(1, 5.0, 40.0)], (2, 5.0)),
            (vec![(1, 0.0, 4.0), (2, 0.0, 5.0)], (1, 0.0)),
            (vec![], (1, 0.0)),
        ] {
            let found = chosen(&tried(&all), 17);
            assert_eq!((found.chunks, found.per_chunk), expected, "{all:?}");
        }
        assert_eq!(chosen(&tried(&[(1, 5.0, 40.0)]), 1).chunks, 1);
    }
}
