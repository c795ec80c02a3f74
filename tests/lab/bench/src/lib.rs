//! How fast graphs are built, and what reading attention costs, as ratios within one run.
//!
//! Every number is a named cell, stored on disk once it is known, so that an interrupted
//! measurement can resume. `tables` turns the cells into pages.

mod abreast;
mod brief;
mod cells;
mod footprint;
mod memory_speed;
mod random;
mod tables;
mod trial;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::{Cache, LoadOptions, Weights};
use protocol::Failure;
use story::Story;

pub use self::cells::Cells;
pub use self::footprint::footprint;
pub use self::random::SIZES;
use self::random::{LARGEST, LlamaShape, Quantization, SHAPES};
pub use self::tables::page;
use self::trial::Growth;

/// Tokens of input.
const LENGTHS: [usize; 3] = [1_024, 4_096, 8_064];
/// Sequences side by side.
const LANES: [usize; 4] = [1, 2, 4, 8];
/// The seed and the chunks of the story that several sequences build: more chunks than the largest
/// number of batches built from it.
const BOOK: (u64, usize) = (800, 160);
/// Token counts of the texts whose construction is timed to see how the time grows.
const GROWTH: [usize; 4] = [50_000, 100_000, 200_000, 400_000];
/// The name of the demonstration model.
const POCKET: &str = "pocket";
/// What the demonstration model writes per token of input. It is the only available model that ends its
/// outputs itself.
const SHARE_WRITTEN: &str = "tokens written by token of input";

/// What is measured.
#[derive(Debug, Clone)]
pub struct BenchmarkScope {
    /// The sizes of random models that take part, in this order, by the names in [`SIZES`].
    pub sizes: Vec<String>,
    /// The longest input, in tokens.
    pub longest: usize,
    /// Whether only building with several sequences is timed.
    pub streams: bool,
}

/// Describes the hardware and this build of Pecan. Numbers from different ones are never combined.
pub fn machine() -> String {
    let cards = model::cards().iter().map(|card| format!(", {card}")).collect::<String>();
    let (built_with, edition) = (model::built_with(), model::EDITION);
    format!("{}{cards}; built for {built_with}; {edition}", report::machine())
}

/// Whether a graphics card computes. If so, main memory does not limit the speed.
pub fn has_card() -> bool {
    !model::cards().is_empty()
}

/// Measures everything that is not yet in `cells`.
///
/// # Errors
///
/// If a model cannot be written or does not run.
pub fn attention(
    pocket: &Path,
    folder: &Path,
    scope: BenchmarkScope,
    cells: &mut Cells,
) -> Result<(), Failure> {
    let book = Story::new(BOOK.0, BOOK.1).text;
    let mut small = BenchmarkModel::new(POCKET.into(), pocket);
    // How construction grows with the text does not depend on the hardware.
    let lengths = match (has_card(), scope.streams) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => GROWTH.len(),
    };
    small.growth(&GROWTH[..lengths], cells)?;
    small.lanes(&book, cells)?;
    if !scope.streams {
        if !has_card() && cells.lacks("bytes/s") {
            cells.put("bytes/s", memory_speed::bytes_per_second())?;
        }
        small.overhead(LENGTHS[0], cells)?;
        small.whole(LENGTHS[0], cells)?;
    }
    for shape in scope.sizes.iter().filter_map(|name| LlamaShape::named(name)) {
        for quantization in Quantization::ALL {
            let path = shape.write(quantization, folder)?;
            let name = format!("{} {}", shape.name, quantization.name());
            let mut subject = BenchmarkModel::new(name, &path);
            // Large models take long, and Q4_K_M is how they are used.
            if shape.name == SHAPES[0].name || quantization == Quantization::Q4KM {
                subject.lanes(&book, cells)?;
            }
            if scope.streams {
                continue;
            }
            for length in LENGTHS.into_iter().filter(|&length| length <= scope.longest) {
                subject.overhead(length, cells)?;
            }
            // This confirms the sum of the parts. Large models take long on a processor.
            if has_card() || shape.name != LARGEST {
                subject.whole(LENGTHS[0], cells)?;
                if shape.name == SHAPES[0].name {
                    subject.whole(LENGTHS[1], cells)?;
                }
            }
            if !has_card() && scope.longest >= LENGTHS[2] {
                subject.footprint(cells)?;
            }
        }
    }
    Ok(())
}

/// A model to measure, loaded when it is needed.
struct BenchmarkModel {
    name: String,
    path: PathBuf,
    weights: Option<Arc<Weights>>,
}

impl BenchmarkModel {
    fn new(name: String, path: &Path) -> Self {
        Self { name, path: path.to_owned(), weights: None }
    }

    fn weights(&mut self) -> Result<&Arc<Weights>, Failure> {
        let weights = match self.weights.take() {
            Some(weights) => weights,
            None => Weights::load(&self.path, &LoadOptions::default())?,
        };
        Ok(self.weights.insert(weights))
    }

