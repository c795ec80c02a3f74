//! The settings.

use protocol::AttentionKind;

use super::file_name;
use crate::format::count;

pub const MODEL: &str = "Model";
pub const MODEL_LOADING: &str = "Loading the model…";

/// What a model that was chosen is called; none is the one that comes with Pecan.
pub fn chosen_model(path: Option<&str>) -> String {
    path.map_or_else(
        || "The demonstration model".to_owned(),
        |path| format!("“{}”", file_name(path)),
    )
}

/// What is said of a model that was chosen while a build is under way.
pub fn model_waits(name: &str) -> String {
    format!("{name} will be loaded when the build is over.")
}

pub const DEMONSTRATION: &str = "This is the demonstration model that comes with Pecan. It is tiny, has read little, and \
     serves to show what Pecan does. For real documents open a model of your own: any chat model \
     as a GGUF file.";
pub const OPEN_MODEL: &str = "Open a model…";
pub const OPEN_MODEL_TITLE: &str = "Open a model";
pub const MODEL_FILES: &str = "Models (GGUF)";
pub const BACK_TO_DEMONSTRATION: &str = "Back to the demonstration model";
pub const ASKING: &str = "Asking";
pub const PATIENCE: &str = "Patience";
pub const PATIENCE_HINT: &str =
    "How many times the model must find the points sufficient before it answers.";
pub const CONFIDENCE: &str = "Confidence";
pub const CONFIDENCE_HINT: &str =
    "How sure it must be each time, from 0 to 1. Empty: what suits the model.";
pub const MAX_NODES: &str = "Points at most";
pub const MAX_NODES_HINT: &str = "How many points it may look at beyond the first ones.";
pub const DEFAULTS: &str = "Back to the usual values";
pub const SCANNED_PAGES: &str = "Scanned pages";
pub const SCANNED_PAGES_HINT: &str = "Pages that are pictures are read in these languages when a document is added, more slowly the \
     more they are. None chosen: English and two others that are installed.";
pub const LANGUAGES_ELLIPSIS: &str = "Languages…";

/// A language by Tesseract's name for it.
pub fn language(name: &str) -> String {
    const NAMES: [(&str, &str); 24] = [
        ("ara", "Arabic"),
        ("ces", "Czech"),
        ("chi_sim", "Chinese, simplified"),
        ("chi_tra", "Chinese, traditional"),
        ("dan", "Danish"),
        ("deu", "German"),
        ("ell", "Greek"),
        ("eng", "English"),
        ("fin", "Finnish"),
        ("fra", "French"),
        ("heb", "Hebrew"),
        ("hin", "Hindi"),
        ("ita", "Italian"),
        ("jpn", "Japanese"),
        ("kor", "Korean"),
        ("lat", "Latin"),
        ("nld", "Dutch"),
        ("pol", "Polish"),
        ("por", "Portuguese"),
        ("rus", "Russian"),
        ("spa", "Spanish"),
        ("swe", "Swedish"),
        ("tur", "Turkish"),
        ("ukr", "Ukrainian"),
    ];
    let known = NAMES.iter().find(|(code, _)| *code == name);
    known.map_or_else(|| name.to_owned(), |(_, language)| (*language).to_owned())
}

pub const ABOUT: &str = "About";
pub const VERSION: &str = "Version";
pub const LOG_FILE: &str = "Log file";
pub const DEMONSTRATION_BADGE: &str = "demonstration model";

/// Names of a model's facts.
pub mod fact {
    pub const NAME: &str = "Name";
    pub const KIND: &str = "Kind";
    pub const SIZE: &str = "Size";
    pub const CONTEXT: &str = "Reads at once";
    pub const CONSTRUCTION: &str = "While building";
    pub const ATTENTION: &str = "Attention";
    pub const TEMPLATE: &str = "Chat template";
    pub const FILE: &str = "File";
}

/// Architecture, parameters, layers and heads.
pub fn kind(info: &protocol::ModelInfo) -> String {
    format!(
        "{}, {} parameters, {} layers, {} heads",
        info.architecture,
        crate::format::parameters(info.parameters),
        info.layers,
        info.heads
    )
}

/// A number of tokens.
pub fn tokens(tokens: u32) -> String {
    format!("{} tokens", count(tokens.into()))
}

/// Whether a model brings its own chat template.
pub fn template(own: bool) -> &'static str {
    if own { "its own" } else { "none: a plain one is used" }
}

/// Which attention of a model can be read.
pub fn attention(kind: &AttentionKind) -> String {
    match kind {
        AttentionKind::Full => "every layer".to_owned(),
        AttentionKind::Windowed { full_layers } => {
            format!("{full_layers} layers that look at everything; the others are left out")
        }
        AttentionKind::Sinks { full_layers } => format!(
            "{full_layers} layers that look at everything; a part goes to sinks and counts as lost"
        ),
        AttentionKind::Unusable { reason } => format!("none: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_names() {
        assert_eq!(language("chi_sim"), "Chinese, simplified");
        assert_eq!(language("tlh"), "tlh");
    }

    #[test]
    fn a_model_that_waits_has_its_name() {
        let waits = |path| model_waits(&chosen_model(path));
        let big = waits(Some("/models/big.gguf"));
        assert_eq!(big, "“big.gguf” will be loaded when the build is over.");
        assert!(waits(None).starts_with("The demonstration model will"));
    }
}
