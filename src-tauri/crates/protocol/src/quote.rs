use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

/// A piece of a passage, shown in place of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quote<'a> {
    /// The piece, verbatim.
    pub text: &'a str,
    /// The number of characters (Unicode scalar values) of the passage before it.
    pub start: usize,
    /// Whether words of the passage before it are left out.
    pub before: bool,
    /// Whether words of the passage after it are left out, or its last sentence continues after the
    /// passage.
    pub after: bool,
}

/// A candidate for quotation.
struct QuoteCandidate {
    range: Range<usize>,
    /// Whether it consists of whole sentences.
    whole: bool,
}

impl QuoteCandidate {
    /// Returns whether it begins nearer to the wanted words than an equal one, and has more after
    /// it.
    fn follows_on(&self, equal: &Self) -> bool {
        self.whole && self.range.end > equal.range.end
    }
}

impl<'a> Quote<'a> {
    fn of(passage: &'a str, piece: Range<usize>) -> Self {
        let has_words = |text: &str| text.contains(char::is_alphanumeric);
        let (before, after) = (&passage[..piece.start], &passage[piece.end..]);
        let (start, text) = (before.chars().count(), &passage[piece]);
        let after = has_words(after) || has_words(text) && !ends(text);
        Self { text, start, before: has_words(before), after }
    }
}

/// Formats the quote on one line, with `…` for omissions.
impl fmt::Display for Quote<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = if self.before { "… " } else { "" };
        if self.after {
            write!(formatter, "{before}{}…", words.trim_end_matches([',', ';', ':', '.', ' ']))
        } else {
            write!(formatter, "{before}{words}")
        }
    }
}

/// Returns the sentences of a passage that share most words with `wanted`, of at most `most`
/// characters (Unicode scalar values) together; of a longer sentence, as many words as fit. A word
/// counts by its length divided by its frequency in the passage, which keeps small words small in
/// any language. If nothing is shared, it is the passage's beginning. A passage may begin with the
/// rest of a sentence, which is quoted only if it shares more than any other.
pub fn quote<'a>(passage: &'a str, wanted: &str, most: usize) -> Quote<'a> {
    let begin = passage.len() - from_whole_word(passage).len();
    let sentence = passage.len() - from_sentence(passage).len();
    let values = values(passage, wanted);
    let value = |window: &QuoteCandidate| value(&passage[window.range.clone()], &values);
    let windows = windows(passage, begin, most);
    let (rest, whole) = windows.into_iter().partition(|window| window.range.start < sentence);
    let best = match (best(whole, value), best(rest, value)) {
        (Some(whole), Some(rest)) if value(&rest) > value(&whole) => Some(rest),
        (whole, rest) => whole.or(rest),
    };
    Quote::of(passage, best.map_or(begin..begin, |window| window.range))
}

/// Returns the first of the most valuable windows; of consecutive equals the last that follows on.
fn best(
    windows: Vec<QuoteCandidate>,
    value: impl Fn(&QuoteCandidate) -> f64,
) -> Option<QuoteCandidate> {
    let mut windows = windows.into_iter();
    let mut best = windows.next()?;
    let mut highest = value(&best);
    // Whether only equals have come since the best.
    let mut in_a_row = true;
    for window in windows {
        let value = value(&window);
        in_a_row = value > highest || (in_a_row && value == highest);
        let better = value > highest || (value > 0.0 && window.follows_on(&best));
        if in_a_row && better {
            (highest, best) = (value, window);
        }
    }
    Some(best)
}

/// Returns whether a text ends with the end of a sentence, as far as marks show, in any script.
fn ends(text: &str) -> bool {
    let closing = |c: char| c.is_whitespace() || "\"'”’»«“)]}」』）".contains(c);
    text.trim_end_matches(closing)
        .ends_with(['.', '!', '?', '…', ':', ';', '。', '！', '？', '؟', '।', '։'])
}

/// Returns a text without leading marks that are left over from the sentence before.
pub fn after_sentence(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || ".,;:!?)]”’".contains(c))
}

