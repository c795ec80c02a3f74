//! The functions that C calls.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_sys_2 as sys;

use super::tensor_shape::AttentionTensorShape;
use super::{AttentionOrigin, KeyCache, Lanes, Listener, Tap, TapState, lock};
use crate::stop::StopSignal;

/// llama.cpp's name of attention, before the layer's number.
const ATTENTION: &str = "kq_soft_max-";
/// Its name of the cache of a layer's keys, before the layer's number.
const KEYS: &str = "cache_k_l";

const _: () = assert!(
    size_of::<LlamaContextParams>() == size_of::<sys::llama_context_params>()
        && align_of::<LlamaContextParams>() == align_of::<sys::llama_context_params>(),
    "LlamaContextParams holds more than llama_context_params"
);

/// Connects the stop request and the tap, if there is one, to every computation of the contexts
/// made with `params`, and reserves memory for `scored` tokens' scores at once, at least one of
/// each lane.
///
/// # Safety
///
/// `tap` and `stop`, or clones of them, must outlive every context made with `params`.
pub(crate) unsafe fn attach(
    params: &mut LlamaContextParams,
    tap: Option<&Tap>,
    stop: &StopSignal,
    scored: u32,
) {
    // SAFETY: the safe crate offers no way to these fields. In the one version that is allowed
    // (Cargo.toml pins it), `LlamaContextParams` has exactly one field with a size, a
    // `llama_context_params`. The assertion above says that both types are of the same size and
    // alignment, so that field begins where the struct begins.
    let raw = unsafe { &mut *std::ptr::from_mut(params).cast::<sys::llama_context_params>() };
    if let Some(tap) = tap {
        raw.cb_eval = Some(on_tensor);
        raw.cb_eval_user_data = Arc::as_ptr(&tap.0).cast_mut().cast();
    }
    raw.abort_callback = Some(on_step);
    raw.abort_callback_data = stop.address();
    raw.n_outputs_max = raw.n_seq_max.max(scored);
}

/// Called by llama.cpp between the steps of a computation on the CPU; `true` ends it.
unsafe extern "C" fn on_step(stop: *mut c_void) -> bool {
    // SAFETY: `attach` set the address of a `Stop`'s flag, which outlives the context.
    unsafe { &*stop.cast::<AtomicBool>() }.load(Ordering::Relaxed)
}

/// Called by llama.cpp about every tensor, on the computing thread: with `ask`, whether the tensor
/// is wanted; without, when a wanted one has just been computed. Returning `false` in the latter
/// case ends the computation early.
unsafe extern "C" fn on_tensor(
    tensor: *mut sys::ggml_tensor,
    ask: bool,
    state: *mut c_void,
) -> bool {
    // SAFETY: `attach` set the address of the mutex inside a `Tap`, which outlives the context.
    let state = unsafe { &*state.cast::<Mutex<TapState>>() };
    let answer = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: llama.cpp passes a tensor of the graph being computed.
        let tensor = unsafe { &*tensor };
        // SAFETY: the tensor that it is a view of belongs to the same graph.
        let Some(seen) = (unsafe { WatchedTensor::of(tensor) }) else { return false };
        let mut state = lock(state);
        match (seen, ask) {
            (WatchedTensor::Attention(layer), true) => {
                // SAFETY: the tensors that this one is computed from belong to the same graph.
                return state.wants(layer) && unsafe { is_of_wanted(&state, tensor) };
            }
            (WatchedTensor::Keys(layer, _), true) => return state.wants_cells(layer),
            // SAFETY: it has just been computed.
            (WatchedTensor::Attention(layer), false) => unsafe { take(&mut state, layer, tensor) },
            // SAFETY: it has just been computed, and so have its sources.
            (WatchedTensor::Keys(_, cache), false) => match unsafe { cells(tensor) } {
                Some(cells) => state.wrote(cache, cells),
                None => state.fault = Some("the cells of its tokens are unknown".into()),
            },
        }
        true
    }));
    answer.unwrap_or_else(|panic| {
        lock(state).panic = Some(panic);
        false
    })
}

/// Whether this attention belongs to a lane that wants any. It is also `true` if the lane is
/// unknown, which shows once the attention is computed. A micro-batch may hold only tokens that
/// other lanes read.
///
/// # Safety
///
/// `tensor` must belong to a graph whose tensors all live.
unsafe fn is_of_wanted(state: &TapState, tensor: &sys::ggml_tensor) -> bool {
    let Ok(count) = usize::try_from(tensor.ne[3]) else { return true };
    // SAFETY: the caller's promise.
    let slots = unsafe { slots(tensor, count, state.slots) };
    slots.is_none_or(|slots| state.wants_any_of(slots))
}

/// The kinds of tensors that are watched.
enum WatchedTensor {
    /// The attention of this layer.
    Attention(usize),
    /// The keys of this layer, while new ones are written into this cache.
    Keys(usize, usize),
}

impl WatchedTensor {
    /// # Safety
    ///
    /// The tensor that it is a view of, if any, must live.
    unsafe fn of(tensor: &sys::ggml_tensor) -> Option<Self> {
        if tensor.op == sys::GGML_OP_SET_ROWS {
            // SAFETY: the caller's promise.
            let cache = unsafe { tensor.view_src.as_ref()? };
            return Some(Self::Keys(layer_of(cache, KEYS)?, tensor.view_src.addr()));
        }
        layer_of(tensor, ATTENTION).map(Self::Attention)
    }
}

