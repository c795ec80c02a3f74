//! One training sequence, and what each of its rows may see.

use super::attention_supervision::{AttentionHead, Gaze, Shun};
use super::target::{Target, TargetKind};

/// A trunk of tokens with branches. A branch continues some prefix of the trunk, and no other row
/// sees it, so that one pass over the trunk serves many endings.
#[derive(Clone, Debug, Default)]
pub struct TrainingExample {
    /// The tokens, the trunk first.
    pub tokens: Vec<u32>,
    /// Their positions.
    pub positions: Vec<u32>,
    /// Row t sees the rows before `prefix[t]` …
    pub prefix: Vec<usize>,
    /// … and the rows from `start[t]` to itself.
    pub start: Vec<usize>,
    /// What the example teaches.
    pub targets: Vec<Target>,
    /// Where heads should look.
    pub gazes: Vec<Gaze>,
    /// Where no head should look.
    pub shuns: Vec<Shun>,
}

impl TrainingExample {
    /// Creates an example whose trunk is these tokens.
    pub fn trunk(tokens: Vec<u32>) -> Self {
        let n = tokens.len();
        Self {
            tokens,
            positions: (0..n as u32).collect(),
            prefix: (1..=n).collect(),
            start: vec![0; n],
            targets: Vec::new(),
            gazes: Vec::new(),
            shuns: Vec::new(),
        }
    }

    /// Adds a branch that continues the trunk after `prefix` tokens; returns its first row.
    pub fn branch(&mut self, prefix: usize, tokens: &[u32]) -> usize {
        let start = self.tokens.len();
        let position = self.positions[prefix - 1] + 1;
        for (i, &token) in tokens.iter().enumerate() {
            self.tokens.push(token);
            self.positions.push(position + i as u32);
            self.prefix.push(prefix);
            self.start.push(start);
        }
        start
    }

    /// Adds the target that a head look from a row at some rows.
    pub fn look(&mut self, row: usize, place: AttentionHead, at: (usize, usize), weight: f32) {
        debug_assert!(at.0 < at.1, "a gaze needs something to look at");
        self.gazes.push(Gaze { row, place, at, weight });
    }

    /// Adds the targets that the rows from `first - 1` predict the rows from `first` to `end`.
    pub fn want(&mut self, first: usize, end: usize, weight: f32, part: TargetKind) {
        for row in first..end {
            self.targets.push(Target {
                row: row - 1,
                token: self.tokens[row],
                weight,
                part,
                depth: 0,
            });
        }
    }
}
