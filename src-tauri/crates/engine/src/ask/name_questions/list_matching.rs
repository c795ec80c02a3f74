//! Finds the entities of which the sentences of a text say what a question asks for. All sentences count, not the best
//! few, and no model takes part. Only words decide: a sentence counts if it has every content word of the question.

use std::collections::HashSet;
use std::ops::Range;

use entities::{Entities, NamedEntityKind, Statement};
use hwdag::grounding::SourceWords;

use crate::ask::name_questions::irregular_verbs::plain_form;
use crate::ask::name_questions::list_question::ListQuestion;
use crate::entities::lookup::KnownNames;

/// The maximum number of sentences cited for each listed entity.
const CITED: usize = 3;
/// The maximum number of words between a verb and the name of its object: "met me at the station, where Tom" is not
/// about Tom.
const REACH_OF_VERB: usize = 3;
/// The number of words before a statement within which a negation denies it.
const NEGATED: usize = 3;
const NEGATIONS: [&str; 6] = ["not", "never", "nor", "neither", "no", "cannot"];
/// Text between names that are listed together.
const BETWEEN: [&str; 7] = [",", "and", ", and", "or", ", or", "&", "as well as"];

/// A listed entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedEntity {
    /// The number of the entity.
    pub entity: usize,
    /// The numbers of the statements that say it of the entity.
    pub statements: Vec<usize>,
}

/// A text with its names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedText<'a> {
    pub text: &'a str,
    pub entities: &'a Entities,
    /// Whether a model was asked about all names. If not, a name without a kind may be a person's.
    pub complete: bool,
}

impl NamedText<'_> {
    /// Returns the entities of which the text says what is asked for, in the order in which it says so.
    pub fn listed(self, question: &ListQuestion<'_>) -> Vec<ListedEntity> {
        let asked = ListCondition::new(self.entities, question.said);
        let mut listed: Vec<ListedEntity> = Vec::new();
        for (at, statement) in self.entities.statements.iter().enumerate() {
            for entity in self.those(&asked, statement, question.kind) {
                match listed.iter_mut().find(|one| one.entity == entity) {
                    Some(known) if known.statements.len() < CITED && !asked.is_nothing() => {
                        known.statements.push(at);
                    }
                    Some(_) => {}
                    None => listed.push(ListedEntity { entity, statements: vec![at] }),
                }
            }
        }
        listed
    }

    /// Returns the entities of which a sentence says what is asked for.
    fn those(
        self,
        asked: &ListCondition,
        statement: &Statement,
        kind: NamedEntityKind,
    ) -> Vec<usize> {
        let sentence = &self.text[statement.sentence.clone()];
        let is_wanted = |&entity: &usize| self.is(entity, kind) && !asked.names.contains(&entity);
        let wanted: Vec<usize> = statement.entities.iter().copied().filter(is_wanted).collect();
        if asked.is_nothing() || wanted.is_empty() {
            return wanted;
        }
        let names_all = asked.names.iter().all(|name| statement.entities.contains(name));
        let Some(said) = asked.said_in(sentence).filter(|_| names_all) else { return Vec::new() };
        let places = wanted.into_iter().flat_map(|entity| self.places(entity, statement));
        let mut places: Vec<(usize, Range<usize>)> = places.collect();
        places.sort_by_key(|(_, place)| place.start);
        asked.together(sentence, said, &places)
    }

    fn is(self, entity: usize, wanted: NamedEntityKind) -> bool {
        match self.entities.entities[entity].kind {
            Some(kind) => kind == wanted,
            None => wanted == NamedEntityKind::Person && !self.complete,
        }
    }

    /// Returns where a sentence names an entity, in bytes of the sentence. A pronoun counts as standing at the
    /// beginning.
    fn places(self, entity: usize, statement: &Statement) -> Vec<(usize, Range<usize>)> {
        let Range { start, end } = statement.sentence;
        let mentions = &self.entities.entities[entity].mentions;
        let first = mentions.partition_point(|place| place.start < start);
        let own = mentions[first..].iter().take_while(|place| place.start < end);
        let own = own.map(|place| place.start - start..place.end - start);
        let is_pronoun =
            statement.begins_with_pronoun && statement.entities.first() == Some(&entity);
        is_pronoun.then_some(0..0).into_iter().chain(own).map(|place| (entity, place)).collect()
    }
}

