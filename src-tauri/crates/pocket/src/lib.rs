//! The pocket model: a tiny language model that Pecan trains itself, so that the whole method
//! runs with nothing downloaded, and the made-up world on which it is trained and measured.
//!
//! It is a demonstration model: real attention, real edges, real answers, but only about
//! stories like its own.

pub mod gguf;
pub mod lora;
pub mod minilm;
mod rng;
pub mod smollm2;
pub mod story;
mod whole;

#[cfg(feature = "train")]
pub mod train;

pub use rng::Rng;
pub use whole::write_whole;

/// The file name of the pocket model, beside which stands its SHA-256.
pub const GGUF_NAME: &str = "pocket.gguf";
