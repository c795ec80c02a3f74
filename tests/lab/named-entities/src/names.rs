//! Whether names are found where they are, and whether those with the same meaning are grouped.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use entities::{NameCandidate, groups};
use protocol::EntityKind;
use serde::{Deserialize, Serialize};

use super::b_cubed::b_cubed;
use super::capitals_baseline::capitalised_runs;
use super::litbank::{AnnotatedName, LitBankBook};
use super::name_matching::{distinct, mentions, names};
use super::precision_recall::{MatchCounts, scores};
use report::figures::{FigureUnit, MeasuredFigure, SEED};
use report::statistics::{CaseGroups, means};

/// The results for a book.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BookFound {
    pecan: FoundNames,
    /// By capital letters alone.
    capitals: FoundNames,
    merging: Option<Merging>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct FoundNames {
    /// Every mention by a proper name.
    mentions: MatchCounts,
    /// Different names.
    names: MatchCounts,
}

/// B³ of the annotated names: precision, recall and F1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Merging {
    pecan: [f64; 3],
    /// If equal names meant the same, and no others.
    equal_names: [f64; 3],
}

/// Finds the names of a book.
pub fn look(book: &LitBankBook) -> BookFound {
    BookFound {
        pecan: found(book, &entities::mentions(&book.text)),
        capitals: found(book, &capitalised_runs(&book.text)),
        merging: merging(&book.names),
    }
}

fn found(book: &LitBankBook, places: &[Range<usize>]) -> FoundNames {
    let found = places.iter().map(|place| (&book.text[place.clone()], ()));
    let annotated = book.names.iter().map(|one| (one.name.as_str(), ()));
    FoundNames {
        mentions: mentions(book, places),
        names: names(&distinct(found), &distinct(annotated)),
    }
}

/// Groups the annotated names. Pecan is given each, and whether it is a person's. None without names.
fn merging(mentions: &[AnnotatedName]) -> Option<Merging> {
    let annotated: Vec<usize> = mentions.iter().map(|one| one.entity).collect();
    let equal = numbers(mentions.iter().map(|one| one.name.as_str()));
    Some(Merging {
        pecan: b_cubed(&merged(mentions), &annotated)?,
        equal_names: b_cubed(&equal, &annotated)?,
    })
}

/// Returns, for each mention, the number of what it means according to Pecan.
pub fn merged(mentions: &[AnnotatedName]) -> Vec<usize> {
    let key = |one: &AnnotatedName| (one.name.clone(), one.kind == EntityKind::Person);
    let of = numbers(mentions.iter().map(key));
    let mut different: Vec<NameCandidate<'_>> = Vec::new();
    for (mention, &number) in mentions.iter().zip(&of) {
        let (name, is_person) = (mention.name.as_str(), mention.kind == EntityKind::Person);
        match different.get_mut(number) {
            Some(known) => known.count += 1,
            None => different.push(NameCandidate { text: name, is_person, count: 1 }),
        }
    }
    let groups = groups(&different);
    of.into_iter().map(|number| groups[number]).collect()
}

/// Returns numbers from 0, the same for equal keys.
pub fn numbers<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut known = HashMap::new();
    keys.map(|key| {
        let next = known.len();
        *known.entry(key).or_insert(next)
    })
    .collect()
}

/// Returns the figures of some books.
pub fn figures(books: &[BookFound]) -> Vec<MeasuredFigure> {
    let of = |name: &str, counts: fn(&BookFound) -> MatchCounts| {
        scores(name, &books.iter().map(counts).collect::<Vec<_>>())
    };
    let merging: Vec<Merging> = books.iter().filter_map(|book| book.merging).collect();
    let merging = |name: &str, scores: fn(&Merging) -> [f64; 3]| {
        b_cubed_figures(name, &merging.iter().map(scores).collect::<Vec<_>>())
    };
    let [precision, recall, f1] = of("different names", |book| book.pecan.names);
    [
        of("mentions", |book| book.pecan.mentions),
        of("mentions by capitals alone", |book| book.capitals.mentions),
        [precision, recall, f1.at_least(0.70)],
        of("different names by capitals alone", |book| book.capitals.names),
        merging("B³", |merging| merging.pecan),
        merging("B³ of equal names", |merging| merging.equal_names),
    ]
    .concat()
}

/// Means over books.
pub fn b_cubed_figures(name: &str, books: &[[f64; 3]]) -> [MeasuredFigure; 3] {
    let found = means(books, &CaseGroups::apart(books.len()), SEED);
    let figure = |at: usize, score: &str| {
        MeasuredFigure::number(&format!("{name}, {score}"), None, books.len(), FigureUnit::Plain)
            .with(found.map(|found| found[at]))
    };
    [figure(0, "precision"), figure(1, "recall"), figure(2, "F1")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::litbank::tests::book;

    #[test]
    fn a_book_is_looked_at() {
        let text = "Mira Bell came. She saw Mira and the Thames on Monday.";
        let mut book = book(text, &[("Mira Bell", "PER"), ("Thames", "LOC")]);
        let (place, kind) = (24..28, EntityKind::Person);
        book.names.push(AnnotatedName { place, name: "Mira".into(), kind, entity: 0 });
        let looked = look(&book);
        let all = MatchCounts { right: 3, found: 3, annotated: 3 };
        assert_eq!(looked.pecan, FoundNames { mentions: all, names: all });
        // "Mira Bell" begins a sentence, and the day is no entity.
        let capitals = MatchCounts { right: 2, found: 3, annotated: 3 };
        assert_eq!(looked.capitals, FoundNames { mentions: capitals, names: capitals });
        let merging = looked.merging.unwrap();
        assert_eq!(merging.pecan, [1.0; 3]);
        // Each of Mira's two names is half of her mentions.
        let recall = (0.5 + 0.5 + 1.0) / 3.0;
        assert_eq!(merging.equal_names, [1.0, recall, 2.0 * recall / (1.0 + recall)]);
        let figures = figures(&[looked]);
        let goals: Vec<&str> = figures
            .iter()
            .filter(|figure| figure.goal.is_some())
            .map(|figure| figure.name.as_str())
            .collect();
        assert_eq!(goals, ["different names, F1"]);
        assert_eq!(figures.len(), 18);
    }

    #[test]
    fn a_book_without_names_says_nothing_of_merging() {
        assert_eq!(look(&book("It rained.", &[])).merging, None);
    }
}
