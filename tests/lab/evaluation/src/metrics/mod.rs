//! How good an answer is compared with the data's answers.
//!
//! Published tables were made with three pieces of code. These functions return the same numbers, with
//! their oddities: `tests/metrics-golden.json` holds the originals' results.
//!
//! - [`f1`] and [`rouge_l`] are LongBench's (`metrics.py` of THUDM/LongBench), the second with the
//!   `rouge` package that it calls (pltrdy/rouge 1.0.1).
//! - [`exact_match`] is SQuAD's (its evaluation script, v1.1).
//! - [`Bleu`] is Hugging Face Evaluate's `bleu`.
//!
//! The best of several answers counts; without an answer a score is 0. LongBench cuts what was said at
//! its first line only for TriviaQA, SAMSum, TREC and LSHT, none of which is read here.
//!
//! The words of Chinese are jieba's, as in the originals: they come from jieba-rs, whose dictionary and
//! model are the same, and are corrected where it divides differently.

mod bleu;
mod chinese;
mod normal;
mod overlap;
mod rouge;

#[cfg(test)]
mod golden;
#[cfg(test)]
mod properties;

pub use bleu::Bleu;
pub use normal::WordSegmentation;
pub use overlap::{exact_match, f1};
pub use rouge::rouge_l;

/// Returns the best score over the answers.
fn best<A: AsRef<str>>(answers: &[A], score: impl Fn(&str) -> f64) -> f64 {
    answers.iter().map(|answer| score(answer.as_ref())).fold(0.0, f64::max)
}