/// The condition that listed entities must meet.
struct ListCondition {
    /// The entities that the question names.
    names: Vec<usize>,
    /// Its other content words.
    words: Vec<String>,
    /// Whether a named entity is the actor, so that the entities asked for follow the verb: "did Mira meet".
    is_done_to_them: bool,
}

impl ListCondition {
    fn new(entities: &Entities, said: &str) -> Self {
        let names: Vec<usize> = KnownNames::new(entities).in_question(said).into_iter().collect();
        let known = names.iter().flat_map(|&at| &entities.entities[at].names);
        let known = SourceWords::new(known.map(String::as_str));
        let content = SourceWords::content(said);
        let words: Vec<String> = content.into_iter().filter(|word| !known.has(word)).collect();
        let said: Vec<String> = split(said).map(|(_, word)| word).collect();
        let name = said.iter().position(|word| known.has(word));
        let word = said.iter().position(|word| words.contains(word));
        Self { names, words, is_done_to_them: name.is_some() && name < word }
    }

    fn is_nothing(&self) -> bool {
        self.names.is_empty() && self.words.is_empty()
    }

    /// Returns where a sentence says it: the byte of the first of its words. `None` if it does not say so, or denies
    /// it.
    fn said_in(&self, sentence: &str) -> Option<usize> {
        let words: Vec<(usize, String)> = split(sentence).collect();
        let all = SourceWords::new(words.iter().map(|(_, word)| plain_form(word)));
        if !self.words.iter().all(|word| all.has(plain_form(word))) {
            return None;
        }
        let is_said = |(_, word): &(usize, String)| {
            let word = SourceWords::new([plain_form(word)]);
            self.words.iter().any(|wanted| word.has(plain_form(wanted)))
        };
        let said: Vec<usize> = (0..words.len()).filter(|&at| is_said(&words[at])).collect();
        let is_denied = |&at: &usize| {
            words[at.saturating_sub(NEGATED)..at].iter().any(|(_, word)| denies(word))
        };
        if said.iter().any(is_denied) {
            return None;
        }
        // A question with names alone, such as "Which people are with Mira?", matches any sentence that has them.
        Some(said.first().map_or(sentence.len(), |&at| words[at].0))
    }

    /// Returns those of the named entities to which the statement applies, in order: the one next to the words, on the
    /// right side, with those that are listed with it.
    fn together(
        &self,
        sentence: &str,
        said: usize,
        places: &[(usize, Range<usize>)],
    ) -> Vec<usize> {
        if self.words.is_empty() {
            return each_once(places);
        }
        let after = places.partition_point(|(_, place)| place.start < said);
        let (mut first, mut last) = match (self.is_done_to_them, after) {
            (false, 1..) => (after - 1, after - 1),
            (true, after)
                if places.get(after).is_some_and(|(_, place)| {
                    split(&sentence[said..place.start]).count() <= 1 + REACH_OF_VERB
                }) =>
            {
                (after, after)
            }
            (true, _) => return Vec::new(),
            _ => (0, 0),
        };
        let joined = |one: usize, other: usize| {
            let between = sentence.get(places[one].1.end..places[other].1.start);
            between.is_some_and(|between| BETWEEN.contains(&between.trim()))
        };
        while first > 0 && joined(first - 1, first) {
            first -= 1;
        }
        while last + 1 < places.len() && joined(last, last + 1) {
            last += 1;
        }
        each_once(&places[first..=last])
    }
}

/// Returns whether a lower-case word denies what follows it.
pub(crate) fn denies(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.replace('’', "'").ends_with("n't")
}

