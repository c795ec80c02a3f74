//! Fields, whose results are shown and whose instructions are not.

/// The fields that are open.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// Whether each is still in its instruction.
    open: Vec<bool>,
    /// How many are.
    instructions: usize,
    /// Whether to read as if there were none.
    ignored: bool,
}

impl Fields {
    /// Fields that are read as if there were none.
    pub fn ignored() -> Self {
        Self { ignored: true, ..Self::default() }
    }

    /// Whether the text that comes now is part of an instruction, and not shown.
    pub fn hide_text(&self) -> bool {
        self.instructions > 0
    }

    /// Where a field begins, its result begins (`separate`), or it ends.
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
