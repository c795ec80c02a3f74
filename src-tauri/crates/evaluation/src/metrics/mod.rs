//! How good an answer is beside the answers that the data gives.
//!
//! Published tables were made with three pieces of code, and these functions give the numbers that
//! those give, with their oddities: `tests/metrics-golden.json` holds what the originals said.
//!
//! - [`f1`] and [`rouge_l`] are LongBench's (`metrics.py` of THUDM/LongBench), the second with the
//!   `rouge` package that it calls (pltrdy/rouge 1.0.1).
//! - [`exact_match`] is SQuAD's (its evaluation script, v1.1).
//! - [`Bleu`] is Hugging Face Evaluate's `bleu`.
//!
//! Of several answers the best counts; without an answer a score is 0. LongBench cuts what was said
//! at its first line for TriviaQA, SAMSum, TREC and LSHT only; none of them is read here.
//!
//! The words of Chinese are jieba's, as there: those of jieba-rs, whose dictionary and model are the
//! same, put in order where it divides otherwise.

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
pub use normal::Words;
pub use overlap::{exact_match, f1};
pub use rouge::rouge_l;

/// The best score over the answers.
fn best<A: AsRef<str>>(answers: &[A], score: impl Fn(&str) -> f64) -> f64 {
    answers.iter().map(|answer| score(answer.as_ref())).fold(0.0, f64::max)
}