/// Returns the entities named at these places, without repetitions.
fn each_once(places: &[(usize, Range<usize>)]) -> Vec<usize> {
    let mut seen = HashSet::new();
    let named = places.iter().map(|(entity, _)| *entity);
    named.filter(|entity| seen.insert(*entity)).collect()
}

/// Returns the words of a text in lower case, each with its first byte.
fn split(text: &str) -> impl Iterator<Item = (usize, String)> {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let words = text.split(move |c: char| !is_letter(c)).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use entities::Corrections;

    use super::*;

    const TEXT: &str = "Ann Hill lived in Norwich. She owned two ships. Noah Irving said that Tom Bell and Una Brandt \
                        live in Norwich, too. Basil Radley does not live in Norwich. In Norwich lives Mark Gould. \
                        Mira Stone met Ann Hill, Tom Bell and Edith Slade in Ely. Mira Stone owns a ship.";

    fn kind(name: &str) -> Option<NamedEntityKind> {
        Some(if matches!(name, "Norwich" | "Ely") {
            NamedEntityKind::Place
        } else {
            NamedEntityKind::Person
        })
    }

    fn found(question: &str) -> Vec<(String, usize)> {
        let entities = Entities::read(TEXT, kind, &Corrections::default());
        let text = NamedText { text: TEXT, entities: &entities, complete: true };
        let listed = text.listed(&ListQuestion::parse(question).unwrap());
        let titled = |one: ListedEntity| {
            (entities.entities[one.entity].title().to_owned(), one.statements.len())
        };
        listed.into_iter().map(titled).collect()
    }

    fn names(question: &str) -> Vec<String> {
        found(question).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn all_are_listed_of_whom_it_is_said() {
        let expected = ["Ann Hill", "Tom Bell", "Una Brandt", "Mark Gould"];
        assert_eq!(names("How many people live in Norwich?"), expected);
        assert_eq!(names("List everyone who owns a ship."), ["Ann Hill", "Mira Stone"]);
    }

    #[test]
    fn those_to_whom_it_is_done_come_after_the_verb() {
        let expected = ["Ann Hill", "Tom Bell", "Edith Slade"];
        assert_eq!(names("Which people did Mira Stone meet?"), expected);
        assert_eq!(names("Which people met Edith Slade?"), ["Mira Stone"]);
    }

    #[test]
    fn a_verb_reaches_no_far_name() {
        let text = "Mira Stone met me at the station with the cart, and Una Brandt sat there. Mira Stone met the old Ann Hill.";
        let entities =
            Entities::read(text, |_| Some(NamedEntityKind::Person), &Corrections::default());
        let named = NamedText { text, entities: &entities, complete: true };
        let listed =
            named.listed(&ListQuestion::parse("Which people did Mira Stone meet?").unwrap());
        let met: Vec<&str> =
            listed.iter().map(|one| entities.entities[one.entity].title()).collect();
        assert_eq!(met, ["Ann Hill"]);
    }

    #[test]
    fn without_anything_said_all_of_a_kind_are_listed_once() {
        assert_eq!(found("List all places."), [("Norwich".to_owned(), 1), ("Ely".to_owned(), 1)]);
        assert_eq!(names("Who are the characters?").len(), 8);
        assert!(names("How many companies are mentioned?").is_empty());
    }

    #[test]
    fn only_those_of_whom_it_is_said_are_listed() {
        assert!(names("List everyone who lives in London.").is_empty());
        assert!(names("How many people own a castle?").is_empty());
    }

    #[test]
    fn names_of_which_no_model_was_asked_may_be_those_of_people() {
        let entities = Entities::read(TEXT, |_| None, &Corrections::default());
        let text = NamedText { text: TEXT, entities: &entities, complete: false };
        let question = ListQuestion::parse("Who are the characters?").unwrap();
        assert_eq!(text.listed(&question).len(), 10);
        assert!(NamedText { complete: true, ..text }.listed(&question).is_empty());
    }
}
