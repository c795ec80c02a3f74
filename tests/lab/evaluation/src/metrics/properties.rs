//! Properties that hold for every answer.

use proptest::prelude::*;

use super::{Bleu, WordSegmentation, exact_match, f1, rouge_l};

/// Texts with few different words, much punctuation, and something from every script.
const TEXT: &str = "([a-c]{1,2}|the|an|[.,'?-]|[ \n\u{a0}]|[0-9]|é|漢|字|。|🙂|Σ){0,24}";

fn words() -> impl Strategy<Value = WordSegmentation> {
    prop_oneof![Just(WordSegmentation::Spaced), Just(WordSegmentation::Chinese)]
}

proptest! {
    #[test]
    fn scores_lie_between_nothing_and_all(
        said in TEXT,
        answers in prop::collection::vec(TEXT, 0..4),
        words in words(),
    ) {
        let bleu = Bleu::new(&said, &answers).score();
        for score in [f1(&said, &answers, words), rouge_l(&said, &answers, words), bleu] {
            // The mean of logarithms may exceed 1 slightly.
            prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{score}");
        }
    }

    #[test]
    fn an_answer_scores_all_against_itself(text in TEXT, words in words()) {
        let answers = [&text];
        prop_assert!(exact_match(&text, &answers, words));
        let some = !words.normal(&text).is_empty();
        prop_assert_eq!(f1(&text, &answers, words), f64::from(u8::from(some)));
        if some {
            prop_assert!((rouge_l(&text, &answers, words) - 1.0).abs() < 1e-7);
        }
        let bleu = Bleu::new(&text, &answers).score();
        prop_assert!(bleu == 0.0 || (bleu - 1.0).abs() < 1e-12, "{bleu}");
    }

    #[test]
    fn f1_and_exact_match_do_not_care_who_said_it(a in TEXT, b in TEXT, words in words()) {
        let (there, back) = (f1(&a, &[&b], words), f1(&b, &[&a], words));
        prop_assert!((there - back).abs() < 1e-12);
        prop_assert_eq!(exact_match(&a, &[&b], words), exact_match(&b, &[&a], words));
    }

    #[test]
    fn another_answer_never_makes_it_worse(
        said in TEXT,
        answers in prop::collection::vec(TEXT, 1..4),
        words in words(),
    ) {
        let fewer = &answers[1..];
        prop_assert!(f1(&said, &answers, words) >= f1(&said, fewer, words));
        prop_assert!(rouge_l(&said, &answers, words) >= rouge_l(&said, fewer, words));
        prop_assert!(exact_match(&said, &answers, words) >= exact_match(&said, fewer, words));
    }

    #[test]
    fn what_is_said_exactly_has_all_of_f1(a in TEXT, b in TEXT, words in words()) {
        if exact_match(&a, &[&b], words) && words == WordSegmentation::Spaced && !words.normal(&a).is_empty() {
            prop_assert_eq!(f1(&a, &[&b], words), 1.0);
        }
    }
}
