//! Titles, authors and languages from files' own metadata, cleaned for display.

use crate::xml::{self, Element, ElementName, Inside, XmlSink};
use crate::{Error, Format};

/// A file's metadata; empty where it gives none.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub title: Option<String>,
    pub author: Option<String>,
    pub language: Option<String>,
}

/// Reads the metadata of an office document: `docProps/core.xml` or `meta.xml`.
pub(crate) fn read(source: &str, format: Format) -> Result<Metadata, Error> {
    let mut reading = MetadataSink::default();
    xml::read(source, format, &mut reading)?;
    Ok(reading.finish())
}

/// Extracts the metadata from an XML file that contains them, alone or among other things.
#[derive(Debug, Default)]
pub(crate) struct MetadataSink {
    field: Option<MetadataField>,
    title: String,
    /// OpenDocument names the first author separately from the last editor of the text.
    first_author: String,
    author: String,
    language: String,
}

#[derive(Debug, Clone, Copy)]
enum MetadataField {
    Title,
    FirstAuthor,
    Author,
    Language,
}

impl MetadataSink {
    /// Returns the metadata found.
    pub fn finish(self) -> Metadata {
        Metadata {
            title: meant_title(&self.title),
            author: clean(&self.first_author).or_else(|| clean(&self.author)),
            language: clean(&self.language),
        }
    }
}

impl XmlSink for MetadataSink {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        self.field = match (element.name.space, element.name.local) {
            ("dc", "title") => Some(MetadataField::Title),
            ("meta", "initial-creator") => Some(MetadataField::FirstAuthor),
            ("dc", "creator") => Some(MetadataField::Author),
            ("dc", "language") => Some(MetadataField::Language),
            // A flat file has its text here, and in it comments with authors of their own.
            ("office", "body") => return Inside::Skip,
            _ => None,
        };
        Inside::Read
    }

    fn close(&mut self, _name: ElementName<'_>) {
        self.field = None;
    }

    fn text(&mut self, text: &str) {
        match self.field {
            Some(MetadataField::Title) => self.title.push_str(text),
            Some(MetadataField::FirstAuthor) => self.first_author.push_str(text),
            Some(MetadataField::Author) => self.author.push_str(text),
            Some(MetadataField::Language) => self.language.push_str(text),
            None => {}
        }
    }
}

/// Returns the value on one line, if it is not empty.
pub(crate) fn clean(value: &str) -> Option<String> {
    let words: String = value.chars().filter_map(crate::characters::readable).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

/// Words that programs use in place of a title, apart from a number after them.
const PLACEHOLDERS: [&str; 22] = [
    "book",
    "binder",
    "doc",
    "document",
    "dokument",
    "microsoft powerpoint presentation",
    "microsoft word document",
    "new document",
    "no title",
    "page",
    "pdf",
    "powerpoint presentation",
    "presentation",
    "sans titre",
    "slide",
    "sin título",
    "title",
    "unbenannt",
    "unknown",
    "unknown title",
    "无标题",
    "無題",
];

/// Returns the title, unless a program put a file's name or nothing in its place. Several words are
/// a title even if they name a file.
pub(crate) fn meant_title(title: &str) -> Option<String> {
    let title = clean(title)?;
    let title = title.strip_prefix("Microsoft Word - ").unwrap_or(&title);
    let title = match stem(title) {
        Some(stem) => Some(stem).filter(|stem| stem.contains(' '))?,
        None => title,
    };
    let lower = title.to_lowercase();
    let numbered = lower.trim_end_matches(|c: char| c.is_ascii_digit() || " ()_-".contains(c));
    let is_nothing = lower.starts_with("untitled") || PLACEHOLDERS.contains(&numbered);
    let says_something = title.contains(char::is_alphanumeric);
    (says_something && !is_nothing).then(|| title.to_owned())
}

/// Returns a file's name without its extension, if that is one of documents.
fn stem(title: &str) -> Option<&str> {
    let (stem, extension) = title.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let is_known = [
        "doc", "docx", "dot", "dotx", "dvi", "exe", "htm", "html", "indd", "odt", "p65", "pdf",
        "ppt", "pptx", "ps", "qxd", "rtf", "tex", "tif", "tiff", "txt", "wpd", "xls", "xlsx",
    ]
    .contains(&extension.as_str());
    is_known.then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_programs_leave_behind_are_no_titles() {
        let cases = [
            ("A  Study\n of\0 Things", Some("A Study of Things")),
            ("Microsoft Word - A Study", Some("A Study")),
            ("Microsoft Word - study3.doc", None),
            ("Microsoft Word - A Study.doc", Some("A Study")),
            ("A Study (final).PDF", Some("A Study (final)")),
            ("Document", None),
            ("Document 1", None),
            ("Presentation (2)", None),
            ("PowerPoint Presentation", None),
            ("Documents of the war", Some("Documents of the war")),
            ("1984", Some("1984")),
            ("untitled", None),
            (".", None),
            ("  ", None),
            ("paper.dvi", None),
        ];
        for (said, title) in cases {
            assert_eq!(meant_title(said).as_deref(), title, "{said}");
        }
    }

    #[test]
    fn office_documents_say_who_wrote_them() {
        let dc = "xmlns:d='http://purl.org/dc/elements/1.1/'";
        let meta = "xmlns:m='urn:oasis:names:tc:opendocument:xmlns:meta:1.0'";
        let office = "xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0'";
        let said = |title: &str, author: &str, language: &str| {
            let said = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
            Metadata { title: said(title), author: said(author), language: said(language) }
        };
        let cases = [
            (
                "<d:title>A &amp;\n B</d:title><d:creator> C. D. </d:creator>",
                said("A & B", "C. D.", ""),
            ),
            (
                "<m:initial-creator>First</m:initial-creator><d:creator>Last</d:creator>\
                 <d:language>de-AT</d:language>",
                said("", "First", "de-AT"),
            ),
            ("<o:body><d:creator>no</d:creator></o:body>", said("", "", "")),
            ("<d:title/><title>no</title><d:subject>no</d:subject>", said("", "", "")),
        ];
        for (fields, expected) in cases {
            let source = format!("<x {dc} {meta} {office}>{fields}</x>");
            assert_eq!(read(&source, Format::Odt), Ok(expected), "{fields}");
        }
    }
}
