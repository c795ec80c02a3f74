//! Reads softmax attention while llama.cpp computes it.
//!
//! With flash attention off, llama.cpp computes a tensor `kq_soft_max-<layer>` per layer, and calls
//! a callback about every tensor: first to ask whether it is wanted, then, right after computing a
//! wanted one, to show it. Later, its memory is reused. A column of that tensor is a cell of the
//! key cache, and is taken for the token at that position; when llama.cpp writes the keys, it can
//! be checked whether every token is put there.
//!
//! `callback` holds the functions that C calls. They turn a tensor into a [`SoftMax`] and pass it
//! to the listener: [`RowSum`], which adds up the wanted rows, or [`Inspection`], which checks
//! whether a model's attention can be used at all. Both are safe code without llama.cpp.

mod callback;
mod host_buffer;
mod inspect;
mod sum;
mod tensor_shape;

pub(crate) use callback::attach;
use host_buffer::HostBuffer;
pub(crate) use inspect::{AttentionOrigin, Inspection, KeyCache, LayerReport};
pub(crate) use sum::{AttentionRequest, SoftMax};
use sum::{Lanes, RowSum};

use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The use of the next evaluation's attention.
#[derive(Default)]
enum Listener {
    #[default]
    None,
    Sum,
    Inspection(Inspection),
    #[cfg(test)]
    Panic,
}

/// The cells of tokens, lane by lane, each lane's in the order of its tokens.
pub(crate) struct TokenCells {
    /// Lane × cells of a lane + cell.
    pub cells: Vec<usize>,
    /// The number of cells of a lane.
    pub of_a_lane: usize,
}

/// The state of the callback.
struct TapState {
    listener: Listener,
    layers: Vec<usize>,
    /// The number of lanes in the context.
    slots: usize,
    sums: Vec<RowSum>,
    /// The cells that the tokens of this evaluation belong in, if that is to be checked, and those
    /// that they were put into.
    meant: Option<TokenCells>,
    written: Vec<usize>,
    landing: HostBuffer,
    fault: Option<String>,
    panic: Option<Box<dyn Any + Send>>,
}

/// The Rust side of the tap. Clones share one state.
#[derive(Clone)]
pub(crate) struct Tap(Arc<Mutex<TapState>>);

impl Tap {
    /// Creates a tap that sums over `layers` in a context of `lanes` lanes.
    pub fn new(layers: Vec<usize>, slots: usize) -> Self {
        Self(Arc::new(Mutex::new(TapState {
            listener: Listener::None,
            layers,
            slots,
            sums: Vec::new(),
            meant: None,
            written: Vec::new(),
            landing: HostBuffer::default(),
            fault: None,
            panic: None,
        })))
    }

    /// Adds up, over layers and heads, the wanted attention of the next evaluation's lanes, and
    /// checks that its tokens are put into the cells `meant`, if given.
    pub fn watch(
        &self,
        wanted: impl IntoIterator<Item = AttentionRequest>,
        meant: Option<TokenCells>,
    ) {
        let mut state = self.state();
        (state.meant, state.written) = (meant, Vec::new());
        let layers = state.layers.len();
        state.sums = wanted.into_iter().map(|wanted| RowSum::new(wanted, layers)).collect();
        state.listener = Listener::Sum;
        state.fault = None;
    }

    /// Inspects the next evaluations as a whole: `rows` tokens each.
    pub fn inspect(&self, rows: usize) {
        let mut state = self.state();
        state.listener = Listener::Inspection(Inspection::new(rows));
        state.fault = None;
    }

    /// Ends an inspection and returns what it saw, or `None` if none was active.
    pub fn end_inspection(&self) -> Option<Inspection> {
        match std::mem::take(&mut self.state().listener) {
            Listener::Inspection(inspection) => Some(inspection),
            _ => None,
        }
    }

    /// Raises a panic again that happened inside C. Call it once C has returned.
    pub fn raise_panic(&self) {
        let panic = self.state().panic.take();
        if let Some(panic) = panic {
            std::panic::resume_unwind(panic);
        }
    }

    /// Ends the watch and returns each lane's mean attention, row by row, or the reason why the
    /// sums cannot be trusted.
    pub fn take_means(&self) -> Result<Vec<(usize, Vec<f32>)>, String> {
        let mut state = self.state();
        state.listener = Listener::None;
        let sums = std::mem::take(&mut state.sums);
        let misplaced = state.misplaced();
        match state.fault.take().or(misplaced) {
            Some(fault) => Err(fault),
            None => sums.into_iter().map(RowSum::mean).collect(),
        }
    }

    fn state(&self) -> MutexGuard<'_, TapState> {
        lock(&self.0)
    }
}

fn lock(state: &Mutex<TapState>) -> MutexGuard<'_, TapState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TapState {
    /// Whether the attention of `layer` is wanted.
    fn wants(&self, layer: usize) -> bool {
        match self.listener {
            Listener::None => false,
            Listener::Sum => {
                self.fault.is_none() && !self.sums.is_empty() && self.layers.contains(&layer)
            }
            Listener::Inspection(_) => true,
            #[cfg(test)]
            Listener::Panic => true,
        }
    }

    /// Whether the attention of any of these lanes is wanted.
    fn wants_any_of(&self, slots: Lanes) -> bool {
        let wanted = self.sums.iter().any(|sum| sum.is_among(slots));
        wanted || !matches!(self.listener, Listener::Sum)
    }

    /// Whether the cells that `layer`'s keys are written to matter. All layers that see everything
    /// write theirs to the same cells.
    fn wants_cells(&self, layer: usize) -> bool {
        match self.listener {
            Listener::Sum => self.meant.is_some() && self.layers.first() == Some(&layer),
            Listener::Inspection(_) => true,
            _ => false,
        }
    }

    /// Records the cells that a cache put its next tokens into.
    fn wrote(&mut self, cache: usize, cells: Vec<usize>) {
        match &mut self.listener {
            Listener::Inspection(inspection) => inspection.wrote(cache, cells),
            _ => self.written.extend(cells),
        }
    }

    /// The fault in the cells of the last evaluation's tokens, if any.
    fn misplaced(&mut self) -> Option<String> {
        let TokenCells { cells, of_a_lane } = self.meant.take()?;
        // A lane's tokens come in order, possibly in several pieces.
        self.written.sort_by_key(|cell| cell / of_a_lane.max(1));
        (self.written != cells).then(|| "tokens were put into other cells than expected".into())
    }

    /// The range of cells that any lane wants, among the first `cells`.
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
