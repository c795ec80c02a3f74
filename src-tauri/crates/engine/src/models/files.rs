//! The files of models.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use protocol::{Code, Failure};

use crate::config::{MINILM, find_model_file, wanted_at};

/// Returns a file's size and the time of its last change.
pub(crate) fn stamp(path: &Path) -> String {
    let about = path.metadata().ok();
    let size = about.as_ref().map_or(0, std::fs::Metadata::len);
    let changed = about.and_then(|about| about.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{size} {} ", changed.map_or(0, |time| time.as_nanos()))
}

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
