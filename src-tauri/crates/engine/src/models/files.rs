//! The files of models.

use std::path::PathBuf;

use protocol::{Code, Failure};

use crate::config::{MINILM, find_model_file, wanted_at};

/// Returns the path of the sentence embedding model.
///
/// # Errors
///
/// If there is none.
pub fn embedder_file() -> Result<PathBuf, Failure> {
    find_model_file(MINILM).ok_or_else(|| {
        let message = format!(
            "The sentence embedding model is missing. Pecan looks for it at {}. Run `cargo xtask \
             setup`, or set PECAN_MODELS to its folder.",
            wanted_at(MINILM)
        );
        Failure::new(Code::EmbedderMissing, message)
    })
}
