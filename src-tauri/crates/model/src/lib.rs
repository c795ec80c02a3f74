//! Runs GGUF models with llama.cpp and reads their attention.
//!
//! [`Weights`] is a model file in memory. Any number of [`Session`]s run on it; each is one growing
//! sequence of tokens. [`Bert`] turns sentences into vectors.
//!
//! The method's crate, `hwdag`, sees a model only through its traits `LanguageModel` and
//! `Embedder`. This crate depends on `hwdag` to implement them, so the dependency points against
//! the flow of data, and `hwdag` builds and is tested without llama.cpp.
//!
//! All `unsafe` code of the project is in this crate, in four places: the lifetime of a context
//! (`context`), the callbacks that llama.cpp makes while it computes (`tap`), its log (`log`), and
//! its build flags (`processor`).

mod attention;
mod chat;
mod context;
mod context_slots;
mod embedding;
mod encoder;
mod error;
mod facts;
#[cfg(feature = "fit")]
mod fit;
pub mod gguf;
mod log;
mod memory;
pub mod npy;
mod probe;
mod processor;
mod reranker;
mod sampling;
mod sequence;
mod session;
mod states;
mod stop;
mod surprisal;
mod tap;
mod vocabulary;
mod weights;

/// What this build can use besides the processor. For the cards that are present, see [`cards`].
pub const BACKEND: &str = if cfg!(feature = "cuda") {
    "cuda"
} else if cfg!(feature = "metal") {
    "metal"
} else if cfg!(feature = "vulkan") {
    "vulkan"
} else {
    "processor"
};

/// What results depend on: the findings of a trial and measured speeds hold for this version of
/// Pecan, of llama.cpp and of the trial.
pub const EDITION: &str = concat!(env!("CARGO_PKG_VERSION"), ", llama-cpp-sys-2 0.1.161, trial 6");

pub use attention::{TextAttention, text_attention};
pub use embedding::{Bert, Vectors};
pub use error::Error;
pub use log::recent as recent_log;
pub use memory::available as free_memory;
pub use probe::Readable;
pub use processor::built_with;
pub use reranker::Reranker;
pub use sampling::Sampling;
pub use sequence::Cache;
pub use session::{Kernels, Session, SessionOptions};
pub use states::States;
pub use stop::StopSignal;
pub use weights::{
    LoadOptions, ModelDescription, Weights, cards, fits_beside, hash_file, is_encoder,
    require_memory,
};
