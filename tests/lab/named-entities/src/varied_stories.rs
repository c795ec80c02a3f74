//! Whether people with several names are known as one, and whether the events of their lives are on
//! their pages in order, in made-up books; see [`Story::varied`].
//!
//! No model takes part.

use std::collections::HashMap;
use std::ops::Range;

use entities::{Corrections, Entities, StatementKind};
use serde::{Deserialize, Serialize};
use story::{LifeEvent, Mention, Story};

use super::b_cubed::b_cubed;
use super::names::{b_cubed_figures, numbers};
use super::precision_recall::share;
use report::figures::{FigureUnit, MeasuredFigure};

/// The results for a book.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VariedRead {
    /// B³ of all mentions of people: precision, recall, F1. A mention that was not found is its own
    /// entity.
    merging: Option<[f64; 3]>,
    /// The same if equal names meant the same, and no others.
    equal_names: Option<[f64; 3]>,
    /// Events on the page of the person to whom they happen.
    placed: usize,
    events: usize,
    /// Pairs of events of one person in the right order on the page, minus those in the wrong order.
    ordered: isize,
    pairs: usize,
}

/// Reads a story as Pecan reads a book.
pub fn look(story: &Story) -> VariedRead {
    let read = Entities::read(&story.text, |_| None, &Corrections::default());
    let annotated = numbers(story.mentions.iter().map(|one| one.person.as_str()));
    let name = |one: &Mention| &story.text[one.start..one.end];
    let meant = meant(&read, &story.mentions);
    let pages = pages(&story.mentions, &meant);
    // Each mention that was not found is its own entity.
    let found: Vec<usize> =
        meant.iter().enumerate().map(|(at, one)| one.unwrap_or(read.entities.len() + at)).collect();
    let places: Vec<Option<usize>> =
        story.events.iter().map(|event| place(&read, event, &pages)).collect();
    let (ordered, pairs) = order(&story.events, &places);
    VariedRead {
        merging: b_cubed(&found, &annotated),
        equal_names: b_cubed(&numbers(story.mentions.iter().map(name)), &annotated),
        placed: places.iter().flatten().count(),
        events: story.events.len(),
        ordered,
        pairs,
    }
}

/// Returns, for each mention, the entity that Pecan finds there.
fn meant(read: &Entities, mentions: &[Mention]) -> Vec<Option<usize>> {
    let of = |(entity, one): (usize, &entities::NamedEntity)| -> Vec<(Range<usize>, usize)> {
        one.mentions.iter().map(|place| (place.clone(), entity)).collect()
    };
    let mut places: Vec<_> = read.entities.iter().enumerate().flat_map(of).collect();
    places.sort_by_key(|(place, _)| place.start);
    let found = |mention: &Mention| {
        let at = places.partition_point(|(place, _)| place.end <= mention.start);
        places.get(at).filter(|(place, _)| place.start < mention.end).map(|(_, entity)| *entity)
    };
    mentions.iter().map(found).collect()
}

/// Returns each person's page: the entity that most mentions of the person mean.
fn pages<'a>(mentions: &'a [Mention], meant: &[Option<usize>]) -> HashMap<&'a str, usize> {
    let mut counts: HashMap<&str, HashMap<usize, usize>> = HashMap::new();
    for (mention, entity) in mentions.iter().zip(meant) {
        if let Some(entity) = entity {
            *counts.entry(&mention.person).or_default().entry(*entity).or_default() += 1;
        }
    }
    let most = |counts: HashMap<usize, usize>| {
        counts.into_iter().max_by_key(|&(entity, count)| (count, entity)).map(|(entity, _)| entity)
    };
    counts.into_iter().filter_map(|(person, counts)| Some((person, most(counts)?))).collect()
}

/// Returns which statement reports an event on the page of the person to whom it happens.
fn place(read: &Entities, event: &LifeEvent, pages: &HashMap<&str, usize>) -> Option<usize> {
    let page = pages.get(event.person.as_str())?;
    read.statements.iter().position(|one| {
        one.kind == StatementKind::Event
            && one.sentence.end == event.telling.end
            && one.entities.contains(page)
    })
}

/// Counts over all pairs of events of one person: those in the right order, minus the others; and all
/// pairs. A missing event has no order.
fn order(events: &[LifeEvent], places: &[Option<usize>]) -> (isize, usize) {
    let (mut ordered, mut pairs) = (0, 0);
    for (second, event) in events.iter().enumerate() {
        for first in (0..second).filter(|&first| events[first].person == event.person) {
            pairs += 1;
            if let (Some(one), Some(other)) = (places[first], places[second]) {
                ordered += if one < other { 1 } else { -1 };
            }
        }
    }
    (ordered, pairs)
}

/// Returns the figures of some books.
pub fn figures(books: &[VariedRead]) -> Vec<MeasuredFigure> {
    let merging = |name: &str, of: fn(&VariedRead) -> Option<[f64; 3]>| {
        b_cubed_figures(name, &books.iter().filter_map(of).collect::<Vec<_>>())
    };
    let [precision, recall, f1] = merging("B³", |book| book.merging);
    let placed: Vec<(usize, usize)> = books.iter().map(|book| (book.placed, book.events)).collect();
    let (ordered, pairs) = books
        .iter()
        .fold((0, 0), |(ordered, pairs), book| (ordered + book.ordered, pairs + book.pairs));
    let tau = (pairs > 0).then(|| ordered as f64 / pairs as f64);
    let tau = MeasuredFigure::number(
        "order of one person's events, Kendall τ",
        tau,
        pairs,
        FigureUnit::Plain,
    );
    let equal = merging("B³ of equal names", |book| book.equal_names);
    [precision, recall, f1.at_least(0.95)]
        .into_iter()
        .chain(equal)
        .chain([share("events on the page of whom they happen to", &placed, FigureUnit::Share)])
        .chain([tau.at_least(0.95)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_of_several_names_are_one_and_have_their_events() {
        let story = Story::varied(3, 12);
        let read = look(&story);
        let [_, recall, f1] = read.merging.unwrap();
        let [_, equal, _] = read.equal_names.unwrap();
        assert!(f1 > 0.8 && recall > equal, "{read:?}");
        assert!(read.events > 5 && read.placed * 10 >= read.events * 7, "{read:?}");
    }

    #[test]
    fn a_missing_event_has_no_order() {
        let event = |person: &str| LifeEvent {
            person: person.into(),
            date: String::new(),
            telling: Story::varied(3, 12).events[0].telling.clone(),
        };
        let events = ["Ann", "Tom", "Ann", "Ann"].map(event);
        assert_eq!(order(&events, &[Some(1), Some(2), Some(5), Some(9)]), (3, 3));
        assert_eq!(order(&events, &[Some(1), Some(2), Some(0), None]), (-1, 3));
    }
}
