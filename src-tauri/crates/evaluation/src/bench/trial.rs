//! One thing timed on one model.

use std::sync::Arc;
use std::time::Instant;

use hwdag::{
    Chunk, Construction, ConstructionSettings, Graph, LanguageModel, NewBatch, Step, Token,
};
use model::{Kernels, Sampling, Session, SessionOptions, Weights};
use protocol::{Code, Failure};

/// Tokens generated in a trial.
const WRITTEN: usize = 48;
/// Batches that are timed for each sequence with small models and with large ones, and how many with
/// one sequence; bytes from which a model is large.
const BATCHES: (usize, usize) = (4, 2);
const LEAST_BATCHES: usize = 8;
const LARGE: u64 = 250_000_000;
/// Into how many parts each way of building is cut, to take turns with the others.
const TURNS: usize = 4;
/// How many parts of long texts are timed beside short texts, at least.
const PAIRS: usize = 4;
/// Readings of a short input, of which the fastest counts, and what is short.
const READINGS: (usize, usize) = (3, 2_048);
/// How often a batch is read and written to its end in each way.
const WHOLE: usize = 5;
/// Tokens of prompt, input and output of a batch.
const WINDOW: usize = 1_024;

/// Seconds of reading an input, and of writing one token after it.
#[derive(Debug, Clone, Copy)]
pub struct Passes {
    /// Reading, as Pecan does.
    pub read: f64,
    /// Reading by llama.cpp's flash kernels, with nobody there who could look.
    pub flash_read: f64,
    /// Reading without them, with nobody there who could look.
    pub plain_read: f64,
    /// Writing, as Pecan does, while whoever could look does not.
    pub declined: f64,
    /// The same while attention is collected.
    pub collected: f64,
    /// Writing by the flash kernels, with nobody there who could look.
    pub flash: f64,
    /// Writing without them, with nobody there who could look.
    pub plain: f64,
    /// Evaluating what was written once more in one go with attention collected, by token.
    pub again: f64,
}

/// Ways of computing attention: as Pecan has it; and with nobody there who could look.
const WAYS: [Kernels; 3] = [Kernels::Readable, Kernels::Flash, Kernels::Unwatched];

/// Times an input of `length` tokens and what is written after it, always the same tokens, the ways
/// of reading and writing in turn, so that what else the machine does meets all of them.
pub fn passes(weights: &Arc<Weights>, length: usize) -> Result<Passes, Failure> {
    let mut ways = ways(weights, length + WRITTEN)?;
    let input = tokens(weights, 0, length);
    let times = if length <= READINGS.1 { READINGS.0 } else { 1 };
    let mut reading = [f64::INFINITY; 3];
    for _ in 0..times {
        for (session, fastest) in ways.iter_mut().zip(&mut reading) {
            session.truncate(0)?;
            *fastest = fastest.min(seconds(session, &input, 0)?);
        }
    }
    let [open, flash, plain] = &mut ways;
    let mut writing: [Vec<f64>; 4] = Default::default();
    let written = tokens(weights, length, WRITTEN);
    for token in &written {
        let token = std::slice::from_ref(token);
        writing[0].push(seconds(flash, token, 0)?);
        writing[1].push(seconds(plain, token, 0)?);
        // The same token at the same place, in turns: whoever comes second finds caches warm.
        let mut turns = [(2, 0), (3, length)];
        turns.rotate_left(writing[0].len() % 2);
        for (turn, (way, watched)) in turns.into_iter().enumerate() {
            writing[way].push(seconds(open, token, watched)?);
            if turn == 0 {
                open.truncate(open.len() - 1)?;
            }
        }
    }
    let mut again = Vec::new();
    for _ in 0..3 {
        open.truncate(length)?;
        again.push(seconds(open, &written, length)? / WRITTEN as f64);
    }
    let [read, flash_read, plain_read] = reading;
    let [flash, plain, declined, collected] = writing.map(median);
    let again = median(again);
    Ok(Passes { read, flash_read, plain_read, declined, collected, flash, plain, again })
}

/// Seconds of reading an input of `length` tokens and writing so many more, to the end: as Pecan does,
/// with the attention of every token that is written collected; by llama.cpp's flash kernels; and
/// without them, with nobody there who could look. The ways take turns, and the median counts.
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

/// An empty sequence for each way.
fn ways(weights: &Arc<Weights>, window: usize) -> Result<[Session; 3], Failure> {
    let [open, flash, plain] = WAYS.map(|kernels| {
        let window = Some(window);
        let options = SessionOptions { window, kernels, ..SessionOptions::default() };
        Session::new(weights, &options)
    });
    Ok([open?, flash?, plain?])
}

