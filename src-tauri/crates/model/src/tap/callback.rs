//! The functions that C calls.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_sys_2 as sys;

use super::{AttentionOrigin, HostBuffer, KeyCache, Lanes, Listener, SoftMax, Tap, TapState, lock};
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

/// The size of an attention tensor with the expected layout.
struct AttentionTensorShape {
    cells: usize,
    rows: usize,
    heads: usize,
    slots: usize,
}

impl AttentionTensorShape {
    fn of(tensor: &sys::ggml_tensor) -> Result<Self, String> {
        let [cells, rows, heads, slots] = tensor.ne;
        let width = size_of::<f32>();
        let size = |value: i64| usize::try_from(value).map_err(|_| "a negative size".to_owned());
        let (cells, rows, heads) = (size(cells)?, size(rows)?, size(heads)?);
        let shape = Self { cells, rows, heads, slots: size(slots)? };
        let dense = [
            width,
            width * shape.cells,
            width * shape.cells * shape.rows,
            width * shape.cells * shape.rows * shape.heads,
        ];
        if tensor.type_ != sys::GGML_TYPE_F32 || tensor.nb != dense {
            return Err(format!("its attention has the unknown layout {:?}", tensor.ne));
        }
        Ok(shape)
    }

    /// The weights on `cells`: in place if they are in main memory, else in `landing`.
    ///
    /// # Safety
    ///
    /// `tensor` must be of this shape and computed, `cells` within its cells, and its memory must
    /// not be written to while the result lives.
    unsafe fn read<'a>(
        &self,
        tensor: &'a sys::ggml_tensor,
        cells: std::ops::Range<usize>,
        slots: Lanes,
        landing: &'a mut HostBuffer,
    ) -> SoftMax<'a> {
        let count = self.rows * self.heads * self.slots;
        let (rows, heads) = (self.rows, self.heads);
        // SAFETY: a computed tensor has a buffer.
        if unsafe { is_in_main_memory(tensor) } {
            // SAFETY: dense F32 of this shape, in main memory, by the caller's promise.
            let values = unsafe {
                std::slice::from_raw_parts(tensor.data.cast::<f32>(), self.cells * count)
            };
            return SoftMax { values, stride: self.cells, first: 0, rows, heads, slots };
        }
        // SAFETY: the caller's promises.
        unsafe { self.copy(tensor, cells, slots, landing) }
    }

    /// The weights on `cells`, copied into `landing` from wherever they are; those of other cells
    /// are not copied.
    ///
    /// # Safety
    ///
    /// `tensor` must be of this shape and computed, and `cells` within its cells.
    unsafe fn copy<'a>(
        &self,
        tensor: &sys::ggml_tensor,
        cells: std::ops::Range<usize>,
        slots: Lanes,
        landing: &'a mut HostBuffer,
    ) -> SoftMax<'a> {
        let (rows, heads) = (self.rows, self.heads);
        let count = rows * heads * self.slots;
        // SAFETY: a computed tensor has a buffer.
        let values = unsafe { landing.room(tensor, cells.len() * count) };
        let width = size_of::<f32>();
        if !values.is_empty() {
            // SAFETY: `count` pieces of `cells.len()` values each, one per row, are read from
            // inside the tensor and written one after another into `values`, which holds them all.
            unsafe {
                sys::ggml_backend_tensor_get_2d(
                    tensor,
                    values.as_mut_ptr().cast(),
                    cells.start * width,
                    cells.len() * width,
                    count,
                    tensor.nb[1],
                    cells.len() * width,
                );
            }
        }
        SoftMax { values, stride: cells.len(), first: cells.start, rows, heads, slots }
    }
}

