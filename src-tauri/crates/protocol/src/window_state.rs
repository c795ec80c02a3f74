//! What the window keeps until the next time.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, QuestionId};

/// What a kept value is about. The value is deleted with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of")]
pub enum WindowStateOwner {
    /// The library as a whole.
    Library,
    /// A document.
    Document {
        /// The document.
        document: DocumentId,
    },
    /// A question in the history.
    Question {
        /// The question.
        question: QuestionId,
    },
}

/// A value that the window keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowStateEntry {
    /// The window's name for it.
    pub key: String,
    /// What it is about.
    pub owner: WindowStateOwner,
    /// The value, which only the window understands.
    pub value: String,
}

/// A change to what the window keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowStateChange {
    /// The window's name for the value.
    pub key: String,
    /// What the value is about.
    pub owner: WindowStateOwner,
    /// The new value; none deletes it.
    pub value: Option<String>,
}
