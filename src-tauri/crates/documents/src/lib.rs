//! Turns file bytes into plain text with exact offsets: pages, words with boxes, and the mapping
//! from a range of the text to rectangles on pages.
//!
//! [`read()`] detects a file's format by its content and returns a [`Document`], or an [`Error`] that
//! says in a sentence what happened and what to do. Nothing here touches the network or writes a
//! file. [`places`] maps ranges of the text to pages and rectangles, [`Revision`] maps a text to
//! its next version. [`PdfPages`] draws the pages of a PDF, [`cover`] draws a file's cover for a
//! list, and [`ocr`] reads pages that are pictures of text.

mod archive;
mod block_writer;
mod characters;
mod cover;
mod cover_limits;
mod document;
mod docx;
mod encoding;
mod epub;
mod error;
mod fb2;
mod flow;
mod format_detection;
mod html;
mod mail;
mod markdown;
mod metadata;
pub mod ocr;
mod odt;
mod parts;
mod password;
mod pdf;
pub mod places;
mod plain;
mod read;
mod revision;
mod signatures;
mod unpaged;
mod xml;

pub use cover::{COVERED, cover};
pub use document::{Document, Format, Marginal, ReadOptions};
pub use error::Error;
pub use format_detection::{HEAD, begins_as_document};
pub use pdf::{PageImage, PdfPages, RenderOptions, find_pdfium};
pub use read::read;
pub use revision::Revision;