/// The time of appending tokens, their attention to the first `watched` positions read.
fn seconds(session: &mut Session, tokens: &[Token], watched: usize) -> Result<f64, Failure> {
    let begun = Instant::now();
    session.append(tokens, 0..watched)?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Tokens read and written per second while building with so many sequences side by side, one number
/// for each way. The ways take turns, and only batches that are done count. The clock starts when each
/// sequence has done one: then as much is under way at the beginning as at the end.
pub fn building(weights: &Arc<Weights>, ways: &[usize], text: &str) -> Result<Vec<f64>, Failure> {
    let settings = ConstructionSettings::for_window(weights.info().construction.min(WINDOW));
    let by_lane = if weights.info().bytes < LARGE { BATCHES.0 } else { BATCHES.1 };
    let lanes = ways.iter().map(|&lanes| sessions(weights, settings.window, lanes));
    let mut lanes = lanes.collect::<Result<Vec<_>, _>>()?;
    let mut building = Vec::new();
    for (sessions, &lanes) in lanes.iter_mut().zip(ways) {
        let graph = chunks(weights, text, usize::MAX)?;
        let mut way = Building::begin(sessions, settings, graph)?;
        way.go_on(lanes)?;
        way.built = Built::default();
        building.push(way);
    }
    let mut order: Vec<usize> = (0..ways.len()).collect();
    for turn in 1..=TURNS {
        for &way in &order {
            let batches = (by_lane * ways[way]).max(LEAST_BATCHES);
            building[way].go_on(batches.div_ceil(TURNS))?;
        }
        // Whoever begins a turn ends the next.
        order.reverse();
        eprintln!("turn {turn} of {TURNS}");
    }
    let speed = |Building { built, .. }: &Building<'_>| built.evaluated as f64 / built.seconds;
    Ok(building.iter().map(speed).collect())
}

/// A long construction beside short ones.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// The long one.
    pub long: Built,
    /// The mean of the short ones.
    pub short: Built,
    /// Time by token read, the long one's over the short one's: the median of the parts, each of which
    /// has a short one beside it.
    pub ratio: f64,
}

/// A whole construction from the first `tokens` of a text, one batch at a time, and beside each of its
/// parts one of `short` tokens, so that both see the machine at the same speeds. One comes first before
/// one part, and last before the next, because whoever comes second finds caches warm. The long one is
/// built again until there are some such pairs.
pub fn growth(
    weights: &Arc<Weights>,
    text: &str,
    tokens: usize,
    short: usize,
) -> Result<Growth, Failure> {
    let settings = ConstructionSettings::for_window(weights.info().construction);
    let mut beside = sessions(weights, settings.window, 1)?;
    let mut sessions = sessions(weights, settings.window, 1)?;
    let mut build_short = || {
        let graph = chunks(weights, text, short)?;
        Building::begin(&mut beside, settings, graph)?.go_on(usize::MAX)
    };
    let parts = (tokens / short).max(1);
    let rounds = PAIRS.div_ceil(parts);
    // It tells how many batches a part has, and warms the machine up.
    let mut brief = build_short()?;
    let (mut all, mut short_seconds, mut ratios) = (Built::default(), 0.0, Vec::new());
    for round in 0..rounds {
        let graph = chunks(weights, text, tokens)?;
        let mut long = Building::begin(&mut sessions, settings, graph)?;
        for part in 1..=parts {
            let before = long.built;
            let batches = if part == parts { usize::MAX } else { brief.batches };
            if (round + part).is_multiple_of(2) {
                long.go_on(batches)?;
                brief = build_short()?;
            } else {
                brief = build_short()?;
                long.go_on(batches)?;
            }
            ratios.push(long.built.since(before).by_token_read() / brief.by_token_read());
            short_seconds += brief.seconds / (parts * rounds) as f64;
        }
        let seconds = all.seconds + long.built.seconds / rounds as f64;
        all = Built { seconds, ..long.built };
    }
    Ok(Growth {
        long: all,
        short: Built { seconds: short_seconds, ..brief },
        ratio: median(ratios),
    })
}

/// What was built.
#[derive(Debug, Clone, Copy, Default)]
pub struct Built {
    /// Time that it took.
    pub seconds: f64,
    /// Batches.
    pub batches: usize,
    /// Tokens of all inputs.
    pub read: usize,
    /// Tokens that were written, also those that came into no point.
    pub written: usize,
    /// Tokens that the model evaluated, prompts included.
    pub evaluated: u64,
}

/// A graph in the making.
struct Building<'m> {
    construction: Construction<'m, Session>,
    graph: Graph,
    built: Built,
}

