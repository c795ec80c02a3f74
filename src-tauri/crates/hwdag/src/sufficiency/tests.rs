use super::*;
use crate::fake::Fake;

/// Returns scores in which each of these words has this probability.
fn scores(model: &Fake, words: &[(&str, f64)]) -> Vec<f32> {
    let first = |word: &str| model.tokenize(word).unwrap()[0] as usize;
    let mut scores = vec![f32::NEG_INFINITY; 100];
    for &(word, probability) in words {
        scores[first(word)] = probability.ln() as f32;
    }
    scores
}

#[test]
fn p_yes_by_hand() {
    let model = Fake::new(100);
    let verdict = Verdict::new(&model).unwrap();
    let cases: [(&[(&str, f64)], f64); 6] = [
        (&[("Yes", 0.6), ("No", 0.2), ("Perhaps", 0.2)], 0.75),
        (&[("Yes", 0.1), ("yes", 0.1), ("YES", 0.05), (" Yes", 0.05), ("No", 0.1)], 0.75),
        (&[(" yes", 0.1), (" YES", 0.1), (" no", 0.1), ("NO", 0.1), ("no", 0.2)], 1.0 / 3.0),
        (&[("Yes", 1.0)], 1.0),
        (&[("No", 1.0)], 0.0),
        (&[("Perhaps", 1.0)], 0.0),
    ];
    for (words, expected) in cases {
        let p_yes = verdict.p_yes(&scores(&model, words));
        assert!((p_yes - expected).abs() < 1e-6, "{words:?}: {p_yes}");
    }
}

#[test]
fn large_and_missing_scores_do_no_harm() {
    let model = Fake::new(100);
    let verdict = Verdict::new(&model).unwrap();
    let mut large = vec![1_000.0; 100];
    assert_eq!(verdict.p_yes(&large), 0.5);
    large[model.tokenize("Yes").unwrap()[0] as usize] = 2_000.0;
    assert_eq!(verdict.p_yes(&large), 1.0);
    assert_eq!(verdict.p_yes(&[]), 0.0);
}

#[test]
fn a_token_that_begins_both_counts_for_neither() {
    let between = |yes: &[Token], no: &[Token]| {
        Verdict::between(&yes.iter().copied().collect(), &no.iter().copied().collect())
    };
    let expected = Verdict { yes: vec![2], no: vec![3, 4] };
    assert_eq!(between(&[1, 2], &[1, 3, 4]), Some(expected));
    assert_eq!(between(&[1], &[1, 2]), None);
    assert_eq!(between(&[1, 2], &[]), None);
}
