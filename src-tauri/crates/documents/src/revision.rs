//! The parts of a text that remain in its next version, so that a place in one can be found in the
//! other.

use std::collections::HashSet;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Marks that end a piece of text that is compared as a whole.
const ENDS: [char; 9] = ['\n', '.', '!', '?', ';', '。', '！', '？', '；'];

/// The number of characters that two texts may share by chance.
const BY_CHANCE: u32 = 8;

/// The difference between two versions of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The common parts, in order.
    kept: Vec<UnchangedRun>,
    /// The lengths of the earlier and the later version, in characters.
    lengths: (u32, u32),
}

/// A run of text that is in both versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct UnchangedRun {
    /// Its start in the earlier version.
    old: u32,
    /// Its start in the later one.
    new: u32,
    len: u32,
}

impl Revision {
    /// Compares two versions: first their common beginning and end, then the sentences or lines
    /// between, and where these differ, the letters at both ends of the difference.
    pub fn between(old: &str, new: &str) -> Self {
        let lengths = (characters(old), characters(new));
        let (head, tail) = same_ends(old, new);
        let skipped = characters(head);
        let middle = |text: &'_ str| head.len()..text.len() - tail.len();
        let (old, new) = (pieces(&old[middle(old)], skipped), pieces(&new[middle(new)], skipped));
        let mut kept = vec![UnchangedRun { old: 0, new: 0, len: skipped }];
        // The end of the last piece that both have.
        let mut ends = (0, 0);
        for (a, b) in common(&old, &new) {
            keep_ends(&mut kept, &old[ends.0..a], &new[ends.1..b]);
            kept.push(UnchangedRun {
                old: old[a].start,
                new: new[b].start,
                len: characters(old[a].text),
            });
            ends = (a + 1, b + 1);
        }
        keep_ends(&mut kept, &old[ends.0..], &new[ends.1..]);
        let len = characters(tail);
        kept.push(UnchangedRun { old: lengths.0 - len, new: lengths.1 - len, len });
        Self { kept: joined(kept), lengths }
    }

    /// Returns the characters of the later version that correspond to these of the earlier one: the
    /// same, if they were kept; otherwise all text where some of them were changed.
    pub fn place(&self, range: Range<u32>) -> Range<u32> {
        let start = self.start(range.start);
        start..self.end(range.end).max(start)
    }

    /// Returns whether the two are the same text.
    pub fn is_none(&self) -> bool {
        let kept = self.kept.iter().map(|run| run.len).sum();
        self.lengths == (kept, kept)
    }

    /// Returns the share of the shorter version's characters that were kept, from 0 to 1. Runs that
    /// any two texts may have in common do not count.
    pub fn in_common(&self) -> f64 {
        let kept = self.kept.iter().map(|run| run.len).filter(|&len| len > BY_CHANCE);
        let kept: u32 = kept.sum();
        f64::from(kept) / f64::from(self.lengths.0.min(self.lengths.1).max(1))
    }

    fn start(&self, character: u32) -> u32 {
        let next = self.kept.partition_point(|run| run.old + run.len <= character);
        match self.kept.get(next) {
            Some(run) if run.old <= character => run.new + (character - run.old),
            _ => next.checked_sub(1).map_or(0, |last| self.kept[last].new + self.kept[last].len),
        }
    }

    fn end(&self, character: u32) -> u32 {
        let next = self.kept.partition_point(|run| run.old + run.len < character);
        match self.kept.get(next) {
            Some(run) if run.old < character => run.new + (character - run.old),
            Some(run) => run.new,
            None => self.lengths.1,
        }
    }
}

/// A piece of a text that is compared as a whole.
struct DiffToken<'t> {
    text: &'t str,
    /// The number of characters before it.
    start: u32,
}

/// Splits a text, which `start` characters precede, into pieces compared as a whole.
fn pieces(text: &str, mut start: u32) -> Vec<DiffToken<'_>> {
    let pieces = text.split_inclusive(ENDS).map(|text| {
        let piece = DiffToken { text, start };
        start += characters(text);
        piece
    });
    pieces.collect()
}

