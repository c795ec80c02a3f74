//! How fast graphs are built, and what reading attention costs: ratios within one run.

mod cells;
mod random;
mod trial;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::{LoadOptions, Weights};
use pocket::story::Story;
use protocol::Failure;

pub use self::cells::Cells;
use self::random::{PRECISIONS, SHAPES};
use self::trial::Attention;
pub(crate) use self::trial::failure;

/// Tokens of input.
const LENGTHS: [usize; 3] = [1_024, 4_096, 8_064];
/// Sequences side by side.
const LANES: [usize; 4] = [1, 2, 4, 8];
/// The story that is built, by its seed and chunks: sixteen batches and more.
const BOOK: (u64, usize) = (800, 80);

/// Measures what is not yet in `cells`: small models only, or all.
///
/// # Errors
///
/// If a model cannot be written or does not run.
pub fn attention(
    pocket: &Path,
    folder: &Path,
    all: bool,
    cells: &mut Cells,
) -> Result<(), Failure> {
    let book = Story::new(BOOK.0, BOOK.1).text;
    let name = "pocket";
    overhead(name, pocket, &LENGTHS[..1], cells)?;
    lanes(name, pocket, &book, cells)?;
    for shape in if all { &SHAPES[..] } else { &SHAPES[..1] } {
        for precision in PRECISIONS {
            let name = format!("{} {}", shape.name, precision.0);
            let path = shape.write(precision, folder)?;
            overhead(&name, &path, &LENGTHS, cells)?;
            if shape.name == SHAPES[0].name {
                lanes(&name, &path, &book, cells)?;
            }
        }
    }
    Ok(())
}

/// What reading attention adds to reading an input and generating.
fn overhead(name: &str, path: &Path, lengths: &[usize], cells: &mut Cells) -> Result<(), Failure> {
    let mut loaded = Loaded::new(path);
    for &length in lengths {
        let key = |what: &str| format!("{name}, {length} tokens: {what}");
        for (what, attention) in [
            ("flash", Attention::Flash),
            ("declined", Attention::Declined),
            ("collected", Attention::Collected),
        ] {
            if cells.lacks(&key(what)) {
                let passes = trial::passes(loaded.weights()?, length, attention)?;
                cells.put(&key(&format!("{what}, read")), passes.read)?;
                cells.put(&key(&format!("{what}, write")), passes.write)?;
                cells.put(&key(what), passes.sum())?;
            }
        }
        if cells.lacks(&key("again")) {
            cells.put(&key("again"), trial::again(loaded.weights()?, length)?)?;
        }
    }
    Ok(())
}

/// How fast a graph is built with several sequences.
fn lanes(name: &str, path: &Path, book: &str, cells: &mut Cells) -> Result<(), Failure> {
    let mut loaded = Loaded::new(path);
    for lanes in LANES {
        let key = format!("{name}: tokens/s with {lanes} side by side");
        if cells.lacks(&key) {
            cells.put(&key, trial::building(loaded.weights()?, lanes, book)?)?;
        }
    }
    Ok(())
}

/// A model that is loaded when it is needed.
struct Loaded {
    path: PathBuf,
    weights: Option<Arc<Weights>>,
}

impl Loaded {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), weights: None }
    }

    fn weights(&mut self) -> Result<&Arc<Weights>, Failure> {
        let weights = match self.weights.take() {
            Some(weights) => weights,
            None => Weights::load(&self.path, &LoadOptions::default())?,
        };
        Ok(self.weights.insert(weights))
    }
}
