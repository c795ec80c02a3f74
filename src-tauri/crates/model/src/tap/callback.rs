//! What C calls.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_sys_2 as sys;

use super::{Listener, Origin, SoftMax, State, Tap, lock};
use crate::stop::Stop;

/// How llama.cpp names the tensor, before a hyphen and the layer's number.
const TENSOR: &str = "kq_soft_max-";

const _: () = assert!(
    size_of::<LlamaContextParams>() == size_of::<sys::llama_context_params>()
        && align_of::<LlamaContextParams>() == align_of::<sys::llama_context_params>(),
    "LlamaContextParams holds more than llama_context_params"
);

/// Lets the tap and the stop wish take part in every computation of the contexts made with
/// `params`, and reserves memory for the scores of one token only.
///
/// # Safety
///
/// `tap` and `stop`, or a clone of `stop`, must outlive every context made with `params`.
pub(crate) unsafe fn attach(params: &mut LlamaContextParams, tap: &Tap, stop: &Stop) {
    // SAFETY: the safe crate offers no way to these fields. In the one version that is allowed
    // (Cargo.toml pins it), `LlamaContextParams` has exactly one field with a size, a
    // `llama_context_params`. The assertion above says that both types are of the same size and
    // alignment, so that field begins where the struct begins.
    let raw = unsafe { &mut *std::ptr::from_mut(params).cast::<sys::llama_context_params>() };
    raw.cb_eval = Some(on_tensor);
    raw.cb_eval_user_data = Arc::as_ptr(&tap.0).cast_mut().cast();
    raw.abort_callback = Some(on_step);
    raw.abort_callback_data = stop.address();
    raw.n_outputs_max = 1;
}

/// Called by llama.cpp between the steps of a computation on the CPU; `true` ends it.
unsafe extern "C" fn on_step(stop: *mut c_void) -> bool {
    // SAFETY: `attach` set the address of a `Stop`'s flag, which outlives the context.
    unsafe { &*stop.cast::<AtomicBool>() }.load(Ordering::Relaxed)
}

/// Called by llama.cpp about every tensor, on the thread that computes: with `ask`, whether it is
/// wanted; without, when a wanted one has just been computed. `false` to the latter ends the
/// computation early.
unsafe extern "C" fn on_tensor(
    tensor: *mut sys::ggml_tensor,
    ask: bool,
    state: *mut c_void,
) -> bool {
    // SAFETY: `attach` set the address of the mutex inside a `Tap`, which outlives the context.
    let state = unsafe { &*state.cast::<Mutex<State>>() };
    let answer = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: llama.cpp passes a tensor of the graph being computed.
        let Some(layer) = layer_of(unsafe { &*tensor }) else { return false };
        if ask {
            return lock(state).wants(layer);
        }
        // SAFETY: as above, and it has just been computed.
        unsafe { take(&mut lock(state), layer, &*tensor) };
        true
    }));
    answer.unwrap_or_else(|panic| {
        lock(state).panic = Some(panic);
        false
    })
}

/// The layer whose attention this is.
fn layer_of(tensor: &sys::ggml_tensor) -> Option<usize> {
    let name = tensor.name.map(|letter| letter.cast_unsigned());
    CStr::from_bytes_until_nul(&name).ok()?.to_str().ok()?.strip_prefix(TENSOR)?.parse().ok()
}

/// Hands a layer's attention to what listens.
///
/// # Safety
///
/// `tensor` must have been computed, and its memory not been given to another.
unsafe fn take(state: &mut State, layer: usize, tensor: &sys::ggml_tensor) {
    let shape = match Shape::of(tensor) {
        Ok(shape) => shape,
        Err(fault) => {
            state.fault = Some(format!("layer {layer}: {fault}"));
            return;
        }
    };
    let cells = match &state.listener {
        Listener::Nobody => return,
        Listener::Sum => state.sum.wanted(shape.cells),
        Listener::Inspection(_) => 0..shape.cells,
    };
    // SAFETY: the caller's promise, and `cells` are within the tensor's.
    let values = unsafe { shape.read(tensor, cells.clone(), &mut state.copy) };
    match &mut state.listener {
        Listener::Nobody => {}
        Listener::Sum => {
            if let Err(fault) = state.sum.add(values) {
                state.fault = Some(format!("layer {layer}: {fault}"));
            }
        }
        Listener::Inspection(inspection) => {
            let origin = Origin {
                sinks: !tensor.src[2].is_null(),
                mask: tensor.src[1].addr(),
                // SAFETY: the tensors that this one was computed from belong to the same graph.
                cache_cells: unsafe { cache_cells(tensor) },
            };
            inspection.look(layer, values, origin);
        }
    }
}