    /// Measures what reading attention adds to reading an input and generating.
    fn overhead(&mut self, length: usize, cells: &mut Cells) -> Result<(), Failure> {
        let name = self.name.clone();
        let key = |what: &str| format!("{name}, {length} tokens: {what}");
        if cells.lacks(&key("again")) {
            let weights = self.weights()?.info().bytes_per_token as f64;
            let cache = self.weights()?.cache_bytes(length, Cache::F16) as f64;
            let passes = trial::passes(self.weights()?, length)?;
            let times = [
                ("read", passes.read),
                ("flash read", passes.flash_read),
                ("plain read", passes.plain_read),
                ("declined", passes.declined),
                ("collected", passes.collected),
                ("flash", passes.flash),
                ("plain", passes.plain),
                ("again", passes.again),
            ];
            let times = times.map(|(what, seconds)| (key(what), seconds));
            // Writing a token reads all weights that it needs, and all keys and values.
            let bytes = [("bytes of weights", weights), ("bytes of keys and values", cache)];
            let bytes = bytes.map(|(what, bytes)| (key(what), bytes));
            cells.put_together(times.into_iter().chain(bytes))?;
        }
        Ok(())
    }

    /// Measures the same from beginning to end, with an output as long as the demonstration model's.
    fn whole(&mut self, length: usize, cells: &mut Cells) -> Result<(), Failure> {
        let name = self.name.clone();
        let key = |what: &str| format!("{name}, {length} tokens: whole, {what}");
        let share = cells.get(SHARE_WRITTEN);
        if let Some(share) = share.filter(|_| cells.lacks(&key("collected"))) {
            let written = (length as f64 * share).round() as usize;
            let [collected, flash, plain] = trial::whole(self.weights()?, length, written)?;
            let times = [("collected", collected), ("flash", flash), ("plain", plain)];
            cells.put_together(times.map(|(what, seconds)| (key(what), seconds)))?;
        }
        Ok(())
    }

    /// Measures how fast several sequences build a graph.
    fn lanes(&mut self, book: &str, cells: &mut Cells) -> Result<(), Failure> {
        let name = self.name.clone();
        let key = |lanes: &usize| format!("{name}: tokens/s with {lanes} side by side");
        if LANES.iter().any(|lanes| cells.lacks(&key(lanes))) {
            let weights = self.weights()?;
            // The demonstration model ends its outputs itself.
            let share = cells.get(SHARE_WRITTEN).filter(|_| !weights.info().demonstration);
            let built = trial::building(weights, &LANES, book, share)?;
            let (read, written) =
                built.iter().fold((0, 0), |(r, w), built| (r + built.read, w + built.written));
            let share = (format!("{name}: {SHARE_WRITTEN}"), written as f64 / read as f64);
            let speeds = built.iter().map(|built| built.evaluated as f64 / built.seconds);
            cells.put_together(LANES.iter().map(key).zip(speeds).chain([share]))?;
            if weights.info().demonstration && cells.lacks(SHARE_WRITTEN) {
                cells.put(SHARE_WRITTEN, written as f64 / read as f64)?;
            }
        }
        self.abreast(cells)
    }

    /// Measures how fast several sequences write when nothing is read meanwhile.
    fn abreast(&mut self, cells: &mut Cells) -> Result<(), Failure> {
        let name = self.name.clone();
        let key = |lanes: &usize| format!("{name}: tokens/s written with {lanes} side by side");
        if LANES.iter().any(|lanes| cells.lacks(&key(lanes))) {
            let speeds = abreast::writing(self.weights()?, &LANES)?;
            cells.put_together(LANES.iter().map(key).zip(speeds))?;
        }
        Ok(())
    }

    /// Measures how the time of a whole construction grows with the text. Short texts are built
    /// alongside for comparison, because a machine changes its speed over such a time.
    fn growth(&mut self, lengths: &[usize], cells: &mut Cells) -> Result<(), Failure> {
        for &tokens in lengths {
            let name = format!("{}: construction of {tokens} tokens", self.name);
            let key = |what: &str| format!("{name}: {what}");
            if cells.lacks(&key("tokens written")) || cells.lacks(SHARE_WRITTEN) {
                let text = Story::new(BOOK.0, tokens / hwdag::CHUNK_TOKENS).text;
                let Growth { long, short } =
                    trial::growth(self.weights()?, &text, tokens, GROWTH[0])?;
                let numbers = [
                    (SHARE_WRITTEN.to_owned(), long.written as f64 / long.read as f64),
                    (key("seconds"), long.seconds),
                    (key("seconds of a short one"), short.seconds),
                    (key("tokens read"), long.read as f64),
                    (key("tokens written"), long.written as f64),
                ];
                cells.put_together(numbers)?;
            }
        }
        Ok(())
    }

    /// Measures the memory that a long input takes beyond weights, keys and values.
    fn footprint(&mut self, cells: &mut Cells) -> Result<(), Failure> {
        let key = format!("{}: bytes over weights and cache", self.name);
        if cells.lacks(&key) {
            cells.put(&key, footprint::in_a_process_of_its_own(&self.path, LENGTHS[2])?)?;
        }
        Ok(())
    }
}
