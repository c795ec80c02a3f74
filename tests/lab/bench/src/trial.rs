//! Timing one thing on one model.

use std::sync::Arc;
use std::time::Instant;

use hwdag::{
    Chunk, ConstructionSettings, ConstructionStep, Graph, GraphBuilder, LanguageModel,
    SummarisedBatch, Token,
};
use model::{Kernels, Sampling, Session, SessionOptions, Weights};
use protocol::{Code, Failure};
use report::median;

use super::brief::Brief;
use engine::method_failure as failure;

/// Tokens generated in a trial.
const WRITTEN: usize = 48;
/// Batches timed per sequence with small and with large models, and those timed with one sequence; and
/// the bytes from which a model counts as large.
const BATCHES: (usize, usize) = (4, 2);
const LEAST_BATCHES: usize = 8;
const LARGE: u64 = 250_000_000;
/// The number of turns in which each way of building runs, alternating with the others.
const TURNS: usize = 4;
/// The least number of short texts built alongside a long one.
const PAIRS: usize = 3;
/// Readings of a short input, the fastest of which counts, and the most tokens of a short input.
const READINGS: (usize, usize) = (3, 2_048);
/// Tokens that one way reads before the next one's turn.
const PIECE: usize = 512;
/// How often each way reads and writes a batch to its end.
const WHOLE: usize = 5;
/// Tokens of a batch's prompt, input and output.
const WINDOW: usize = 1_024;

/// Seconds of reading an input, and of writing one token after it.
#[derive(Debug, Clone, Copy)]
pub struct Passes {
    /// Reading as Pecan does.
    pub read: f64,
    /// Reading with llama.cpp's flash kernels, attention unreadable.
    pub flash_read: f64,
    /// Reading without them, attention unreadable.
    pub plain_read: f64,
    /// Writing as Pecan does, with readable attention that is not read.
    pub declined: f64,
    /// The same while attention is collected.
    pub collected: f64,
    /// Writing with the flash kernels, attention unreadable.
    pub flash: f64,
    /// Writing without them, attention unreadable.
    pub plain: f64,
    /// Evaluating the written tokens again in one pass with attention collected, per token.
    pub again: f64,
}

/// Ways of computing attention: Pecan's, and two in which it cannot be read.
const WAYS: [Kernels; 3] = [Kernels::Readable, Kernels::Flash, Kernels::Unwatched];

/// Times reading `length` tokens and writing more after them, always the same tokens. The ways take
/// turns, so that other load on the machine affects all of them equally.
pub fn passes(weights: &Arc<Weights>, length: usize) -> Result<Passes, Failure> {
    let mut ways = ways(weights, length + WRITTEN)?;
    let input = tokens(weights, 0, length);
    let times = if length <= READINGS.1 { READINGS.0 } else { 1 };
    let mut reading = [f64::INFINITY; 3];
    for _ in 0..times {
        for (fastest, seconds) in reading.iter_mut().zip(reading_in_turns(&mut ways, &input)?) {
            *fastest = fastest.min(seconds);
        }
    }
    let written = tokens(weights, length, WRITTEN);
    let [declined, collected, flash, plain] = writing_in_turns(&mut ways, &written, length)?;
    let [open, _, _] = &mut ways;
    let mut again = Vec::new();
    for _ in 0..3 {
        open.truncate(length)?;
        again.push(seconds(open, &written, length)? / WRITTEN as f64);
    }
    let [read, flash_read, plain_read] = reading;
    let again = median(again);
    Ok(Passes { read, flash_read, plain_read, declined, collected, flash, plain, again })
}

/// Returns the seconds that each way takes to read an input. The ways take turns piece by piece, so
/// that a change in the machine's speed affects all of them.
fn reading_in_turns(ways: &mut [Session; 3], input: &[Token]) -> Result<[f64; 3], Failure> {
    let mut taken = [0.0; 3];
    for session in ways.iter_mut() {
        session.truncate(0)?;
    }
    for (at, piece) in input.chunks(PIECE).enumerate() {
        for turn in 0..ways.len() {
            let way = (turn + at) % ways.len();
            taken[way] += seconds(&mut ways[way], piece, 0)?;
        }
    }
    Ok(taken)
}