/// The size of an attention tensor that is as expected.
struct Shape {
    cells: usize,
    rows: usize,
    heads: usize,
}

impl Shape {
    fn of(tensor: &sys::ggml_tensor) -> Result<Self, String> {
        let [cells, rows, heads, streams] = tensor.ne;
        let width = size_of::<f32>();
        let size = |value: i64| usize::try_from(value).map_err(|_| "a negative size".to_owned());
        let shape = Self { cells: size(cells)?, rows: size(rows)?, heads: size(heads)? };
        let dense = [
            width,
            width * shape.cells,
            width * shape.cells * shape.rows,
            width * shape.cells * shape.rows * shape.heads,
        ];
        if tensor.type_ != sys::GGML_TYPE_F32 || streams != 1 || tensor.nb != dense {
            return Err(format!("attention of an unknown layout {:?}", tensor.ne));
        }
        Ok(shape)
    }

    /// The weights on `cells`: where they are if that is in main memory, else in `copy`.
    ///
    /// # Safety
    ///
    /// `tensor` must be of this shape and computed, `cells` within its cells, and its memory must
    /// not be written to while the result lives.
    unsafe fn read<'a>(
        &self,
        tensor: &'a sys::ggml_tensor,
        cells: std::ops::Range<usize>,
        copy: &'a mut Vec<f32>,
    ) -> SoftMax<'a> {
        let count = self.rows * self.heads;
        // SAFETY: a computed tensor has a buffer.
        if unsafe { is_in_main_memory(tensor) } {
            // SAFETY: dense F32 of this shape, in main memory, by the caller's promise.
            let values = unsafe {
                std::slice::from_raw_parts(tensor.data.cast::<f32>(), self.cells * count)
            };
            return SoftMax {
                values,
                stride: self.cells,
                first: 0,
                rows: self.rows,
                heads: self.heads,
            };
        }
        copy.resize(cells.len() * count, 0.0);
        let width = size_of::<f32>();
        if !copy.is_empty() {
            // SAFETY: `count` pieces of `cells.len()` values each are read from inside the tensor,
            // one per row, and written next to one another into `copy`, which holds them all.
            unsafe {
                sys::ggml_backend_tensor_get_2d(
                    tensor,
                    copy.as_mut_ptr().cast(),
                    cells.start * width,
                    cells.len() * width,
                    count,
                    tensor.nb[1],
                    cells.len() * width,
                );
            }
        }
        SoftMax {
            values: copy,
            stride: cells.len(),
            first: cells.start,
            rows: self.rows,
            heads: self.heads,
        }
    }
}

/// # Safety
///
/// `tensor` must be computed, so that it, or what it is a view of, has a buffer.
unsafe fn is_in_main_memory(tensor: &sys::ggml_tensor) -> bool {
    // SAFETY: a view keeps the tensor it looks at alive; buffers live as long as the graph.
    unsafe {
        let owner = tensor.view_src.as_ref().unwrap_or(tensor);
        !owner.buffer.is_null() && sys::ggml_backend_buffer_is_host(owner.buffer)
    }
}

/// Cells of the cache that holds the keys which this attention was computed from.
///
/// # Safety
///
/// `tensor` must belong to a graph whose tensors all live.
unsafe fn cache_cells(tensor: &sys::ggml_tensor) -> Option<usize> {
    // SAFETY: sources and the targets of views belong to the same graph.
    unsafe {
        let mut product = tensor.src[0].as_ref()?;
        // A soft cap lies between the product of keys and queries and the softmax.
        while product.op != sys::GGML_OP_MUL_MAT {
            product = product.src[0].as_ref()?;
        }
        let cache = product.src[0].as_ref()?.view_src.as_ref()?;
        let name = CStr::from_ptr(cache.name.as_ptr()).to_str().ok()?;
        name.starts_with("cache_").then_some(())?;
        usize::try_from(cache.ne[1]).ok()
    }
}
