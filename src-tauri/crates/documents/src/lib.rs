//! Turns file bytes into plain text with exact offsets: pages, words with boxes, and the mapping
//! from a range of the text to rectangles on pages.
//!
//! [`read`] detects a file's format by its content and returns a [`Document`], or an [`Error`] that
//! says in a sentence what happened and what to do. Nothing here touches the network or writes a
//! file. [`places`] maps ranges of the text to pages and rectangles, [`Revision`] maps a text to
//! its next version. [`PdfPages`] draws the pages of a PDF, [`cover`] draws a file's cover for a
//! list, and [`ocr`] reads pages that are pictures of text.

mod archive;
mod block_writer;
mod characters;
mod cover;
mod document;
mod docx;
mod encoding;
mod epub;
mod error;
mod fb2;
mod flow;
mod html;
mod magic;
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
mod revision;
mod sniff;
mod xml;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use cover::{COVERED, cover};
pub use document::{
    Document, DocumentHeading, DocumentPage, Format, Marginal, PageWord, ReadOptions,
};
pub use error::Error;
pub use pdf::{PageImage, PdfPages, RenderOptions, find_pdfium};
pub use revision::Revision;
pub use sniff::{HEAD, begins_as_document};

use parts::Border;

/// The maximum size of a document's text in bytes: more than any book, in any language. All work on
/// a text takes time in proportion to it.
const LONGEST_TEXT: usize = 50_000_000;

/// Reads a file. `name` is its file name or path: it serves as the title if the file has none, and
/// distinguishes Markdown from plain text.
///
/// # Errors
///
/// Says why the file has no readable text; see [`Error`].
pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Document, Error> {
    let format = sniff::sniff(bytes, name)?;
    let title = title_of(name);
    // The parsers are third-party and meet files made to break them: a panic in one means a damaged
    // file, not the end of the program.
    let parsed = catch_unwind(AssertUnwindSafe(|| match format {
        Format::Text => read_text(bytes, title),
        Format::Markdown => read_markdown(bytes, title),
        Format::Html => Ok(of_markup(&encoding::decode_markup(bytes), title)),
        Format::Epub => epub::read(bytes, title),
        Format::Pdf => pdf::read(bytes, title, options),
        Format::Docx => docx::read(bytes, title),
        Format::Odt => odt::read(bytes, title),
        Format::Fb2 => fb2::read(bytes, title),
        Format::Mail => mail::read(bytes, title),
    }));
    let mut document =
        parsed.unwrap_or_else(|_| Err(Error::broken(format, "the parser failed")))?;
    document.title.retain(|letter| !turns(letter));
    match document.text.chars().all(char::is_whitespace) {
        true => Err(Error::NoText(document.format)),
        false => require_length(&document.text, document.format).map(|()| document),
    }
}

/// Returns whether a character changes the direction of those after it: in a title it would make
/// `exe.txt` read as `txt.exe`, and reverse the text beside it.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Fails if a text is too long.
fn require_length(text: &str, format: Format) -> Result<(), Error> {
    match text.len() > LONGEST_TEXT {
        true => Err(Error::TextTooLong { format, megabytes: LONGEST_TEXT / 1_000_000 }),
        false => Ok(()),
    }
}

/// Returns the file's name without folders and extension.
fn title_of(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    }
}

fn read_text(bytes: &[u8], title: &str) -> Result<Document, Error> {
    of_text(&encoding::decode(bytes), title)
}

/// Builds a document of plain text.
fn of_text(decoded: &str, title: &str) -> Result<Document, Error> {
    if plain::is_rubbish(decoded) {
        return Err(Error::FormatUnknown("a file that is not text"));
    }
    require_length(decoded, Format::Text)?;
    let plain = plain::read(decoded);
    let outline = Border::headings(&plain.borders);
    let document = unpaged(Format::Text, plain.text, &plain.borders, title);
    Ok(Document { outline, ..document })
}

fn read_markdown(bytes: &[u8], title: &str) -> Result<Document, Error> {
    let decoded = encoding::decode(bytes);
    require_length(&decoded, Format::Markdown)?;
    let rendered = markdown::read(&decoded);
    let borders = Border::of_headings(&rendered.headings);
    let title = rendered.title.as_deref().unwrap_or(title);
    let document = unpaged(Format::Markdown, rendered.text, &borders, title);
    Ok(Document { author: rendered.author, outline: rendered.headings, ..document })
}

/// Builds a document of a web page.
fn of_markup(source: &str, title: &str) -> Document {
    let page = html::read(source);
    let borders = Border::of_headings(&page.headings);
    let said = metadata::meant_title(&page.title);
    let document = unpaged(Format::Html, page.text, &borders, said.as_deref().unwrap_or(title));
    let (author, language) = (page.author, page.language);
    Document { author, language, outline: page.headings, ..document }
}

fn unpaged(format: Format, text: String, borders: &[Border], title: &str) -> Document {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_do_not_turn_the_words_around_them() {
        let read = read(b"It is short.", "a \u{202e}gnp.exe.txt", &ReadOptions::default()).unwrap();
        assert_eq!(read.title, "a gnp.exe");
    }

    #[test]
    fn titles_are_names_without_folders_and_extensions() {
        let cases = [
            ("/a/b/The Book.v2.txt", "The Book.v2"),
            ("C:\\x\\y.pdf", "y"),
            (".hidden", ".hidden"),
            ("plain", "plain"),
            ("", ""),
        ];
        for (name, title) in cases {
            assert_eq!(title_of(name), title);
        }
    }
}
