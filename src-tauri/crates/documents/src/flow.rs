//! Builds running text from pieces: folds white space, separates paragraphs, remembers headings.

use crate::characters::{is_wide, readable};
use protocol::Heading;

/// The break between the text so far and what comes next; a later one wins if it is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Break {
    /// Nothing.
    #[default]
    None,
    /// A line end of the source: a space, but nothing between Chinese characters.
    Fold,
    /// A space.
    Space,
    /// The next cell of a table: a tab.
    Cell,
    /// A new line.
    Line,
    /// A blank line.
    Paragraph,
}

/// Text that grows piece by piece. It never begins with a break or ends with white space.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    text: String,
    length: u32,
    pending: Break,
    headings: Vec<Heading>,
    open: Option<(u8, u32, usize)>,
}

impl Flow {
    /// Requests at least this break before the next character.
    pub fn part(&mut self, kind: Break) {
        self.pending = self.pending.max(kind);
    }

    /// Adds text whose white space counts at most as one space.
    pub fn push(&mut self, piece: &str) {
        for character in piece.chars().filter_map(readable) {
            match character {
                '\n' => self.part(Break::Fold),
                _ if character.is_whitespace() => self.part(Break::Space),
                _ => self.put(character),
            }
        }
    }

    /// Adds text whose spaces and line ends are significant.
    pub fn push_verbatim(&mut self, piece: &str) {
        for character in piece.chars().filter_map(readable) {
            // A line end right after a break, as after `<pre>`, is the break itself.
            if character != '\n' || self.pending < Break::Line && !self.text.is_empty() {
                self.put(character);
            }
        }
    }

    /// Begins a heading, 1 for the highest level.
    pub fn begin_heading(&mut self, level: u8) {
        self.part(Break::Paragraph);
        self.settle(' ');
        self.open = Some((level, self.length, self.text.len()));
    }

    /// Ends the open heading.
    pub fn end_heading(&mut self) {
        if let Some((level, start, byte)) = self.open.take() {
            let title = self.text[byte..].split_whitespace().collect::<Vec<_>>().join(" ");
            if !title.is_empty() {
                self.headings.push(Heading { level, start, title });
            }
        }
        self.part(Break::Paragraph);
    }

    /// Returns the text and its headings in order.
    pub fn finish(mut self) -> (String, Vec<Heading>) {
        self.end_heading();
        self.text.truncate(self.text.trim_end().len());
        (self.text, self.headings)
    }

    fn put(&mut self, character: char) {
        self.settle(character);
        self.append(character);
    }

    fn append(&mut self, character: char) {
        self.text.push(character);
        self.length += 1;
    }

    /// Writes the pending break; line ends already present count as part of it.
    fn settle(&mut self, next: char) {
        let kind = std::mem::take(&mut self.pending);
        let Some(last) = self.text.chars().next_back() else { return };
        let newlines = self.text.bytes().rev().take_while(|byte| *byte == b'\n').count();
        let between = match kind {
            Break::None => "",
            Break::Fold if is_wide(last) && is_wide(next) => "",
            Break::Fold | Break::Space if newlines == 0 && last != '\t' => " ",
            Break::Cell if newlines == 0 => "\t",
            Break::Line if newlines == 0 => "\n",
            Break::Paragraph if newlines == 0 => "\n\n",
            Break::Paragraph if newlines == 1 => "\n",
            _ => "",
        };
        between.chars().for_each(|character| self.append(character));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(build: impl FnOnce(&mut Flow)) -> (String, Vec<Heading>) {
        let mut flow = Flow::default();
        build(&mut flow);
        flow.finish()
    }

    #[test]
    fn white_space_folds_and_the_greater_break_wins() {
        let (text, _) = flow(|flow| {
            flow.push("  one \n two");
            flow.part(Break::Line);
            flow.push(" ");
            flow.part(Break::Paragraph);
            flow.push("\nthree");
            flow.part(Break::Cell);
            flow.push("four");
            flow.part(Break::Line);
            flow.push("five\u{ad}six  ");
        });
        assert_eq!(text, "one two\n\nthree\tfour\nfivesix");
    }

    #[test]
    fn chinese_lines_join_without_a_space() {
        assert_eq!(flow(|flow| flow.push("山\n川 海\na")).0, "山川 海 a");
    }

    #[test]
    fn verbatim_text_keeps_its_lines() {
        let (text, _) = flow(|flow| {
            flow.push("code:");
            flow.part(Break::Paragraph);
            flow.push_verbatim("fn a() {\n    b\n}\n");
            flow.part(Break::Paragraph);
            flow.push("end");
        });
        assert_eq!(text, "code:\n\nfn a() {\n    b\n}\n\nend");
    }

    #[test]
    fn headings_know_where_they_begin() {
        let (text, headings) = flow(|flow| {
            flow.push("vörspann");
            flow.begin_heading(2);
            flow.push("  The\n ");
            flow.part(Break::Line);
            flow.push("End");
            flow.end_heading();
            flow.begin_heading(1);
            flow.end_heading();
            flow.push("text");
        });
        assert_eq!(text, "vörspann\n\nThe\nEnd\n\ntext");
        assert_eq!(headings, [Heading { level: 2, start: 10, title: "The End".into() }]);
        let from: String = text.chars().skip(10).collect();
        assert!(from.starts_with("The\nEnd"));
    }
}
