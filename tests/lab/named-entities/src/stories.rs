//! Whether facts of made-up books are on the pages of those that they are about. All facts of these
//! books and their places are known; see [`story`].
//!
//! No model takes part: names, the subjects of sentences, and the kinds of statements are read from the
//! text.

use std::collections::HashSet;

use entities::{Corrections, Entities, StatementKind};
use serde::{Deserialize, Serialize};
use story::{FactMention, Story, StoryFact, StoryFactKind};

use super::name_matching::{distinct, names, normal};
use super::precision_recall::{MatchCounts, scores, share};
use report::figures::{FigureUnit, MeasuredFigure};

/// The results for a book.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StoryRead {
    /// Different names.
    names: MatchCounts,
    /// Sentences taken for descriptions and relations; `annotated` counts those that state a fact.
    described: MatchCounts,
    /// Statements of facts that are, with their places, on the page of the one that they are about.
    placed: usize,
    tellings: usize,
}

/// Reads a story as Pecan reads a book.
pub fn look(story: &Story) -> StoryRead {
    let read = Entities::read(&story.text, |_| None, &Corrections::default());
    let bytes: Vec<usize> =
        story.text.char_indices().map(|(byte, _)| byte).chain([story.text.len()]).collect();
    let telling = |telling: &FactMention| bytes[telling.start]..bytes[telling.end];
    let tellings: Vec<_> = story
        .facts
        .iter()
        .flat_map(|fact| fact.tellings.iter().map(move |one| (fact, telling(one))))
        .collect();
    // A statement's content is at its end: it may begin with a sentence that only names someone.
    let ends: HashSet<usize> = tellings.iter().map(|(_, place)| place.end).collect();
    let placed = tellings.iter().filter(|(fact, place)| {
        let is_of = |entity: &usize| is_called(&read.entities[*entity].names, &fact.subject);
        read.statements
            .iter()
            .any(|one| one.sentence.end == place.end && one.entities.iter().any(is_of))
    });
    let described: Vec<usize> = read
        .statements
        .iter()
        .filter(|one| one.kind != StatementKind::Event)
        .map(|one| one.sentence.end)
        .collect();
    let found = read.entities.iter().map(|one| (one.name.as_str(), ()));
    let known = story.facts.iter().flat_map(names_of).map(|name| (name, ()));
    StoryRead {
        names: names(&distinct(found), &distinct(known)),
        described: MatchCounts {
            right: described.iter().filter(|end| ends.contains(end)).count(),
            found: described.len(),
            annotated: ends.len(),
        },
        placed: placed.count(),
        tellings: tellings.len(),
    }
}

fn is_called(names: &[String], wanted: &str) -> bool {
    names.iter().any(|name| normal(name) == normal(wanted))
}

/// Returns the names in a fact: its subject, and its value if that is a person, an animal or a place.
fn names_of(fact: &StoryFact) -> impl Iterator<Item = &str> {
    let is_name = matches!(
        fact.kind,
        StoryFactKind::Kin
            | StoryFactKind::Animal
            | StoryFactKind::Home
            | StoryFactKind::Birthplace
    );
    [Some(fact.subject.as_str()), is_name.then_some(fact.value.as_str())].into_iter().flatten()
}

/// Returns the figures of some books.
pub fn figures(books: &[StoryRead]) -> Vec<MeasuredFigure> {
    let of = |name: &str, counts: fn(&StoryRead) -> MatchCounts| {
        scores(name, &books.iter().map(counts).collect::<Vec<_>>())
    };
    let [precision, recall, f1] = of("different names", |book| book.names);
    let [described, facts, both] = of("descriptions and relations", |book| book.described);
    let placed: Vec<(usize, usize)> =
        books.iter().map(|book| (book.placed, book.tellings)).collect();
    let placed = share("tellings on the page of whom they are about", &placed, FigureUnit::Share);
    vec![
        precision,
        recall,
        f1.at_least(0.95),
        described,
        facts,
        both.at_least(0.90),
        placed.at_least(0.99),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_story_tells_is_found_where_it_stands() {
        let story = Story::new(3, 8);
        let read = look(&story);
        assert_eq!(
            read.tellings,
            story.facts.iter().map(|fact| fact.tellings.len()).sum::<usize>()
        );
        assert!(read.tellings > 20, "{read:?}");
        assert!(read.placed * 10 >= read.tellings * 9, "{read:?}");
        assert!(read.described.right * 10 >= read.described.annotated * 7, "{read:?}");
        assert!(read.names.right * 10 >= read.names.annotated * 9, "{read:?}");
        assert_eq!(figures(&[read]).len(), 7);
    }

    #[test]
    fn a_text_without_facts_has_none_placed() {
        let story = Story {
            title: String::new(),
            text: "It rained.".into(),
            facts: vec![],
            questions: vec![],
            mentions: vec![],
            events: vec![],
        };
        let read = look(&story);
        assert_eq!((read.placed, read.tellings, read.described), (0, 0, MatchCounts::default()));
    }
}