/// The layer in a name with this prefix.
fn layer_of(tensor: &sys::ggml_tensor, prefix: &str) -> Option<usize> {
    let name = tensor.name.map(|letter| letter.cast_unsigned());
    CStr::from_bytes_until_nul(&name).ok()?.to_str().ok()?.strip_prefix(prefix)?.parse().ok()
}

/// The cells that new keys were written to, in the order of their tokens: llama.cpp's
/// `attn_inp_k_idxs`.
///
/// # Safety
///
/// `tensor` must have been computed, and its sources must live.
unsafe fn cells(tensor: &sys::ggml_tensor) -> Option<Vec<usize>> {
    // SAFETY: the caller's promise.
    let places = unsafe { tensor.src[1].as_ref()? };
    let count = usize::try_from(places.ne[0]).ok()?;
    let width = size_of::<i64>();
    if places.type_ != sys::GGML_TYPE_I64 || places.nb[..2] != [width, width * count] {
        return None;
    }
    let mut cells = vec![0_i64; count];
    // SAFETY: a dense row of `count` numbers of this type is read into a buffer of the same size.
    unsafe { sys::ggml_backend_tensor_get(places, cells.as_mut_ptr().cast(), 0, width * count) };
    cells.into_iter().map(|cell| usize::try_from(cell).ok()).collect()
}

/// Passes a layer's attention to the listener.
///
/// # Safety
///
/// `tensor` must have been computed, and its memory must not have been reused.
unsafe fn take(state: &mut TapState, layer: usize, tensor: &sys::ggml_tensor) {
    let shape = match AttentionTensorShape::of(tensor) {
        Ok(shape) => shape,
        Err(fault) => {
            state.fault = Some(format!("layer {layer}: {fault}"));
            return;
        }
    };
    let cells = match &state.listener {
        Listener::None => return,
        Listener::Sum => state.cells(shape.cells),
        Listener::Inspection(_) => 0..shape.cells,
        #[cfg(test)]
        Listener::Panic => panic!("in the callback"),
    };
    // SAFETY: the tensors that this one was computed from belong to the same graph.
    let Some(slots) = (unsafe { slots(tensor, shape.slots, state.slots) }) else {
        state.fault = Some(format!("layer {layer}: the owner of its attention is unknown"));
        return;
    };
    let mut landing = std::mem::take(&mut state.landing);
    // SAFETY: the caller's promise, and `cells` are within the tensor's.
    let values = unsafe { shape.read(tensor, cells.clone(), slots, &mut landing) };
    match &mut state.listener {
        Listener::Sum => {
            if let Err(fault) = state.add(layer, values) {
                state.fault = Some(format!("layer {layer}: {fault}"));
            }
        }
        Listener::Inspection(inspection) => {
            let origin = AttentionOrigin {
                sinks: !tensor.src[2].is_null(),
                mask: tensor.src[1].addr(),
                // SAFETY: the tensors that this one was computed from belong to the same graph.
                cache: unsafe { cache(tensor) },
            };
            inspection.look(layer, values, origin);
        }
        _ => {}
    }
    state.landing = landing;
}

/// The `count` lanes, among the context's `all`, that this attention belongs to.
///
/// # Safety
///
/// `tensor` must belong to a graph whose tensors all live.
unsafe fn slots(tensor: &sys::ggml_tensor, count: usize, all: usize) -> Option<Lanes> {
    if all == 1 {
        return (count == 1).then_some(Lanes::ONLY);
    }
    // SAFETY: the caller's promise.
    let (keys, cache) = unsafe { cached_keys(tensor)? };
    // The cache holds lane after lane; the keys begin with the first one's.
    let first = keys.view_offs.checked_div(cache.nb[2])?;
    let exact = keys.view_offs.is_multiple_of(cache.nb[2]);
    (exact && first + count <= all).then_some(Lanes { first, count })
}

/// The cache of the keys that this attention was computed from.
///
/// # Safety
///
/// `tensor` must belong to a graph whose tensors all live.
unsafe fn cache(tensor: &sys::ggml_tensor) -> Option<KeyCache> {
    // SAFETY: the caller's promise.
    let (_, cache) = unsafe { cached_keys(tensor)? };
    let cells = usize::try_from(cache.ne[1]).ok()?;
    Some(KeyCache { name: std::ptr::from_ref(cache).addr(), cells })
}

/// The keys that this attention was computed from, and the cache that they are a view of.
///
/// # Safety
///
/// `tensor` must belong to a graph whose tensors all live.
unsafe fn cached_keys(tensor: &sys::ggml_tensor) -> Option<(&sys::ggml_tensor, &sys::ggml_tensor)> {
    // SAFETY: sources and the targets of views belong to the same graph.
    unsafe {
        let mut product = tensor.src[0].as_ref()?;
        // A soft cap lies between the product of keys and queries and the softmax.
        while product.op != sys::GGML_OP_MUL_MAT {
            product = product.src[0].as_ref()?;
        }
        let keys = product.src[0].as_ref()?;
        let cache = keys.view_src.as_ref()?;
        let name = CStr::from_ptr(cache.name.as_ptr()).to_str().ok()?;
        name.starts_with("cache_").then_some((keys, cache))
    }
}

#[cfg(test)]
mod tests;
