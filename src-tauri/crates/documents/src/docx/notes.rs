//! Footnotes and endnotes, read before the text that refers to them.

use std::collections::HashMap;

use super::body::{DocxBodyReader, DocxDefinitions};
use super::format::FORMAT;
use super::note_texts::Notes;
use super::numbering::Numbering;
use super::relations::Relations;
use super::styles::DocxStyleSheet;
use crate::Error;
use crate::archive::Archive;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// Reads the parts that contain notes, if any.
pub(super) fn read(
    archive: &mut Archive,
    relations: &Relations,
    styles: &DocxStyleSheet,
    numbering: &Numbering,
) -> Result<Notes, Error> {
    let none = Notes::default();
    let sources = DocxDefinitions { styles, numbering, notes: &none };
    let mut read = |kind: &str, usual: &str| {
        let part = archive.xml(&relations.target(kind, usual), FORMAT)?;
        part.map_or_else(|| Ok(HashMap::new()), |part| read_part(&part, sources))
    };
    let footnotes = read("footnotes", "word/footnotes.xml")?;
    let endnotes = read("endnotes", "word/endnotes.xml")?;
    Ok(Notes { footnotes, endnotes })
}

fn read_part(source: &str, sources: DocxDefinitions<'_>) -> Result<HashMap<String, String>, Error> {
    let mut reading = DocxNotesReader {
        sources,
        body: DocxBodyReader::new(sources),
        notes: HashMap::new(),
        id: None,
    };
    xml::read(source, FORMAT, &mut reading)?;
    Ok(reading.notes)
}

struct DocxNotesReader<'s> {
    sources: DocxDefinitions<'s>,
    body: DocxBodyReader<'s>,
    notes: HashMap<String, String>,
    id: Option<String>,
}

fn is_note(name: ElementName<'_>) -> bool {
    name.space == "w" && matches!(name.local, "footnote" | "endnote")
}

impl XmlSink for DocxNotesReader<'_> {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        if !is_note(element.name) {
            return self.body.open(element);
        }
        // Notes with a type are the lines that separate notes from the text.
        if element.attribute("type").is_some_and(|kind| kind != "normal") {
            return Inside::Skip;
        }
        self.body = DocxBodyReader::new(self.sources);
        self.id = element.attribute("id");
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        if !is_note(name) {
            return self.body.close(name);
        }
        let body = std::mem::replace(&mut self.body, DocxBodyReader::new(self.sources));
        if let Some(id) = self.id.take() {
            self.notes.insert(id, body.finish().0);
        }
    }

    fn text(&mut self, text: &str) {
        self.body.text(text);
    }
}
