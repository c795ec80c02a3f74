//! Where attention lands that a card has computed.

#![allow(unsafe_code)]

use std::ptr::NonNull;

use llama_cpp_sys_2 as sys;

/// Room in main memory that is used again and again, for the values of one layer at a time. Where a
/// card's driver grants memory that stays in its place, it is that: the card then writes into it
/// by itself, several times as fast.
#[derive(Default)]
pub(super) struct Landing {
    granted: Option<Granted>,
    /// What is used where nothing was granted.
    own: Vec<f32>,
}

/// Memory that a driver has granted, all of whose bytes were written.
struct Granted {
    buffer: sys::ggml_backend_buffer_t,
    values: NonNull<f32>,
    count: usize,
}

// SAFETY: the buffer belongs to this value alone, and ggml's functions for one buffer may be called by
// any thread, one at a time: it is reached through `&mut` only.
unsafe impl Send for Granted {}

impl Landing {
    /// Room for so many values of a tensor.
    ///
    /// # Safety
    ///
    /// The tensor must be computed, so that it, or what it is a view of, has a buffer.
    pub unsafe fn room(&mut self, tensor: &sys::ggml_tensor, count: usize) -> &mut [f32] {
        if self.granted.as_ref().is_some_and(|granted| granted.count < count) {
            self.granted = None;
        }
        if self.granted.is_none() && self.own.len() < count {
            // Contexts grow token by token: it is to last for a while.
            let count = count + count / 8;
            // SAFETY: the caller's promise.
            self.granted = unsafe { Granted::beside(tensor, count) };
            if self.granted.is_none() {
                self.own.resize(count, 0.0);
            }
        }
        match &mut self.granted {
            // SAFETY: so many values lie there, and more; they are this value's own, and borrowed
            // with it.
            Some(granted) => unsafe {
                std::slice::from_raw_parts_mut(granted.values.as_ptr(), count)
            },
            None => &mut self.own[..count],
        }
    }
}

impl Granted {
    /// Memory that the driver of the card on which the tensor lies grants; none if there is no card,
    /// or it grants none.
    ///
    /// # Safety
    ///
    /// The tensor, or what it is a view of, must have a buffer.
    unsafe fn beside(tensor: &sys::ggml_tensor, count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<f32>()).filter(|&bytes| bytes > 0)?;
        // SAFETY: a view keeps the tensor it looks at alive; buffers, their kinds and devices live as
        // long as the graph, the latter as long as the program. Kinds without a device are not asked
        // for one, and devices without such memory give no kind.
        let buffer = unsafe {
            let owner = tensor.view_src.as_ref().unwrap_or(tensor);
            let kind = non_null(sys::ggml_backend_buffer_get_type(non_null(owner.buffer)?))?;
            let device = non_null(sys::ggml_backend_buft_get_device(kind))?;
            let kind = non_null(sys::ggml_backend_dev_host_buffer_type(device))?;
            non_null(sys::ggml_backend_buft_alloc_buffer(kind, bytes))?
        };
        // SAFETY: the buffer was just made, and holds as many bytes as were asked for.
        let values = unsafe { sys::ggml_backend_buffer_get_base(buffer) }.cast::<f32>();
        let Some(values) = NonNull::new(values).filter(|values| values.is_aligned()) else {
            // SAFETY: nobody else has it.
            unsafe { sys::ggml_backend_buffer_free(buffer) };
            return None;
        };
        // SAFETY: as above; all zeros are numbers.
        unsafe { values.write_bytes(0, count) };
        Some(Self { buffer, values, count })
    }
}

impl Drop for Granted {
    fn drop(&mut self) {
        // SAFETY: it was made in `beside`, and is freed nowhere else.
        unsafe { sys::ggml_backend_buffer_free(self.buffer) };
    }
}

/// What C calls a pointer to nothing is none.
fn non_null<T>(pointer: *mut T) -> Option<*mut T> {
    (!pointer.is_null()).then_some(pointer)
}
