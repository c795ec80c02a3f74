//! What is known about a model file without running it.

use std::path::{Path, PathBuf};

use llama_cpp_2::model::LlamaModel;
use protocol::ModelWarning;

use crate::facts::ModelMetadata;
use crate::gguf::GgufHeader;

/// The most tokens of prompt, input and output together, while summarising and while searching: the
/// papers' `s`.
const WINDOW_LIMIT: usize = 8192;

/// What is known about a model file without running it.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelDescription {
    /// The file.
    pub path: PathBuf,
    /// Its name in its metadata, or its file's name.
    pub name: String,
    /// Its architecture as llama.cpp names it.
    pub architecture: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes of the weights that one token needs. The embedding table, of which a token needs one
    /// row, counts only if it also computes the scores; of the experts, only those count that a
    /// token is sent to.
    pub bytes_per_token: u64,
    /// Number of parameters.
    pub parameters: u64,
    /// Number of layers.
    pub layers: usize,
    /// Query heads per layer; the most if layers differ.
    pub heads: usize,
    /// Tokens that it was trained to read at once.
    pub context: usize,
    /// Tokens of prompt, input and output together while summarising.
    pub construction: usize,
    /// Tokens of prompt, input and output together while searching.
    pub search: usize,
    /// Tokens in its vocabulary.
    pub vocabulary: usize,
    /// Whether the file has its own chat template. Without one, plain words mark the turns.
    pub chat_template: bool,
    /// The confidence (t_p) that the file asks for.
    pub confidence: Option<f64>,
    /// Whether it is the small model that comes with Pecan for demonstration.
    pub demonstration: bool,
    /// Whether its file declares everything that Pecan needs, so that no trial is needed
    /// (`pecan.without_trial`).
    pub without_trial: bool,
    /// Its languages, by their ISO 639-3 codes, if the file lists them (`pecan.languages`).
    pub languages: Option<Vec<String>>,
    /// Flaws of the file with which it can still be used.
    pub warnings: Vec<ModelWarning>,
}

impl ModelDescription {
    /// Describes a loaded model.
    pub(crate) fn of(
        path: &Path,
        header: &GgufHeader,
        facts: &ModelMetadata,
        model: &LlamaModel,
    ) -> Self {
        let file_name = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            path: path.to_owned(),
            name: facts.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(file_name),
            architecture: facts.architecture.clone(),
            bytes: header.file_bytes,
            bytes_per_token: facts.bytes_per_token as u64,
            parameters: model.n_params(),
            layers: facts.layers,
            heads: facts.heads,
            context: facts.context,
            construction: window(facts, facts.construction),
            search: window(facts, facts.search),
            vocabulary: facts.vocabulary,
            chat_template: facts.chat_template.is_some(),
            confidence: facts.confidence,
            demonstration: facts.demonstration,
            without_trial: facts.without_trial,
            languages: facts.languages.clone(),
            warnings: facts.warnings.clone(),
        }
    }
}

/// Tokens of prompt, input and output together: what the file asks for, but at most what the model
/// was trained for and what the papers use.
pub(crate) fn window(facts: &ModelMetadata, asked: Option<usize>) -> usize {
    asked.unwrap_or(facts.context).min(WINDOW_LIMIT).min(facts.context)
}