fn characters(text: &str) -> u32 {
    text.chars().count() as u32
}

/// Returns the index pairs of pieces that occur in both in the same order.
fn common(old: &[DiffToken<'_>], new: &[DiffToken<'_>]) -> Vec<(usize, usize)> {
    // Pieces that only one text has cannot match. Dropping them makes comparing unrelated texts as
    // fast as comparing others.
    let (old, new) = (shared(old, new), shared(new, old));
    let (old_texts, new_texts) = (texts(&old), texts(&new));
    let operations = capture_diff_slices(Algorithm::Patience, &old_texts, &new_texts);
    let equal = operations.into_iter().filter_map(|operation| match operation {
        DiffOp::Equal { old_index, new_index, len } => {
            Some((0..len).map(move |n| (old_index + n, new_index + n)))
        }
        _ => None,
    });
    equal.flatten().map(|(a, b)| (old[a].0, new[b].0)).collect()
}

fn texts<'t>(pieces: &[(usize, &'t str)]) -> Vec<&'t str> {
    pieces.iter().map(|&(_, text)| text).collect()
}

/// Returns the pieces of one text that also occur in the other, by index.
fn shared<'t>(of: &[DiffToken<'t>], with: &[DiffToken<'_>]) -> Vec<(usize, &'t str)> {
    let others: HashSet<&str> = with.iter().map(|piece| piece.text).collect();
    let numbered = of.iter().map(|piece| piece.text).enumerate();
    numbered.filter(|(_, text)| others.contains(text)).collect()
}

/// Keeps the common beginning and end of two differing stretches.
fn keep_ends(kept: &mut Vec<UnchangedRun>, old: &[DiffToken<'_>], new: &[DiffToken<'_>]) {
    let (Some(first_old), Some(first_new)) = (old.first(), new.first()) else { return };
    let text = |pieces: &[DiffToken<'_>]| pieces.iter().map(|piece| piece.text).collect::<String>();
    let (a, b) = (text(old), text(new));
    let (head, tail) = same_ends(&a, &b);
    let (lengths, tail) = ((characters(&a), characters(&b)), characters(tail));
    let run = |at_old: u32, at_new: u32, len: u32| UnchangedRun {
        old: first_old.start + at_old,
        new: first_new.start + at_new,
        len,
    };
    kept.push(run(0, 0, characters(head)));
    kept.push(run(lengths.0 - tail, lengths.1 - tail, tail));
}

/// Returns the common beginning of two texts and, after it, their common end.
fn same_ends<'t>(a: &'t str, b: &str) -> (&'t str, &'t str) {
    let bytes = |same: (char, char)| (same.0 == same.1).then(|| same.0.len_utf8());
    let head: usize = a.chars().zip(b.chars()).map_while(bytes).sum();
    let backwards = a[head..].chars().rev().zip(b[head..].chars().rev());
    let tail: usize = backwards.map_while(bytes).sum();
    (&a[..head], &a[a.len() - tail..])
}

