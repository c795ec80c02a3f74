//! How much of the text about an entity a question asks for.

use serde::{Deserialize, Serialize};

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
