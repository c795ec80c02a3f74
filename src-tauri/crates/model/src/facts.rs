//! What the metadata says about a model, and whether llama.cpp can handle it.

use std::collections::HashSet;

use protocol::ModelWarning;

use crate::gguf::{
    GgufError, GgufHeader, MetadataArray, MetadataValue, TensorDescription, other_kind,
};

/// Limits of llama.cpp: it ends the process if they are exceeded.
const LAYER_LIMIT: usize = 512;
const EXPERT_LIMIT: usize = 1024;
const ROPE_SCALINGS: [&str; 4] = ["none", "linear", "yarn", "longrope"];

/// What the metadata says about a model.
#[derive(Debug, Clone)]
pub(crate) struct ModelMetadata {
    pub architecture: String,
    pub name: Option<String>,
    pub context: usize,
    pub layers: usize,
    pub heads: usize,
    pub query_width: usize,
    /// The numbers that one token's keys and values take, over all layers.
    pub cache_width: usize,
    /// The kind of the tokenizer.
    pub tokenizer: String,
    /// The number of tokens in the vocabulary.
    pub vocabulary: usize,
    /// Parameters used for each token; see `hwdag::Shape`.
    pub parameters: f64,
    /// Bytes of the tensors used for each token.
    pub bytes_per_token: f64,
    /// How many tokens back a windowed layer looks.
    pub sliding_window: Option<usize>,
    /// Whether every token sees all others, later ones too.
    pub encoder: bool,
    /// Whether an indexer chooses the tokens that each token may look at; only these are then
    /// gathered.
    pub gathered: bool,
    pub chat_template: Option<String>,
    pub construction: Option<usize>,
    pub search: Option<usize>,
    pub confidence: Option<f64>,
    pub demonstration: bool,
    pub without_trial: bool,
    pub languages: Option<Vec<String>>,
    pub warnings: Vec<ModelWarning>,
}

impl ModelMetadata {
    /// Reads what is needed and checks what llama.cpp takes for granted.
    pub fn read(header: &GgufHeader) -> Result<Self, GgufError> {
        if let Some(other) = other_kind(header) {
            return Err(other);
        }
        let architecture =
            header.text("general.architecture").ok_or_else(|| missing("general.architecture"))?;
        let metadata = ArchitectureMetadata { header, architecture };
        let layers = metadata.layers()?;
        metadata.check_experts(layers)?;
        let heads = metadata.largest("attention.head_count", layers)?;
        let width = metadata.size("embedding_length")?;
        let even = width.checked_div(heads).unwrap_or(0);
        let key = metadata.optional("attention.key_length").unwrap_or(even);
        let value = metadata.optional("attention.value_length").unwrap_or(even);
        metadata.check_rope(key)?;
        metadata.check_windows()?;
        metadata.check_norms()?;
        metadata.check_indexer()?;
        Ok(Self {
            architecture: architecture.to_owned(),
            name: header.text("general.name").map(str::to_owned),
            context: metadata.size("context_length")?,
            layers,
            heads,
            query_width: heads.saturating_mul(key),
            cache_width: metadata
                .total("attention.head_count_kv", layers)?
                .unwrap_or(heads.saturating_mul(layers))
                .saturating_mul(key.saturating_add(value)),
            tokenizer: tokenizer(header)?,
            vocabulary: vocabulary(header)?,
            parameters: metadata.used(|tensor| tensor.elements() as f64),
            bytes_per_token: metadata.used(|tensor| tensor.bytes() as f64),
            sliding_window: metadata.optional("attention.sliding_window"),
            encoder: metadata.is_encoder(),
            gathered: metadata.optional("attention.indexer.top_k").is_some_and(|kept| kept > 0),
            chat_template: header
                .text("tokenizer.chat_template")
                .filter(|template| !template.trim().is_empty())
                .map(str::to_owned),
            construction: header.number("pecan.construction_tokens").map(as_size),
            search: header.number("pecan.search_tokens").map(as_size),
            confidence: header.real("pecan.confidence"),
            demonstration: header.flag("pecan.demonstration").unwrap_or(false),
            without_trial: header.flag("pecan.without_trial").unwrap_or(false),
            languages: header.text("pecan.languages").map(languages),
            warnings: warnings(header)?,
        })
    }
}

/// The keys under which a file names tokens for a special purpose.
const SPECIAL_TOKENS: [&str; 6] = ["bos", "eos", "eot", "eom", "unknown", "padding"];

