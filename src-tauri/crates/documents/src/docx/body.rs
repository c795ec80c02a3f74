//! The text of a document, element by element.

use std::collections::HashSet;

use protocol::Heading;

use super::fields::Fields;
use super::format::FORMAT;
use super::math::Math;
use super::note_texts::Notes;
use super::numbering::{Counters, Numbering};
use super::paragraph::DocxParagraph;
use super::styles::DocxStyleSheet;
use super::{numerals, symbols};
use crate::Error;
use crate::block_writer::{BlockWriter, ParagraphKind};
use crate::flow::Break;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// The data needed to read a text.
#[derive(Clone, Copy)]
pub(crate) struct DocxDefinitions<'s> {
    pub styles: &'s DocxStyleSheet,
    pub numbering: &'s Numbering,
    pub notes: &'s Notes,
}

/// The description of a document whose whole text is in parts of other formats.
const FOREIGN: &str = "a Word document with its text in an embedded file of another format";

/// The text of a part as read so far.
pub(crate) struct DocxBodyReader<'s> {
    sources: DocxDefinitions<'s>,
    story: BlockWriter,
    paragraph: DocxParagraph,
    /// The paragraphs around the open text box.
    outer: Vec<DocxParagraph>,
    run: DocxRun,
    fields: Fields,
    counters: Counters,
    math: Math,
    /// The notes referred to so far.
    referred: HashSet<String>,
    /// The number of endnotes and footnotes numbered so far.
    noted: [u32; 2],
    /// The amount of text at the start of each open choice between contents.
    choices: Vec<u64>,
    in_text: bool,
    /// Whether some of the text is in a part of another format.
    has_foreign: bool,
}

/// The open run.
#[derive(Debug, Default)]
struct DocxRun {
    is_hidden: bool,
    font: String,
}

impl<'s> DocxBodyReader<'s> {
    /// Reads the part with the document's text.
    pub fn read(
        source: &str,
        sources: DocxDefinitions<'s>,
    ) -> Result<(String, Vec<Heading>), Error> {
        let mut body = Self::new(sources);
        xml::read(source, FORMAT, &mut body)?;
        if body.fields.hide_text() {
            // A field that never shows its result would hide all text after it.
            body = Self::new(sources);
            body.fields = Fields::ignored();
            xml::read(source, FORMAT, &mut body)?;
        }
        let has_foreign = body.has_foreign;
        match body.finish() {
            (text, _) if text.is_empty() && has_foreign => Err(Error::FormatUnknown(FOREIGN)),
            found => Ok(found),
        }
    }

    /// Creates an empty text.
    pub fn new(sources: DocxDefinitions<'s>) -> Self {
        Self {
            sources,
            story: BlockWriter::default(),
            paragraph: DocxParagraph::default(),
            outer: Vec::new(),
            run: DocxRun::default(),
            fields: Fields::default(),
            counters: Counters::default(),
            math: Math::default(),
            referred: HashSet::new(),
            noted: [0; 2],
            choices: Vec::new(),
            in_text: false,
            has_foreign: false,
        }
    }

    /// Returns the text and its headings.
    pub fn finish(self) -> (String, Vec<Heading>) {
        self.story.finish()
    }

    fn is_shown(&self) -> bool {
        !self.fields.hide_text() && !self.run.is_hidden
    }

    fn push(&mut self, text: &str) {
        if self.is_shown() && !text.is_empty() {
            self.begin_waiting();
            self.story.push(text);
        }
    }

    fn part(&mut self, kind: Break) {
        if self.is_shown() && !self.paragraph.in_properties {
            self.begin_waiting();
            self.story.part(kind);
        }
    }

    /// Begins the open paragraph, whose properties are all known by now.
    fn begin_waiting(&mut self) {
        if std::mem::take(&mut self.paragraph.is_waiting) {
            let (kind, number) = self.number();
            self.story.begin_paragraph(kind);
            self.story.push(&number);
            self.story.part(Break::Space);
        }
    }

    /// Counts the open paragraph and returns its kind and number.
    fn number(&mut self) -> (ParagraphKind, String) {
        let DocxDefinitions { styles, numbering, .. } = self.sources;
        let (kind, list) = self.paragraph.kind(styles);
        let style = self.paragraph.style.as_deref();
        (kind, numbering.mark(&mut self.counters, &list, style))
    }

    fn open_paragraph(&mut self) {
        let goes_on = self.paragraph.goes_on && self.story.in_paragraph();
        self.paragraph = DocxParagraph::default();
        self.paragraph.is_waiting = !goes_on;
        self.run = DocxRun::default();
    }

    fn close_paragraph(&mut self) {
        self.run = DocxRun::default();
        if self.paragraph.goes_on {
            return;
        }
        if self.paragraph.is_waiting {
            // Word also counts empty items.
            self.number();
        } else {
            self.story.end_paragraph();
        }
    }

