//! How a walk differs from Pecan's own, and how that is written.

use std::fmt;
use std::str::FromStr;

use hwdag::{Ablation, AskFrequency, Normalisation, PromptOrder, Scoring, SearchSettings};
use protocol::Failure;

use crate::comparison::keys::ModelFacts;
use crate::comparison::method_text::{
    MethodText, MethodTextError, PassageCount, Setting, share, whole,
};
use crate::comparison::prepared::GraphKind;

/// The name of Pecan's own walk.
pub const PECAN: &str = "pecan";
/// The name of a walk with the settings of the earlier paper.
pub const GARLIC: &str = "garlic";

/// How a walk differs from Pecan's own. `None` means that it does not.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WalkOptions {
    /// With the paper's settings instead of those that suit the model.
    pub paper: bool,
    /// On a tree, with one summary per batch, instead of a graph.
    pub tree: bool,
    /// Attention and similarity as shares of their sums, as in GARLIC.
    pub normalised: bool,
    /// As shares of their sums over the candidates only.
    pub candidates: bool,
    /// t_n: the number of asks that must find enough.
    pub patience: Option<usize>,
    /// t_p: the bound that p_yes must exceed.
    pub confidence: Option<f64>,
    /// The weight of similarity against attention, from 0 to 1.
    pub balance: Option<f64>,
    /// Without attention.
    pub no_attention: bool,
    /// Without similarity.
    pub no_embedding: bool,
    /// Without the words that nodes share with the question. The paper's settings never use them.
    pub no_words: bool,
    /// Without dynamic control: this many nodes, and no asks.
    pub fixed: Option<PassageCount>,
    /// The top level before the question.
    pub nodes_first: bool,
    /// Fewer asks.
    pub sparing: bool,
    /// The most nodes that may be added after the top level.
    pub most: Option<usize>,
    /// Chunks that are judged alone afterwards.
    pub rerank: Option<usize>,
}

impl WalkOptions {
    /// Reads the options of a walk.
    ///
    /// # Errors
    ///
    /// If an option is unknown, invalid or has no effect, or nothing is left to rank nodes by.
    pub fn read(text: &MethodText<'_>) -> Result<Self, MethodTextError> {
        let mut walk = Self { paper: text.name == GARLIC, ..Self::default() };
        for setting in text.settings() {
            walk.set(&setting?, text)?;
        }
        match idle(&walk) {
            Some((one, other)) => Err(MethodTextError::Idle(walk.to_string(), one, other)),
            None if walk.no_attention && walk.no_embedding && !walk.counts_words() => {
                Err(MethodTextError::Aimless(walk.to_string()))
            }
            None => Ok(walk),
        }
    }

    fn set(&mut self, setting: &Setting<'_>, text: &MethodText<'_>) -> Result<(), MethodTextError> {
        match (setting.key, setting.value) {
            ("tree", "") => self.tree = true,
            ("normalised", "") => self.normalised = true,
            ("candidates", "") => self.candidates = true,
            ("no-attention", "") => self.no_attention = true,
            ("no-embedding", "") => self.no_embedding = true,
            ("no-words", "") => self.no_words = true,
            ("nodes-first", "") => self.nodes_first = true,
            ("sparing", "") => self.sparing = true,
            ("patience", value) => self.patience = Some(whole(value, "patience")?),
            ("confidence", value) => self.confidence = Some(share(value, "confidence")?),
            ("balance", value) => self.balance = Some(share(value, "balance")?),
            ("fixed", "matched") => self.fixed = Some(PassageCount::Matched),
            ("fixed", value) => self.fixed = Some(PassageCount::Fixed(whole(value, "fixed")?)),
            ("most", value) => {
                let wrong = "it must be a number of at least 0";
                let wrong = |_| MethodTextError::Value(value.into(), "most", wrong);
                self.most = Some(value.parse().map_err(wrong)?);
            }
            ("rerank", value) => self.rerank = Some(whole(value, "rerank")?),
            _ => return Err(text.unknown(setting.option)),
        }
        Ok(())
    }

    /// Returns whether the words that nodes share with the question count in the scores.
    pub fn counts_words(&self) -> bool {
        !self.paper && !self.no_words
    }

    /// Returns what is walked.
    pub fn kind(&self) -> GraphKind {
        if self.tree { GraphKind::Tree } else { GraphKind::Graph }
    }

