//! What a story states, and where.

use super::kinds::StoryFactKind;

/// A dated event in a person's life, which the text states once.
#[derive(Clone, Debug)]
pub struct LifeEvent {
    /// Full name of the person.
    pub person: String,
    /// The date: a month and a year.
    pub date: String,
    /// The sentence that states it.
    pub telling: FactMention,
}

/// A statement about a person. No two facts share subject and relation.
#[derive(Clone, Debug)]
pub struct StoryFact {
    /// Its number in the story, from 0, in the order of the first telling.
    pub id: usize,
    /// Full name of its subject.
    pub subject: String,
    /// What kind of fact it is.
    pub kind: StoryFactKind,
    /// The noun of the relation: `lamp`, `brother`, `trade`.
    pub noun: String,
    /// The value as it stands in a sentence: `green`, `in the mill`.
    pub value: String,
    /// The sentence that states it.
    pub text: String,
    /// The words that any statement of it must contain.
    pub key: Vec<String>,
    /// Every place where the text states it, in order.
    pub tellings: Vec<FactMention>,
}

/// A place in the text that states a fact, including the person's full name.
#[derive(Clone, Debug)]
pub struct FactMention {
    /// First character, counted in Unicode scalars from the beginning of the text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The text between the two.
    pub text: String,
}
