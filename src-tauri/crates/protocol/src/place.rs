use serde::{Deserialize, Serialize};

use crate::DocumentId;

/// A rectangle on a page, in points (1/72 inch) from the page's top left corner as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// The page, from 1.
    pub page: u32,
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A place in a document: made once, by `documents`, and carried to the screen unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// The page on which it begins, from 1; none where the document has no pages of its own.
    pub page: Option<u32>,
    /// Its first character in the document's plain text, counted in Unicode scalar values.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Where it stands on the pages, one rectangle per line; empty where there are no pages.
    pub rects: Vec<Rect>,
}
