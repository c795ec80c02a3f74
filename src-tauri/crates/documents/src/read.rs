//! Reads a file of any format.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::document::{Document, Format, ReadOptions};
use crate::error::Error;
use crate::format_detection;
use crate::parts::Border;
use crate::unpaged::{of_markup, of_text, require_length, unpaged};
use crate::{docx, encoding, epub, fb2, mail, markdown, odt, pdf};

/// Reads a file. `name` is its file name or path: it serves as the title if the file has none, and
/// distinguishes Markdown from plain text.
///
/// # Errors
///
/// Says why the file has no readable text; see [`Error`].
pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Document, Error> {
    let format = format_detection::detect_format(bytes, name)?;
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

fn read_markdown(bytes: &[u8], title: &str) -> Result<Document, Error> {
    let decoded = encoding::decode(bytes);
    require_length(&decoded, Format::Markdown)?;
    let rendered = markdown::read(&decoded);
    let borders = Border::of_headings(&rendered.headings);
    let title = rendered.title.as_deref().unwrap_or(title);
    let document = unpaged(Format::Markdown, rendered.text, &borders, title);
    Ok(Document { author: rendered.author, outline: rendered.headings, ..document })
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
