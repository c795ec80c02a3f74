//! ROUGE-L: the words that two answers share in the same order.

use std::collections::HashSet;

use super::normal::spaced;
use super::{WordSegmentation, best, chinese};

/// What the `rouge` package adds to avoid dividing by zero, so that nothing quite reaches 1.
const NEVER_ZERO: f64 = 1e-8;

/// LongBench's ROUGE-L (`rouge_score`, `rouge_zh_score`): the package's `f` of the summary level.
///
/// All of the package's oddities are kept: capitals and punctuation count; every full stop ends a
/// sentence, also that of a number; each pair of sentences contributes one longest common subsequence,
/// and the *different* words are counted in all of them together, in what was said and in the answer; a
/// sentence of white space has one word, the empty one. If the package fails because there is no
/// sentence, LongBench counts 0. Its recursion also fails beyond about a thousand words in two
/// sentences; that is the only oddity not kept.
pub fn rouge_l<A: AsRef<str>>(said: &str, answers: &[A], words: WordSegmentation) -> f64 {
    best(answers, |answer| match words {
        WordSegmentation::Spaced => score(said, answer),
        WordSegmentation::Chinese => {
            score(&chinese::words(said).join(" "), &chinese::words(answer).join(" "))
        }
    })
}

fn score(said: &str, answer: &str) -> f64 {
    let (said, answer) = (sentences(said), sentences(answer));
    if said.is_empty() || answer.is_empty() {
        return 0.0;
    }
    let pairs = answer.iter().flat_map(|of| said.iter().map(move |with| (of, with)));
    let shared: HashSet<&str> = pairs.flat_map(|(of, with)| common(of, with)).collect();
    let share = |of: &[Vec<&str>]| shared.len() as f64 / different(of) as f64;
    let (precision, recall) = (share(&said), share(&answer));
    2.0 * (precision * recall / (precision + recall + NEVER_ZERO))
}

/// Returns the words of every sentence.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let sentences = text.split('.').filter(|sentence| !sentence.is_empty());
    sentences
        .map(|sentence| match spaced(sentence).collect::<Vec<_>>() {
            none if none.is_empty() => vec![""],
            words => words,
        })
        .collect()
}

fn different(sentences: &[Vec<&str>]) -> usize {
    sentences.iter().flatten().collect::<HashSet<_>>().len()
}

/// Returns the longest common subsequence that the package finds. There may be others of the same
/// length, with other words.
fn common<'a>(of: &[&'a str], with: &[&str]) -> Vec<&'a str> {
    let lengths = lengths(of, with);
    let (mut i, mut j) = (of.len(), with.len());
    let mut words = Vec::new();
    while i > 0 && j > 0 {
        if of[i - 1] == with[j - 1] {
            (i, j) = (i - 1, j - 1);
            words.push(of[i]);
        } else if lengths[i - 1][j] > lengths[i][j - 1] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    words
}

/// Returns the lengths of the longest common subsequences of every two prefixes.
fn lengths(of: &[&str], with: &[&str]) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0; with.len() + 1]];
    for (i, word) in of.iter().enumerate() {
        let mut row = vec![0; with.len() + 1];
        for (j, other) in with.iter().enumerate() {
            row[j + 1] =
                if word == other { rows[i][j] + 1 } else { u32::max(rows[i][j + 1], row[j]) };
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-7
    }

    #[test]
    fn order_counts_and_repetition_does_not() {
        let of = |said: &str| rouge_l(said, &["the lamp stands here"], WordSegmentation::Spaced);
        assert!(near(of("the lamp stands here"), 1.0));
        assert!(near(of("the the lamp lamp stands here"), 1.0));
        assert!(near(of("here stands lamp the"), 0.25));
        assert_eq!(of("The Lamp"), 0.0);
    }

    #[test]
    fn a_full_stop_ends_a_sentence_also_in_a_number() {
        assert!(near(rouge_l("b. a", &["a. b."], WordSegmentation::Spaced), 1.0));
        assert!(near(rouge_l("5.1", &["1.5"], WordSegmentation::Spaced), 1.0));
    }

    #[test]
    fn nothing_scores_nothing_but_white_space_equals_itself() {
        assert_eq!(rouge_l("", &[""], WordSegmentation::Spaced), 0.0);
        assert_eq!(rouge_l("...", &["..."], WordSegmentation::Spaced), 0.0);
        assert!(near(rouge_l(" ", &["\n"], WordSegmentation::Spaced), 1.0));
    }
}
