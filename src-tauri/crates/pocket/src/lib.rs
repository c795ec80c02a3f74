//! The pocket model: a tiny language model that Pecan trains itself, so that the whole method runs
//! without any download; and the files that such models are made from and kept in.
//!
//! It is a demonstration model. Its attention, edges and answers are real, but it only knows
//! stories like its own.

pub mod gguf;
pub mod lora;
pub mod minilm;
mod rng;
pub mod smollm2;

pub use rng::Rng;

/// The file name of the pocket model. Its SHA-256 lies beside it.
pub const GGUF_NAME: &str = "pocket.gguf";
