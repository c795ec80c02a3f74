use super::super::{AttentionRequest, HostBuffer, TokenCells};
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
        let copied = unsafe { shape.copy(&fake.tensor, cells.clone(), Lanes::ONLY, &mut landing) };
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
    cells.buffer = unsafe { sys::ggml_backend_cpu_buffer_from_ptr(cells.data, size_of::<Cells>()) };
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
