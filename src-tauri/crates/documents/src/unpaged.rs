//! Documents without printed pages, from their text.

use crate::document::{Document, Format};
use crate::error::Error;
use crate::parts::{self, Border};
use crate::{html, metadata, plain};

/// The maximum size of a document's text in bytes: more than any book, in any language. All work on
/// a text takes time in proportion to it.
const LONGEST_TEXT: usize = 50_000_000;

/// Builds a document of plain text.
pub(crate) fn of_text(decoded: &str, title: &str) -> Result<Document, Error> {
    if plain::is_rubbish(decoded) {
        return Err(Error::FormatUnknown("a file that is not text"));
    }
    require_length(decoded, Format::Text)?;
    let plain = plain::read(decoded);
    let outline = Border::headings(&plain.borders);
    let document = unpaged(Format::Text, plain.text, &plain.borders, title);
    Ok(Document { outline, ..document })
}

/// Builds a document of a web page.
pub(crate) fn of_markup(source: &str, title: &str) -> Document {
    let page = html::read(source);
    let borders = Border::of_headings(&page.headings);
    let said = metadata::meant_title(&page.title);
    let document = unpaged(Format::Html, page.text, &borders, said.as_deref().unwrap_or(title));
    let (author, language) = (page.author, page.language);
    Document { author, language, outline: page.headings, ..document }
}

/// Builds a document whose pages are parts of readable length.
pub(crate) fn unpaged(format: Format, text: String, borders: &[Border], title: &str) -> Document {
    let pages = parts::cut(&text, borders);
    let title = title.to_owned();
    Document {
        title,
        author: None,
        language: None,
        format,
        text,
        pages,
        outline: Vec::new(),
        marginals: Vec::new(),
        paged: false,
        unread: Vec::new(),
        damaged: Vec::new(),
    }
}

/// Fails if a text is too long.
pub(crate) fn require_length(text: &str, format: Format) -> Result<(), Error> {
    match text.len() > LONGEST_TEXT {
        true => Err(Error::TextTooLong { format, megabytes: LONGEST_TEXT / 1_000_000 }),
        false => Ok(()),
    }
}
