//! How sentences are searched for names, and how that is written.

use engine::MOST_ROUNDS;
use protocol::{Grain, Grains};
use std::fmt;

use crate::comparison::method_text::{MethodText, MethodTextError, Setting};

/// The method's name.
pub const NAME: &str = "mkrag";

/// How sentences are searched for names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameSearchOptions {
    /// The most rounds, if not Pecan's own number.
    pub rounds: Option<u32>,
    /// Whether the graph takes part.
    pub both: bool,
    /// What is found and shown at once; none means sentences.
    pub grains: Grains,
    /// Whether a cross-encoder orders the candidates.
    pub reranked: bool,
}

impl NameSearchOptions {
    /// Reads the options.
    ///
    /// # Errors
    ///
    /// If an option is unknown or invalid.
    pub fn read(text: &MethodText<'_>) -> Result<Self, MethodTextError> {
        let mut names = Self::default();
        for setting in text.settings() {
            names.set(&setting?, text)?;
        }
        Ok(names)
    }

    fn set(&mut self, setting: &Setting<'_>, text: &MethodText<'_>) -> Result<(), MethodTextError> {
        match (setting.key, setting.value) {
            ("both", "") => self.both = true,
            ("reranked", "") => self.reranked = true,
            (word, "") if grain(word).is_some() => {
                self.grains = self.grains.iter().chain(grain(word)).collect();
            }
            ("rounds", value) => {
                let rounds = value.parse().ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
                let wrong = "it must be a number from 1 to 4";
                let wrong = || MethodTextError::Value(value.into(), "rounds", wrong);
                self.rounds = Some(rounds.ok_or_else(wrong)?);
            }
            _ => return Err(text.unknown(setting.option)),
        }
        Ok(())
    }
}

fn grain(word: &str) -> Option<Grain> {
    Grain::ALL.into_iter().find(|grain| grain.word() == word)
}

impl fmt::Display for NameSearchOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(NAME)?;
        if self.both {
            formatter.write_str(":both")?;
        }
        self.grains.iter().try_for_each(|grain| write!(formatter, ":{}", grain.word()))?;
        if self.reranked {
            formatter.write_str(":reranked")?;
        }
        self.rounds.map_or(Ok(()), |rounds| write!(formatter, ":rounds={rounds}"))
    }
}
