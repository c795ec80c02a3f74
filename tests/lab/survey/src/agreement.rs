//! Measures how far two texts agree.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Returns a text without white space, control characters, private-use characters, replacement
/// characters and hyphens, with ligatures and letter shapes spelled out.
///
/// Hyphens go because one reader undoes them at line ends and another keeps them.
pub fn folded(text: &str) -> Vec<char> {
    let is_kept = |letter: &char| {
        let is_hyphen = matches!(letter, '-' | '‐' | '‑' | '\u{ad}' | '\u{fffe}');
        let is_private = matches!(u32::from(*letter), 0xe000..=0xf8ff | 0xf0000..=0x10ffff);
        let is_mark =
            matches!(u32::from(*letter), 0x200b..=0x200f | 0x202a..=0x202e | 0xfeff | 0xfffd);
        !(letter.is_whitespace() || letter.is_control() || is_hyphen || is_private || is_mark)
    };
    text.nfkc().filter(is_kept).collect()
}

/// The number of characters that two texts share, and their total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Twice the number of common characters, each counted as often as in the text with fewer of
    /// it.
    pub shared: usize,
    /// The number of characters in both texts.
    pub all: usize,
}

impl Agreement {
    /// Compares two texts as multisets of characters: which they have and how often, not where.
    pub fn of(a: &str, b: &str) -> Self {
        let (a, b) = (folded(a), folded(b));
        let mut counts: HashMap<char, (usize, usize)> = HashMap::new();
        a.iter().for_each(|letter| counts.entry(*letter).or_default().0 += 1);
        b.iter().for_each(|letter| counts.entry(*letter).or_default().1 += 1);
        let shared: usize = counts.values().map(|(a, b)| a.min(b)).sum();
        Self { shared: 2 * shared, all: a.len() + b.len() }
    }

    /// Adds up two agreements.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { shared: self.shared + other.shared, all: self.all + other.all }
    }

    /// Returns the share from 0 to 1; `None` for texts without characters.
    pub fn share(self) -> Option<f64> {
        (self.all > 0).then(|| self.shared as f64 / self.all as f64)
    }
}

/// Returns how alike two texts are, order included: 1 minus the edits from one to the other per
/// letter of the longer one. Only letters and digits count, in either case.
pub fn likeness(a: &str, b: &str) -> f64 {
    let letters = |text: &str| -> Vec<char> {
        let folded = folded(text).into_iter().filter(|letter| letter.is_alphanumeric());
        folded.flat_map(char::to_lowercase).collect()
    };
    let (a, b) = (letters(a), letters(b));
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 1.0;
    }
    1.0 - edits(&a, &b) as f64 / longer as f64
}

/// Returns the number of insertions, deletions and replacements between two texts.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (nth, letter) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], nth + 1);
        for (column, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_agree_wherever_they_stand() {
        let share = |a: &str, b: &str| Agreement::of(a, b).share();
        assert_eq!(share("ab c", "c\nab"), Some(1.0));
        assert_eq!(share("ﬁne", "fine"), Some(1.0));
        assert_eq!(share("co-\noperate", "cooperate"), Some(1.0));
        assert_eq!(share("abcd", "abxy"), Some(0.5));
        assert_eq!(share("aaa", "a"), Some(0.5));
        assert_eq!(share(" ", ""), None);
    }

    #[test]
    fn likeness_counts_edits() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(likeness("The End.", "the end"), 1.0));
        assert!(close(likeness("abcd", "abxd"), 0.75));
        assert!(close(likeness("abcd", "cdab"), 0.0));
        assert!(close(likeness("", ""), 1.0));
        assert!(close(likeness("abcd", ""), 0.0));
    }
}
