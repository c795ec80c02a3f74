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
mod attention_tap;
mod chat_template;
mod context;
mod context_parameters;
mod context_slots;
mod control_group;
mod description;
mod embedding;
mod encoder;
mod error;
mod facts;
#[cfg(feature = "fit")]
mod fit;
pub mod gguf;
mod llama_backend;
mod load;
mod log;
mod memory;
mod micro_batch;
mod model_file;
mod model_parts;
pub mod npy;
mod options;
mod probe;
mod processor;
mod readable;
mod reranker;
mod sampling;
mod sequence;
mod session;
mod states;
mod stop;
mod surprisal;
mod talk;
mod thoughts;
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
pub use description::ModelDescription;
pub use embedding::{Bert, Vectors};
pub use error::Error;
pub use llama_backend::cards;
pub use load::LoadOptions;
pub use log::recent as recent_log;
pub use memory::available as free_memory;
pub use model_file::{fits_beside, hash_file, is_encoder, require_memory};
pub use model_parts::{ModelParts, stamp};
pub use options::{Cache, Kernels, SessionOptions};
pub use processor::built_with;
pub use readable::Readable;
pub use reranker::Reranker;
pub use sampling::Sampling;
pub use session::Session;
pub use states::States;
pub use stop::StopSignal;
pub use thoughts::TalkTrial;
pub use weights::Weights;
