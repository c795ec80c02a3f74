//! The texts of footnotes and endnotes.

use std::collections::HashMap;

/// The texts of a document's notes, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub footnotes: HashMap<String, String>,
    pub endnotes: HashMap<String, String>,
}
