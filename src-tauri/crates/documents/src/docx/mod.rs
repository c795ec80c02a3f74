//! Word documents: Office Open XML, transitional or strict, with macros or without.
//!
//! The text is what a reader of the document sees: changes as if accepted, the results of fields,
//! text boxes and notes after the paragraph or table to which they belong. Headers, footers,
//! comments and hidden text are left out.

mod body;
mod fields;
mod format;
mod math;
mod note_texts;
mod notes;
mod numbering;
mod numerals;
mod paragraph;
mod relations;
mod styles;
mod symbols;

use crate::archive::Archive;
use crate::characters::is_mostly_wide;
use crate::metadata::{self, Metadata};
use crate::parts::Border;
use crate::unpaged::unpaged;
use crate::xml::{self, ElementName};
use crate::{Document, Error};
use body::{DocxBodyReader, DocxDefinitions};
use format::FORMAT;
use numbering::Numbering;
use protocol::Heading;
use relations::Relations;
use styles::DocxStyleSheet;

/// Reads a Word document.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let mut archive = Archive::open(bytes)
        .ok_or_else(|| Error::broken(FORMAT, "its ZIP archive cannot be opened"))?;
    if archive.has_password() {
        return Err(Error::PasswordNeeded(FORMAT));
    }
    let package = Relations::of(&mut archive, "");
    let main = package.target("officeDocument", "word/document.xml");
    let text = main_part(&mut archive, &main)?;
    let relations = Relations::of(&mut archive, &main);
    let styles = DocxStyleSheet::read(&optional(
        &mut archive,
        &relations.target("styles", "word/styles.xml"),
    ));
    let numbering = optional(&mut archive, &relations.target("numbering", "word/numbering.xml"));
    let numbering = Numbering::read(&numbering);
    let notes = notes::read(&mut archive, &relations, &styles, &numbering)?;
    let sources = DocxDefinitions { styles: &styles, numbering: &numbering, notes: &notes };
    let story = DocxBodyReader::read(&text, sources)?;
    let core = optional(&mut archive, &package.target("core-properties", "docProps/core.xml"));
    let metadata = metadata::read(&core, FORMAT).unwrap_or_default();
    Ok(assemble(story, metadata, &styles, fallback_title))
}

fn main_part(archive: &mut Archive, name: &str) -> Result<String, Error> {
    let missing = || Error::broken(FORMAT, "the part with its text is missing");
    let text = archive.xml(name, FORMAT)?.ok_or_else(missing)?;
    let is_document =
        xml::begins(&text, |element| element.name == ElementName { space: "w", local: "document" });
    match is_document {
        true => Ok(text),
        false => Err(Error::broken(FORMAT, "the part with its text cannot be parsed")),
    }
}

/// Returns a part without which the text can still be read.
fn optional(archive: &mut Archive, name: &str) -> String {
    archive.xml(name, FORMAT).ok().flatten().unwrap_or_default()
}

fn assemble(
    (text, headings): (String, Vec<Heading>),
    metadata: Metadata,
    styles: &DocxStyleSheet,
    fallback_title: &str,
) -> Document {
    let language = metadata.language.or_else(|| styles.language(is_mostly_wide(&text)));
    let title = metadata.title.as_deref().unwrap_or(fallback_title);
    let document = unpaged(FORMAT, text, &Border::of_headings(&headings), title);
    Document { author: metadata.author, language, outline: headings, ..document }
}
