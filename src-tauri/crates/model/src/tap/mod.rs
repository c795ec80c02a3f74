//! Reads softmax attention while llama.cpp computes it.
//!
//! With flash attention off, llama.cpp computes a tensor `kq_soft_max-<layer>` per layer, and asks
//! a callback about every tensor: whether it wants it, then, right after that one is computed, to
//! look at it. Later its memory is used for something else.
//!
//! `callback` is what C calls; it turns a tensor into a [`SoftMax`] and hands it to what listens:
//! [`RowSum`], which adds up the wanted rows, or [`Inspection`], which looks whether a model's
//! attention can be used at all. Both are safe code without llama.cpp.

mod callback;
mod inspect;
mod sum;

pub(crate) use callback::attach;
pub(crate) use inspect::{Inspection, LayerReport, Origin};
use sum::RowSum;
pub(crate) use sum::SoftMax;

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

/// What the callback works on.
struct State {
    listener: Listener,
    layers: Vec<usize>,
    sum: RowSum,
    copy: Vec<f32>,
    fault: Option<String>,
    panic: Option<Box<dyn Any + Send>>,
}

/// The end of the tap that stays in Rust. Clones share one state.
#[derive(Clone)]
pub(crate) struct Tap(Arc<Mutex<State>>);

impl Tap {
    /// A tap that sums over `layers`.
    pub fn new(layers: Vec<usize>) -> Self {
        Self(Arc::new(Mutex::new(State {
            listener: Listener::Nobody,
            layers,
            sum: RowSum::default(),
            copy: Vec::new(),
            fault: None,
            panic: None,
        })))
    }

    /// Adds up, over layers and heads, how the next evaluation's `rows` tokens look at the
    /// positions `columns`.
    pub fn watch(&self, rows: usize, columns: Range<usize>) {
        let mut state = self.state();
        state.sum.start(rows, columns);
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

    /// Ends the watch and appends the mean attention to `values`, row by row; or says why the sum
    /// is not to be trusted.
    pub fn take_mean(&self, values: &mut Vec<f32>) -> Result<(), String> {
        let mut state = self.state();
        state.listener = Listener::Nobody;
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        let (seen, expected) = (state.sum.layers(), state.layers.len());
        if seen != expected {
            return Err(format!("the attention of {seen} layers was seen in place of {expected}"));
        }
        state.sum.append_mean(values)
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
            Listener::Sum => self.fault.is_none() && self.layers.contains(&layer),
            Listener::Inspection(_) => true,
            #[cfg(test)]
            Listener::Panic => true,
        }
    }
}
