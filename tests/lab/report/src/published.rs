//! What was measured for a model, and what of it was published before.

use std::fs;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ReportOutput;

/// All parts that were measured for a model.
#[derive(Debug, Serialize, Deserialize)]
pub struct AllMeasured<M> {
    /// The model's name.
    pub model: String,
    /// Its file's SHA-256.
    pub sha256: String,
    /// What was measured, part by part.
    pub parts: Vec<M>,
}

impl<M> AllMeasured<M> {
    /// Returns the first line of a page.
    pub fn heading(&self) -> String {
        format!("Model: {} (`{}`).\n", self.model, self.sha256)
    }
}

/// Returns the parts that the file of `--json` already has for a model, perhaps from another machine.
pub fn published<M: DeserializeOwned>(output: &ReportOutput, sha256: &str) -> Vec<M> {
    let text = output.json_path().and_then(|path| fs::read(path).ok()).unwrap_or_default();
    let all: Option<AllMeasured<M>> = serde_json::from_slice(&text).ok();
    all.filter(|all| all.sha256 == sha256).map_or_else(Vec::new, |all| all.parts)
}