/// Merges adjacent runs and drops empty ones.
fn joined(runs: Vec<UnchangedRun>) -> Vec<UnchangedRun> {
    let mut joined: Vec<UnchangedRun> = Vec::new();
    for run in runs.into_iter().filter(|run| run.len > 0) {
        match joined.last_mut() {
            Some(last) if last.old + last.len == run.old && last.new + last.len == run.new => {
                last.len += run.len;
            }
            _ => joined.push(run),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::places::slice;

    fn place<'t>(old: &str, new: &'t str, passage: &str) -> &'t str {
        let at = old.find(passage).unwrap();
        let start = characters(&old[..at]);
        let range = start..start + characters(passage);
        slice(new, Revision::between(old, new).place(range))
    }

    const OLD: &str = "Anna took the kettle. Bert saw a goose.\nCora lost her hat in the wind.";

    #[test]
    fn what_was_kept_is_found_again() {
        for new in [
            "Anna took the kettle. Dora ran. Bert saw a goose.\nCora lost her hat in the wind.",
            "Bert saw a goose.\nCora lost her hat in the wind. Anna took the kettle.",
            "é漢 Anna took it. Bert saw a goose.\n\nCora lost a hat in the wind.",
        ] {
            assert_eq!(place(OLD, new, "Bert saw a goose."), "Bert saw a goose.", "{new}");
        }
    }

    #[test]
    fn what_was_changed_leads_to_what_stands_there_now() {
        let new = "Anna took the kettle. Bert saw two grey geese.\nCora lost her hat in the wind.";
        assert_eq!(place(OLD, new, "Bert saw a goose."), "Bert saw two grey geese.");
        assert_eq!(place(OLD, new, "goose"), "two grey geese");
        let without = "Anna took the kettle.\nCora lost her hat in the wind.";
        assert_eq!(place(OLD, without, " Bert saw a goose."), "");
        assert_eq!(place(OLD, "", "goose"), "");
        assert_eq!(place(OLD, "Quite another text", OLD), "Quite another text");
    }

    #[test]
    fn versions_have_much_in_common() {
        for (new, least, most) in [
            (OLD, 1.0, 1.0),
            ("Anna took the kettle.", 1.0, 1.0),
            ("Anna took the kettle. Bert saw two grey geese.\nCora ran.", 0.4, 0.8),
            ("Terms of use.\nAll prices are in euros.", 0.0, 0.1),
            ("", 0.0, 0.0),
        ] {
            let in_common = Revision::between(OLD, new).in_common();
            assert!((least..=most).contains(&in_common), "{new}: {in_common}");
        }
    }

    #[test]
    fn only_the_same_text_is_no_revision() {
        let changed = OLD.replace("hat", "cat");
        for (old, new, same) in [
            (OLD, OLD, true),
            ("", "", true),
            (OLD, &changed, false),
            (OLD, &OLD[1..], false),
            ("", OLD, false),
            ("a b", "b a", false),
        ] {
            assert_eq!(Revision::between(old, new).is_none(), same, "{old} and {new}");
        }
    }

    #[test]
    fn a_text_of_one_line_is_compared_by_its_ends() {
        let old = "one two three four five";
        let new = "one two 3 four five";
        assert_eq!(place(old, new, "one two"), "one two");
        assert_eq!(place(old, new, "four five"), "four five");
        assert_eq!(place(old, new, "three"), "3");
    }

    /// A line that occurs twice in the text is not matched to its double at the cost of the rest.
    #[test]
    fn what_both_end_with_is_kept_first() {
        let (old, new) = ("c\na a\na\né。c\n", "aé。c\n");
        assert_eq!(place(old, new, "é。c\n"), "é。c\n");
    }

    proptest! {
        /// Text before or after an edit is found again; every place is in the text, and places keep
        /// their order.
        #[test]
        fn an_edit_loses_nothing_else(
            words in prop::collection::vec("[a-c漢é]{1,3}[. \n。]", 0..60),
            edit in (0usize..60, 0usize..10),
            put in "[a-c. é]{0,20}",
            ranges in prop::collection::vec((0u32..200, 0u32..40), 1..10),
        ) {
            let old = words.concat();
            let at = edit.0.min(words.len());
            let end = (at + edit.1).min(words.len());
            let (head, tail) = (words[..at].concat(), words[end..].concat());
            let new = format!("{head}{put}{tail}");
            let revision = Revision::between(&old, &new);
            let all = characters(&new);
            let mut last = 0..0;
            let mut ranges = ranges;
            ranges.sort_unstable();
            for (start, len) in ranges {
                let start = start.min(characters(&old));
                let now = revision.place(start..(start + len).min(characters(&old)));
                prop_assert!(now.start <= now.end && now.end <= all && last.start <= now.start);
                last = now;
            }
            for run in &revision.kept {
                let (was, is) = (run.old..run.old + run.len, run.new..run.new + run.len);
                prop_assert_eq!(slice(&old, was), slice(&new, is));
            }
            let whole = revision.place(0..characters(&old));
            prop_assert!(old.is_empty() || slice(&new, whole).len() + put.len() >= new.len());
        }
    }
}
