use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use protocol::{DocumentPage, Heading, Password, Rect};
use serde::{Deserialize, Serialize};

use crate::ocr::RecognisedPage;

/// The format of a file, determined by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Format {
    /// Plain text in any encoding.
    Text,
    /// Markdown; distinguished from plain text only by the file's name.
    Markdown,
    /// HTML or XHTML.
    Html,
    /// EPUB 2 or 3.
    Epub,
    /// PDF.
    Pdf,
    /// A Word document, Office Open XML (DOCX, DOCM, DOTX).
    Docx,
    /// An OpenDocument text, packed (ODT, OTT) or flat (FODT).
    Odt,
    /// FictionBook 2, in a ZIP archive or not.
    Fb2,
    /// A mail. A web page saved in mail form (MHTML) is `Html`.
    Mail,
}

impl Format {
    /// Returns a short name for programs: `text`, `markdown`, `html`, `epub`, `pdf`, `docx`, `odt`,
    /// `fb2`, `mail`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Epub => "epub",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Odt => "odt",
            Self::Fb2 => "fb2",
            Self::Mail => "mail",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Text => "text file",
            Self::Markdown => "Markdown file",
            Self::Html => "web page",
            Self::Epub => "EPUB book",
            Self::Pdf => "PDF",
            Self::Docx => "Word document",
            Self::Odt => "OpenDocument text",
            Self::Fb2 => "FictionBook",
            Self::Mail => "mail",
        })
    }
}

/// The inputs of `read` besides the file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The folders in which to look for the PDFium library, in this order.
    pub pdfium: Vec<PathBuf>,
    /// The password of a locked file; other files do not need it.
    pub password: Option<Password>,
    /// The text recognised on pages, by page number from 1. It replaces whatever text the file has
    /// for them.
    pub recognised: BTreeMap<u32, RecognisedPage>,
}

impl ReadOptions {
    /// Returns options that look for the PDFium library in these folders.
    pub fn with_pdfium(folders: Vec<PathBuf>) -> Self {
        Self { pdfium: folders, ..Self::default() }
    }
}

/// A file's text with everything needed to find a passage again.
///
/// All offsets count Unicode scalar values of `text`, from 0. The pages tile the text: the first
/// begins at 0, each begins where the previous one ended, the last ends where the text ends; white
/// space between two pages belongs to the earlier one. A printed page without text has an empty
/// range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The title from the file's own metadata, or else the file's name without its extension.
    pub title: String,
    /// The author, if the file names one.
    pub author: Option<String>,
    /// The language as named by the file, such as `en` or `zh-CN`; not validated.
    pub language: Option<String>,
    /// The file's format.
    pub format: Format,
    /// The plain text: `\n` line ends, a blank line between paragraphs, no control characters
    /// except `\n` and `\t`.
    pub text: String,
    /// Printed pages, or chapters, or parts of a readable length.
    pub pages: Vec<DocumentPage>,
    /// The headings in order: those that the file marks or lists, or else, in a PDF, the text in
    /// larger letters.
    pub outline: Vec<Heading>,
    /// Printed text on the pages that is no part of the text.
    pub marginals: Vec<Marginal>,
    /// Whether the pages are printed ones, whose numbers can be cited.
    pub paged: bool,
    /// The numbers of pages whose text is not in the file: scanned ones that were not recognised,
    /// in order. Their ranges are empty or nearly so.
    pub unread: Vec<u32>,
    /// The unreadable parts of a damaged file, as a reader knows them: the name of a chapter or its
    /// file, a page's number. None of their text is included.
    pub damaged: Vec<String>,
}

/// A running head or foot, or a page's number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Marginal {
    /// Its text on one line.
    pub text: String,
    /// Its position.
    pub rect: Rect,
}
