//! Running text of a word processor's document: paragraphs, lists, tables, and asides, that is
//! notes and text boxes, which follow the paragraph or table to which they belong.

use crate::flow::{Break, Flow};
use protocol::Heading;

/// The kind of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParagraphKind {
    /// A paragraph of its own.
    Text,
    /// An item of a list: no blank line separates it from the next.
    Item,
    /// A heading, 1 for the highest level.
    Heading(u8),
}

/// A document's text, built paragraph by paragraph.
#[derive(Debug, Default)]
pub(crate) struct BlockWriter {
    /// The text being built.
    frame: BlockContext,
    /// The texts around it, the document's first.
    outer: Vec<BlockContext>,
    /// The number of open asides deeper than `DEEPEST`, which are read as if they were none.
    flat: u32,
    written: u64,
}

/// The maximum nesting depth of asides, which bounds how often a text is moved.
const DEEPEST: usize = 4;

/// A text with paragraphs.
#[derive(Debug, Default)]
struct BlockContext {
    flow: Flow,
    tables: Vec<TableProgress>,
    /// The open paragraph.
    paragraph: Option<ParagraphKind>,
    after_item: bool,
    /// Texts to follow the paragraph or table.
    asides: Vec<String>,
}

/// The progress of a table.
#[derive(Debug, Default)]
struct TableProgress {
    in_rows: bool,
    in_row: bool,
    in_cell: bool,
}

impl BlockWriter {
    /// Begins a paragraph, and ends the one before if it is still open.
    pub fn begin_paragraph(&mut self, kind: ParagraphKind) {
        self.end_paragraph();
        self.frame.begin_paragraph(kind);
    }

    /// Returns whether a paragraph is open.
    pub fn in_paragraph(&self) -> bool {
        self.frame.paragraph.is_some()
    }

    /// Returns whether a heading is open.
    pub fn in_heading(&self) -> bool {
        matches!(self.frame.paragraph, Some(ParagraphKind::Heading(_)))
    }

    /// Ends the open paragraph.
    pub fn end_paragraph(&mut self) {
        self.frame.end_paragraph();
    }

    /// Adds text whose white space counts at most as one space.
    pub fn push(&mut self, text: &str) {
        self.written += text.len() as u64;
        self.frame.flow.push(text);
    }

    /// Requests a space, a tab or a new line before the next text.
    pub fn part(&mut self, kind: Break) {
        self.frame.flow.part(kind);
    }

    /// Returns the amount of text added so far, in bytes as they came.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Begins a table, in a cell or not.
    pub fn begin_table(&mut self) {
        self.end_paragraph();
        self.frame.begin_block();
        self.frame.tables.push(TableProgress::default());
    }

    /// Begins a row of the table.
    pub fn begin_row(&mut self) {
        let Some(table) = self.frame.tables.last_mut() else { return };
        if std::mem::replace(&mut table.in_rows, true) {
            self.frame.flow.part(Break::Line);
        }
        table.in_row = false;
    }

    /// Begins a cell of the row.
    pub fn begin_cell(&mut self) {
        let Some(table) = self.frame.tables.last_mut() else { return };
        if std::mem::replace(&mut table.in_row, true) {
            self.frame.flow.part(Break::Cell);
        }
        table.in_cell = false;
    }

    /// Ends the table.
    pub fn end_table(&mut self) {
        self.end_paragraph();
        self.frame.tables.pop();
        self.frame.flush();
    }

    /// Begins an aside of the paragraph.
    pub fn begin_aside(&mut self) {
        if self.outer.len() < DEEPEST {
            self.outer.push(std::mem::take(&mut self.frame));
        } else {
            self.flat += 1;
        }
    }

    /// Ends the aside, which follows the paragraph or table.
    pub fn end_aside(&mut self) {
        if self.flat > 0 {
            self.flat -= 1;
        } else if let Some(outer) = self.outer.pop() {
            let aside = std::mem::replace(&mut self.frame, outer).finish().0;
            self.set_aside(aside);
        }
    }

    /// Adds an aside of the paragraph that was read before.
    pub fn set_aside(&mut self, text: String) {
        if !text.is_empty() {
            self.frame.asides.push(text);
        }
        if self.frame.paragraph.is_none() {
            self.frame.flush();
        }
    }

    /// Returns the text and its headings.
    pub fn finish(mut self) -> (String, Vec<Heading>) {
        while !self.outer.is_empty() {
            self.flat = 0;
            self.end_aside();
        }
        self.frame.finish()
    }
}

