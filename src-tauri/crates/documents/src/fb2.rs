//! FictionBook 2, in a ZIP archive or not.
//!
//! Titles become headings by the depth of their sections. Notes stay where the file has them: in
//! bodies of their own at its end, each below its own number.

mod cover;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use self::cover::cover;
use self::source::{FORMAT, source};
pub(crate) use self::source::{is_book, only_book};
use crate::block_writer::{BlockWriter, ParagraphKind};
use crate::flow::Break;
use crate::metadata::clean;
use crate::parts::Border;
use crate::unpaged::unpaged;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};
use crate::{Document, Error};

/// Reads a book.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let mut book = Fb2Reader::default();
    xml::read(&source(bytes)?, FORMAT, &mut book)?;
    Ok(book.finish(fallback_title))
}

/// The book as read so far.
#[derive(Debug, Default)]
struct Fb2Reader {
    story: BlockWriter,
    title: String,
    authors: Vec<String>,
    language: String,
    in_description: bool,
    /// The open field of the description.
    field: Option<Fb2Field>,
    in_notes: bool,
    in_title: bool,
    /// The number of open sections.
    depth: u32,
    /// The number of open poems.
    poems: u32,
    /// Whether the line before is the number of a note.
    after_number: bool,
}

/// A field of a book's description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fb2Field {
    Title,
    Author,
    Language,
}

impl Fb2Reader {
    fn finish(self, fallback_title: &str) -> Document {
        let (text, headings) = self.story.finish();
        let authors: Vec<String> = self.authors.iter().filter_map(|name| clean(name)).collect();
        let title = clean(&self.title);
        let title = title.as_deref().unwrap_or(fallback_title);
        let document = unpaged(FORMAT, text, &Border::of_headings(&headings), title);
        let (author, language) = (clean(&authors.join(", ")), clean(&self.language));
        Document { author, language, outline: headings, ..document }
    }

    fn open_in_description(&mut self, name: &str) -> Inside {
        match name {
            "title-info" => {}
            "author" => self.authors.push(String::new()),
            "first-name" | "middle-name" | "last-name" | "nickname" => {
                self.field = Some(Fb2Field::Author);
                self.describe(" ");
            }
            "book-title" => self.field = Some(Fb2Field::Title),
            "lang" => self.field = Some(Fb2Field::Language),
            _ => return Inside::Skip,
        }
        Inside::Read
    }

    /// Adds to the open field of the description.
    fn describe(&mut self, text: &str) {
        match self.field {
            Some(Fb2Field::Title) => self.title.push_str(text),
            Some(Fb2Field::Language) => self.language.push_str(text),
            Some(Fb2Field::Author) => {
                if let Some(author) = self.authors.last_mut() {
                    author.push_str(text);
                }
            }
            None => {}
        }
    }

    fn open_in_body(&mut self, element: &Element<'_>) -> Inside {
        match element.name.local {
            "binary" | "stylesheet" => return Inside::Skip,
            "description" => self.in_description = true,
            "body" => {
                self.in_notes = element.attribute("name").is_some_and(|name| !name.is_empty());
            }
            "section" => {
                self.depth += 1;
                self.part(Break::Paragraph);
            }
            "poem" => self.poems += 1,
            "stanza" => self.part(Break::Paragraph),
            "title" => self.open_title(),
            // A title is one paragraph, however many lines it has.
            "p" | "empty-line" if self.in_title => self.story.part(Break::Line),
            "v" => self.story.begin_paragraph(ParagraphKind::Item),
            "p" | "subtitle" | "text-author" | "date" if !self.in_title => self.open_text(),
            "table" => self.story.begin_table(),
            "tr" => self.story.begin_row(),
            "td" | "th" => self.story.begin_cell(),
            _ => {}
        }
        Inside::Read
    }

    fn part(&mut self, kind: Break) {
        self.story.end_paragraph();
        self.story.part(kind);
    }

    /// Opens a heading; but titles of poems in a chapter are none, and sections of notes have their
    /// numbers for titles.
    fn open_title(&mut self) {
        self.in_title = true;
        let is_number = self.in_notes && self.depth > 0;
        let level = u8::try_from(self.depth.max(1)).unwrap_or(u8::MAX);
        self.after_number = is_number;
        self.story.begin_paragraph(match is_number || self.poems > 0 {
            true => ParagraphKind::Item,
            false => ParagraphKind::Heading(level),
        });
    }

    fn open_text(&mut self) {
        let is_after_number = std::mem::take(&mut self.after_number);
        self.story.begin_paragraph(if is_after_number {
            ParagraphKind::Item
        } else {
            ParagraphKind::Text
        });
    }

    fn close_in_body(&mut self, name: &str) {
        match name {
            "section" => self.depth = self.depth.saturating_sub(1),
            "poem" => {
                self.poems = self.poems.saturating_sub(1);
                self.part(Break::Paragraph);
            }
            "title" => {
                self.in_title = false;
                self.story.end_paragraph();
            }
            "p" | "v" | "subtitle" | "text-author" | "date" | "td" | "th" if !self.in_title => {
                self.story.end_paragraph();
            }
            "table" => self.story.end_table(),
            _ => {}
        }
    }
}

impl XmlSink for Fb2Reader {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match self.in_description {
            true => self.open_in_description(element.name.local),
            false => self.open_in_body(element),
        }
    }

    fn close(&mut self, name: ElementName<'_>) {
        self.field = None;
        match name.local {
            "description" => self.in_description = false,
            local => self.close_in_body(local),
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_description {
            self.describe(text);
        } else if self.story.in_paragraph() {
            self.story.push(text);
        } else if !text.trim().is_empty() {
            self.open_text();
            self.story.push(text);
        }
    }
}
