use serde::{Deserialize, Serialize};

use crate::{DocumentId, Place};

/// An entity's number in the list of a document's entities, from 0: in the order of their first mention.
pub type EntityId = u32;

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityKind {
    /// Somebody, or an animal with a name.
    Person,
    /// A country, a town, a house, a river.
    Place,
    /// A company, a church, a school.
    Organisation,
    /// Anything else that has a name.
    Thing,
}

impl EntityKind {
    /// Its word in English, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Place => "place",
            Self::Organisation => "organisation",
            Self::Thing => "thing",
        }
    }
}

/// A sentence about an entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The sentence, on one line.
    pub text: String,
    /// The other entities that it names.
    pub with: Vec<EntityId>,
    /// Where it stands.
    pub place: Place,
}

/// Somebody or something that a document names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Its number.
    pub id: EntityId,
    /// The name that the text has most often.
    pub name: String,
    /// All its names, in the order in which the text first has them.
    pub names: Vec<String>,
    /// What it is; none where no model has said so.
    pub kind: Option<EntityKind>,
    /// How often the text names it.
    pub mentions: u32,
    /// Every sentence that names it, in order; empty in the list of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

impl Entity {
    /// Its names but for the most frequent one.
    pub fn other_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|name| **name != self.name).map(String::as_str)
    }

    /// The word for its kind; empty where that is not known.
    pub fn kind_word(&self) -> &'static str {
        self.kind.map_or("", EntityKind::word)
    }
}

/// What a document's names cost the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Its floating point operations.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// The entities of a document, or one of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntityList {
    /// The document.
    pub document: DocumentId,
    /// Whether a model has been asked about all its names.
    pub complete: bool,
    /// What that cost.
    pub cost: EntityCost,
    /// How many entities there are.
    pub total: u32,
    /// Those asked for, in the order of their first mention.
    pub entities: Vec<Entity>,
}