impl<'m> Building<'m> {
    fn begin(
        sessions: &'m mut [Session],
        settings: ConstructionSettings,
        graph: Graph,
    ) -> Result<Self, Failure> {
        let construction = Construction::begin(sessions, settings).map_err(failure)?;
        Ok(Self { construction, graph, built: Built::default() })
    }

    /// Builds so many batches more, or up to the top. Gives all that was built.
    fn go_on(&mut self, batches: usize) -> Result<Built, Failure> {
        let begun = Instant::now();
        let wrong = |error| Failure::new(Code::Internal, format!("The graph went wrong: {error}."));
        let most = self.built.batches.saturating_add(batches);
        while self.built.batches < most {
            let step = self
                .construction
                .next(&self.graph, &mut |_| std::ops::ControlFlow::Continue(()))
                .map_err(failure)?;
            match step {
                Step::Batch(new) => {
                    self.built.count(&self.graph, &new);
                    self.graph.apply(&new.batch, &new.points, &new.edges).map_err(wrong)?;
                }
                Step::Discard { level } => self.graph.discard(level),
                Step::Complete { .. } => break,
            }
        }
        self.built.seconds += begun.elapsed().as_secs_f64();
        Ok(self.built)
    }
}

impl Built {
    /// What was built since then.
    fn since(self, before: Self) -> Self {
        Self {
            seconds: self.seconds - before.seconds,
            batches: self.batches - before.batches,
            read: self.read - before.read,
            written: self.written - before.written,
            evaluated: self.evaluated - before.evaluated,
        }
    }

    fn by_token_read(self) -> f64 {
        self.seconds / self.read.max(1) as f64
    }

    fn count(&mut self, graph: &Graph, new: &NewBatch) {
        let inputs = &graph.nodes()[new.batch.inputs.clone()];
        self.batches += 1;
        self.read += inputs.iter().map(|node| node.tokens.len()).sum::<usize>();
        self.written += new.written;
        self.evaluated += new.counts.evaluated;
    }
}

fn sessions(weights: &Arc<Weights>, window: usize, count: usize) -> Result<Vec<Session>, Failure> {
    let options = SessionOptions {
        window: Some(window),
        // A random model that always takes the likeliest token goes in circles.
        sampling: match weights.info().demonstration {
            true => Sampling::Greedy,
            false => Sampling::Temperature { temperature: 1.0, seed: 1 },
        },
        ..SessionOptions::default()
    };
    Ok(Session::side_by_side(weights, &options, count)?)
}

/// The first so many tokens of a text, in chunks.
fn chunks(weights: &Arc<Weights>, text: &str, most: usize) -> Result<Graph, Failure> {
    let mut all = weights.tokenize(text)?;
    all.truncate(most);
    let chunk =
        |tokens: &[Token]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
    Ok(Graph::new(all.chunks(hwdag::CHUNK_TOKENS).map(chunk).collect()))
}

/// Plain tokens, the same ones every time.
pub fn tokens(weights: &Weights, first: usize, count: usize) -> Vec<Token> {
    let vocabulary = weights.info().vocabulary;
    (first..first + count)
        .map(|n| Token::try_from((n * n * 7 + n * 31) % (vocabulary - 300) + 270).unwrap_or(0))
        .collect()
}

/// Of an even number of values the mean of the two in the middle, so that of two orders neither
/// decides alone.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    (at(last / 2) + at(last.div_ceil(2))) / 2.0
}

/// The method's errors as they are told.
pub fn failure(error: hwdag::Error<model::Error>) -> Failure {
    match error {
        hwdag::Error::Model(error) => error.into(),
        hwdag::Error::Stopped => Failure::new(Code::Stopped, "Stopped."),
        error @ hwdag::Error::WindowFull { .. } => {
            Failure::new(Code::WindowFull, format!("{error}."))
        }
        error => Failure::new(Code::Internal, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use model::LoadOptions;
    use pocket::story::Story;

    use super::*;

    const POCKET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");

    #[test]
    fn whole_constructions_and_ways_of_building_are_timed_beside_one_another() {
        // One thread does not wait for another one on a busy machine.
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let text = Story::new(800, 40).text;
        let Growth { long, short, ratio } = growth(&weights, &text, 1_200, 600).unwrap();
        assert!(long.read >= 1_200 && (600..1_200).contains(&short.read), "{long:?} {short:?}");
        assert!(long.seconds > 0.0 && short.seconds > 0.0 && ratio > 0.0 && ratio.is_finite());
        let speeds = building(&weights, &[1, 2], &text).unwrap();
        assert!(speeds.len() == 2 && speeds.iter().all(|speed| *speed > 0.0), "{speeds:?}");
    }

    #[test]
    fn the_middle_of_two_orders_is_neither() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![1.12, 0.90]), 1.01);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
