//! Scores of the words that two answers share, in any order.

use std::collections::HashMap;

use super::{WordSegmentation, best};

/// LongBench's F1 (`qa_f1_score`, `qa_f1_zh_score`): the harmonic mean of the share of the said words
/// that the answer has, and the share of the answer's words that were said. Capitals, punctuation and
/// articles do not count; if nothing else is left, it is 0.
pub fn f1<A: AsRef<str>>(said: &str, answers: &[A], words: WordSegmentation) -> f64 {
    let said = words.normal(said);
    best(answers, |answer| overlap(&said, &words.normal(answer)))
}

fn overlap(said: &[String], answer: &[String]) -> f64 {
    let shared = shared(said, answer) as f64;
    if shared == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (shared / said.len() as f64, shared / answer.len() as f64);
    2.0 * precision * recall / (precision + recall)
}

/// Returns how many words two lists share, counting each as often as both have it.
fn shared(said: &[String], answer: &[String]) -> usize {
    let mut open: HashMap<&str, usize> = HashMap::new();
    for word in answer {
        *open.entry(word).or_default() += 1;
    }
    let mut meets = |word: &String| match open.get_mut(word.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    said.iter().filter(|word| meets(word)).count()
}

/// SQuAD's exact match: equality except for capitals, punctuation, articles and white space. In
/// Chinese, what LongBench leaves out of answers does not count.
pub fn exact_match<A: AsRef<str>>(said: &str, answers: &[A], words: WordSegmentation) -> bool {
    let said = words.normal_text(said);
    answers.iter().any(|answer| words.normal_text(answer.as_ref()) == said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_several_answers_counts() {
        assert_eq!(f1("a lamp", &["door", "the old lamp"], WordSegmentation::Spaced), 2.0 / 3.0);
        assert!(exact_match("A lamp!", &["door", "lamp"], WordSegmentation::Spaced));
    }

    #[test]
    fn without_an_answer_there_is_no_score() {
        let none: [&str; 0] = [];
        assert_eq!(f1("lamp", &none, WordSegmentation::Spaced), 0.0);
        assert!(!exact_match("", &none, WordSegmentation::Spaced));
    }
}
