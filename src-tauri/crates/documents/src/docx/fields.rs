//! Fields, whose results are shown and whose instructions are not.

/// The open fields.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// Whether each is still in its instruction.
    open: Vec<bool>,
    /// The number that are.
    instructions: usize,
    /// Whether to ignore fields.
    ignored: bool,
}

impl Fields {
    /// Returns fields that are ignored.
    pub fn ignored() -> Self {
        Self { ignored: true, ..Self::default() }
    }

    /// Returns whether the next text is part of an instruction, and so not shown.
    pub fn hide_text(&self) -> bool {
        self.instructions > 0
    }

    /// Marks where a field begins, its result begins (`separate`), or it ends.
    pub fn mark(&mut self, kind: &str) {
        if self.ignored {
            return;
        }
        match kind {
            "begin" => {
                self.open.push(true);
                self.instructions += 1;
            }
            "separate" => {
                if let Some(instruction @ true) = self.open.last_mut() {
                    *instruction = false;
                    self.instructions -= 1;
                }
            }
            "end" => self.instructions -= usize::from(self.open.pop() == Some(true)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_hidden_from_the_beginning_to_the_result() {
        let cases: [(&[&str], bool); 7] = [
            (&[], false),
            (&["begin"], true),
            (&["begin", "separate"], false),
            (&["begin", "end"], false),
            (&["begin", "begin", "separate"], true),
            (&["begin", "begin", "separate", "end", "separate"], false),
            (&["end", "separate", "separate", "x"], false),
        ];
        for (marks, hidden) in cases {
            let mut fields = Fields::default();
            marks.iter().for_each(|mark| fields.mark(mark));
            assert_eq!(fields.hide_text(), hidden, "{marks:?}");
        }
        let mut ignored = Fields::ignored();
        ignored.mark("begin");
        assert!(!ignored.hide_text());
    }
}
