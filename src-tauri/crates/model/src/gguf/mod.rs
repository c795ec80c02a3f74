//! A strict reader for the header of GGUF files, in safe Rust.
//!
//! llama.cpp ends the whole process on some damaged files. So it gets only files that were read
//! here first, with every count and length checked against the size of the file.

mod header;
mod other_files;
mod read;
mod tensor;
mod value;

pub use header::{GgufHeader, TensorDescription};
pub(crate) use other_files::other_kind;
pub use tensor::TensorType;
pub use value::{MetadataArray, MetadataValue, PackedTexts};

use std::io;

/// Why a file cannot be read as GGUF.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not follow the format; the reason, as a clause.
    #[error("{0}")]
    Malformed(String),
    /// The file is sound, but not of a kind that can be used.
    #[error("it is {what}")]
    Foreign {
        /// What it is, as in "a picture".
        what: String,
        /// What to do instead, in a sentence.
        advice: &'static str,
    },
}

impl GgufError {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self::Malformed(reason.into())
    }

    pub(crate) fn foreign(what: impl Into<String>, advice: &'static str) -> Self {
        Self::Foreign { what: what.into(), advice }
    }
}
