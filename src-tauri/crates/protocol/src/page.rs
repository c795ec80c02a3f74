//! The pages of a document, as they are read, stored and searched for places.

use serde::{Deserialize, Serialize};

use crate::Rect;

/// A printed page, a chapter, or a part of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentPage {
    /// Its position among the pages, from 1.
    pub number: u32,
    /// The printed page number, or the chapter's heading, or else its number.
    pub label: String,
    /// Its first character.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Width and height as shown, in points; `None` if it is no printed page.
    pub size: Option<(f32, f32)>,
    /// Its words in the order of the text; empty if it is no printed page.
    pub words: Vec<PageWord>,
}

/// A run of characters without white space on one line of a page. A word broken at a line's end
/// counts as two, and each Chinese or Japanese character as one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PageWord {
    /// Its first character.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Its position.
    pub rect: Rect,
}
