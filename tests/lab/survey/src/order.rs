//! Measures whether sentences come in the right order.

use crate::agreement::folded;

/// The minimum length of a sentence in characters; shorter ones occur more than once.
const SHORTEST: usize = 30;
/// The number of later sentences with which a sentence is compared.
const REACH: usize = 8;

/// The order and completeness of sentences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct SentenceOrder {
    /// The number of pairs of sentences whose order is known.
    pub pairs: usize,
    /// The number of pairs that come in this order.
    pub right: usize,
    /// The number of known sentences.
    pub sentences: usize,
    /// The number of sentences that stand whole in the text.
    pub whole: usize,
}

impl SentenceOrder {
    /// Compares a text with sentences that are known to come in this order.
    pub fn of_known(text: &str, sentences: &[String]) -> Self {
        let text = fold(text);
        let places: Vec<Option<usize>> =
            sentences.iter().map(|sentence| text.find(&fold(sentence))).collect();
        let found: Vec<usize> = places.iter().flatten().copied().collect();
        let (pairs, right) = pairs(&found, |_, _| true);
        Self { pairs, right, sentences: places.len(), whole: found.len() }
    }

    /// Compares a text with the sentences that two other readers have once each and in the same
    /// order.
    pub fn of_agreed(text: &str, one: &str, other: &str) -> Self {
        let (text, first, second) = (fold(text), fold(one), fold(other));
        let common: Vec<(String, usize)> = sentences(one)
            .into_iter()
            .filter_map(|sentence| {
                only(&first, &sentence)?;
                let place = only(&second, &sentence)?;
                Some((sentence, place))
            })
            .collect();
        let found: Vec<(usize, usize)> = common
            .iter()
            .filter_map(|(sentence, place)| Some((text.find(sentence)?, *place)))
            .collect();
        let places: Vec<usize> = found.iter().map(|(place, _)| *place).collect();
        let (pairs, right) = pairs(&places, |a, b| found[a].1 < found[b].1);
        Self { pairs, right, sentences: common.len(), whole: found.len() }
    }

    /// Adds up two results.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            right: self.right + other.right,
            sentences: self.sentences + other.sentences,
            whole: self.whole + other.whole,
        }
    }
}

/// Returns the number of pairs of near places that count, and of those in order.
fn pairs(places: &[usize], counts: impl Fn(usize, usize) -> bool) -> (usize, usize) {
    let mut pairs = (0, 0);
    for a in 0..places.len() {
        for b in (a + 1..places.len().min(a + 1 + REACH)).filter(|b| counts(a, *b)) {
            pairs.0 += 1;
            pairs.1 += usize::from(places[a] < places[b]);
        }
    }
    pairs
}

fn fold(text: &str) -> String {
    folded(text).into_iter().collect()
}

/// Returns a text's sentences, folded.
fn sentences(text: &str) -> Vec<String> {
    let pieces = text.split_inclusive(['.', '!', '?', '。', '\u{c}']);
    pieces.map(fold).filter(|piece| piece.chars().count() >= SHORTEST).collect()
}

/// Returns the place of a sentence that occurs exactly once in a text.
fn only(text: &str, sentence: &str) -> Option<usize> {
    let place = text.find(sentence)?;
    (text.rfind(sentence)? == place).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "This is the first sentence, and it is long enough. ";
    const B: &str = "This is the second sentence, which follows upon it. ";
    const C: &str = "This is the third sentence, and the last one of all. ";

    #[test]
    fn pairs_in_the_wrong_order_are_counted() {
        let known: Vec<String> = [A, B, C].map(str::to_owned).to_vec();
        let right = SentenceOrder::of_known(&[A, B, C].concat(), &known);
        assert_eq!((right.pairs, right.right, right.whole), (3, 3, 3));
        let wrong = SentenceOrder::of_known(&[B, A, C].concat(), &known);
        assert_eq!((wrong.pairs, wrong.right), (3, 2));
        let lost = SentenceOrder::of_known(&[A, C].concat(), &known);
        assert_eq!((lost.pairs, lost.right, lost.whole, lost.sentences), (1, 1, 2, 3));
    }

    #[test]
    fn only_pairs_that_others_agree_on_count() {
        let text = [A, B, C].concat();
        let swapped = [B, A, C].concat();
        let order = SentenceOrder::of_agreed(&text, &swapped, &text);
        assert_eq!((order.pairs, order.right, order.sentences), (2, 2, 3));
        let twice = [A, A, B].concat();
        assert_eq!(SentenceOrder::of_agreed(&text, &twice, &text).sentences, 1);
    }
}
