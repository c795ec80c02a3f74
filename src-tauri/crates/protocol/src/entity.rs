use serde::{Deserialize, Serialize};

use crate::{DocumentId, Place};

/// An entity's number in the list of a document's entities, from 0, in order of first mention.
pub type EntityId = u32;

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
}

impl EntityKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Person, Self::Place, Self::Organisation, Self::Thing];

    /// Returns its English word, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Place => "place",
            Self::Organisation => "organisation",
            Self::Thing => "thing",
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

/// The kind of statement that a sentence makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// What an entity is, has or is like.
    Attribute,
    /// The same for two or more entities together.
    Relation,
    /// What happens.
    Event,
}

impl FactKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Attribute, Self::Relation, Self::Event];

    /// Returns its English word, as in JSON.
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
    /// The kind of statement, judged by its verbs, which are known for English.
    pub kind: FactKind,
    /// The sentence, on one line.
    pub text: String,
    /// The other entities in it.
    pub with: Vec<EntityId>,
    /// Whether it does not name the entity, but begins with a pronoun for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_pronoun: bool,
    /// Its place.
    pub place: Place,
}

/// How much of the text about an entity a question asks for (MKRAG's grains).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// A sentence, without a question of its own.
    Sentence,
    /// Who someone is.
    Macro,
    /// Everything of one kind: what they are like, how they relate to others, what happens to them.
    Feature,
    /// The content of one sentence.
    Micro,
}

impl Grain {
    /// All grains.
    pub const ALL: [Self; 4] = [Self::Sentence, Self::Macro, Self::Feature, Self::Micro];

    /// Returns its English word, as in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Macro => "macro",
            Self::Feature => "feature",
            Self::Micro => "micro",
        }
    }
}

/// A set of grains. A list in JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Grain>", from = "Vec<Grain>")]
pub struct Grains {
    is_in: [bool; Grain::ALL.len()],
}

impl Grains {
    /// Only sentences.
    pub const SENTENCES: Self = Self { is_in: [true, false, false, false] };

    /// Returns whether it has no grain.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether it has this grain.
    pub fn has(self, grain: Grain) -> bool {
        self.is_in[grain as usize]
    }

    /// Iterates over its grains, in the order of [`Grain::ALL`].
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
pub struct QuestionAnswerPair {
    /// Its grain.
    pub grain: Grain,
    /// The kind of statement that the answer makes, if it is of one kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FactKind>,
    /// The question.
    pub question: String,
    /// Its answer: as the model wrote it for a micro pair, otherwise the sentences at its places.
    pub answer: String,
    /// The places of the sentences that say it.
    pub places: Vec<Place>,
    /// For a micro pair, the share of the model's attention to all it was shown that fell on the
    /// sentence at its place, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<f64>,
}

/// A person or thing that a document names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Its number.
    pub id: EntityId,
    /// The reader's name for it, or else the text's most frequent one.
    pub name: String,
    /// All its names, in order of first occurrence in the text.
    pub names: Vec<String>,
    /// Its kind; `None` if no model has determined it.
    pub kind: Option<EntityKind>,
    /// Its importance for the document, judged by what the model wrote about the text.
    #[serde(default)]
    pub importance: Importance,
    /// The number of its mentions.
    pub mentions: u32,
    /// Every sentence that names it, or begins with a pronoun for it, in order; empty in the list
    /// of all entities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Questions about it with their answers; empty in the list of all entities. Micro pairs are
    /// included once written, and only without a bound: they were written with the whole text in
    /// view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<QuestionAnswerPair>,
}

impl Entity {
    /// Returns its names other than the displayed one.
    pub fn other_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|name| **name != self.name).map(String::as_str)
    }

    /// Returns the word for its kind; empty if unknown.
    pub fn kind_word(&self) -> &'static str {
        self.kind.map_or("", EntityKind::word)
    }
}

/// A correction's number in its library.
pub type CorrectionId = i64;

/// A reader's statement about names, which overrides the text and the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "correction")]
pub enum NameCorrection {
    /// Two names mean the same, including all other names of both.
    Merge {
        /// The first name.
        name: String,
        /// The second name.
        other: String,
    },
    /// A name does not mean the same as the other names with which it is listed.
    Split {
        /// The name.
        name: String,
    },
    /// The title of the entity with a name.
    Rename {
        /// The name.
        name: String,
        /// The title, which need not occur in the text.
        title: String,
    },
    /// The kind of the entity with a name.
    SetKind {
        /// The name.
        name: String,
        /// Its kind.
        kind: EntityKind,
    },
    /// The words are no name.
    Discard {
        /// The words that were mistaken for a name.
        name: String,
    },
}

impl NameCorrection {
    /// Returns the names of the text that it concerns.
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

/// A stored correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Its number.
    pub id: CorrectionId,
    /// The correction itself.
    #[serde(flatten)]
    pub what: NameCorrection,
}

/// The model's cost for a document's names and the questions about them.
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
    /// The cost of that.
    pub cost: EntityCost,
    /// The number of all entities.
    pub total: u32,
    /// The requested entities, in order of first mention.
    pub entities: Vec<Entity>,
    /// The reader's corrections, in the order in which they were made. With a bound, only those
    /// about names that occur before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
}