impl BlockContext {
    fn begin_paragraph(&mut self, kind: ParagraphKind) {
        match kind {
            ParagraphKind::Heading(level) if self.tables.is_empty() => {
                self.flow.begin_heading(level)
            }
            ParagraphKind::Item if self.after_item && self.tables.is_empty() => {
                self.flow.part(Break::Line)
            }
            _ => self.begin_block(),
        }
        self.after_item = kind == ParagraphKind::Item;
        self.paragraph = Some(kind);
    }

    /// Separates a paragraph or table from the text before it, in the same cell if it is in one.
    fn begin_block(&mut self) {
        let Some(table) = self.tables.last_mut() else {
            return self.flow.part(Break::Paragraph);
        };
        if std::mem::replace(&mut table.in_cell, true) {
            self.flow.part(Break::Line);
        }
    }

    fn end_paragraph(&mut self) {
        if let Some(ParagraphKind::Heading(_)) = self.paragraph.take()
            && self.tables.is_empty()
        {
            self.flow.end_heading();
        }
        self.flush();
    }

    /// Writes the asides, unless a table is still open.
    fn flush(&mut self) {
        if !self.tables.is_empty() {
            return;
        }
        for aside in self.asides.drain(..) {
            self.flow.part(Break::Paragraph);
            self.flow.push_verbatim(&aside);
            self.after_item = false;
        }
        if !self.after_item {
            self.flow.part(Break::Paragraph);
        }
    }

    fn finish(mut self) -> (String, Vec<Heading>) {
        self.tables.clear();
        self.end_paragraph();
        self.flow.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(build: impl FnOnce(&mut BlockWriter)) -> String {
        let mut story = BlockWriter::default();
        build(&mut story);
        story.finish().0
    }

    fn paragraph(story: &mut BlockWriter, kind: ParagraphKind, text: &str) {
        story.begin_paragraph(kind);
        story.push(text);
        story.end_paragraph();
    }

    #[test]
    fn items_stand_on_lines_and_paragraphs_apart() {
        let text = story(|story| {
            paragraph(story, ParagraphKind::Heading(1), "Title");
            paragraph(story, ParagraphKind::Text, "one");
            paragraph(story, ParagraphKind::Item, "a");
            paragraph(story, ParagraphKind::Item, "b");
            paragraph(story, ParagraphKind::Text, "two");
        });
        assert_eq!(text, "Title\n\none\n\na\nb\n\ntwo");
    }

    #[test]
    fn tables_are_rows_of_cells() {
        let cell = |story: &mut BlockWriter, texts: &[&str]| {
            story.begin_cell();
            texts.iter().for_each(|text| paragraph(story, ParagraphKind::Text, text));
        };
        let text = story(|story| {
            paragraph(story, ParagraphKind::Text, "before");
            story.begin_table();
            story.begin_row();
            cell(story, &["a", "b"]);
            cell(story, &["c"]);
            story.begin_row();
            cell(story, &["d"]);
            story.begin_cell();
            story.begin_table();
            story.begin_row();
            cell(story, &["x"]);
            cell(story, &["y"]);
            story.end_table();
            paragraph(story, ParagraphKind::Heading(1), "z");
            story.end_table();
            paragraph(story, ParagraphKind::Text, "after");
        });
        assert_eq!(text, "before\n\na\nb\tc\nd\tx\ty\nz\n\nafter");
    }

    #[test]
    fn asides_follow_their_paragraph_or_table() {
        let aside = |story: &mut BlockWriter, text: &str| {
            story.begin_aside();
            paragraph(story, ParagraphKind::Text, text);
            story.end_aside();
        };
        let text = story(|story| {
            story.begin_paragraph(ParagraphKind::Text);
            story.push("one ");
            aside(story, "note");
            story.push("two");
            story.end_paragraph();
            story.begin_table();
            story.begin_row();
            story.begin_cell();
            story.begin_paragraph(ParagraphKind::Text);
            aside(story, "box");
            story.push("cell");
            story.begin_cell();
            paragraph(story, ParagraphKind::Text, "next");
            story.end_table();
            paragraph(story, ParagraphKind::Text, "end");
        });
        assert_eq!(text, "one two\n\nnote\n\ncell\tnext\n\nbox\n\nend");
    }

    #[test]
    fn asides_in_asides_end_somewhere() {
        let text = story(|story| {
            for nth in 0..1000 {
                story.begin_paragraph(ParagraphKind::Text);
                story.push(&format!("{nth} "));
                story.begin_aside();
            }
            for _ in 0..900 {
                story.end_aside();
            }
        });
        assert!(text.starts_with("0\n\n1\n\n2\n\n3\n\n4\n\n5\n\n") && text.ends_with("999"));
    }
}
