//! BM25: how well a passage matches a question's words, rare words first (Robertson and Zaragoza 2009),
//! with the default constants of rank_bm25 and Lucene's measure of a word's rarity.

use std::collections::HashMap;

/// How soon repetitions of a word stop counting.
const K1: f64 = 1.5;
/// How strongly long passages are discounted.
const B: f64 = 0.75;

/// Describes what the scores depend on besides the words.
pub fn settings() -> String {
    format!("bm25 {K1} {B}")
}

/// Passages indexed by their words.
pub struct Bm25 {
    /// How often each passage has each word.
    counts: Vec<HashMap<String, f64>>,
    lengths: Vec<f64>,
    mean: f64,
    /// The number of passages that contain each word.
    holders: HashMap<String, f64>,
}

impl Bm25 {
    /// Counts the words of passages.
    pub fn new<'a>(passages: impl IntoIterator<Item = &'a str>) -> Self {
        let mut holders: HashMap<String, f64> = HashMap::new();
        let (mut counts, mut lengths) = (Vec::new(), Vec::new());
        for passage in passages {
            let words = words(passage);
            lengths.push(words.len() as f64);
            let mut own: HashMap<String, f64> = HashMap::new();
            for word in words {
                *own.entry(word).or_default() += 1.0;
            }
            for word in own.keys() {
                *holders.entry(word.clone()).or_default() += 1.0;
            }
            counts.push(own);
        }
        let mean = lengths.iter().sum::<f64>() / (lengths.len() as f64).max(1.0);
        Self { counts, lengths, mean: mean.max(1.0), holders }
    }

    /// Returns how well each passage matches the words of a question.
    pub fn scores(&self, question: &str) -> Vec<f32> {
        let words = words(question);
        (0..self.counts.len()).map(|passage| self.score(passage, &words) as f32).collect()
    }

    fn score(&self, passage: usize, words: &[String]) -> f64 {
        let long = 1.0 - B + B * self.lengths[passage] / self.mean;
        let each = words.iter().map(|word| {
            let count = self.counts[passage].get(word).copied().unwrap_or(0.0);
            self.rarity(word) * count * (K1 + 1.0) / (count + K1 * long)
        });
        each.sum()
    }

    /// Lucene's form, which is never negative.
    fn rarity(&self, word: &str) -> f64 {
        let all = self.counts.len() as f64;
        let holders = self.holders.get(word).copied().unwrap_or(0.0);
        (1.0 + (all - holders + 0.5) / (holders + 0.5)).ln()
    }
}

/// Returns the words in lower case, in any script.
fn words(text: &str) -> Vec<String> {
    let mut start = 0;
    let pieces = sentences::word_ends(text).into_iter().map(|end| {
        let piece = &text[start..end];
        start = end;
        piece
    });
    let is_word = |piece: &&str| piece.chars().any(char::is_alphanumeric);
    pieces.filter(is_word).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_by_hand() {
        let bm25 = Bm25::new(["the green lamp", "the lamp the mill", "a cellar"]);
        let scores = bm25.scores("green lamp");
        // Three passages; "green" is in one of them, "lamp" in two; lengths 3, 4 and 2, mean 3.
        let green = (1.0_f64 + 2.5 / 1.5).ln();
        let lamp = (1.0_f64 + 1.5 / 2.5).ln();
        let part = |length: f64| 2.5 / (1.0 + 1.5 * (0.25 + 0.75 * length / 3.0));
        let expected = [(green + lamp) * part(3.0), lamp * part(4.0), 0.0];
        for (found, wanted) in scores.iter().zip(expected) {
            assert!((f64::from(*found) - wanted).abs() < 1e-6, "{found}, not {wanted}");
        }
    }

    #[test]
    fn rare_words_and_more_of_them_count_more() {
        let bm25 = Bm25::new(["lamp lamp mill", "lamp mill mill", "mill mill mill"]);
        let scores = bm25.scores("Lamp?");
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
        assert!(Bm25::new([]).scores("lamp").is_empty());
    }
}
