//! The parameters of a context, and whether there is memory for it.

use std::num::NonZeroU32;

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_sys_2 as sys;

use crate::error::Error;
use crate::llama_backend::card_memory;
use crate::micro_batch::BYTES_PER_HEAD;
use crate::options::{Kernels, SequenceOptions};
use crate::weights::Weights;

/// llama.cpp rounds a lane's cells up to a multiple of this.
const CELLS: usize = 256;

/// Checks that there is memory for the keys and values, and for the attention of a micro-batch. Those of layers on a
/// card lie in the card's memory. llama.cpp itself finds out whether they fit beside its other content, but not whether
/// they exceed what the cards could ever hold.
pub(crate) fn check_memory(
    weights: &Weights,
    options: &SequenceOptions,
    micro_batch: usize,
    slots: usize,
) -> Result<(), Error> {
    let (part, available) = match weights.part_in_main_memory() {
        0.0 => (1.0, Some(card_memory())),
        part => (part, weights.most_memory()),
    };
    let Some(available) = available else { return Ok(()) };
    let held = usize::from(options.kernels != Kernels::Flash);
    let attention = [held, micro_batch, options.window, weights.info().heads, BYTES_PER_HEAD]
        .into_iter()
        .fold(1_u64, |bytes, factor| bytes.saturating_mul(factor as u64));
    let cache = (weights.cache_bytes(options.window, options.cache) as f64 * part) as u64;
    let needed = cache.saturating_mul(slots as u64).saturating_add(attention);
    if needed <= available {
        return Ok(());
    }
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    Err(Error::OutOfMemory(format!(
        "{slots} × a window of {} tokens ({:.1} GiB needed, {:.1} GiB available)",
        options.window,
        gibibytes(needed),
        gibibytes(available),
    )))
}

/// Returns llama.cpp's parameters for a context with this many lanes.
pub(crate) fn parameters(
    weights: &Weights,
    options: &SequenceOptions,
    micro_batch: usize,
    slots: usize,
) -> Result<LlamaContextParams, Error> {
    let too_large = |_| Error::Unsupported(format!("a window of {} tokens", options.window));
    let cells = options.window.next_multiple_of(CELLS).saturating_mul(slots);
    let cells =
        u32::try_from(if slots == 1 { options.window } else { cells }).map_err(too_large)?;
    let micro_batch = u32::try_from(micro_batch).map_err(too_large)?;
    let slots = u32::try_from(slots).map_err(too_large)?;
    Ok(LlamaContextParams::default()
        .with_n_ctx(Some(NonZeroU32::new(cells).unwrap_or(NonZeroU32::MIN)))
        .with_n_batch(micro_batch)
        .with_n_ubatch(micro_batch)
        .with_n_seq_max(slots)
        // Every lane has its own cells, so that a token's cell is its position.
        .with_kv_unified(false)
        .with_n_threads(weights.threads())
        .with_n_threads_batch(weights.threads())
        .with_flash_attention_policy(match options.kernels {
            // The softmax exists as a tensor only without flash attention.
            Kernels::Readable | Kernels::Unwatched => sys::LLAMA_FLASH_ATTN_TYPE_DISABLED,
            Kernels::Flash => sys::LLAMA_FLASH_ATTN_TYPE_ENABLED,
        })
        // A card that helps the processor with its layers computes their attention from copies of keys, and the tap
        // cannot see which lane these belong to.
        .with_op_offload(options.kernels != Kernels::Readable)
        .with_type_k(options.cache.into())
        .with_type_v(options.cache.into())
        .with_swa_full(options.whole_windows)
        .with_no_perf(true))
}
