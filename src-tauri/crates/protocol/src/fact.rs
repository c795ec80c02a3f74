//! What a text says about an entity.

use serde::{Deserialize, Serialize};

use crate::{EntityId, Grain, Place};

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
    /// The share, from 0 to 1, of the attention of a point of the graph that falls on the chunk with
    /// the sentence: that of the point with the largest share. `None` if no point was written from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f32>,
    /// Its place.
    pub place: Place,
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
