//! What the document readers are measured by: other readers' texts, files made with a known text,
//! the ink under rectangles and what character recognition reads there, and time.
//!
//! The other readers are programs that run only to compare: poppler's `pdftotext`, MuPDF's
//! `mutool`, Tesseract. What of them is missing on a machine is left out of the table, and said.

use std::path::PathBuf;

pub mod agreement;
pub mod chunks;
pub mod directions;
pub mod good;
pub mod hostile;
pub mod justified;
pub mod made;
pub mod mutations;
pub mod order;
pub mod paper;
pub mod picture;
pub mod places;
pub mod rows;
pub mod sheets;
pub mod speed;
pub mod tools;
pub mod tops;

/// Folders that may hold PDFium.
pub fn folders() -> Vec<PathBuf> {
    vec![std::env::var_os("PECAN_MODELS").unwrap_or_default().into()]
}
