//! llama.cpp as a whole: its start, its lock, and the graphics cards that it sees.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::{LlamaBackendDevice, LlamaBackendDeviceType, list_llama_ggml_backend_devices};

use crate::log;

/// llama.cpp, started once and never shut down.
pub(crate) fn backend() -> &'static LlamaBackend {
    static BACKEND: OnceLock<LlamaBackend> = OnceLock::new();
    BACKEND.get_or_init(|| {
        log::capture();
        LlamaBackend::init().expect("nothing else in the program starts llama.cpp")
    })
}

/// Held while a model is loaded or a context created, which may write to its model: llama.cpp keeps
/// a single error log, and sets a card up at its first use, but not for two at once.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names of the graphics cards that are present and that this build can use.
pub fn cards() -> &'static [String] {
    static CARDS: OnceLock<Vec<String>> = OnceLock::new();
    CARDS.get_or_init(|| look_for_cards().map(|card| card.description).collect())
}

/// The memory of all cards together, in bytes.
pub(crate) fn card_memory() -> u64 {
    look_for_cards().map(|card| card.memory_total as u64).sum()
}

fn look_for_cards() -> impl Iterator<Item = LlamaBackendDevice> {
    backend();
    list_llama_ggml_backend_devices().into_iter().filter(|device| {
        use LlamaBackendDeviceType::{Gpu, IntegratedGpu};
        matches!(device.device_type, Gpu | IntegratedGpu)
    })
}
