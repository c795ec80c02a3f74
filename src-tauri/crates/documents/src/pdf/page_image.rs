//! A page as a picture, and how it looks.

use serde::{Deserialize, Serialize};

/// The look of a page's picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderOptions {
    /// Pixels in a row; very large pictures have fewer.
    pub width: u32,
    /// Whether it has light letters on dark paper, with pictures unchanged; otherwise it looks as
    /// printed.
    pub dark: bool,
}

impl RenderOptions {
    /// Returns the printed look at this width.
    pub fn printed(width: u32) -> Self {
        Self { width, dark: false }
    }
}

/// A page as shown: cropped, turned, with its annotations and the values of its forms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageImage {
    /// Width and height of the page as shown, in points.
    pub page_size: (f32, f32),
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// The picture as a PNG file, greyscale if the page has no colours.
    pub png: Vec<u8>,
}