/// Returns a passage from its first sentence on: it can begin within one, and then in lower case.
/// If no other sentence follows, starts at its first whole word.
pub fn from_sentence(passage: &str) -> &str {
    let rest = from_whole_word(passage);
    if !begins_within(passage) {
        return rest;
    }
    sentences::sentences(rest).get(1).map_or(rest, |second| &rest[second.start..])
}

/// Returns whether a passage begins within a sentence, as far as letters show.
fn begins_within(passage: &str) -> bool {
    after_sentence(passage).starts_with(char::is_lowercase)
}

/// Skips to the next word if the passage begins within a word, and so in lower case.
fn from_whole_word(passage: &str) -> &str {
    let rest = after_sentence(passage);
    if begins_within(passage) {
        let others = rest.split_once(char::is_whitespace).map(|(_, others)| others.trim_start());
        others.filter(|others| !others.is_empty()).unwrap_or(rest)
    } else {
        rest
    }
}

/// Returns the value of each wanted word that the passage contains.
fn values(passage: &str, wanted: &str) -> BTreeMap<String, f64> {
    let mut times: BTreeMap<String, f64> = words(wanted).map(|word| (word, 0.0)).collect();
    for word in words(passage) {
        if let Some(times) = times.get_mut(&word) {
            *times += 1.0;
        }
    }
    times.retain(|_, times| *times > 0.0);
    for (word, times) in &mut times {
        *times = word.chars().count() as f64 / *times;
    }
    times
}

fn value(window: &str, values: &BTreeMap<String, f64>) -> f64 {
    let has: BTreeSet<String> = words(window).collect();
    // Always in one order: windows with the same words have exactly the same value.
    values.iter().filter(|(word, _)| has.contains(*word)).map(|(_, value)| value).sum()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Starts a window at every sentence with as many as fit; within a sentence that does not fit, at
/// every word.
fn windows(passage: &str, begin: usize, most: usize) -> Vec<QuoteCandidate> {
    let sentences = sentences(passage, begin);
    let mut windows = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let whole: Vec<_> = sentences[at..].iter().map(|next| whole(next)).collect();
        if let Some(range) = longest(passage, &whole, most) {
            windows.push(QuoteCandidate { range, whole: true });
            continue;
        }
        for from in 0..sentence.len() {
            let cut = || cut(passage, &sentence[from], most);
            let range = longest(passage, &sentence[from..], most).unwrap_or_else(cut);
            windows.push(QuoteCandidate { range, whole: false });
        }
    }
    windows
}

/// Returns the first of these pieces with as many of the others as fit.
fn longest(passage: &str, pieces: &[Range<usize>], most: usize) -> Option<Range<usize>> {
    let start = pieces.first()?.start;
    let fits = |piece: &&Range<usize>| passage[start..piece.end].chars().count() <= most;
    let last = pieces.iter().take_while(fits).last()?;
    Some(start..last.end)
}

/// Returns the beginning of a word that alone is too long.
fn cut(passage: &str, word: &Range<usize>, most: usize) -> Range<usize> {
    let end =
        passage[word.clone()].char_indices().nth(most).map_or(word.end, |(at, _)| word.start + at);
    word.start..end
}

/// Returns the sentences from a byte on, each as its words.
fn sentences(passage: &str, begin: usize) -> Vec<Vec<Range<usize>>> {
    let sentences = sentences::sentences(&passage[begin..]).into_iter();
    sentences.map(|sentence| spans(passage, begin + sentence.start..begin + sentence.end)).collect()
}

fn whole(sentence: &[Range<usize>]) -> Range<usize> {
    let (first, last) = (sentence.first(), sentence.last());
    first.map_or(0, |word| word.start)..last.map_or(0, |word| word.end)
}

/// Returns words with the marks attached to them, split at spaces.
fn spans(passage: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut at = range.start;
    let pieces = passage[range].split_inclusive(char::is_whitespace).map(|piece| {
        let start = at;
        at += piece.len();
        start..start + piece.trim_end().len()
    });
    pieces.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests;
