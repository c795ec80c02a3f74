//! `pecan text`.

use std::process::ExitCode;

use protocol::{DocumentId, Outcome, Request};
use serde_json::json;
use terminal::{CommandResult, CommonArguments, print_json, print_text};

use crate::job::request;

/// Prints a document's plain text.
pub fn run(common: &CommonArguments, document: DocumentId) -> CommandResult {
    let outcome = request(common, Request::Text { document, first: 1, count: u32::MAX })?;
    if let Outcome::Text(text) = &outcome {
        if common.json {
            let whole: String = text.pages.iter().map(|page| page.text.as_str()).collect();
            print_json(&json!({ "id": text.id, "title": text.title, "text": whole }))?;
        } else {
            for page in &text.pages {
                print_text(&page.text)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
