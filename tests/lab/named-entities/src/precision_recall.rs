//! Precision, recall and F1 of what was found in books, with their intervals.

use std::iter::Sum;

use report::figures::{FigureUnit, MeasuredFigure, SEED};
use report::statistics::{CaseGroups, bootstrap, bootstrap_all};
use serde::{Deserialize, Serialize};

/// How much was found, how much is annotated, and how much is in both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchCounts {
    /// What was found and is right.
    pub right: usize,
    /// Everything that was found.
    pub found: usize,
    /// Everything that is annotated.
    pub annotated: usize,
}

impl MatchCounts {
    /// Returns precision, recall and F1, from 0 to 1; 0 if the divisor is 0.
    pub fn scores(self) -> [f64; 3] {
        let Self { right, found, annotated } = self;
        [
            ratio(right as f64, found as f64),
            ratio(right as f64, annotated as f64),
            ratio(2.0 * right as f64, (found + annotated) as f64),
        ]
    }
}

impl Sum for MatchCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            right: sum.right + one.right,
            found: sum.found + one.found,
            annotated: sum.annotated + one.annotated,
        })
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Returns precision, recall and F1 of all books together. The intervals are over books.
pub fn scores(name: &str, books: &[MatchCounts]) -> [MeasuredFigure; 3] {
    let all: MatchCounts = books.iter().copied().sum();
    let found = bootstrap_all(&CaseGroups::apart(books.len()), SEED, |drawn| {
        drawn.iter().map(|&book| books[book]).sum::<MatchCounts>().scores()
    });
    let figure = |at: usize, score: &str, cases| {
        MeasuredFigure::number(&format!("{name}, {score}"), None, cases, FigureUnit::Plain)
            .with(found.map(|found| found[at]))
    };
    [
        figure(0, "precision", all.found),
        figure(1, "recall", all.annotated),
        figure(2, "F1", all.annotated),
    ]
}

/// Divides a sum over all books by another one. The interval is over books; the cases are the divisor.
pub fn share(name: &str, books: &[(usize, usize)], unit: FigureUnit) -> MeasuredFigure {
    let all = books.iter().map(|(_, whole)| whole).sum();
    let found = bootstrap(&CaseGroups::apart(books.len()), SEED, |drawn| {
        let sum = |of: fn(&(usize, usize)) -> usize| -> usize {
            drawn.iter().map(|&book| of(&books[book])).sum()
        };
        ratio(sum(|book| book.0) as f64, sum(|book| book.1) as f64)
    });
    MeasuredFigure::number(name, None, all, unit).with(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOKS: [MatchCounts; 2] = [
        MatchCounts { right: 3, found: 4, annotated: 5 },
        MatchCounts { right: 0, found: 1, annotated: 0 },
    ];

    #[test]
    fn f1_is_the_harmonic_mean_of_precision_and_recall() {
        // 2 · 3/4 · 3/5 / (3/4 + 3/5) = 2/3
        assert_eq!(BOOKS[0].scores(), [0.75, 0.6, 2.0 / 3.0]);
        assert_eq!(BOOKS[1].scores(), [0.0; 3]);
        assert_eq!(MatchCounts::default().scores(), [0.0; 3]);
    }

    #[test]
    fn books_are_counted_together() {
        let [precision, recall, f1] = scores("names", &BOOKS);
        assert_eq!((precision.value, precision.cases), (Some(0.6), 5));
        assert_eq!((recall.value, recall.cases), (Some(0.6), 5));
        assert_eq!((f1.value, f1.interval), (Some(0.6), Some((0.0, 2.0 / 3.0))));
        assert_eq!(f1.name, "names, F1");
        let share = share("right", &[(1, 2), (3, 6)], FigureUnit::Share);
        assert_eq!((share.value, share.interval, share.cases), (Some(0.5), Some((0.5, 0.5)), 8));
        assert_eq!(scores("none", &[])[0].value, None);
    }
}
