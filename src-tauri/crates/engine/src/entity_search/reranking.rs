//! The candidates of a round in the order in which a cross-encoder puts them, instead of that of similarity and shared
//! words (after MKRAG's K2 pairs of K1).

use model::Reranker;
use protocol::Failure;

use super::{EntitySearch, on_one_line};

/// Candidates that were found by the same query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unranked {
    /// What was looked for.
    pub(super) query: String,
    /// What the candidates say.
    pub(super) texts: Vec<String>,
    /// Their books and their numbers in these.
    candidates: Vec<(usize, usize)>,
}

/// Has a cross-encoder compare the candidates of the round under way with what was looked for; what that cost, in floating
/// point operations.
///
/// # Errors
///
/// If the model fails.
pub fn rerank(search: &mut EntitySearch, reranker: &mut Reranker) -> Result<f64, Failure> {
    let mut cost = 0.0;
    for unranked in search.unranked() {
        let texts: Vec<&str> = unranked.texts.iter().map(String::as_str).collect();
        let (ranks, flops) = reranker.score(&unranked.query, &texts)?;
        search.take_ranks(&unranked, &ranks);
        cost += flops;
    }
    Ok(cost)
}

impl EntitySearch {
    /// The candidates that no cross-encoder has compared with what was looked for.
    pub(super) fn unranked(&self) -> Vec<Unranked> {
        let mut all: Vec<Unranked> = Vec::new();
        for (at, (book, matches)) in self.books.iter().zip(&self.matches).enumerate() {
            for (nth, (unit, matched)) in book.candidates.iter().zip(matches).enumerate() {
                if matched.rank.is_some() {
                    continue;
                }
                let text = on_one_line(&self.text(unit));
                match all.iter_mut().find(|one| one.query == matched.query) {
                    Some(one) => {
                        one.texts.push(text);
                        one.candidates.push((at, nth));
                    }
                    None => all.push(Unranked {
                        query: matched.query.clone(),
                        texts: vec![text],
                        candidates: vec![(at, nth)],
                    }),
                }
            }
        }
        all
    }

    /// Takes in how well each of these candidates answers.
    pub(super) fn take_ranks(&mut self, unranked: &Unranked, ranks: &[f32]) {
        for (&(book, nth), &rank) in unranked.candidates.iter().zip(ranks) {
            self.matches[book][nth].rank = Some(rank);
        }
    }
}
