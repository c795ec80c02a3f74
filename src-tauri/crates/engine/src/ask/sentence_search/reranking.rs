//! Orders the candidates of a round by a cross-encoder instead of by similarity and shared words (after MKRAG's K2
//! pairs of K1).

use model::Reranker;
use protocol::Failure;

use crate::ask::sentence_search::search::EntitySearch;
use crate::text::on_one_line;

/// Candidates found by the same query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unranked {
    /// The query.
    pub(super) query: String,
    /// The texts of the candidates.
    pub(super) texts: Vec<String>,
    /// The candidates, each with its book and its number there.
    candidates: Vec<(usize, usize)>,
}

/// Has a cross-encoder compare the candidates of the current round with their queries. Returns the cost in floating
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
    /// Returns the candidates that no cross-encoder has compared with their queries.
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

    /// Records how well each of these candidates answers.
    pub(super) fn take_ranks(&mut self, unranked: &Unranked, ranks: &[f32]) {
        for (&(book, nth), &rank) in unranked.candidates.iter().zip(ranks) {
            self.matches[book][nth].rank = Some(rank);
        }
    }
}
