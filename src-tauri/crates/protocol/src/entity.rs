//! The entities of a document.

use serde::{Deserialize, Serialize};

use crate::{Correction, DocumentId, EntityId, EntityKind, Fact, Importance, QuestionAnswerPair};

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

impl std::ops::Sub for EntityCost {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            tokens_evaluated: self.tokens_evaluated.saturating_sub(earlier.tokens_evaluated),
            flops: self.flops - earlier.flops,
            seconds: self.seconds - earlier.seconds,
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
