//! Reads softmax attention while llama.cpp computes it.
//!
//! With flash attention off, llama.cpp computes a tensor `kq_soft_max-<layer>` per layer, and asks
//! a callback about every tensor: whether it wants it, then, right after that one is computed, to
//! look at it. Later its memory is used for something else. A column of that tensor is a cell of the
//! cache of keys, and is taken for the token at that position; whether llama.cpp puts every token
//! there can be seen, and checked, when it writes the keys.
//!
//! `callback` is what C calls; it turns a tensor into a [`SoftMax`] and hands it to what listens:
//! [`RowSum`], which adds up the wanted rows, or [`Inspection`], which looks whether a model's
//! attention can be used at all. Both are safe code without llama.cpp.

mod callback;
mod inspect;
mod landing;
mod sum;

pub(crate) use callback::attach;
pub(crate) use inspect::{Inspection, KeyCache, LayerReport, Origin};
use landing::Landing;
use sum::{Lanes, RowSum};
pub(crate) use sum::{SoftMax, Wanted};

use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is done with the attention of the next evaluation.
#[derive(Default)]
enum Listener {
    #[default]
    Nobody,
    Sum,
    Inspection(Inspection),
    #[cfg(test)]
    Panic,
}

/// Cells of tokens, lane by lane, each lane's in the order of its tokens.
pub(crate) struct Places {
    /// Lane × cells of a lane + cell.
    pub cells: Vec<usize>,
    /// Cells of a lane.
    pub of_a_lane: usize,
}

/// What the callback works on.
struct State {
    listener: Listener,
    layers: Vec<usize>,
    /// Lanes of the context.
    lanes: usize,
    sums: Vec<RowSum>,
    /// The cells that the tokens of this evaluation belong into, if that is to be checked; and those
    /// into which they were put.
    meant: Option<Places>,
    written: Vec<usize>,
    landing: Landing,
    fault: Option<String>,
    panic: Option<Box<dyn Any + Send>>,
}

/// The end of the tap that stays in Rust. Clones share one state.
#[derive(Clone)]
pub(crate) struct Tap(Arc<Mutex<State>>);

impl Tap {
    /// A tap that sums over `layers` in a context of so many lanes.
    pub fn new(layers: Vec<usize>, lanes: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            listener: Listener::Nobody,
            layers,
            lanes,
            sums: Vec::new(),
            meant: None,
            written: Vec::new(),
            landing: Landing::default(),
            fault: None,
            panic: None,
        })))
    }

    /// Adds up, over layers and heads, what is wanted of the next evaluation's lanes; and checks
    /// that its tokens are put into the cells `meant`, if those are given.
    pub fn watch(&self, wanted: impl IntoIterator<Item = Wanted>, meant: Option<Places>) {
        let mut state = self.state();
        (state.meant, state.written) = (meant, Vec::new());
        let layers = state.layers.len();
        state.sums = wanted.into_iter().map(|wanted| RowSum::new(wanted, layers)).collect();
        state.listener = Listener::Sum;
        state.fault = None;
    }

    /// Looks at the next evaluations as a whole: `rows` tokens each.
    pub fn inspect(&self, rows: usize) {
        let mut state = self.state();
        state.listener = Listener::Inspection(Inspection::new(rows));
        state.fault = None;
    }

    /// Ends an inspection and says what it saw, or that none was going on.
    pub fn end_inspection(&self) -> Option<Inspection> {
        match std::mem::take(&mut self.state().listener) {
            Listener::Inspection(inspection) => Some(inspection),
            _ => None,
        }
    }

    /// Raises a panic that happened inside C again. Call it when C has returned.
    pub fn raise_panic(&self) {
        let panic = self.state().panic.take();
        if let Some(panic) = panic {
            std::panic::resume_unwind(panic);
        }
    }

    /// Ends the watch and gives each lane's mean attention, row by row; or says why the sums are
    /// not to be trusted.
    pub fn take_means(&self) -> Result<Vec<(usize, Vec<f32>)>, String> {
        let mut state = self.state();
        state.listener = Listener::Nobody;
        let sums = std::mem::take(&mut state.sums);
        let misplaced = state.misplaced();
        match state.fault.take().or(misplaced) {
            Some(fault) => Err(fault),
            None => sums.into_iter().map(RowSum::mean).collect(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Whether the attention of `layer` is wanted.
    fn wants(&self, layer: usize) -> bool {
        match self.listener {
            Listener::Nobody => false,
            Listener::Sum => {
                self.fault.is_none() && !self.sums.is_empty() && self.layers.contains(&layer)
            }
            Listener::Inspection(_) => true,
            #[cfg(test)]
            Listener::Panic => true,
        }
    }

    /// Whether the attention of any of these lanes is.
    fn wants_any_of(&self, lanes: Lanes) -> bool {
        let wanted = self.sums.iter().any(|sum| sum.is_among(lanes));
        wanted || !matches!(self.listener, Listener::Sum)
    }

    /// Whether it is of interest where the keys of `layer` are written. All layers that see
    /// everything write theirs to the same cells.
    fn wants_cells(&self, layer: usize) -> bool {
        match self.listener {
            Listener::Sum => self.meant.is_some() && self.layers.first() == Some(&layer),
            Listener::Inspection(_) => true,
            _ => false,
        }
    }

    /// Takes note of the cells into which a cache took its next tokens.
    fn wrote(&mut self, cache: usize, cells: Vec<usize>) {
        match &mut self.listener {
            Listener::Inspection(inspection) => inspection.wrote(cache, cells),
            _ => self.written.extend(cells),
        }
    }

    /// What is wrong with the cells of the last evaluation's tokens.
    fn misplaced(&mut self) -> Option<String> {
        let Places { cells, of_a_lane } = self.meant.take()?;
        // A lane's tokens come in their order, be it in several pieces.
        self.written.sort_by_key(|cell| cell / of_a_lane.max(1));
        (self.written != cells).then(|| "tokens were put into other cells than expected".into())
    }

    /// The cells that any lane wants, among the first `cells`.
    fn cells(&self, cells: usize) -> Range<usize> {
        let wanted = self.sums.iter().map(|sum| sum.cells(cells)).filter(|range| !range.is_empty());
        wanted.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0)
    }

    /// Adds a layer's attention to the sums of its lanes.
    fn add(&mut self, layer: usize, attention: SoftMax<'_>) -> Result<(), String> {
        let Some(index) = self.layers.iter().position(|&own| own == layer) else { return Ok(()) };
        self.sums.iter_mut().try_for_each(|sum| sum.add(index, attention))
    }
}