/// Returns what llama.cpp would warn of. It would use its own rules or tokens instead.
fn warnings(header: &GgufHeader) -> Result<Vec<ModelWarning>, GgufError> {
    let count = vocabulary(header)?;
    let is_byte_pairs = tokenizer(header)? == "gpt2";
    let is_unnamed = header.text("tokenizer.ggml.pre").is_none_or(|name| name.is_empty());
    let special =
        SPECIAL_TOKENS.map(|name| header.number(&format!("tokenizer.ggml.{name}_token_id")));
    let is_missing = special.into_iter().flatten().any(|token| as_size(token) >= count);
    let found = [
        (is_byte_pairs && is_unnamed, ModelWarning::NoPreTokenizer),
        (is_missing, ModelWarning::SpecialTokenMissing),
    ];
    Ok(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, warning)| warning).collect())
}

/// Codes separated by commas.
fn languages(listed: &str) -> Vec<String> {
    listed.split(',').map(|code| code.trim().to_owned()).filter(|code| !code.is_empty()).collect()
}

/// The metadata under the name of the model's architecture.
struct ArchitectureMetadata<'a> {
    header: &'a GgufHeader,
    architecture: &'a str,
}

impl ArchitectureMetadata<'_> {
    fn key(&self, name: &str) -> String {
        format!("{}.{name}", self.architecture)
    }

    fn optional(&self, name: &str) -> Option<usize> {
        self.header.number(&self.key(name)).map(as_size)
    }

    /// A number that must be present and not 0.
    fn size(&self, name: &str) -> Result<usize, GgufError> {
        match self.optional(name) {
            None => Err(missing(&self.key(name))),
            Some(0) => Err(GgufError::new(format!("{} is 0", self.key(name)))),
            Some(size) => Ok(size),
        }
    }

    fn layers(&self) -> Result<usize, GgufError> {
        let layers = self.size("block_count")?;
        let ahead = self.optional("nextn_predict_layers").unwrap_or(0);
        if layers > LAYER_LIMIT || ahead >= layers {
            return Err(GgufError::new(format!("its {layers} layers are too many")));
        }
        // Layers that predict further ahead than the next token are not run.
        Ok(layers - ahead)
    }

    /// A number that may differ from layer to layer: the largest, or 0 if missing.
    fn largest(&self, name: &str, layers: usize) -> Result<usize, GgufError> {
        Ok(self.by_layer(name, layers)?.and_then(|list| list.into_iter().max()).unwrap_or(0))
    }

    /// A number that may differ from layer to layer: the sum over all layers.
    fn total(&self, name: &str, layers: usize) -> Result<Option<usize>, GgufError> {
        let add = |list: Vec<usize>| list.into_iter().fold(0, usize::saturating_add);
        Ok(self.by_layer(name, layers)?.map(add))
    }

    /// A number for each layer, written once if it is the same for all.
    fn by_layer(&self, name: &str, layers: usize) -> Result<Option<Vec<usize>>, GgufError> {
        let key = self.key(name);
        let numbers = match self.header.metadata.get(&key) {
            None => return Ok(None),
            Some(&MetadataValue::Integer(number)) => {
                usize::try_from(number).ok().map(|n| vec![n; layers])
            }
            Some(MetadataValue::List(MetadataArray::Integers(list))) if list.len() >= layers => {
                list[..layers].iter().map(|&number| usize::try_from(number).ok()).collect()
            }
            Some(_) => None,
        };
        let wrong =
            || GgufError::new(format!("{key} does not have a number for each of {layers} layers"));
        numbers.ok_or_else(wrong).map(Some)
    }

    fn check_experts(&self, layers: usize) -> Result<(), GgufError> {
        let number = |name| self.optional(name).unwrap_or(0);
        let count = number("expert_count");
        let used = self.largest("expert_used_count", layers)?;
        let (groups, group_used) =
            (number("expert_group_count"), number("expert_group_used_count"));
        let groups_fit =
            groups <= 1 || (count.is_multiple_of(groups) && group_used > 0 && group_used < groups);
        let fits = if count == 0 {
            used == 0 && groups == 0
        } else {
            count <= EXPERT_LIMIT && (1..=count).contains(&used) && groups < count && groups_fit
        };
        if fits {
            Ok(())
        } else {
            Err(GgufError::new("its numbers of experts contradict each other"))
        }
    }

    fn check_rope(&self, head: usize) -> Result<(), GgufError> {
        let scaling = self.header.text(&self.key("rope.scaling.type"));
        if let Some(scaling) = scaling.filter(|scaling| !ROPE_SCALINGS.contains(scaling)) {
            return Err(GgufError::new(format!("its rope scaling {scaling:?} is unknown")));
        }
        match self.optional("rope.dimension_count") {
            Some(turned) if head > 0 && (turned == 0 || turned > head || turned % 2 == 1) => {
                Err(GgufError::new(format!("it rotates {turned} of {head} numbers of a head")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a window belongs to some layer.
    fn check_windows(&self) -> Result<(), GgufError> {
        let pattern = self.header.metadata.get(&self.key("attention.sliding_window_pattern"));
        let none = match pattern {
            Some(MetadataValue::Integer(every)) => *every == 1,
            Some(MetadataValue::List(MetadataArray::Bools(windowed))) => !windowed.contains(&true),
            _ => false,
        };
        if none && self.optional("attention.sliding_window").is_some_and(|window| window > 0) {
            return Err(GgufError::new("none of its layers has its window"));
        }
        Ok(())
    }

    fn check_norms(&self) -> Result<(), GgufError> {
        for name in ["attention.layer_norm_rms_epsilon", "attention.layer_norm_epsilon"] {
            let key = self.key(name);
            if self.header.real(&key).is_some_and(|epsilon| !(0.0..1.0).contains(&epsilon)) {
                return Err(GgufError::new(format!("{key} is not a small number")));
            }
        }
        let added = |name: &str| name.ends_with("norm.weight") || name.ends_with(".bias");
        match self.header.tensors.iter().find(|t| added(&t.name) && t.kind.name != "f32") {
            Some(tensor) => Err(GgufError::new(format!("the tensor {} is not f32", tensor.name))),
            None => Ok(()),
        }
    }

    /// Checks that an indexer chooses something, among blocks that hold something. Some models of
    /// one kind have no indexer and say so with a 0.
    fn check_indexer(&self) -> Result<(), GgufError> {
        let none = |name: &str| self.optional(&format!("attention.indexer.{name}")) == Some(0);
        if none("block_size") {
            Err(GgufError::new("its indexer chooses among blocks of 0 tokens"))
        } else if none("top_k") && self.architecture != "hy_v4" {
            Err(GgufError::new("its indexer chooses no tokens"))
        } else {
            Ok(())
        }
    }

    fn is_encoder(&self) -> bool {
        let causal = self.header.flag(&self.key("attention.causal")).unwrap_or(true);
        !causal || self.architecture.contains("bert") || self.architecture.starts_with("t5")
    }

    /// What each token uses, of all tensors together: the embedding table counts only if it is also
    /// the output head, and of the experts only those that a token is sent to.
    fn used(&self, size: impl Fn(&TensorDescription) -> f64) -> f64 {
        let tensors = &self.header.tensors;
        let own_head = tensors.iter().any(|tensor| tensor.name == "output.weight");
        let experts = self.optional("expert_count").unwrap_or(0).max(1) as f64;
        let used = self.optional("expert_used_count").unwrap_or(1).max(1) as f64;
        tensors
            .iter()
            .map(|tensor| match tensor.name.as_str() {
                "token_embd.weight" if own_head => 0.0,
                "position_embd.weight" | "token_types.weight" | "per_layer_token_embd.weight" => {
                    0.0
                }
                name if name.contains("_exps.") => size(tensor) * used / experts,
                _ => size(tensor),
            })
            .sum()
    }
}

fn tokenizer(header: &GgufHeader) -> Result<String, GgufError> {
    match header.text("tokenizer.ggml.model") {
        None => Err(missing("tokenizer.ggml.model")),
        Some("none" | "no_vocab") => Err(GgufError::new("it has no vocabulary")),
        Some(kind) => Ok(kind.to_owned()),
    }
}

/// The number of tokens, which must meet llama.cpp's own conditions.
fn vocabulary(header: &GgufHeader) -> Result<usize, GgufError> {
    const KEY: &str = "tokenizer.ggml.tokens";
    let Some(MetadataValue::List(MetadataArray::Texts(tokens))) = header.metadata.get(KEY) else {
        return Err(missing(KEY));
    };
    if tokens.is_empty() || i32::try_from(tokens.len()).is_err() {
        return Err(GgufError::new(format!("it has {} tokens", tokens.len())));
    }
    let mut seen = HashSet::with_capacity(tokens.len());
    for token in tokens.iter() {
        // llama.cpp reads up to the first NUL, and names empty tokens itself.
        let token = token.split('\0').next().unwrap_or_default();
        if !token.is_empty() && !seen.insert(token) {
            return Err(GgufError::new(format!("it contains the token {token:?} twice")));
        }
    }
    check_embedding(header, tokens.len())?;
    Ok(tokens.len())
}

/// Checks that every token has a row in the embedding table.
fn check_embedding(header: &GgufHeader, tokens: usize) -> Result<(), GgufError> {
    let table = header.tensors.iter().find(|tensor| tensor.name == "token_embd.weight");
    match table.and_then(|table| table.dimensions.get(1)) {
        Some(&rows) if rows < tokens as u64 => Err(GgufError::foreign(
            format!("a model with {tokens} tokens, of which its embedding has only {rows}"),
            "Choose another file of this model; downloading this one again does not help.",
        )),
        _ => Ok(()),
    }
}

fn missing(key: &str) -> GgufError {
    GgufError::new(format!("it does not contain {key}"))
}

fn as_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
