//! Finds the entities of which the sentences of a text say what a question asks for. All sentences count, not the best
//! few, and no model takes part. Only words and their order decide.

use std::ops::Range;

use entities::{Entities, NamedEntityKind, Statement};

use crate::ask::name_questions::list_condition::ListCondition;
use crate::ask::name_questions::list_question::ListQuestion;
use crate::entities::sentence_tokens::named_tokens;

/// The maximum number of sentences cited for each listed entity.
const CITED: usize = 3;
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
        let mut places: Vec<(usize, Range<usize>)> = Vec::new();
        for &entity in &statement.entities {
            places.extend(self.places(entity, statement).map(|place| (entity, place)));
        }
        places.sort_by_key(|(_, place)| place.start);
        let pronoun = statement.entities.first().copied();
        let pronoun = pronoun.filter(|_| statement.begins_with_pronoun);
        let mut met = asked.met_in(&named_tokens(sentence, &places, pronoun));
        met.retain(|entity| wanted.contains(entity));
        met
    }

    fn is(self, entity: usize, wanted: NamedEntityKind) -> bool {
        match self.entities.entities[entity].kind {
            Some(kind) => kind == wanted,
            None => wanted == NamedEntityKind::Person && !self.complete,
        }
    }

    /// Returns where a sentence names an entity, in bytes of the sentence.
    fn places(self, entity: usize, statement: &Statement) -> impl Iterator<Item = Range<usize>> {
        let Range { start, end } = statement.sentence;
        let mentions = &self.entities.entities[entity].mentions;
        let first = mentions.partition_point(|place| place.start < start);
        let own = mentions[first..].iter().take_while(move |place| place.start < end);
        own.map(move |place| place.start - start..place.end - start)
    }
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

    /// Returns whom a question lists from another text, in which Ely and Norwich are places.
    fn listed(text: &str, question: &str) -> Vec<String> {
        let entities = Entities::read(text, kind, &Corrections::default());
        let named = NamedText { text, entities: &entities, complete: true };
        let listed = named.listed(&ListQuestion::parse(question).unwrap());
        listed.iter().map(|one| entities.entities[one.entity].title().to_owned()).collect()
    }

    #[test]
    fn what_is_not_stated_is_not_listed() {
        let question = "How many people live in Norwich?";
        for text in [
            "It is not true that Tom Bell lives in Norwich.",
            "Nobody believed that Tom Bell lived in Norwich.",
            "The miller denied that Tom Bell lives in Norwich.",
            "If Tom Bell lived in Norwich, he came by ship.",
            "Tom Bell would live in Norwich. Unless Tom Bell lives in Norwich, he is poor.",
            "Tom Bell wants to live in Norwich. Tom Bell hoped to live in Norwich.",
            "Does Tom Bell live in Norwich?",
            "Tom Bell no longer lives in Norwich.",
            "Tom Bell or Ann Hill lives in Norwich.",
            "Tom Bell lives in Norwich or Ely.",
        ] {
            assert!(listed(text, question).is_empty(), "{text}");
        }
        let text =
            "The king wanted to marry off Ann Hill to Tom Bell. Una Brandt married Tom Bell.";
        assert_eq!(listed(text, "Which people married Tom Bell?"), ["Una Brandt"]);
        assert_eq!(
            listed(
                "Tom Bell wants to live in Norwich.",
                "List everyone who wants to live in Norwich."
            ),
            ["Tom Bell"]
        );
    }

    #[test]
    fn the_verb_has_the_right_subject_and_object() {
        let question = "How many people live in Norwich?";
        for text in [
            "Eve Black, who hates Norwich, lives in Ely.",
            "Eve Black lives in Ely and was born in Norwich.",
            "Eve Black lives in Ely, and the miller lives in Norwich.",
            "Eve Black saw that the miller lives in Norwich.",
            "Eve Black's brother lives in Norwich.",
            "The brother of Eve Black lives in Norwich.",
            "Eve Black lives near Norwich.",
            "Eve Black lives in Ely, Norwich is far.",
            "Eve Black came to Norwich, and her son lived in Ely.",
        ] {
            assert!(listed(text, question).is_empty(), "{text}");
        }
        for text in [
            "Eve Black, who hates Ely, lives in Norwich.",
            "Eve Black, the daughter of Tom Bell, has always lived in Norwich.",
            "Eve Black used to live in Norwich.",
            "Eve Black left Ely and lived in Ely and Norwich.",
            "Tom Bell said that Eve Black lived there, in Norwich.",
            "In spring Eve Black lived at Norwich.",
            "In Norwich lived Eve Black.",
        ] {
            assert_eq!(listed(text, question), ["Eve Black"], "{text}");
        }
    }

    #[test]
    fn who_does_it_is_told_from_those_to_whom_it_is_done() {
        let wrote = "List everyone who wrote a book.";
        assert_eq!(listed("Tom Bell read the book that Ann Hill wrote.", wrote), ["Ann Hill"]);
        assert_eq!(listed("A book was written by Ann Hill for Tom Bell.", wrote), ["Ann Hill"]);
        assert!(listed("Tom Bell wrote a letter about a book.", wrote).is_empty());
        let text = "Ann Hill killed Tom Bell. Una Brandt was killed by Ann Hill.";
        assert_eq!(listed(text, "Which people were killed?"), ["Tom Bell", "Una Brandt"]);
        assert_eq!(listed(text, "Which people did Ann Hill kill?"), ["Tom Bell", "Una Brandt"]);
        assert_eq!(listed(text, "Which people were killed by Ann Hill?").len(), 2);
        assert_eq!(listed(text, "Which people killed Tom Bell?"), ["Ann Hill"]);
    }

    #[test]
    fn to_be_and_to_have_are_verbs_too() {
        let has = "Ann Hill has a dog. Tom Bell feared the dog. Una Brandt had lost her dog.";
        assert_eq!(listed(has, "List everyone who has a dog."), ["Ann Hill"]);
        let owns = "Ann Hill owned a ship. Tom Bell sold a ship.";
        assert_eq!(listed(owns, "How many people own a ship?"), ["Ann Hill"]);
        let is = "Ann Hill is a miller. Tom Bell saw the miller. Una Brandt, the old miller, slept. Mark Gould was the \
                  miller's friend.";
        assert_eq!(listed(is, "Which people are millers?"), ["Ann Hill", "Una Brandt"]);
        let was = "Ann Hill was in Norwich. Tom Bell hated Norwich.";
        assert_eq!(listed(was, "Which people are in Norwich?"), ["Ann Hill"]);
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
