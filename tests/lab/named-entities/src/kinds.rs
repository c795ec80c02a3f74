//! Whether the model recognises what kind of thing a name names, and what asking costs.

use std::collections::HashSet;
use std::sync::Arc;

use entities::FirstMention;
use model::Weights;
use protocol::{EntityCost, EntityKind, Failure};
use serde::{Deserialize, Serialize};

use super::litbank::{AnnotatedName, LitBankBook};
use super::name_matching::{distinct, names};
use super::precision_recall::{MatchCounts, scores, share};
use report::figures::{FigureUnit, MeasuredFigure};

/// The results for a book.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BookKinds {
    annotated: AnnotatedKinds,
    /// Different names that Pecan finds, with the kinds that it assigns to them.
    names: MatchCounts,
    /// The cost of asking about these.
    cost: EntityCost,
    /// Tokens of the text.
    tokens: usize,
}

/// Different annotated names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct AnnotatedKinds {
    all: usize,
    /// Those whose kind the model recognised.
    right: usize,
    /// Names of people.
    people: usize,
}

/// Asks about the annotated names of a book, and about those that Pecan finds in it.
pub fn look(weights: &Arc<Weights>, book: &LitBankBook) -> Result<BookKinds, Failure> {
    let (first, kinds): (Vec<FirstMention>, Vec<EntityKind>) = annotated(book).into_iter().unzip();
    let (said, _) = engine::name_kinds(weights, &book.text, &first)?;
    let found = entities::names(&book.text);
    let (of_found, cost) = engine::name_kinds(weights, &book.text, &found)?;
    Ok(BookKinds {
        annotated: compare(&said, &kinds),
        names: named_with_kinds(book, &found, &of_found),
        cost,
        tokens: weights.tokenize(&book.text)?.len(),
    })
}

/// Returns the different annotated names, each with its first sentence and its kind.
fn annotated(book: &LitBankBook) -> Vec<(FirstMention, EntityKind)> {
    let sentences = sentences::sentences(&book.text);
    let mut known = HashSet::new();
    let first = book.names.iter().filter(|one| known.insert(without_article(&one.name)));
    let with_sentence = |one: &AnnotatedName| {
        let sentence = sentences.iter().find(|sentence| sentence.contains(&one.place.start))?;
        Some((FirstMention { name: one.name.clone(), sentence: sentence.clone() }, one.kind))
    };
    first.filter_map(with_sentence).collect()
}

/// Returns a name in small letters and without "the". Titles stay: they may say what a name names.
fn without_article(name: &str) -> String {
    let name = name.to_lowercase();
    name.strip_prefix("the ").unwrap_or(&name).to_owned()
}

fn compare(said: &[Option<EntityKind>], kinds: &[EntityKind]) -> AnnotatedKinds {
    AnnotatedKinds {
        all: kinds.len(),
        right: said.iter().zip(kinds).filter(|(said, kind)| **said == Some(**kind)).count(),
        people: kinds.iter().filter(|kind| **kind == EntityKind::Person).count(),
    }
}

/// Counts the names that Pecan finds and that the model gives a kind. A name is right if it is annotated with the same
/// kind.
fn named_with_kinds(
    book: &LitBankBook,
    found: &[FirstMention],
    kinds: &[Option<EntityKind>],
) -> MatchCounts {
    let found = found.iter().zip(kinds).filter(|(_, kind)| kind.is_some());
    let found = found.map(|(first, kind)| (first.name.as_str(), *kind));
    let annotated = book.names.iter().map(|one| (one.name.as_str(), Some(one.kind)));
    names(&distinct(found), &distinct(annotated))
}

/// Returns the figures of some books.
pub fn figures(books: &[BookKinds]) -> Vec<MeasuredFigure> {
    let shares = |name: &str, unit, of: fn(&BookKinds) -> (usize, usize)| {
        share(name, &books.iter().map(of).collect::<Vec<_>>(), unit)
    };
    let counts: Vec<MatchCounts> = books.iter().map(|book| book.names).collect();
    let [precision, recall, f1] = scores("different names with their kinds", &counts);
    let seconds: Vec<f64> = books.iter().map(|book| book.cost.seconds).collect();
    vec![
        shares("kinds of annotated names that are right", FigureUnit::Share, |book| {
            (book.annotated.right, book.annotated.all)
        }),
        shares("the same if every name were a person's", FigureUnit::Share, |book| {
            (book.annotated.people, book.annotated.all)
        }),
        precision,
        recall,
        f1.at_least(0.70),
        shares("tokens evaluated for each token of the text", FigureUnit::Plain, |book| {
            (book.cost.tokens_evaluated as usize, book.tokens)
        }),
        MeasuredFigure::of("seconds for a book", &seconds, FigureUnit::Seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::litbank::tests::book;

    fn two() -> LitBankBook {
        book("Then Ann saw Hull. THE Hull sank. She met Ann.", &[("Ann", "PER"), ("Hull", "GPE")])
    }

    #[test]
    fn annotated_names_are_asked_about_once_with_their_first_sentence() {
        let mut book = two();
        let again = AnnotatedName {
            place: 19..27,
            name: "THE Hull".into(),
            kind: EntityKind::Thing,
            entity: 2,
        };
        book.names.push(again);
        let first = |name: &str| FirstMention { name: name.into(), sentence: 0..18 };
        assert_eq!(
            annotated(&book),
            [(first("Ann"), EntityKind::Person), (first("Hull"), EntityKind::Place)]
        );
    }

    #[test]
    fn a_kind_is_right_if_it_is_the_annotated_one() {
        let kinds = [EntityKind::Person, EntityKind::Place, EntityKind::Person, EntityKind::Thing];
        let said =
            [Some(EntityKind::Person), Some(EntityKind::Thing), None, Some(EntityKind::Thing)];
        assert_eq!(compare(&said, &kinds), AnnotatedKinds { all: 4, right: 2, people: 2 });
        let book = two();
        let found = entities::names(&book.text);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Ann", "Hull"]);
        let kinds = [Some(EntityKind::Person), Some(EntityKind::Thing)];
        assert_eq!(
            named_with_kinds(&book, &found, &kinds),
            MatchCounts { right: 1, found: 2, annotated: 2 }
        );
    }

    #[test]
    fn costs_are_of_all_books_together() {
        let of = |right, tokens_evaluated, seconds| BookKinds {
            annotated: AnnotatedKinds { all: 4, right, people: 1 },
            names: MatchCounts { right: 1, found: 2, annotated: 4 },
            cost: EntityCost { tokens_evaluated, flops: 1.0, seconds },
            tokens: 100,
        };
        let figures = figures(&[of(3, 10, 1.0), of(4, 40, 2.0)]);
        let values: Vec<Option<f64>> = figures.iter().map(|figure| figure.value).collect();
        let expected = [7.0 / 8.0, 0.25, 0.5, 0.25, 1.0 / 3.0, 0.25, 1.5].map(Some);
        assert_eq!(values, expected);
    }
}
