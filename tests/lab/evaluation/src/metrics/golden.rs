//! The metrics compared with what the originals say about the same answers:
//! `tests/metrics-golden.json`.
//!
//! Each case there has what was said (`said`) and some `answers`; the numbers are the originals'. To
//! make them again, or those of more cases, use Python 3.11 with jieba 0.42.1 and rouge 1.0.1 from
//! PyPI, and these files at these commits:
//!
//! - `LongBench/metrics.py` of THUDM/LongBench at 2e00731; what it imports from `fuzzywuzzy` is not used
//!   here;
//! - `metrics/squad/compute_score.py` and `metrics/bleu/tokenizer_13a.py` of huggingface/evaluate at
//!   a7dd338;
//! - `nmt/scripts/bleu.py` of tensorflow/nmt at 0be8642, which Evaluate's `bleu` calls.
//!
//! The largest value over several answers counts, for each of
//!
//! | field | function |
//! |---|---|
//! | `f1` | `metrics.qa_f1_score(said, answer)` |
//! | `rouge_l` | `metrics.rouge_score(said, answer)` |
//! | `exact` | `compute_score.exact_match_score(said, answer)` |
//! | `f1_chinese`, and `f1` below `chinese` | `metrics.qa_f1_zh_score(said, answer)` |
//! | `rouge_l_chinese`, and `rouge_l` below `chinese` | `metrics.rouge_zh_score(said, answer)` |
//! | `exact_chinese` | `metrics.normalize_zh_answer` of both, which are equal or not |
//!
//! `bleu` is of all answers at once, and below `corpora` of all cases whose numbers, from 0, are listed
//! there. It is the first value of
//!
//! ```python
//! tokens = tokenizer_13a.Tokenizer13a()
//! bleu.compute_bleu(reference_corpus=[[tokens(answer) for answer in case["answers"]] for case in cases],
//!                   translation_corpus=[tokens(case["said"]) for case in cases],
//!                   max_order=4, smooth=False)
//! ```
//!
//! as Evaluate's `bleu` calls it by default, and 0 if that divides by zero because there is no word.

use serde::Deserialize;

use super::{Bleu, WordSegmentation, exact_match, f1, rouge_l};

#[derive(Deserialize)]
struct Golden {
    made_with: String,
    cases: Vec<Case>,
    chinese: Vec<ChineseCase>,
    corpora: Vec<Corpus>,
}

#[derive(Deserialize)]
struct Case {
    said: String,
    answers: Vec<String>,
    f1: f64,
    rouge_l: f64,
    exact: bool,
    bleu: f64,
    f1_chinese: f64,
    rouge_l_chinese: f64,
    exact_chinese: bool,
}

/// A case in Chinese with much else in between.
#[derive(Deserialize)]
struct ChineseCase {
    said: String,
    answers: Vec<String>,
    f1: f64,
    rouge_l: f64,
}

/// Cases that are scored together.
#[derive(Deserialize)]
struct Corpus {
    cases: Vec<usize>,
    bleu: f64,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../tests/metrics-golden.json")).unwrap()
}

impl Case {
    fn bleu(&self) -> Bleu {
        Bleu::new(&self.said, &self.answers)
    }

    /// Returns the metrics whose number differs, with both numbers.
    fn differences(&self) -> Vec<String> {
        let share = |held: bool| f64::from(u8::from(held));
        let exact = |words| share(exact_match(&self.said, &self.answers, words));
        let f1 = |words| f1(&self.said, &self.answers, words);
        let rouge_l = |words| rouge_l(&self.said, &self.answers, words);
        let (spaced, chinese) = (WordSegmentation::Spaced, WordSegmentation::Chinese);
        [
            ("F1", f1(spaced), self.f1),
            ("ROUGE-L", rouge_l(spaced), self.rouge_l),
            ("exact match", exact(spaced), share(self.exact)),
            ("BLEU", self.bleu().score(), self.bleu),
            ("F1, Chinese", f1(chinese), self.f1_chinese),
            ("ROUGE-L, Chinese", rouge_l(chinese), self.rouge_l_chinese),
            ("exact match, Chinese", exact(chinese), share(self.exact_chinese)),
        ]
        .into_iter()
        .filter(|(_, got, wanted)| (got - wanted).abs() > 1e-12)
        .map(|(name, got, wanted)| format!("{name} of {:?}: {got}, not {wanted}", self.said))
        .collect()
    }
}

#[test]
fn the_originals_say_the_same_of_every_answer() {
    let golden = golden();
    let differences: Vec<String> = golden.cases.iter().flat_map(Case::differences).collect();
    assert!(golden.cases.len() >= 87);
    assert!(differences.is_empty(), "{}\n{}", golden.made_with, differences.join("\n"));
}

#[test]
fn the_originals_say_the_same_of_chinese() {
    let golden = golden();
    assert!(golden.chinese.len() >= 18);
    for ChineseCase { said, answers, f1: f1_wanted, rouge_l: rouge_wanted } in golden.chinese {
        let found = (
            f1(&said, &answers, WordSegmentation::Chinese),
            rouge_l(&said, &answers, WordSegmentation::Chinese),
        );
        let apart = (found.0 - f1_wanted).abs().max((found.1 - rouge_wanted).abs());
        assert!(apart < 1e-12, "{said}: {found:?}, not {:?}", (f1_wanted, rouge_wanted));
    }
}

#[test]
fn the_originals_say_the_same_of_sets() {
    let golden = golden();
    assert!(golden.corpora.len() >= 6 && golden.corpora.iter().all(|set| !set.cases.is_empty()));
    for corpus in &golden.corpora {
        let bleu: Bleu = corpus.cases.iter().map(|&case| golden.cases[case].bleu()).sum();
        let (got, wanted) = (bleu.score(), corpus.bleu);
        assert!((got - wanted).abs() < 1e-12, "{:?}: {got}, not {wanted}", corpus.cases);
    }
}
