//! Detects when a model repeats itself instead of ending: small models do so within a line and across many.
//!
//! Repetition is searched for in the tokens, at every period up to half of the output. A text that occurs twice is let
//! through: it is cut off when the third occurrence begins, and at the earliest after [`LEAST`] tokens, because a list
//! or a refrain may well repeat a few. Lines are also compared as text, wherever they stand.

use std::collections::HashMap;

use crate::Token;
use crate::bullet_marks::unmarked;

/// A line is a repetition when it occurs for the third time.
const SAME_LINE: usize = 3;
/// The number of tokens of all occurrences together below which they are not a repetition.
const LEAST: usize = 20;
/// The number of tokens that identify the third occurrence.
const BEGUN: usize = 16;

/// Watches the output for repetition.
#[derive(Default)]
pub(crate) struct Repetition {
    tokens: Vec<Token>,
    /// By period less one: the number of last tokens that equal those one period before.
    same: Vec<usize>,
    lines: LineCounts,
    /// The number of tokens up to the end of the first occurrence.
    first: Option<usize>,
}

impl Repetition {
    /// Takes the next token and the text that it completes.
    pub(crate) fn push(&mut self, token: Token, text: &str) {
        self.tokens.push(token);
        let count = self.tokens.len();
        self.same.push(0);
        for (before, same) in self.same.iter_mut().enumerate() {
            let earlier = count.checked_sub(before + 2).map(|place| self.tokens[place]);
            *same = if earlier == Some(token) { *same + 1 } else { 0 };
        }
        if self.first.is_none() {
            let third = self.lines.third_time(text);
            self.first = self.first_time().or(third.then_some(count));
        }
    }

    /// Returns the number of tokens up to the end of the first occurrence, once something is repeated.
    pub(crate) fn first(&self) -> Option<usize> {
        self.first
    }

    fn first_time(&self) -> Option<usize> {
        let mut periods = self.same.iter().enumerate().map(|(before, &same)| (before + 1, same));
        let repeats = |&(period, same): &(usize, usize)| {
            same >= period + BEGUN.min(period) && same + period >= LEAST
        };
        let (_, same) = periods.find(repeats)?;
        // Tokens equal to those one period before are the second occurrence and what follows.
        Some(self.tokens.len() - same)
    }
}

/// The lines written so far and the count of each.
#[derive(Default)]
struct LineCounts {
    written: HashMap<String, usize>,
    current: String,
}

impl LineCounts {
    /// Takes the next text and returns whether it ends a line that was written twice before, regardless of its list
    /// mark.
    fn third_time(&mut self, text: &str) -> bool {
        self.current.push_str(text);
        while let Some((line, rest)) = self.current.split_once('\n') {
            let line = line.trim();
            let line = unmarked(line).unwrap_or(line).trim().to_owned();
            self.current = rest.to_owned();
            if line.is_empty() {
                continue;
            }
            let times = self.written.entry(line).or_default();
            *times += 1;
            if *times >= SAME_LINE {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the place where a repetition of tokens is cut off, and the number of tokens kept.
    fn cut(tokens: impl IntoIterator<Item = usize>) -> Option<(usize, usize)> {
        let mut repetition = Repetition::default();
        for (count, token) in (1..).zip(tokens) {
            repetition.push(token as Token, "");
            if let Some(first) = repetition.first() {
                return Some((count, first));
            }
        }
        None
    }

    #[test]
    fn a_line_is_cut_off_at_the_third_time() {
        let mut lines = LineCounts::default();
        for text in ["* a", "b\n", "* c\n", "1. ab \n\n", "\n", "\n", "*", " a", "b", "c\n* ab"] {
            assert!(!lines.third_time(text), "{text:?}");
        }
        assert!(lines.third_time("\n* d"));
    }

    #[test]
    fn circles_of_any_length_are_cut_off_at_the_third_time() {
        for period in 1..400 {
            let (count, first) = cut((0..).map(|index| index % period)).expect("it repeats");
            assert_eq!(first, period, "period {period}");
            let begun = 2 * period + BEGUN.min(period);
            assert_eq!(count, begun.max(LEAST), "period {period}");
        }
    }

    #[test]
    fn what_stands_before_a_circle_stays() {
        let begun = 1_000..1_030;
        let (count, first) = cut(begun.clone().chain((0..).map(|index| index % 20))).unwrap();
        assert_eq!((count, first), (30 + 2 * 20 + BEGUN, 30 + 20));
    }

    #[test]
    fn what_is_said_twice_is_let_through() {
        let twice = (0..100).chain(0..100).chain(100..103);
        assert_eq!(cut(twice), None);
        assert_eq!(cut(std::iter::repeat_n(7, LEAST - 1)), None);
    }

    proptest! {
        #[test]
        fn no_output_repeats_a_run_three_times(
            start in prop::collection::vec(0usize..5, 0..40),
            run in prop::collection::vec(0usize..5, 16..60),
        ) {
            let tokens: Vec<usize> =
                start.iter().copied().chain(run.iter().copied().cycle().take(run.len() * 4)).collect();
            let (count, first) = cut(tokens.iter().copied()).expect("it repeats");
            prop_assert!(count <= start.len() + 3 * run.len());
            prop_assert!(first <= start.len() + run.len());
        }
    }
}
