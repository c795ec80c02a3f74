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
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Person, Self::Place, Self::Organisation, Self::Thing];

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

/// How important somebody or something is for a document (MKRAG, appendix A.3.2). In JSON its weight.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "f64", from = "f64")]
pub enum Importance {
    /// 0.3: named once, and in no point.
    #[default]
    Passing,
    /// 0.5: named more than once, but in no point.
    Relevant,
    /// 0.7: named in a point.
    Specific,
    /// 1.0: named in a point of the top level, or with one in twenty of all mentions.
    Core,
}

impl Importance {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Passing, Self::Relevant, Self::Specific, Self::Core];

    /// Its weight, from 0.3 to 1.
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
    /// The greatest whose weight is no greater.
    fn from(weight: f64) -> Self {
        let fits = |one: &Self| one.weight() <= weight;
        Self::ALL.into_iter().rev().find(fits).unwrap_or_default()
    }
}

/// What kind of thing a sentence says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// What somebody or something is, has or is like.
    Attribute,
    /// The same of two or more together.
    Relation,
    /// What happens.
    Event,
}

impl FactKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Attribute, Self::Relation, Self::Event];

    /// Its word in English, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Relation => "relation",
            Self::Event => "event",
        }
    }
}

/// A sentence about an entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What kind of thing it says, by its verbs; they are known for English.
    pub kind: FactKind,
    /// The sentence, on one line.
    pub text: String,
    /// The other entities of which it speaks.
    pub with: Vec<EntityId>,
    /// Whether it does not name the entity, but begins with a pronoun that means it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_pronoun: bool,
    /// Where it stands.
    pub place: Place,
}

/// How much of what a text says of somebody a question asks for (MKRAG's grains).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// A sentence, with no question of its own.
    Sentence,
    /// Who somebody is.
    Macro,
    /// All of one kind: what they are like, how they are related to others, what happens to them.
    Feature,
    /// What one sentence says.
    Micro,
}

impl Grain {
    /// All grains.
    pub const ALL: [Self; 4] = [Self::Sentence, Self::Macro, Self::Feature, Self::Micro];

    /// Its word in English, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Macro => "macro",
            Self::Feature => "feature",
            Self::Micro => "micro",
        }
    }
}

/// A set of grains. In JSON a list of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Grain>", from = "Vec<Grain>")]
pub struct Grains {
    is_in: [bool; Grain::ALL.len()],
}

impl Grains {
    /// Sentences alone.
    pub const SENTENCES: Self = Self { is_in: [true, false, false, false] };

    /// Whether it has no grain.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it has this grain.
    pub fn has(self, grain: Grain) -> bool {
        self.is_in[grain as usize]
    }

    /// Its grains, in the order of [`Grain::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Grain> {
        Grain::ALL.into_iter().filter(move |&grain| self.has(grain))
    }
}

impl FromIterator<Grain> for Grains {
    fn from_iter<I: IntoIterator<Item = Grain>>(grains: I) -> Self {
        let mut set = Self::default();
        grains.into_iter().for_each(|grain| set.is_in[grain as usize] = true);
        set
    }
}

impl From<Vec<Grain>> for Grains {
    fn from(grains: Vec<Grain>) -> Self {
        grains.into_iter().collect()
    }
}

impl From<Grains> for Vec<Grain> {
    fn from(grains: Grains) -> Self {
        grains.iter().collect()
    }
}

/// A question about an entity, with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// How much it asks for.
    pub grain: Grain,
    /// What kind of thing the answer says, where it is of one kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FactKind>,
    /// The question.
    pub question: String,
    /// Its answer: of a micro pair as the model wrote it, otherwise the sentences at its places.
    pub answer: String,
    /// Where the sentences stand that say it.
    pub places: Vec<Place>,
    /// Of a micro pair, the share of the model's attention that the sentence at its place had, from 0 to 1, of all that
    /// it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<f64>,
}

/// Somebody or something that a document names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Its number.
    pub id: EntityId,
    /// What the reader calls it, or else the name that the text has most often.
    pub name: String,
    /// All its names, in the order in which the text first has them.
    pub names: Vec<String>,
    /// What it is; none where no model has said so.
    pub kind: Option<EntityKind>,
    /// How important it is for the document, by what the model wrote about the text.
    #[serde(default)]
    pub importance: Importance,
    /// How often the text names it.
    pub mentions: u32,
    /// Every sentence that names it, or begins with a pronoun that means it, in order; empty in the list of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Questions about it with their answers; empty in the list of all. Micro pairs are among them once they were
    /// written, and only where everything may be looked at: they were written with all of the text in view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
}

impl Entity {
    /// Its names but for the one by which it is called.
    pub fn other_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|name| **name != self.name).map(String::as_str)
    }

    /// The word for its kind; empty where that is not known.
    pub fn kind_word(&self) -> &'static str {
        self.kind.map_or("", EntityKind::word)
    }
}

/// The number of a correction, in its library.
pub type CorrectionId = i64;

/// What a reader says of names, in place of what the text and the model say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "correction")]
pub enum NameCorrection {
    /// Two names mean the same, with all other names of both.
    Merge {
        /// The one.
        name: String,
        /// The other.
        other: String,
    },
    /// A name does not mean what the other names mean with which it is listed.
    Split {
        /// The name.
        name: String,
    },
    /// What the entity with a name is to be called.
    Rename {
        /// The name.
        name: String,
        /// What to call it; the text need not have that.
        title: String,
    },
    /// What the entity with a name is.
    SetKind {
        /// The name.
        name: String,
        /// What it is.
        kind: EntityKind,
    },
    /// It is no name.
    Discard {
        /// What was taken for a name.
        name: String,
    },
}

impl NameCorrection {
    /// The names of the text that it is about.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let (name, other) = match self {
            Self::Merge { name, other } => (name, Some(other)),
            Self::Split { name }
            | Self::Rename { name, .. }
            | Self::SetKind { name, .. }
            | Self::Discard { name } => (name, None),
        };
        std::iter::once(name).chain(other).map(String::as_str)
    }
}

/// A correction that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Its number.
    pub id: CorrectionId,
    /// What was corrected.
    #[serde(flatten)]
    pub what: NameCorrection,
}

/// What a document's names, and the questions about them, cost the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Its floating point operations.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl std::ops::Add for EntityCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tokens_evaluated: self.tokens_evaluated + other.tokens_evaluated,
            flops: self.flops + other.flops,
            seconds: self.seconds + other.seconds,
        }
    }
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
    /// What the reader corrected, in the order in which it was said. With a bound, only what is about names that
    /// stand before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
}
