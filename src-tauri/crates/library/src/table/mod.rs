//! One file per table: the content of a row, and every statement that touches it. What spans tables is in
//! [`operation`](crate::operation).

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Row;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

pub(crate) mod batches;
pub(crate) mod collections;
pub(crate) mod cover_failures;
pub(crate) mod covers;
pub(crate) mod documents;
pub(crate) mod edges;
pub(crate) mod embeddings;
pub(crate) mod evidence;
pub(crate) mod existence;
pub(crate) mod graphs;
pub(crate) mod headings;
pub(crate) mod models;
pub(crate) mod name_corrections;
pub(crate) mod name_kinds;
pub(crate) mod nodes;
pub(crate) mod originals;
pub(crate) mod pages;
pub(crate) mod question_documents;
pub(crate) mod question_pairs;
pub(crate) mod questions;
pub(crate) mod recognised_pages;
pub(crate) mod refusals;
pub(crate) mod running_searches;
pub(crate) mod search;
pub(crate) mod settings;
pub(crate) mod sources;
pub(crate) mod steps;
pub(crate) mod texts;
mod window_state;

/// Returns the seconds since 1970-01-01 UTC.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().cast_signed()
}

/// Returns a value without fields, such as a stop reason, as its word in JSON.
fn to_word(value: &impl Serialize) -> Result<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        _ => Err(Error::Refused("a value that should be one word is not".to_owned())),
    }
}

fn from_word<T: DeserializeOwned>(word: String) -> Result<T> {
    serde_json::from_value(serde_json::Value::String(word))
        .map_err(|error| Error::Broken(error.to_string()))
}

/// Returns a column's bytes, without a copy.
fn blob<'row>(row: &'row Row<'_>, column: usize) -> Result<&'row [u8]> {
    Ok(row.get_ref(column)?.as_blob().map_err(rusqlite::Error::from)?)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Broken(error.to_string()))
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Refused(error.to_string()))
}