/// Returns the median seconds of writing a token: Pecan's way without and with attention collected,
/// flash, and plain. Each way writes each token twice at the same place, because the second time finds
/// warm caches.
fn writing_in_turns(
    ways: &mut [Session; 3],
    written: &[Token],
    length: usize,
) -> Result<[f64; 4], Failure> {
    // Per way: the list of times and the watched tokens of the first and the second writing.
    let turns = [[(0, 0), (1, length)], [(2, 0), (2, 0)], [(3, 0), (3, 0)]];
    let mut times: [Vec<f64>; 4] = Default::default();
    for (at, token) in written.iter().enumerate() {
        let token = std::slice::from_ref(token);
        for turn in 0..ways.len() {
            let way = (turn + at) % ways.len();
            let [mut first, mut second] = turns[way];
            // Each comes first as often as second, at every turn.
            if (at / ways.len()).is_multiple_of(2) {
                (first, second) = (second, first);
            }
            let session = &mut ways[way];
            times[first.0].push(seconds(session, token, first.1)?);
            session.truncate(session.len() - 1)?;
            times[second.0].push(seconds(session, token, second.1)?);
        }
    }
    Ok(times.map(median))
}

/// Returns the seconds of reading `length` tokens and writing `written` more: as Pecan does, collecting
/// the attention of every written token; with llama.cpp's flash kernels; and without them, attention
/// unreadable. The ways take turns, and the median counts.
pub fn whole(weights: &Arc<Weights>, length: usize, written: usize) -> Result<[f64; 3], Failure> {
    let mut ways = ways(weights, length + written)?;
    let (input, output) = (tokens(weights, 0, length), tokens(weights, length, written));
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..WHOLE {
        for ((session, kernels), times) in ways.iter_mut().zip(WAYS).zip(&mut times) {
            session.truncate(0)?;
            let watched = if kernels == Kernels::Readable { length } else { 0 };
            let begun = Instant::now();
            session.append(&input, 0..0)?;
            for token in &output {
                session.append(std::slice::from_ref(token), 0..watched)?;
            }
            times.push(begun.elapsed().as_secs_f64());
        }
    }
    Ok(times.map(median))
}

/// Returns an empty sequence for each way.
fn ways(weights: &Arc<Weights>, window: usize) -> Result<[Session; 3], Failure> {
    let [open, flash, plain] = WAYS.map(|kernels| {
        let window = Some(window);
        let options = SessionOptions { window, kernels, ..SessionOptions::default() };
        Session::new(weights, &options)
    });
    Ok([open?, flash?, plain?])
}

/// Returns the seconds of appending tokens and reading their attention to `watched` positions.
fn seconds(session: &mut Session, tokens: &[Token], watched: usize) -> Result<f64, Failure> {
    let begun = Instant::now();
    session.append(tokens, 0..watched)?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Builds with each of these numbers of sequences side by side. Outputs are `share` of their input, or
/// end where the model ends them. The ways take turns, and only finished batches count. The clock
/// starts after one batch per sequence, so that as much is under way at the start as at the end.
pub fn building(
    weights: &Arc<Weights>,
    ways: &[usize],
    text: &str,
    share: Option<f64>,
) -> Result<Vec<ConstructionTiming>, Failure> {
    let settings = ConstructionSettings::for_window(weights.info().construction.min(WINDOW));
    let by_lane = if weights.info().bytes < LARGE { BATCHES.0 } else { BATCHES.1 };
    let lanes = ways.iter().map(|&lanes| sequences(weights, settings.window, lanes, share));
    let mut lanes = lanes.collect::<Result<Vec<_>, _>>()?;
    let mut building = Vec::new();
    for (sequences, &lanes) in lanes.iter_mut().zip(ways) {
        let graph = chunks(weights, text, usize::MAX)?;
        let mut way = TimedConstruction::begin(sequences, settings, graph)?;
        way.go_on(lanes)?;
        way.built = ConstructionTiming::default();
        building.push(way);
    }
    let mut order: Vec<usize> = (0..ways.len()).collect();
    for turn in 1..=TURNS {
        for &way in &order {
            let batches = (by_lane * ways[way]).max(LEAST_BATCHES);
            building[way].go_on(batches.div_ceil(TURNS))?;
        }
        // The last of a turn begins the next one.
        order.reverse();
        eprintln!("turn {turn} of {TURNS}");
    }
    Ok(building.iter().map(|way| way.built).collect())
}

/// A long construction and short ones built alongside.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// The long one.
    pub long: ConstructionTiming,
    /// The mean of the short ones.
    pub short: ConstructionTiming,
}

