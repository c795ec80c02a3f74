//! Models: their files and their attention.

use serde::{Deserialize, Serialize};

use crate::{ModelTalk, ModelTrial, ModelWarning, Tuning};

/// The readable attention of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttentionKind {
    /// Every layer attends to everything before it.
    Full,
    /// Some layers attend only to nearby tokens; they are left out.
    Windowed {
        /// The number of layers that take part.
        full_layers: u32,
    },
    /// Some attention goes to a sink and counts as lost. Layers that attend only to nearby tokens
    /// are left out.
    Sinks {
        /// The number of layers that take part.
        full_layers: u32,
    },
    /// None: the model cannot build graphs.
    Unusable {
        /// The reason.
        #[serde(default)]
        why: Unreadable,
        /// The same in a sentence.
        reason: String,
    },
}

/// Why the attention of a model cannot be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unreadable {
    /// It is recurrent.
    Recurrent,
    /// Part of its layers are recurrent.
    Hybrid,
    /// It writes no text.
    Encoder,
    /// It gathers the tokens to which each may attend.
    Gathered,
    /// Every layer attends only to nearby tokens.
    Near,
    /// A trial showed values that do not look like attention.
    #[default]
    Odd,
}

/// The use of a model (PECAN, table 2: a small one may search what a large one built).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// To build graphs, and to answer questions if no other model is chosen for them.
    #[default]
    Building,
    /// To answer questions.
    Asking,
}

/// The number of parameters below which a model is small: it judges short, self-contained text
/// best, and writes few sensible questions.
pub const SMALL_MODEL: u64 = 1_000_000_000;

/// The properties of a model file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The file.
    pub path: String,
    /// Its name from its own metadata, or its file's name.
    pub name: String,
    /// Its architecture as llama.cpp names it.
    pub architecture: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub hash: String,
    /// The number of parameters.
    pub parameters: u64,
    /// The number of layers.
    pub layers: u32,
    /// The number of query heads per layer.
    pub heads: u32,
    /// The number of tokens that it was trained to read at once.
    pub context: u32,
    /// The number of tokens of prompt, input and output together while summarising.
    pub construction: u32,
    /// Whether the file has a chat template of its own.
    pub chat_template: bool,
    /// Whether it is the small demonstration model that comes with Pecan.
    pub demonstration: bool,
    /// Whether it is the default model of documents, used if no other was chosen.
    #[serde(default)]
    pub is_default: bool,
    /// How it talks; `None` if its chat template cannot be used.
    #[serde(default)]
    pub talk: Option<ModelTalk>,
    /// Flaws of its file with which it can still be used.
    #[serde(default)]
    pub warnings: Vec<ModelWarning>,
    /// Its readable attention.
    pub attention: AttentionKind,
    /// Main memory in bytes that building takes: its weights, and the keys, values and attention of
    /// a whole window.
    #[serde(default)]
    pub needed: u64,
    /// Main memory in bytes that is free beside it, if the system reports it.
    #[serde(default)]
    pub free: Option<u64>,
    /// Its chosen share of the machine.
    #[serde(default)]
    pub tuning: Tuning,
    /// Whether a graphics card exists that this Pecan can use.
    #[serde(default)]
    pub card: bool,
    /// The number of cores that Pecan may use; 0 if unknown.
    #[serde(default)]
    pub cores: u32,
    /// The results of its trial, where there was one.
    #[serde(default)]
    pub trial: ModelTrial,
}

impl ModelInfo {
    /// Returns whether memory suffices to build with it; `None` if the system does not report it.
    pub fn fits(&self) -> Option<bool> {
        Some(self.needed.saturating_sub(self.bytes) <= self.free?)
    }
}

/// The estimated build time, from a short trial.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number of tokens of the document, or of a hundred pages.
    pub tokens: u64,
    /// Tokens of the document per second, all levels and embeddings included.
    pub tokens_per_second: f64,
    /// The estimated seconds for the whole build.
    pub seconds: f64,
    /// The known abilities of the model.
    #[serde(default)]
    pub trial: ModelTrial,
}
