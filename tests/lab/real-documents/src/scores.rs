//! What is counted: whether a text contains an answer, where a point's words come from, how reliable
//! p_yes is.
//!
//! Words are compared as when the product checks whether what a model wrote is in what it read
//! ([`hwdag::grounding`]): without articles and the like, and without their inflection.

use hwdag::calibration::JudgedPassage;
use hwdag::grounding::support;
use serde::{Deserialize, Serialize};

/// The number of bins from 0 to 1 in which p_yes is compared with the frequency of Yes.
const BINS: usize = 10;
/// Shares of words that differ by less are equal.
const SAME: f64 = 1e-9;

/// Returns the words of a text that carry content.
pub fn content_words(text: &str) -> Vec<&str> {
    // If nothing was read, a single content word has no support; any other word is not content.
    let carries = |word: &&str| support(word, []).words < 0.5;
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|word| word.trim_matches(['\'', '’']))
        .filter(|word| !word.is_empty())
        .filter(carries)
        .collect()
}

/// Returns whether all content words of an answer are in a text; none for an answer without any.
pub fn contains_answer(answer: &str, text: &str) -> Option<bool> {
    let is_telling = !content_words(answer).is_empty();
    is_telling.then(|| support(answer, [text]).words > 1.0 - SAME)
}

/// Returns whether one of the texts contains one of the answers; none if no answer has content words.
pub fn any_contains_answer<'a>(
    answers: &[String],
    texts: impl Iterator<Item = &'a str> + Clone,
) -> Option<bool> {
    let contained =
        |answer: &String| texts.clone().any(|text| contains_answer(answer, text) == Some(true));
    let is_telling = answers.iter().any(|answer| !content_words(answer).is_empty());
    is_telling.then(|| answers.iter().any(contained))
}

/// Whether a point's edges lead to where its words come from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SourceEdges {
    /// Whether the strongest one does.
    pub strongest: bool,
    /// The share of all edges that do: what an edge chosen by chance would give.
    pub by_chance: f64,
}

/// Returns whether a point's edges lead to a text that its words come from: the one with most of its
/// content words, or one with at most one fewer. `below` are the weights with the texts. None without
/// edges or content words.
pub fn source_edges(point: &str, below: &[(f32, &str)]) -> Option<SourceEdges> {
    let count = content_words(point).len();
    let shares: Vec<f64> = below.iter().map(|(_, text)| support(point, [*text]).words).collect();
    let most = shares.iter().copied().fold(0.0, f64::max);
    let is_home = |share: f64| share + 1.0 / count as f64 + SAME >= most;
    let weights = below.iter().map(|(weight, _)| weight);
    let (_, &strongest) = weights.zip(&shares).max_by(|a, b| a.0.total_cmp(b.0))?;
    let homes = shares.iter().filter(|share| is_home(**share)).count();
    (count > 0).then(|| SourceEdges {
        strongest: is_home(strongest),
        by_chance: homes as f64 / shares.len() as f64,
    })
}

/// Returns the mean difference between p_yes and the share of cases in which Yes is right, over the
/// cases grouped into ten bins of equal width (the expected calibration error); none without cases.
pub fn calibration_error(judged: &[JudgedPassage]) -> Option<f64> {
    let mut bins = [(0.0, 0.0); BINS];
    for &(p_yes, is_right) in judged {
        let bin = ((p_yes * BINS as f64) as usize).min(BINS - 1);
        bins[bin].0 += p_yes;
        bins[bin].1 += f64::from(is_right);
    }
    let apart: f64 = bins.iter().map(|(said, right)| (said - right).abs()).sum();
    (!judged.is_empty()).then(|| apart / judged.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_words_are_those_that_the_product_counts() {
        let text = "The king’s daughter had 3 lamps, and it was 'hers'.";
        assert_eq!(content_words(text), ["king’s", "daughter", "3", "lamps"]);
        assert!(content_words("It was with him.").is_empty());
    }

    #[test]
    fn a_fact_is_kept_if_one_text_has_all_words_of_the_answer() {
        let point = "The prince found a pretty little dog in the forest.";
        assert_eq!(contains_answer("pretty little dogs", point), Some(true));
        assert_eq!(contains_answer("a pretty cat", point), Some(false));
        assert_eq!(contains_answer("to him", point), None);
        let texts = ["The dog was little.", "It was pretty."];
        let found = |answers: &[&str]| {
            let answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
            any_contains_answer(&answers, texts.iter().copied())
        };
        assert_eq!(found(&["pretty little dog"]), Some(false), "its words stand in two of them");
        assert_eq!(found(&["pretty little dog", "little dog"]), Some(true));
        assert_eq!(found(&["it"]), None);
    }

    #[test]
    fn the_strongest_edge_leads_to_the_text_that_has_the_words() {
        let point = "The white cat gave the prince an acorn.";
        let (own, near) =
            ("The white cat gave the prince an acorn.", "The cat gave a prince acorns.");
        let far = "The king was old.";
        let strongest =
            |below: &[(f32, &str)]| source_edges(point, below).map(|found| found.strongest);
        assert_eq!(strongest(&[(0.7, own), (0.3, far)]), Some(true));
        assert_eq!(strongest(&[(0.3, own), (0.7, near)]), Some(true), "one word fewer");
        assert_eq!(strongest(&[(0.3, own), (0.7, far)]), Some(false));
        assert_eq!((strongest(&[]), source_edges("It was.", &[(1.0, own)])), (None, None));
        let chance = source_edges(point, &[(0.3, own), (0.1, far), (0.6, far)]).unwrap().by_chance;
        assert!((chance - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn calibration_is_measured_bin_by_bin() {
        let error = |judged: &[JudgedPassage]| calibration_error(judged).unwrap();
        assert_eq!(calibration_error(&[]), None);
        assert!(error(&[(1.0, true), (0.0, false)]) < 1e-12);
        assert!((error(&[(0.9, true), (0.9, false)]) - 0.4).abs() < 1e-12);
        // Two bins, weighted by their cases.
        let judged = [(0.25, false), (0.25, false), (0.25, true), (0.95, true)];
        let expected = (3.0 * (1.0 / 3.0 - 0.25_f64).abs() + 0.05) / 4.0;
        assert!((error(&judged) - expected).abs() < 1e-12);
    }

    #[test]
    fn p_yes_tells_cases_apart_by_its_order() {
        let area = hwdag::calibration::area_under_curve;
        assert_eq!(area(&[(0.4, true), (0.3, false), (0.2, false)]), Some(1.0));
        assert_eq!(area(&[(0.3, true), (0.3, false)]), Some(0.5));
        assert_eq!(area(&[(0.3, true)]), None);
    }
}
