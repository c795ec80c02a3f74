//! What an entity is, and how important for a document.

use serde::{Deserialize, Serialize};

/// The kind of a named entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityKind {
    /// A person, or an animal with a name.
    Person,
    /// A country, a town, a house, a river.
    Place,
    /// A company, a church, a school.
    Organisation,
    /// Anything else with a name.
    Thing,
    /// A day, a month or a year of the calendar. The text says it: no model is asked.
    Time,
}

impl EntityKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Person, Self::Place, Self::Organisation, Self::Thing, Self::Time];

    /// The kinds that a name can have.
    pub const OF_NAMES: [Self; 4] = [Self::Person, Self::Place, Self::Organisation, Self::Thing];

    /// Returns its English word, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Place => "place",
            Self::Organisation => "organisation",
            Self::Thing => "thing",
            Self::Time => "time",
        }
    }
}

/// The importance of an entity for a document (MKRAG, appendix A.3.2). Its weight in JSON.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "f64", from = "f64")]
pub enum Importance {
    /// 0.3: mentioned once, and in no point.
    #[default]
    Passing,
    /// 0.5: mentioned more than once, but in no point.
    Relevant,
    /// 0.7: mentioned in a point.
    Specific,
    /// 1.0: mentioned in a point of the top level, or with one in twenty of all mentions.
    Core,
}

impl Importance {
    /// All of them, the lowest first.
    pub const ALL: [Self; 4] = [Self::Passing, Self::Relevant, Self::Specific, Self::Core];

    /// Returns its weight, from 0.3 to 1.
    pub fn weight(self) -> f64 {
        match self {
            Self::Passing => 0.3,
            Self::Relevant => 0.5,
            Self::Specific => 0.7,
            Self::Core => 1.0,
        }
    }
}

impl From<Importance> for f64 {
    fn from(importance: Importance) -> Self {
        importance.weight()
    }
}

impl From<f64> for Importance {
    /// Returns the highest importance whose weight is not greater.
    fn from(weight: f64) -> Self {
        let fits = |one: &Self| one.weight() <= weight;
        Self::ALL.into_iter().rev().find(fits).unwrap_or_default()
    }
}