/// # Safety
///
/// `tensor` must be computed, so that it, or what it is a view of, has a buffer.
unsafe fn is_in_main_memory(tensor: &sys::ggml_tensor) -> bool {
    // SAFETY: a view keeps its target alive; buffers live as long as the graph.
    unsafe {
        let owner = tensor.view_src.as_ref().unwrap_or(tensor);
        !owner.buffer.is_null() && sys::ggml_backend_buffer_is_host(owner.buffer)
    }
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
mod tests {
    use super::super::{AttentionRequest, TokenCells};
    use super::*;

    /// Four cells, three rows, two heads.
    const SHAPE: [usize; 3] = [4, 3, 2];
    const VALUES: [f32; 24] = {
        let mut values = [0.0; 24];
        let mut index = 0;
        while index < 24 {
            values[index] = index as f32 / 100.0;
            index += 1;
        }
        values
    };

    /// ggml requires its memory to be aligned like this.
    #[repr(align(64))]
    struct Aligned([f32; 24]);

    /// A tensor over `values` in main memory, as llama.cpp would pass it.
    struct Fake {
        tensor: sys::ggml_tensor,
        values: Box<Aligned>,
    }

    impl Fake {
        fn new(name: &str) -> Self {
            let mut values = Box::new(Aligned(VALUES));
            let mut tensor = named(name);
            tensor.type_ = sys::GGML_TYPE_F32;
            let [cells, rows, heads] = SHAPE;
            tensor.ne = [cells, rows, heads, 1].map(|size| size as i64);
            tensor.nb = [4, 4 * cells, 4 * cells * rows, 4 * cells * rows * heads];
            tensor.data = values.0.as_mut_ptr().cast();
            let bytes = size_of::<Aligned>();
            // SAFETY: the values lie aligned in a box; `drop` frees the buffer before them.
            tensor.buffer = unsafe { sys::ggml_backend_cpu_buffer_from_ptr(tensor.data, bytes) };
            Self { tensor, values }
        }

        fn call(&mut self, tap: &Tap, ask: bool) -> bool {
            call(&mut self.tensor, tap, ask)
        }
    }

    /// An empty tensor.
    fn named(name: &str) -> sys::ggml_tensor {
        // SAFETY: all zeros is a valid value of this struct of numbers and pointers.
        let mut tensor: sys::ggml_tensor = unsafe { std::mem::zeroed() };
        for (to, from) in tensor.name.iter_mut().zip(name.bytes()) {
            *to = from.cast_signed();
        }
        tensor
    }

    fn call(tensor: &mut sys::ggml_tensor, tap: &Tap, ask: bool) -> bool {
        let state = Arc::as_ptr(&tap.0).cast_mut().cast();
        // SAFETY: the tensor and the state are valid, as `attach` would have them.
        unsafe { on_tensor(tensor, ask, state) }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            assert_eq!(self.values.0, VALUES, "nothing writes to what the model computes with");
            // SAFETY: created in `new` and freed nowhere else.
            unsafe { sys::ggml_backend_buffer_free(self.tensor.buffer) };
        }
    }

    fn wanted(rows: usize, columns: std::ops::Range<usize>) -> AttentionRequest {
        AttentionRequest { slot: 0, rows, columns }
    }

    #[test]
    fn only_the_softmax_of_wanted_layers_is_taken() {
        let tap = Tap::new(vec![7], 1);
        let mut attention = Fake::new("kq_soft_max-7");
        assert!(!attention.call(&tap, true), "no one listens");
        tap.watch([wanted(3, 1..3)], None);
        assert!(attention.call(&tap, true));
        // A gathered softmax has other columns than the cache has cells.
        let others = ["kq_soft_max-8", "kq_soft_max_gathered-7", "kq-7", "kq_soft_max-7 (view)"];
        for name in others.into_iter().chain(["kq_soft_max-", ""]) {
            assert!(!Fake::new(name).call(&tap, true), "{name}");
        }
        assert!(attention.call(&tap, false));
        let mut means = tap.take_means().expect("the layer was seen");
        let (slot, mean) = means.pop().expect("one lane was watched");
        assert_eq!((slot, means.len()), (0, 0));
        let expected = [0.07, 0.08, 0.11, 0.12, 0.15, 0.16];
        for (value, expected) in mean.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-6, "{mean:?}");
        }
        assert_eq!(mean.len(), 6);
    }

    /// Tests the way that a card's data takes, which works wherever the tensor is.
    #[test]
    fn the_wanted_cells_alone_are_copied() {
        let fake = Fake::new("kq_soft_max-7");
        let shape = AttentionTensorShape::of(&fake.tensor).expect("it is as expected");
        let mut landing = HostBuffer::default();
        for cells in [0..4, 1..3, 3..4, 2..2] {
            // SAFETY: the tensor is of this shape, and its buffer holds its values.
            let copied =
                unsafe { shape.copy(&fake.tensor, cells.clone(), Lanes::ONLY, &mut landing) };
            assert_eq!((copied.first, copied.stride), (cells.start, cells.len()));
            for (head, row) in (0..2).flat_map(|head| (0..3).map(move |row| (head, row))) {
                let start = (head * 3 + row) * 4;
                let expected = &VALUES[start + cells.start..start + cells.end];
                assert_eq!(copied.row(0, head, row), expected, "{cells:?} of {head}, {row}");
            }
        }
    }

    #[test]
    fn a_layer_that_is_missing_or_odd_is_a_fault() {
        let tap = Tap::new(vec![0, 1], 1);
        tap.watch([wanted(3, 0..4)], None);
        assert!(Fake::new("kq_soft_max-0").call(&tap, false));
        assert!(tap.take_means().is_err(), "layer 1 is missing");

        let tap = Tap::new(vec![0], 1);
        tap.watch([wanted(3, 0..4)], None);
        let mut odd = Fake::new("kq_soft_max-0");
        odd.tensor.nb[1] += 4;
        odd.call(&tap, false);
        assert!(tap.take_means().is_err(), "rows lie apart");

        tap.watch([wanted(2, 0..4)], None);
        Fake::new("kq_soft_max-0").call(&tap, false);
        assert!(tap.take_means().is_err(), "there is a row too many");
    }

    #[test]
    fn tokens_in_other_cells_than_meant_are_a_fault() {
        #[repr(align(64))]
        struct Cells([i64; 3]);
        let mut written = Box::new(Cells([5, 6, 2]));
        let mut cells = named("attn_inp_k_idxs");
        cells.type_ = sys::GGML_TYPE_I64;
        (cells.ne, cells.nb) = ([3, 1, 1, 1], [8, 24, 24, 24]);
        cells.data = written.0.as_mut_ptr().cast();
        // SAFETY: the numbers lie aligned in a box; the buffer is freed below, before them.
        cells.buffer =
            unsafe { sys::ggml_backend_cpu_buffer_from_ptr(cells.data, size_of::<Cells>()) };
        let mut cache = named("cache_k_l7");
        let mut keys = named("cache_k_l7 (view)");
        keys.op = sys::GGML_OP_SET_ROWS;
        keys.view_src = &raw mut cache;
        keys.src[1] = &raw mut cells;
        for (layer, meant, fits) in [
            (7, vec![2, 5, 6], true),
            (7, vec![2, 6, 5], false),
            (7, vec![5, 6], false),
            (7, vec![2, 4, 5], false),
            (8, vec![2, 5, 6], false),
        ] {
            let tap = Tap::new(vec![layer], 2);
            assert!(!call(&mut keys, &tap, true), "no one wants to know");
            tap.watch([], Some(TokenCells { cells: meant, of_a_lane: 4 }));
            assert_eq!(call(&mut keys, &tap, true), layer == 7);
            if layer == 7 {
                assert!(call(&mut keys, &tap, false));
            }
            assert_eq!(tap.take_means().is_ok(), fits);
        }
        // SAFETY: created above and freed nowhere else.
        unsafe { sys::ggml_backend_buffer_free(cells.buffer) };
        assert_eq!(written.0, [5, 6, 2], "nothing writes to what the model computes with");
    }

    #[test]
    fn a_panic_stays_in_rust() {
        let tap = Tap::new(vec![0], 1);
        tap.state().listener = Listener::Panic;
        assert!(!Fake::new("kq_soft_max-0").call(&tap, false), "the computation is to end");
        let raised = catch_unwind(AssertUnwindSafe(|| tap.raise_panic()));
        let message = raised.expect_err("it is raised again");
        assert_eq!(message.downcast_ref(), Some(&"in the callback"));
        tap.raise_panic();
    }

    #[test]
    fn a_wish_to_stop_ends_a_computation() {
        let stop = StopSignal::default();
        // SAFETY: the flag lives until the end of the test.
        let stopped = || unsafe { on_step(stop.address()) };
        assert!(!stopped());
        stop.request();
        assert!(stopped());
    }
}
