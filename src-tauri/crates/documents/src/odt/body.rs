//! The text of a document, element by element.

use protocol::Heading;

use super::styles::OdtStyleSheet;
use crate::block_writer::{BlockWriter, ParagraphKind};
use crate::flow::Break;
use crate::xml::{Element, ElementName, Inside, XmlSink};

/// The text as read so far.
pub(crate) struct OdtBodyReader<'s> {
    styles: &'s mut OdtStyleSheet,
    story: BlockWriter,
    /// The number of open lists.
    lists: u32,
    /// The mark of a note or the number of an item that is being read.
    mark: Option<String>,
    /// The text with which the next paragraph begins.
    lead: String,
}

impl<'s> OdtBodyReader<'s> {
    /// Creates an empty text; the styles in it are added to the known ones.
    pub fn new(styles: &'s mut OdtStyleSheet) -> Self {
        Self { styles, story: BlockWriter::default(), lists: 0, mark: None, lead: String::new() }
    }

    /// Returns the text and its headings.
    pub fn finish(self) -> (String, Vec<Heading>) {
        self.story.finish()
    }

    fn open_paragraph(&mut self, kind: ParagraphKind) {
        self.story.begin_paragraph(kind);
        let lead = std::mem::take(&mut self.lead);
        self.story.push(&lead);
        self.story.part(Break::Space);
    }

    /// Opens a paragraph that is no heading by itself.
    fn open_text(&mut self, element: &Element<'_>) {
        let style = element.attribute("style-name").unwrap_or_default();
        self.open_paragraph(match self.styles.is_title(&style) {
            true => ParagraphKind::Heading(1),
            false if self.lists > 0 => ParagraphKind::Item,
            false => ParagraphKind::Text,
        });
    }

    fn open_heading(&mut self, element: &Element<'_>) {
        let level = element.attribute("outline-level").and_then(|level| level.parse().ok());
        self.open_paragraph(ParagraphKind::Heading(level.unwrap_or(1).max(1)));
    }

    fn is_hidden(&self, element: &Element<'_>) -> bool {
        element.attribute("style-name").is_some_and(|style| self.styles.is_hidden(&style))
    }

    fn close_citation(&mut self) {
        let mark = self.mark.take().unwrap_or_default();
        let mark = format!("[{}]", mark.trim());
        if !self.story.in_heading() {
            self.story.push(&mark);
        }
        self.lead = mark;
    }

    fn close_number(&mut self) {
        match self.mark.take() {
            Some(number) => self.lead = number,
            None => self.story.part(Break::Space),
        }
    }

    fn close_aside(&mut self) {
        self.lead.clear();
        self.story.end_aside();
    }

    fn open_in_text(&mut self, name: &str, element: &Element<'_>) -> Inside {
        match name {
            "tracked-changes" | "ruby-text" | "script" => return Inside::Skip,
            _ if name.ends_with("-source") => return Inside::Skip,
            "hidden-text" | "hidden-paragraph"
                if element.attribute("is-hidden").is_some_and(|hidden| hidden == "true") =>
            {
                return Inside::Skip;
            }
            "section" if element.attribute("display").is_some_and(|shown| shown == "none") => {
                return Inside::Skip;
            }
            "p" | "h" | "span" if self.is_hidden(element) => return Inside::Skip,
            "p" => self.open_text(element),
            "h" => self.open_heading(element),
            "list" => self.lists += 1,
            "note-citation" => self.mark = Some(String::new()),
            "number" if !self.story.in_paragraph() => self.mark = Some(String::new()),
            "note-body" => self.story.begin_aside(),
            "s" => self.story.part(Break::Space),
            "tab" => self.story.part(Break::Cell),
            "line-break" => self.story.part(Break::Line),
            _ => {}
        }
        Inside::Read
    }
}

/// Returns whether this is a shape that contains paragraphs.
fn is_shape(name: &str) -> bool {
    matches!(
        name,
        "text-box"
            | "custom-shape"
            | "rect"
            | "ellipse"
            | "circle"
            | "line"
            | "polyline"
            | "polygon"
            | "regular-polygon"
            | "path"
            | "connector"
            | "caption"
            | "measure"
    )
}

impl XmlSink for OdtBodyReader<'_> {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match (element.name.space, element.name.local) {
            ("text", name) => return self.open_in_text(name, element),
            ("style", _) => return self.styles.open(element),
            ("table", "table") => self.story.begin_table(),
            ("table", "table-row") => self.story.begin_row(),
            ("table", "table-cell") => self.story.begin_cell(),
            ("table", "covered-table-cell") => return Inside::Skip,
            ("draw", "object" | "image" | "object-ole") => return Inside::Skip,
            ("draw", name) if is_shape(name) => self.story.begin_aside(),
            ("svg", "title" | "desc") | ("math", _) => return Inside::Skip,
            (
                "office",
                "annotation" | "binary-data" | "forms" | "master-styles" | "meta" | "scripts",
            ) => return Inside::Skip,
            _ => {}
        }
        Inside::Read
    }

    fn close(&mut self, name: ElementName<'_>) {
        match (name.space, name.local) {
            ("text", "p" | "h") => self.story.end_paragraph(),
            ("text", "list") => self.lists = self.lists.saturating_sub(1),
            ("text", "note-citation") => self.close_citation(),
            ("text", "number") => self.close_number(),
            ("text", "note-body") => self.close_aside(),
            ("style", _) => self.styles.close(name),
            ("table", "table") => self.story.end_table(),
            ("draw", name) if is_shape(name) => self.close_aside(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(mark) = &mut self.mark {
            mark.push_str(text);
        } else if self.story.in_paragraph() {
            self.story.push(text);
        }
    }
}
