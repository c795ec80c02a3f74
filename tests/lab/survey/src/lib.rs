//! Measures the document readers: against other readers' texts, against generated files with a
//! known text, by the ink under rectangles and what character recognition reads there, and by time.
//!
//! The other readers are programs that run only for comparison: poppler's `pdftotext`, MuPDF's
//! `mutool`, Tesseract. The table leaves out those missing on a machine and says so.

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

/// Returns the folders that may contain PDFium.
pub fn folders() -> Vec<PathBuf> {
    vec![std::env::var_os("PECAN_MODELS").unwrap_or_default().into()]
}
