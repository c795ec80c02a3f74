use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use protocol::{Password, Rect};
use serde::{Deserialize, Serialize};

use crate::ocr::RecognisedPage;

/// What a file turned out to be, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Format {
    /// Plain text in any encoding.
    Text,
    /// Markdown; told from plain text by the file's name alone.
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
    /// FictionBook 2, packed into a ZIP archive or not.
    Fb2,
    /// A mail. A web page that was saved in the form of one (MHTML) is `Html`.
    Mail,
}

impl Format {
    /// A short name for programs: `text`, `markdown`, `html`, `epub`, `pdf`, `docx`,
    /// `odt`, `fb2`, `mail`.
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

/// What `read` may use.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Folders in which the PDFium library is looked for, in this order.
    pub pdfium: Vec<PathBuf>,
    /// What opens the file, if it is locked; files that are not do without.
    pub password: Option<Password>,
    /// What text recognition has seen on pages, by their numbers from 1: what those pages hold,
    /// whatever text the file has for them.
    pub recognised: BTreeMap<u32, RecognisedPage>,
}

impl ReadOptions {
    /// Options that look for the PDFium library in these folders.
    pub fn with_pdfium(folders: Vec<PathBuf>) -> Self {
        Self { pdfium: folders, ..Self::default() }
    }
}

/// A file's text with everything needed to find a passage again.
///
/// All offsets count Unicode scalar values of `text`, from 0. The pages tile the text: the first
/// begins at 0, each begins where the one before it ended, the last ends where the text ends;
/// white space between two pages belongs to the earlier one. A printed page without text has an
/// empty range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The title by the file's own metadata, or else the file's name without its extension.
    pub title: String,
    /// The author, where the file says so.
    pub author: Option<String>,
    /// The language as the file names it, such as `en` or `zh-CN`; not checked.
    pub language: Option<String>,
    /// What the file is.
    pub format: Format,
    /// The plain text: `\n` line ends, a blank line between paragraphs, no control characters
    /// but `\n` and `\t`.
    pub text: String,
    /// Printed pages, or chapters, or parts of a readable length.
    pub pages: Vec<Page>,
    /// The headings in order: those that the file marks or lists, or else, in a PDF, what is
    /// printed in larger letters.
    pub outline: Vec<Heading>,
    /// What is printed on the pages but is no part of the text.
    pub marginals: Vec<Marginal>,
    /// Whether the pages are printed ones, whose numbers can be cited.
    pub paged: bool,
    /// The numbers of the pages that show text which the file does not hold: scanned ones that
    /// were not recognised, in order. Their own ranges are empty or nearly so.
    pub unread: Vec<u32>,
    /// Parts of a damaged file that could not be read, by what a reader knows them by: a chapter's
    /// name or its file's, a page's number. Of their text nothing is here.
    pub damaged: Vec<String>,
}

/// A heading in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 for the highest.
    pub level: u8,
    /// Its words on one line.
    pub title: String,
    /// Its first character.
    pub start: u32,
}

/// A running head or foot, or a page's number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Marginal {
    /// Its words on one line.
    pub text: String,
    /// Where it stands.
    pub rect: Rect,
}

/// A printed page, a chapter, or a part of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Its place among the pages, from 1.
    pub number: u32,
    /// What is printed on it as its number, or the heading of its chapter, or else its number.
    pub label: String,
    /// Its first character.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Width and height as shown, in points; none where it is no printed page.
    pub size: Option<(f32, f32)>,
    /// Its words in the order of the text; empty where it is no printed page.
    pub words: Vec<Word>,
}

/// A run of characters without white space that stand together on one line of a page. A word
/// that is broken at a line's end counts as two, and each Chinese or Japanese character as one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// Its first character.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Where it stands.
    pub rect: Rect,
}
