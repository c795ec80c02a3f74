//! `pecan model remove`.

use serde_json::json;
use terminal::{CommandResult, CommonArguments, print};

use crate::print::models::{bytes, plain};

/// Removes a downloaded model and says what was removed.
pub fn run(common: &CommonArguments, name: &str) -> CommandResult {
    let removed = engine::remove_downloaded(name)?;
    let summary = json!({ "removed": name, "files": removed.files, "bytes": removed.bytes });
    let text = format!("Removed {} ({}).\n", plain(name), bytes(removed.bytes));
    print(common.json, &summary, &text)
}
