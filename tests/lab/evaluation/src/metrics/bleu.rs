//! BLEU-4: the runs of one to four words that two answers share.

use std::collections::HashMap;
use std::iter::Sum;

use super::normal::spaced;

/// The longest run of words that is counted.
const ORDERS: usize = 4;

/// Counts of one answer, or the sum over many, for Hugging Face Evaluate's `bleu` with its defaults:
/// words from its `Tokenizer13a`, four orders, a brevity penalty, no smoothing.
///
/// BLEU belongs to a set of answers and is not a mean over them. Without smoothing, a set with no
/// common run of four words scores 0; so does a single answer of up to three words, even the right one.
/// Chinese has words only between its punctuation and white space: this tokenizer was made for Western
/// languages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bleu {
    /// Runs of each length in what was said that are also in an answer.
    shared: [u64; ORDERS],
    /// Runs of each length in what was said.
    said: [u64; ORDERS],
    /// Words of the shortest answers.
    wanted: u64,
}

impl Bleu {
    /// Counts what was said against its answers.
    pub fn new<A: AsRef<str>>(said: &str, answers: &[A]) -> Self {
        let said = tokens(said);
        let answers: Vec<Vec<String>> = answers.iter().map(|a| tokens(a.as_ref())).collect();
        let wanted = answers.iter().map(Vec::len).min().unwrap_or(0) as u64;
        let mut bleu = Self { wanted, ..Self::default() };
        for order in 0..ORDERS {
            let open = most(&answers, order + 1);
            let spoken = runs(&said, order + 1);
            bleu.said[order] = spoken.values().sum();
            let shared = spoken.iter().map(|(run, count)| *count.min(open.get(run).unwrap_or(&0)));
            bleu.shared[order] = shared.sum();
        }
        bleu
    }

    /// Returns BLEU of everything counted, from 0 to 1.
    pub fn score(&self) -> f64 {
        if self.shared.contains(&0) || self.wanted == 0 {
            return 0.0;
        }
        let precision = |order: usize| self.shared[order] as f64 / self.said[order] as f64;
        let logarithms = (0..ORDERS).map(|order| precision(order).ln() / ORDERS as f64);
        let ratio = self.said[0] as f64 / self.wanted as f64;
        let penalty = if ratio > 1.0 { 1.0 } else { (1.0 - 1.0 / ratio).exp() };
        logarithms.sum::<f64>().exp() * penalty
    }
}

impl Sum for Bleu {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, one| Self {
            shared: add(sum.shared, one.shared),
            said: add(sum.said, one.said),
            wanted: sum.wanted + one.wanted,
        })
    }
}

fn add(left: [u64; ORDERS], right: [u64; ORDERS]) -> [u64; ORDERS] {
    std::array::from_fn(|order| left[order] + right[order])
}

/// Returns how often each run of `length` words occurs.
fn runs(words: &[String], length: usize) -> HashMap<&[String], u64> {
    let mut counts = HashMap::new();
    for run in words.windows(length) {
        *counts.entry(run).or_default() += 1;
    }
    counts
}

/// Returns how often each run occurs in the answer that has it most often.
fn most(answers: &[Vec<String>], length: usize) -> HashMap<&[String], u64> {
    let mut most: HashMap<&[String], u64> = HashMap::new();
    for (run, count) in answers.iter().flat_map(|answer| runs(answer, length)) {
        let known = most.entry(run).or_default();
        *known = count.max(*known);
    }
    most
}

/// Returns the words of sacreBLEU's `13a`: punctuation is separated, except apostrophes, hyphens after
/// letters, and points and commas within numbers.
fn tokens(text: &str) -> Vec<String> {
    let text = format!(" {} ", with_marks_apart(&unescaped(text)));
    let after = |first, second| [first, ' ', second, ' '];
    let before = |first, second| [' ', first, ' ', second];
    let text = respaced(&text, |a, b| !a.is_ascii_digit() && is_point(b), after);
    let text = respaced(&text, |a, b| is_point(a) && !b.is_ascii_digit(), before);
    let text = respaced(&text, |a, b| a.is_ascii_digit() && b == '-', after);
    spaced(&text).map(String::from).collect()
}

/// Returns a text on one line, without the marks of translation corpora.
fn unescaped(text: &str) -> String {
    let line = text.replace("<skipped>", "").replace("-\n", "").replace('\n', " ");
    let quoted = line.replace("&quot;", "\"").replace("&amp;", "&");
    quoted.replace("&lt;", "<").replace("&gt;", ">")
}

fn with_marks_apart(text: &str) -> String {
    let mut apart = String::with_capacity(2 * text.len());
    for c in text.chars() {
        match is_mark(c) {
            true => apart.extend([' ', c, ' ']),
            false => apart.push(c),
        }
    }
    apart
}

fn is_mark(c: char) -> bool {
    c.is_ascii_punctuation() && !matches!(c, '\'' | ',' | '-' | '.')
}

fn is_point(c: char) -> bool {
    matches!(c, '.' | ',')
}

/// Rewrites every pair of characters that `cut` matches. As with a regular expression, pairs do not
/// overlap, and the first one counts.
fn respaced(
    text: &str,
    cut: impl Fn(char, char) -> bool,
    write: impl Fn(char, char) -> [char; 4],
) -> String {
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(2 * text.len());
    while let Some(first) = rest.next() {
        match rest.next_if(|&second| cut(first, second)) {
            Some(second) => out.extend(write(first, second)),
            None => out.push(first),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_is_apart_but_within_numbers_and_words() {
        for (text, expected) in [
            ("It's $1,000.50, or so.", "It's $ 1,000.50 , or so ."),
            ("well-known 3-4 (x/y)", "well-known 3 - 4 ( x / y )"),
            ("x..y &amp; z-\nend", "x . . y & zend"),
            (" \t ", ""),
        ] {
            assert_eq!(tokens(text).join(" "), expected);
        }
    }

    #[test]
    fn a_set_has_one_score() {
        let right = Bleu::new("one two three four", &["one two three four"]);
        let short = Bleu::new("lamp", &["lamp"]);
        assert_eq!((right.score(), short.score()), (1.0, 0.0));
        assert_eq!([right, short].into_iter().sum::<Bleu>().score(), 1.0);
    }

    #[test]
    fn what_is_too_short_is_punished() {
        let whole = "one two three four five six seven eight";
        let score = Bleu::new("one two three four", &[whole]).score();
        assert!((score - (-1.0_f64).exp()).abs() < 1e-12, "{score}");
        assert_eq!(Bleu::new("one two three four", &[whole, "one two three four"]).score(), 1.0);
    }

    #[test]
    fn without_words_there_is_no_score() {
        let none: [&str; 0] = [];
        for bleu in [Bleu::new("", &[""]), Bleu::new("a b c d", &none), Bleu::default()] {
            assert_eq!(bleu.score(), 0.0);
        }
    }
}