/// Builds a graph of the first `tokens` tokens of a text and, alongside, graphs of `short` tokens.
/// Batches of the two alternate, so that both see the machine at the same speeds. The long one is
/// repeated until there are enough short ones.
pub fn growth(
    weights: &Arc<Weights>,
    text: &str,
    tokens: usize,
    short: usize,
) -> Result<Growth, Failure> {
    let settings = ConstructionSettings::for_window(weights.info().construction);
    let mut beside = sequences(weights, settings.window, 1, None)?;
    let mut sequences = sequences(weights, settings.window, 1, None)?;
    let (mut all, mut brief) = (Vec::new(), Vec::new());
    while brief.len() < PAIRS {
        let mut long =
            TimedConstruction::begin(&mut sequences, settings, chunks(weights, text, tokens)?)?;
        let mut other =
            TimedConstruction::begin(&mut beside, settings, chunks(weights, text, short)?)?;
        loop {
            let goes_on = long.go_one_on()?;
            if !other.go_one_on()? {
                brief.push(other.built);
                drop(other);
                other =
                    TimedConstruction::begin(&mut beside, settings, chunks(weights, text, short)?)?;
            }
            if !goes_on {
                break;
            }
        }
        all.push(long.built);
    }
    Ok(Growth { long: mean(&all), short: mean(&brief) })
}

/// Returns the mean time of repeated constructions.
fn mean(built: &[ConstructionTiming]) -> ConstructionTiming {
    let seconds = built.iter().map(|one| one.seconds).sum::<f64>() / built.len().max(1) as f64;
    ConstructionTiming { seconds, ..built.first().copied().unwrap_or_default() }
}

/// What was built.
#[derive(Debug, Clone, Copy, Default)]
pub struct ConstructionTiming {
    /// The seconds that it took.
    pub seconds: f64,
    /// The number of batches.
    pub batches: usize,
    /// Tokens of all inputs.
    pub read: usize,
    /// Written tokens, including those that became part of no point.
    pub written: usize,
    /// Tokens that the model evaluated, prompts included.
    pub evaluated: u64,
}

/// A graph under construction.
struct TimedConstruction<'m> {
    construction: GraphBuilder<'m, Brief>,
    graph: Graph,
    built: ConstructionTiming,
}

impl<'m> TimedConstruction<'m> {
    fn begin(
        sequences: &'m mut [Brief],
        settings: ConstructionSettings,
        graph: Graph,
    ) -> Result<Self, Failure> {
        let construction = GraphBuilder::begin(sequences, settings).map_err(failure)?;
        Ok(Self { construction, graph, built: ConstructionTiming::default() })
    }

    /// Builds one more batch. Returns whether there was one.
    fn go_one_on(&mut self) -> Result<bool, Failure> {
        let before = self.built.batches;
        Ok(self.go_on(1)?.batches > before)
    }

