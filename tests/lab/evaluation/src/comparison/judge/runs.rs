//! Whether texts hold a passage, even if a border between two chunks cuts it.

use std::collections::HashSet;

use crate::metrics::WordSegmentation;
use crate::text::words;

/// Words of a run: enough that they rarely occur together by chance.
const RUN: usize = 5;
/// The share of a passage's runs that must be present.
const ENOUGH: f64 = 0.5;

/// The runs of words in some texts. Half of a passage's runs are enough, so that both halves together
/// hold a passage that a border cuts, and so does the larger one.
pub struct WordNgrams {
    texts: Vec<Vec<String>>,
    runs: HashSet<Vec<String>>,
    told_apart: WordSegmentation,
}

impl WordNgrams {
    /// Collects the runs of some texts.
    pub fn of(texts: &[String], told_apart: WordSegmentation) -> Self {
        let texts: Vec<Vec<String>> = texts.iter().map(|text| units(text, told_apart)).collect();
        let runs = texts.iter().flat_map(|text| text.windows(RUN)).map(<[String]>::to_vec);
        Self { runs: runs.collect(), texts, told_apart }
    }

    /// Returns whether the texts have enough of a passage's runs.
    pub fn hold(&self, passage: &str) -> bool {
        let wanted = units(passage, self.told_apart);
        if wanted.len() < RUN {
            let has =
                |text: &Vec<String>| text.windows(wanted.len().max(1)).any(|run| run == wanted);
            return self.texts.iter().any(has);
        }
        let runs = wanted.windows(RUN);
        let (all, held) = (runs.len(), runs.filter(|run| self.runs.contains(*run)).count());
        held as f64 >= ENOUGH * all as f64
    }
}

/// Returns the words, or the characters in a language that does not separate words.
fn units(text: &str, told_apart: WordSegmentation) -> Vec<String> {
    match told_apart {
        WordSegmentation::Spaced => words(text),
        WordSegmentation::Chinese => {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.map(|c| c.to_lowercase().collect()).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSAGE: &str = "one two three four five six seven eight nine ten eleven twelve";

    fn hold(texts: &[&str], passage: &str, told_apart: WordSegmentation) -> bool {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        WordNgrams::of(&texts, told_apart).hold(passage)
    }

    #[test]
    fn a_passage_over_a_border_is_held_by_both_halves() {
        let spaced = |texts: &[&str]| hold(texts, PASSAGE, WordSegmentation::Spaced);
        assert!(spaced(&[&format!("So: {}!", PASSAGE.to_uppercase())]));
        assert!(spaced(&[
            "zero one two three four five six",
            "seven eight nine ten eleven twelve"
        ]));
        assert!(spaced(&["one two three four five six seven eight nine", "x"]));
        assert!(!spaced(&["one two three four five six"]));
        assert!(!spaced(&["twelve eleven ten nine eight seven six five four three two one"]));
        assert!(!spaced(&[]));
    }

    #[test]
    fn a_short_passage_is_there_as_a_whole() {
        assert!(hold(&["in the old mill."], "The old mill", WordSegmentation::Spaced));
        assert!(!hold(&["in the old red mill."], "The old mill", WordSegmentation::Spaced));
        assert!(!hold(&["anything"], "...", WordSegmentation::Spaced));
        assert!(hold(
            &["他把灯藏在磨坊里，没有人知道。"],
            "灯藏在磨坊里",
            WordSegmentation::Chinese
        ));
        assert!(!hold(&["他把灯藏在谷仓里。"], "磨坊里", WordSegmentation::Chinese));
    }
}
