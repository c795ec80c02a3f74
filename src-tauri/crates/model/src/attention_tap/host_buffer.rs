//! Main memory for attention that a card has computed.

#![allow(unsafe_code)]

use std::ptr::NonNull;

use llama_cpp_sys_2 as sys;

/// A buffer in main memory that is reused for the values of one layer at a time. If the card's
/// driver grants pinned memory, the buffer uses it: the card then writes into it directly, several
/// times as fast.
#[derive(Default)]
pub(super) struct HostBuffer {
    granted: Option<Granted>,
    /// Used if no memory was granted.
    own: Vec<f32>,
}

/// Memory granted by a driver, all of whose bytes were written.
struct Granted {
    buffer: sys::ggml_backend_buffer_t,
    values: NonNull<f32>,
    count: usize,
}

// SAFETY: the buffer belongs to this value alone, and ggml's functions for one buffer may be called
// by any thread, one at a time: it is accessed through `&mut` only.
unsafe impl Send for Granted {}

impl HostBuffer {
    /// Room for `count` values of a tensor.
    ///
    /// # Safety
    ///
    /// The tensor must be computed, so that it, or what it is a view of, has a buffer.
    pub unsafe fn room(&mut self, tensor: &sys::ggml_tensor, count: usize) -> &mut [f32] {
        if self.granted.as_ref().is_some_and(|granted| granted.count < count) {
            self.granted = None;
        }
        if self.granted.is_none() && self.own.len() < count {
            // Contexts grow token by token, so the buffer gets a margin.
            let count = count + count / 8;
            // SAFETY: the caller's promise.
            self.granted = unsafe { Granted::beside(tensor, count) };
            if self.granted.is_none() {
                self.own.resize(count, 0.0);
            }
        }
        match &mut self.granted {
            // SAFETY: at least `count` values lie there; they belong to this value and are borrowed
            // with it.
            Some(granted) => unsafe {
                std::slice::from_raw_parts_mut(granted.values.as_ptr(), count)
            },
            None => &mut self.own[..count],
        }
    }
}

impl Granted {
    /// Memory granted by the driver of the card that holds the tensor; `None` if there is no card
    /// or the driver grants none.
    ///
    /// # Safety
    ///
    /// The tensor, or what it is a view of, must have a buffer.
    unsafe fn beside(tensor: &sys::ggml_tensor, count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<f32>()).filter(|&bytes| bytes > 0)?;
        // SAFETY: a view keeps its target alive; buffers and their kinds live as long as the graph,
        // devices as long as the program. Kinds without a device are not asked for one, and devices
        // without such memory give no kind.
        let buffer = unsafe {
            let owner = tensor.view_src.as_ref().unwrap_or(tensor);
            let kind = non_null(sys::ggml_backend_buffer_get_type(non_null(owner.buffer)?))?;
            let device = non_null(sys::ggml_backend_buft_get_device(kind))?;
            let kind = non_null(sys::ggml_backend_dev_host_buffer_type(device))?;
            non_null(sys::ggml_backend_buft_alloc_buffer(kind, bytes))?
        };
        // SAFETY: the buffer was just created, and has the requested size.
        let values = unsafe { sys::ggml_backend_buffer_get_base(buffer) }.cast::<f32>();
        let Some(values) = NonNull::new(values).filter(|values| values.is_aligned()) else {
            // SAFETY: no one else has it.
            unsafe { sys::ggml_backend_buffer_free(buffer) };
            return None;
        };
        // SAFETY: as above; all-zero bytes are valid numbers.
        unsafe { values.write_bytes(0, count) };
        Some(Self { buffer, values, count })
    }
}

impl Drop for Granted {
    fn drop(&mut self) {
        // SAFETY: it was created in `beside`, and is freed nowhere else.
        unsafe { sys::ggml_backend_buffer_free(self.buffer) };
    }
}

/// Converts C's null pointer to `None`.
fn non_null<T>(pointer: *mut T) -> Option<*mut T> {
    (!pointer.is_null()).then_some(pointer)
}