    /// Builds `batches` more batches, or up to the top. Returns everything built so far.
    fn go_on(&mut self, batches: usize) -> Result<ConstructionTiming, Failure> {
        let begun = Instant::now();
        let wrong =
            |error| Failure::new(Code::Internal, format!("Building the graph failed: {error}."));
        let most = self.built.batches.saturating_add(batches);
        while self.built.batches < most {
            let step = self
                .construction
                .next(&self.graph, &mut |_| std::ops::ControlFlow::Continue(()))
                .map_err(failure)?;
            match step {
                ConstructionStep::Batch(new) => {
                    self.built.count(&self.graph, &new);
                    self.graph.apply(&new.batch, &new.points, &new.edges).map_err(wrong)?;
                }
                ConstructionStep::Discard { level } => self.graph.discard(level),
                ConstructionStep::Complete { .. } => break,
            }
        }
        self.built.seconds += begun.elapsed().as_secs_f64();
        Ok(self.built)
    }
}

impl ConstructionTiming {
    fn count(&mut self, graph: &Graph, new: &SummarisedBatch) {
        let inputs = &graph.nodes()[new.batch.inputs.clone()];
        self.batches += 1;
        self.read += inputs.iter().map(|node| node.tokens.len()).sum::<usize>();
        self.written += new.written;
        self.evaluated += new.counts.evaluated;
    }
}

/// Returns `count` sequences side by side, whose outputs are `share` of what they summarise.
fn sequences(
    weights: &Arc<Weights>,
    window: usize,
    count: usize,
    share: Option<f64>,
) -> Result<Vec<Brief>, Failure> {
    let options = SessionOptions {
        window: Some(window),
        // A random model that always takes the likeliest token repeats itself.
        sampling: match weights.info().demonstration {
            true => Sampling::Greedy,
            false => Sampling::Temperature { temperature: 1.0, seed: 1 },
        },
        ..SessionOptions::default()
    };
    let sessions = Session::side_by_side(weights, &options, count)?;
    sessions.into_iter().map(|session| Ok(Brief::new(session, share)?)).collect()
}

/// Returns the first `most` tokens of a text, in chunks.
fn chunks(weights: &Arc<Weights>, text: &str, most: usize) -> Result<Graph, Failure> {
    let mut all = weights.tokenize(text)?;
    all.truncate(most);
    let chunk =
        |tokens: &[Token]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
    Ok(Graph::new(all.chunks(hwdag::CHUNK_TOKENS).map(chunk).collect()))
}

/// Returns plain tokens, the same ones every time.
pub fn tokens(weights: &Weights, first: usize, count: usize) -> Vec<Token> {
    let vocabulary = weights.info().vocabulary;
    (first..first + count)
        .map(|n| Token::try_from((n * n * 7 + n * 31) % (vocabulary - 300) + 270).unwrap_or(0))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use model::LoadOptions;
    use story::Story;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    #[test]
    fn whole_constructions_and_ways_of_building_are_timed_beside_one_another() {
        // On a busy machine, one thread need not wait for others.
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let text = Story::new(800, 40).text;
        let Growth { long, short } = growth(&weights, &text, 1_200, 600).unwrap();
        assert!(long.read >= 1_200 && (600..1_200).contains(&short.read), "{long:?} {short:?}");
        assert!(long.seconds > 0.0 && short.seconds > 0.0);
        let built = building(&weights, &[1, 2], &text, None).unwrap();
        assert!(built.len() == 2 && built.iter().all(|way| way.seconds > 0.0), "{built:?}");
    }

    /// Only the start and the end of an output are chosen for the model.
    #[test]
    fn outputs_are_as_long_as_they_are_wanted() {
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let text = Story::new(800, 12).text;
        // By itself, the model would write a little more.
        let share = 0.1;
        for count in [1, 3] {
            let settings = ConstructionSettings::for_window(weights.info().construction);
            let mut lanes = sequences(&weights, settings.window, count, Some(share)).unwrap();
            let graph = chunks(&weights, &text, usize::MAX).unwrap();
            let mut way = TimedConstruction::begin(&mut lanes, settings, graph).unwrap();
            let built = way.go_on(6).unwrap();
            let written = built.written as f64 / built.read as f64;
            assert!((written / share - 1.0).abs() < 0.1, "{written} for {share}");
            assert!(way.graph.level(1).len() >= 6, "every batch has points");
        }
    }
}
