//! What the shell around the window's page tells it, and what the page asks of the shell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, Estimate, Request};

/// Facts about the program around the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppDetails {
    /// The program's version.
    pub version: String,
    /// The path of its log.
    pub log: String,
    /// Documents named on its command line.
    pub files: Vec<String>,
    /// The sample book, if it is installed.
    pub sample: Option<SampleBook>,
    /// Whether this is the first window, with only the sample book in its library.
    pub first: bool,
}

/// A book that the demonstration model can answer questions about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleBook {
    /// Its file.
    pub file: String,
    /// A question that it answers.
    pub question: String,
}

/// What was unfinished when the window was closed or crashed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedQueue {
    /// Whether the queue was paused.
    pub paused: bool,
    /// Its requests, the next one first.
    pub requests: Vec<Request>,
    /// Builds proposed to the user, who has not answered yet, by document.
    #[serde(default)]
    pub proposals: BTreeMap<DocumentId, Estimate>,
}

/// An address that may be opened, in three parts in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkAddress {
    /// The part before the place.
    pub before: String,
    /// Where the address leads: a host, perhaps with a port, or the recipients of a mail.
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

/// What a file dialog offers, in the window's language.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FilePickerOptions {
    /// Its title.
    pub title: String,
    /// The name for this kind of file.
    pub kind: String,
    /// The file name extensions.
    pub extensions: Vec<String>,
    /// Whether more than one may be picked.
    pub several: bool,
}

/// The engine's process died.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineCrash {
    /// The cause, in words.
    pub how: String,
    /// Whether the engine was restarted to continue unfinished jobs.
    pub again: bool,
}
