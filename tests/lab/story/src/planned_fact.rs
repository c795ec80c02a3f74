//! A fact that a story may tell.

use super::cast::Person;
use super::facts::{FactMention, StoryFact};
use super::kinds::StoryFactKind;

/// A fact that the story may tell.
pub(super) struct PlannedFact {
    pub subject: usize,
    pub kind: StoryFactKind,
    pub noun: &'static str,
    pub value: String,
    /// The person of the cast who is the value, if any.
    pub person: Option<usize>,
    pub wordings: Vec<usize>,
    pub slots: Vec<usize>,
    pub tellings: Vec<FactMention>,
}

impl PlannedFact {
    /// Returns the fact, with this number, about one of these people.
    pub fn fact(&self, id: usize, people: &[Person]) -> StoryFact {
        let subject = people[self.subject].name.clone();
        let value = self.kind.phrase(&self.value);
        let mut key: Vec<String> = subject.split(' ').map(str::to_owned).collect();
        if self.kind.names_noun() {
            key.push(self.noun.to_owned());
        }
        key.extend(self.value.split(' ').map(str::to_owned));
        StoryFact {
            id,
            text: self.kind.point(self.noun, &subject, &self.value),
            subject,
            kind: self.kind,
            noun: self.noun.to_owned(),
            value,
            key,
            tellings: self.tellings.clone(),
        }
    }
}