    fn refer(&mut self, element: &Element<'_>, is_footnote: bool) {
        let Some(id) = element.attribute("id").filter(|_| self.is_shown()) else { return };
        let Notes { footnotes, endnotes } = self.sources.notes;
        let (notes, kind, format) = match is_footnote {
            true => (footnotes, 'f', "decimal"),
            false => (endnotes, 'e', "lowerRoman"),
        };
        let Some(text) = notes.get(&id) else { return };
        if !self.referred.insert(format!("{kind}{id}")) {
            return;
        }
        self.begin_waiting();
        // A note with its own mark begins with that mark, and so does the text after the reference.
        if element.attribute("customMarkFollows").is_some_and(|own| is_on(&own)) {
            return self.story.set_aside(text.clone());
        }
        let count = &mut self.noted[usize::from(is_footnote)];
        *count += 1;
        let number = numerals::write(*count, format);
        if !self.story.in_heading() {
            self.story.push(&format!("[{number}]"));
        }
        self.story.set_aside(format!("[{number}] {text}"));
    }

    fn show_symbol(&mut self, element: &Element<'_>) {
        let code = element.attribute("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
        let font = element.attribute("font").unwrap_or_default();
        if let Some(character) = code.and_then(|code| symbols::shown(code, &font)) {
            self.push(character.encode_utf8(&mut [0; 4]));
        }
    }

    fn open_text_box(&mut self) {
        self.begin_waiting();
        self.story.begin_aside();
        self.outer.push(std::mem::take(&mut self.paragraph));
        self.run = DocxRun::default();
    }

    fn close_text_box(&mut self) {
        self.story.end_aside();
        self.paragraph = self.outer.pop().unwrap_or_default();
    }

    /// Reads the first of several alternative contents that yields text.
    fn open_choice(&self) -> Inside {
        match self.choices.last() {
            Some(before) if self.story.written() > *before => Inside::Skip,
            _ => Inside::Read,
        }
    }

    fn open_word(&mut self, name: &str, element: &Element<'_>) -> Inside {
        match name {
            "p" => self.open_paragraph(),
            "pPr" => self.paragraph.in_properties = true,
            "r" => self.run = DocxRun::default(),
            "del" if self.paragraph.in_properties => self.paragraph.goes_on = true,
            "moveFrom" if self.paragraph.in_properties => self.paragraph.goes_on = true,
            "del" | "moveFrom" | "instrText" | "delInstrText" | "delText" | "rt" | "sdtPr"
            | "sectPr" | "tblPr" | "trPr" | "tcPr" => return Inside::Skip,
            _ if name.ends_with("PrChange") => return Inside::Skip,
            _ if self.paragraph.in_properties => self.paragraph.set(name, element),
            "vanish" => self.run.is_hidden = element.attribute("val").is_none_or(|on| is_on(&on)),
            "rFonts" => self.run.font = element.attribute("ascii").unwrap_or_default(),
            "t" => self.in_text = true,
            "tbl" => self.story.begin_table(),
            "tr" => self.story.begin_row(),
            "tc" => self.story.begin_cell(),
            "txbxContent" => self.open_text_box(),
            "fldChar" => {
                self.fields.mark(&element.attribute("fldCharType").unwrap_or_default());
            }
            "footnoteReference" => self.refer(element, true),
            "endnoteReference" => self.refer(element, false),
            "sym" => self.show_symbol(element),
            "tab" | "ptab" => self.part(Break::Cell),
            "br" | "cr" => self.part(Break::Line),
            "altChunk" => self.has_foreign = true,
            "noBreakHyphen" => self.push("-"),
            _ => {}
        }
        Inside::Read
    }
}

/// Returns whether a value switches a property on.
fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "off")
}

impl XmlSink for DocxBodyReader<'_> {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match (element.name.space, element.name.local) {
            ("w", name) => return self.open_word(name, element),
            ("mc", "AlternateContent") => self.choices.push(self.story.written()),
            ("mc", "Choice" | "Fallback") => return self.open_choice(),
            ("w16se", "symEx") => self.show_symbol(element),
            ("m", "t") => self.in_text = true,
            ("m", _) => {
                let sign = self.math.open(element);
                self.push(sign);
            }
            _ => {}
        }
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        match (name.space, name.local) {
            ("w" | "m", "t") => self.in_text = false,
            ("w", "p") => self.close_paragraph(),
            ("w", "pPr") => self.paragraph.in_properties = false,
            ("w", "tbl") => self.story.end_table(),
            ("w", "txbxContent") => self.close_text_box(),
            ("mc", "AlternateContent") => drop(self.choices.pop()),
            ("m", _) => {
                let sign = self.math.close(name);
                self.push(&sign);
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text {
            let shown = symbols::shown_text(text, &self.run.font);
            self.push(&shown);
        }
    }
}
