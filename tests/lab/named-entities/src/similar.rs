//! Whether names that Pecan does not group by itself, but finds similar, mean the same.

use std::collections::BTreeSet;

use engine::similar_names;
use entities::{NamedEntity, NamedEntityKind};
use model::Bert;
use protocol::{EntityKind, Failure};
use report::figures::MeasuredFigure;
use serde::{Deserialize, Serialize};

use super::litbank::{AnnotatedName, LitBankBook};
use super::names::merged;
use super::precision_recall::{MatchCounts, scores};

/// The results for a book: pairs of entities, of which those are right that mean the same according to the annotators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimilarPairs {
    /// Pairs that Pecan finds similar.
    similar: MatchCounts,
    /// Pairs whose names may mean the same: the similar ones are among them.
    possible: MatchCounts,
}

/// Groups the annotated names of a book, and compares the groups.
pub fn look(embedder: &mut Bert, book: &LitBankBook) -> Result<SimilarPairs, Failure> {
    let (entities, annotated) = entities(&book.names);
    let pairs = || (0..entities.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let same: BTreeSet<_> =
        pairs().filter(|&(one, other)| annotated[one] == annotated[other]).collect();
    let possible = pairs().filter(|&(one, other)| entities[one].may_be(&entities[other])).collect();
    let mut similar = BTreeSet::new();
    for one in 0..entities.len() {
        let found = similar_names(embedder, &entities, one)?;
        similar.extend(found.into_iter().map(|(other, _)| (one.min(other), one.max(other))));
    }
    Ok(SimilarPairs { similar: compared(&similar, &same), possible: compared(&possible, &same) })
}

fn compared(found: &BTreeSet<(usize, usize)>, same: &BTreeSet<(usize, usize)>) -> MatchCounts {
    let right = found.intersection(same).count();
    MatchCounts { right, found: found.len(), annotated: same.len() }
}

/// Returns what Pecan takes for entities, each with the annotated number of most of its mentions.
fn entities(mentions: &[AnnotatedName]) -> (Vec<NamedEntity>, Vec<usize>) {
    let (mut entities, mut numbers) = (Vec::<NamedEntity>::new(), Vec::<Vec<usize>>::new());
    for (mention, group) in mentions.iter().zip(merged(mentions)) {
        if group == entities.len() {
            entities.push(NamedEntity {
                name: mention.name.clone(),
                renamed: None,
                names: Vec::new(),
                kind: kind(mention.kind),
                mentions: Vec::new(),
            });
            numbers.push(Vec::new());
        }
        let entity = &mut entities[group];
        if !entity.names.contains(&mention.name) {
            entity.names.push(mention.name.clone());
        }
        entity.mentions.push(mention.place.clone());
        numbers[group].push(mention.entity);
    }
    (entities, numbers.iter().map(|numbers| most_frequent(numbers)).collect())
}

fn most_frequent(numbers: &[usize]) -> usize {
    let count = |&&number: &&usize| numbers.iter().filter(|&&other| other == number).count();
    numbers.iter().rev().max_by_key(count).copied().unwrap_or_default()
}

fn kind(kind: EntityKind) -> Option<NamedEntityKind> {
    match kind {
        EntityKind::Person => Some(NamedEntityKind::Person),
        EntityKind::Place => Some(NamedEntityKind::Place),
        EntityKind::Organisation => Some(NamedEntityKind::Organisation),
        EntityKind::Thing => Some(NamedEntityKind::Thing),
        EntityKind::Time => None,
    }
}

/// Returns the figures of some books.
pub fn figures(books: &[SimilarPairs]) -> Vec<MeasuredFigure> {
    let of = |name: &str, counts: fn(&SimilarPairs) -> MatchCounts| {
        scores(name, &books.iter().map(counts).collect::<Vec<_>>())
    };
    [
        of("similar names that mean the same", |book| book.similar),
        of("names with a like word that mean the same", |book| book.possible),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::litbank::tests::book;

    #[test]
    fn entities_have_the_number_of_most_mentions() {
        let mut book = book("Ann Bell came. Ann saw Tom.", &[("Ann Bell", "PER"), ("Tom", "PER")]);
        let (place, kind) = (15..18, EntityKind::Person);
        book.names.insert(1, AnnotatedName { place, name: "Ann".into(), kind, entity: 0 });
        let (entities, numbers) = entities(&book.names);
        let names: Vec<_> = entities.iter().map(|one| one.names.join(", ")).collect();
        assert_eq!((names, numbers), (vec!["Ann Bell, Ann".into(), "Tom".into()], vec![0, 1]));
        assert_eq!(most_frequent(&[3, 5, 5]), 5);
    }

    #[test]
    fn pairs_are_compared_with_the_annotated_ones() {
        let (found, same) = (BTreeSet::from([(0, 1), (0, 2)]), BTreeSet::from([(0, 2)]));
        let expected = MatchCounts { right: 1, found: 2, annotated: 1 };
        assert_eq!(compared(&found, &same), expected);
    }
}
