//! What the shell tells the page, and what the page asks of it.

use std::collections::BTreeMap;

use protocol::{DocumentId, Estimate, Request};
use serde::{Deserialize, Serialize};

/// Facts about the program around the page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AppDetails {
    /// The program's version.
    pub version: String,
    /// The path of its log.
    pub log: String,
    /// Documents named on its command line.
    pub files: Vec<String>,
    /// The sample book, if it exists.
    pub sample: Option<DemonstrationBook>,
    /// Whether this is the first window, with only the sample book in its library.
    pub first: bool,
}

/// A book about which the demonstration model can answer questions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DemonstrationBook {
    /// Its file.
    pub file: String,
    /// A question that it answers.
    pub question: String,
}

/// What was unfinished when the window was closed or crashed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Unfinished {
    /// The requests in the queue, the next one first.
    pub requests: Vec<Request>,
    /// Proposed builds without a reply, by document.
    pub proposals: BTreeMap<DocumentId, Estimate>,
}

/// The parts of an address that may be opened.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LinkAddress {
    /// The part before the place.
    pub before: String,
    /// Where the address leads: a host, or the recipients of a mail.
    pub place: String,
    /// The part after the place.
    pub after: String,
    /// Whether it is a mail address.
    pub mail: bool,
}

impl LinkAddress {
    /// Returns the whole address.
    pub fn whole(&self) -> String {
        [self.before.as_str(), &self.place, &self.after].concat()
    }
}

/// What a file dialog offers.
#[derive(Debug, Serialize)]
pub struct FilePickerOptions<'a> {
    /// Its title.
    pub title: &'a str,
    /// The name for this kind of file.
    pub kind: &'a str,
    /// The file name extensions.
    pub extensions: &'a [&'a str],
    /// Whether more than one may be picked.
    pub several: bool,
}

/// The death of the engine's process.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct EngineDeathEvent {
    /// The cause, in words.
    pub how: String,
    /// Whether the engine was restarted to continue unfinished jobs.
    pub again: bool,
}

/// What files that are dragged over the window do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dragging {
    /// They entered it.
    Over,
    /// They left it.
    Gone,
    /// They were dropped.
    Dropped(Vec<String>),
}