    /// Returns the settings that suit the model, unless the options name the paper's or others.
    ///
    /// # Errors
    ///
    /// If the number of nodes was not matched yet.
    pub fn search_settings(&self, models: &ModelFacts) -> Result<SearchSettings, Failure> {
        let defaults = SearchSettings::default();
        let suited = models.confidence.filter(|_| !self.paper);
        Ok(SearchSettings {
            patience: self.patience.unwrap_or(defaults.patience),
            confidence: self.confidence.or(suited).unwrap_or(defaults.confidence),
            max_nodes: self.most.unwrap_or(defaults.max_nodes),
            fixed_nodes: self.fixed.map(PassageCount::known).transpose()?,
            ablation: self.ablation(),
            scoring: Scoring {
                balance: self.balance.unwrap_or(defaults.scoring.balance),
                ..defaults.scoring
            },
            best_effort: true,
            order: if self.nodes_first {
                PromptOrder::NodesFirst
            } else {
                PromptOrder::QuestionFirst
            },
            asks: if self.sparing { AskFrequency::Sparing } else { AskFrequency::Always },
            rerank: self.rerank.unwrap_or(defaults.rerank),
            ..defaults
        })
    }

    fn ablation(&self) -> Ablation {
        Ablation {
            without_attention: self.no_attention,
            without_similarity: self.no_embedding,
            normalisation: match (self.candidates, self.paper || self.normalised) {
                (true, _) => Normalisation::Candidates,
                (false, true) => Normalisation::AllNodes,
                (false, false) => Normalisation::default(),
            },
            ..Ablation::default()
        }
    }
}

impl fmt::Display for WalkOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.paper { GARLIC } else { PECAN })?;
        let flags = [
            ("tree", self.tree),
            ("normalised", self.normalised),
            ("candidates", self.candidates),
            ("no-attention", self.no_attention),
            ("no-embedding", self.no_embedding),
            ("no-words", self.no_words),
            ("nodes-first", self.nodes_first),
            ("sparing", self.sparing),
        ];
        for (name, _) in flags.iter().filter(|(_, set)| *set) {
            write!(formatter, ":{name}")?;
        }
        let values: [(&str, Option<String>); 6] = [
            ("patience", self.patience.map(|value| value.to_string())),
            ("confidence", self.confidence.map(|value| value.to_string())),
            ("balance", self.balance.map(|value| value.to_string())),
            ("fixed", self.fixed.map(|value| value.to_string())),
            ("most", self.most.map(|value| value.to_string())),
            ("rerank", self.rerank.map(|value| value.to_string())),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                write!(formatter, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

/// Reads the text of a walk, and fails for that of any other method.
impl FromStr for WalkOptions {
    type Err = MethodTextError;

    fn from_str(text: &str) -> Result<Self, MethodTextError> {
        let text = MethodText::new(text);
        match text.name {
            PECAN | GARLIC => Self::read(&text),
            other => Err(MethodTextError::Name(other.into(), format!("{PECAN} and {GARLIC}"))),
        }
    }
}

/// Returns two options of which the second has no effect beside the first.
fn idle(walk: &WalkOptions) -> Option<(&'static str, &'static str)> {
    let fixed = walk.fixed.is_some();
    let (attention, embedding, words) =
        (!walk.no_attention, !walk.no_embedding, walk.counts_words());
    // One part alone is not weighed against anything, and a share of one sum changes no order.
    let is_weighed = |part: bool, other: bool| part || other && words;
    let without_attention = !is_weighed(attention, embedding);
    let without_embedding = !is_weighed(embedding, attention);
    let all = [
        (fixed && walk.patience.is_some(), "fixed", "patience"),
        (fixed && walk.confidence.is_some(), "fixed", "confidence"),
        (fixed && walk.most.is_some(), "fixed", "most"),
        (fixed && walk.sparing, "fixed", "sparing"),
        (fixed && walk.rerank.is_some(), "fixed", "rerank"),
        (without_attention && walk.balance.is_some(), "no-attention", "balance"),
        (without_embedding && walk.balance.is_some(), "no-embedding", "balance"),
        (walk.paper && walk.normalised, "garlic", "normalised"),
        (walk.paper && walk.no_words, "garlic", "no-words"),
        (walk.candidates && walk.normalised, "candidates", "normalised"),
        (without_attention && walk.normalised, "no-attention", "normalised"),
        (without_attention && walk.candidates, "no-attention", "candidates"),
        (without_embedding && walk.normalised, "no-embedding", "normalised"),
        (without_embedding && walk.candidates, "no-embedding", "candidates"),
    ];
    all.into_iter().find(|(holds, ..)| *holds).map(|(_, one, other)| (one, other))
}
