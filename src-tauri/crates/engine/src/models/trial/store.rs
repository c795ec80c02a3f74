//! Trial results, by the model file's SHA-256: per user, not per library. Those of the models that come with Pecan ship
//! with it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::{fs, io};

use protocol::ModelTrial;
use serde::{Deserialize, Serialize};

use crate::config::data_folder;

/// The trials of our own models. The verdicts of the default model come from tales unseen in training, not from the
/// passages of the trial: see tests/lab/default-model.
const SHIPPED: &str = include_str!("shipped.json");
/// Trials of another edition are repeated.
const EDITION: u32 = 2;
const FOLDER: &str = "trials";

#[derive(Serialize, Deserialize)]
struct StoredTrial {
    edition: u32,
    trial: ModelTrial,
}

/// Returns the known results; parts that were not tried are `None`.
pub(super) fn known(hash: &str) -> ModelTrial {
    shipped(hash).or_else(|| read(hash)).unwrap_or_default()
}

/// Stores the results. If they cannot be stored, they are determined again.
pub(super) fn keep(hash: &str, trial: &ModelTrial) {
    let _ = write(hash, &StoredTrial { edition: EDITION, trial: *trial });
}

/// Deletes the results.
pub(super) fn forget(hash: &str) {
    if let Some(path) = path(hash) {
        // A missing file is already forgotten.
        let _ = fs::remove_file(path);
    }
}

fn shipped(hash: &str) -> Option<ModelTrial> {
    let all: HashMap<String, ModelTrial> = serde_json::from_str(SHIPPED).ok()?;
    all.get(hash).copied()
}

fn read(hash: &str) -> Option<ModelTrial> {
    let kept: StoredTrial = serde_json::from_slice(&fs::read(path(hash)?).ok()?).ok()?;
    (kept.edition == EDITION).then_some(kept.trial)
}

/// Writes the file as a whole or not at all.
fn write(hash: &str, kept: &StoredTrial) -> io::Result<()> {
    let Some(path) = path(hash) else { return Ok(()) };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&part, serde_json::to_vec(kept)?)?;
    fs::rename(part, path)
}

fn path(hash: &str) -> Option<PathBuf> {
    Some(data_folder()?.join(FOLDER).join(format!("{hash}.json")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_trials_can_be_read() {
        let all: HashMap<String, ModelTrial> = serde_json::from_str(SHIPPED).unwrap();
        for (hash, trial) in &all {
            assert_eq!(hash.len(), 64);
            assert!(trial.points.is_some() && trial.verdicts.is_some() && trial.answers.is_some());
            assert_eq!(known(hash), *trial);
        }
    }
}
