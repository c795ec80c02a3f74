//! Detects when a model without a chat template goes on with another turn instead of ending its own: no token of it
//! marks the end of a turn.

/// What begins a turn, at the beginning of a line. Models without a template learnt dialogues in many forms.
pub const TURN_OPENINGS: [&str; 9] = [
    "User:",
    "Assistant:",
    "Human:",
    "### Instruction",
    "### Response",
    "### Input",
    "### Human",
    "### Assistant",
    "### User",
];

/// Watches an output for the beginning of another turn.
#[derive(Default)]
pub(crate) struct ForeignTurn {
    /// The current line.
    line: String,
    /// The number of tokens before it, and in all.
    before_line: usize,
    tokens: usize,
    /// Text that may begin another turn, and is not shown until that is known.
    held: String,
    /// The number of tokens before another turn.
    begins: Option<usize>,
}

impl ForeignTurn {
    /// Takes the text that the next token completes, and returns the text that belongs to the model's own turn beyond
    /// doubt.
    pub(crate) fn push(&mut self, text: &str) -> String {
        self.tokens += 1;
        self.held.push_str(text);
        for piece in text.split_inclusive('\n') {
            self.line.push_str(piece);
            if self.begins.is_none() && opens_a_turn(&self.line) {
                self.begins = Some(self.before_line);
            }
            if piece.ends_with('\n') {
                self.line.clear();
                // A token that ends a line and begins another belongs to the first.
                self.before_line = self.tokens;
            }
        }
        match self.begins.is_some() || may_open_a_turn(&self.line) {
            true => String::new(),
            false => std::mem::take(&mut self.held),
        }
    }

    /// Returns the number of tokens before another turn, once one has begun.
    pub(crate) fn begins(&self) -> Option<usize> {
        self.begins
    }

    /// Returns the text that was held back, unless another turn began.
    pub(crate) fn finish(self) -> String {
        if self.begins.is_some() { String::new() } else { self.held }
    }
}

fn opens_a_turn(line: &str) -> bool {
    let line = line.trim_start();
    TURN_OPENINGS.iter().any(|opening| line.starts_with(opening))
}

/// Returns whether a line that is being written may become the opening of a turn.
fn may_open_a_turn(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && TURN_OPENINGS.iter().any(|opening| opening.starts_with(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text shown, and the number of tokens before another turn.
    fn watch(pieces: &[&str]) -> (String, Option<usize>) {
        let mut turn = ForeignTurn::default();
        let mut shown: String = pieces.iter().map(|piece| turn.push(piece)).collect();
        let begins = turn.begins();
        shown += &turn.finish();
        (shown, begins)
    }

    #[test]
    fn another_turn_is_neither_shown_nor_kept() {
        let pieces = ["In", " the", " mill", ".\n", "\n", "User", ":"];
        assert_eq!(watch(&pieces), ("In the mill.\n\n".into(), Some(5)));
        let pieces = ["In the mill.", "\n###", " Inst", "ruction"];
        assert_eq!(watch(&pieces), ("In the mill.".into(), Some(2)));
        assert_eq!(watch(&["User:"]), (String::new(), Some(0)));
    }

    #[test]
    fn words_that_only_resemble_another_turn_are_kept() {
        for pieces in
            [&["The User: x"][..], &["User", "s come.\n"], &["A\n", "#", "## Inset"], &["User"]]
        {
            assert_eq!(watch(pieces), (pieces.concat(), None));
        }
    }
}
