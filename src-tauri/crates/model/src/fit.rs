//! The part of a model that a GPU takes.

use std::ffi::CString;
use std::num::NonZeroU32;
use std::path::Path;
use std::pin::Pin;

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::max_devices;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_sys_2 as sys;

/// Bytes of every GPU that are left for other programs.
const MARGIN: usize = 512 << 20;
/// Tokens evaluated at a time, whose attention must fit.
const MICRO_BATCH: u32 = 256;

/// Leaves on the processor what does not fit into the GPU's memory beside the keys, values and
/// attention of a window of `window` tokens. If that cannot be determined, llama.cpp tries to put
/// everything on the GPU, and reports if it is too much. Nothing else may be loaded meanwhile,
/// because llama.cpp redirects its log during the call.
pub(crate) fn fit(params: &mut LlamaModelParams, path: &Path, window: usize) {
    let Some(path) = path.to_str().and_then(|path| CString::new(path).ok()) else { return };
    let window = u32::try_from(window).unwrap_or(u32::MAX).max(1);
    let mut context = LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(window))
        .with_n_batch(MICRO_BATCH)
        .with_n_ubatch(MICRO_BATCH)
        .with_flash_attention_policy(sys::LLAMA_FLASH_ATTN_TYPE_DISABLED);
    let mut margins = vec![MARGIN; max_devices()];
    let level = sys::GGML_LOG_LEVEL_ERROR;
    let _ = Pin::new(params).fit_params(&path, &mut context, &mut margins, window, level);
}
