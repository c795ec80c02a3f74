//! Reads an attention tensor, from main memory or from a card's.

#![allow(unsafe_code)]

use std::ops::Range;

use llama_cpp_sys_2 as sys;

use super::{HostBuffer, Lanes, SoftMax};

/// The size of an attention tensor with the expected layout.
pub(super) struct AttentionTensorShape {
    pub cells: usize,
    pub rows: usize,
    pub heads: usize,
    pub slots: usize,
}

impl AttentionTensorShape {
    /// Returns the tensor's size, or what is odd about its layout.
    pub fn of(tensor: &sys::ggml_tensor) -> Result<Self, String> {
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
    pub unsafe fn read<'a>(
        &self,
        tensor: &'a sys::ggml_tensor,
        cells: Range<usize>,
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
    pub unsafe fn copy<'a>(
        &self,
        tensor: &sys::ggml_tensor,
        cells: Range<usize>,
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
