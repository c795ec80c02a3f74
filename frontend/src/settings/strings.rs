//! Messages about the settings.

use protocol::{AttentionKind, ModelTalk, ModelWarning, Thinking, Unreadable};

use crate::app::strings as app_strings;
use crate::format::{self, bytes};
use crate::i18n::messages;
use crate::language::Language;
use crate::settings::theme::{DarkPages, Theme};

messages! {
    "settings"
    window_language;
    model;
    model_loading;
    model_looking;
    model_look_waits;
    /// About a model that was picked and is not used yet.
    model_picked(name: &str);
    use_model;
    tuning;
    tuned_context;
    tuned_context_hint;
    tuned_threads;
    tuned_threads_hint;
    tuned_layers;
    tuned_layers_hint;
    default_model;
    /// About a model that was chosen during a build.
    model_waits(name: &str);
    demonstration;
    open_model;
    open_model_title;
    model_files;
    back_to_default;
    asking;
    patience;
    patience_hint;
    confidence;
    confidence_hint;
    max_nodes;
    max_nodes_hint;
    thinking;
    thinking_hint;
    search_by_hint;
    defaults;
    not_understood;
    /// About a number that is too small or too large.
    outside(least: u32, most: u32);
    scanned_pages;
    scanned_pages_hint;
    names_setting;
    names_setting_hint;
    names_asked;
    languages_ellipsis;

    arabic;
    czech;
    chinese_simplified;
    chinese_traditional;
    danish;
    german;
    greek;
    english;
    finnish;
    french;
    hebrew;
    hindi;
    italian;
    japanese;
    korean;
    latin;
    dutch;
    polish;
    portuguese;
    russian;
    spanish;
    swedish;
    turkish;
    ukrainian;

    appearance;
    theme;
    theme_system;
    theme_light;
    theme_dark;
    theme_contrast;
    theme_contrast_light;
    theme_contrast_dark;
    dark_pages;
    dark_pages_dark;
    dark_pages_printed;
    letter_size;

    questions_model;
    questions_model_hint;
    questions_model_same;
    choose_questions_model;
    same_model_again;
    try_model;
    trying_model;
    /// How long building takes with the model in use.
    tried_model(time: &str);

    about_pecan;
    version;
    log_file;
    demonstration_badge;

    fact_name;
    fact_kind;
    fact_size;
    fact_context;
    fact_construction;
    fact_attention;
    fact_template;
    fact_thinking;
    fact_warning;
    fact_file;
    fact_memory;

    memory_needed(needed: &str);
    memory_free(needed: &str, free: &str);
    memory_short(needed: &str, free: &str);

    described_kind(architecture: &str, parameters: &str, layers: u32, heads: u32);
    /// A number of tokens.
    tokens(tokens: u32);
    template_own;
    template_plain;
    thinking_skipped;
    warning_no_pre_tokenizer;
    warning_special_token_missing;
    attention_full;
    attention_windowed(layers: u32);
    attention_sinks(layers: u32);
    attention_none(reason: &str);
    unreadable_recurrent;
    unreadable_hybrid;
    unreadable_encoder;
    unreadable_gathered;
    unreadable_near;
}

/// The name of a language of the window, in that language.
pub fn own_name(language: Language) -> &'static str {
    match language {
        Language::English => "English",
        Language::German => "Deutsch",
        Language::French => "Français",
        Language::Spanish => "Español",
        Language::Chinese => "中文",
    }
}

/// The name of a chosen model; none is the one that comes with Pecan.
pub fn chosen_model(path: Option<&str>) -> String {
    path.map_or_else(
        || default_model().to_owned(),
        |path| app_strings::quoted(format::file_name(path)),
    )
}

/// A language, by Tesseract's name for it.
pub fn language(name: &str) -> String {
    type TextFunction = fn() -> &'static str;
    const NAMES: [(&str, TextFunction); 24] = [
        ("ara", arabic),
        ("ces", czech),
        ("chi_sim", chinese_simplified),
        ("chi_tra", chinese_traditional),
        ("dan", danish),
        ("deu", german),
        ("ell", greek),
        ("eng", english),
        ("fin", finnish),
        ("fra", french),
        ("heb", hebrew),
        ("hin", hindi),
        ("ita", italian),
        ("jpn", japanese),
        ("kor", korean),
        ("lat", latin),
        ("nld", dutch),
        ("pol", polish),
        ("por", portuguese),
        ("rus", russian),
        ("spa", spanish),
        ("swe", swedish),
        ("tur", turkish),
        ("ukr", ukrainian),
    ];
    let known = NAMES.iter().find(|(code, _)| *code == name);
    known.map_or(name, |(_, language)| language()).to_owned()
}

/// Architecture, parameters, layers and heads.
pub fn kind(info: &protocol::ModelInfo) -> String {
    let parameters = crate::format::parameters(info.parameters);
    described_kind(&info.architecture, &parameters, info.layers, info.heads)
}

/// The memory that a model takes, and whether the machine has it.
pub fn memory(info: &protocol::ModelInfo) -> String {
    let (needed, free) = (bytes(info.needed), info.free.map(bytes));
    match (free, info.fits()) {
        (Some(free), Some(false)) => memory_short(&needed, &free),
        (Some(free), _) => memory_free(&needed, &free),
        (None, _) => memory_needed(&needed),
    }
}

/// The name of a look of printed pages in the dark theme.
pub fn dark_pages_name(pages: DarkPages) -> &'static str {
    match pages {
        DarkPages::Dark => dark_pages_dark(),
        DarkPages::Printed => dark_pages_printed(),
    }
}

/// The name of a theme.
pub fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::System => theme_system(),
        Theme::Light => theme_light(),
        Theme::Dark => theme_dark(),
        Theme::Contrast => theme_contrast(),
        Theme::ContrastLight => theme_contrast_light(),
        Theme::ContrastDark => theme_contrast_dark(),
    }
}

/// Whether a model brings its own chat template.
pub fn template(own: bool) -> &'static str {
    if own { template_own() } else { template_plain() }
}

/// What happens to a model's thoughts before its answer, if it has any.
pub fn thinking_of(talk: Option<&ModelTalk>) -> Option<&'static str> {
    match talk?.thinking {
        Thinking::None => None,
        Thinking::Skipped => Some(thinking_skipped()),
    }
}

/// A flaw of a model file with which it can still be used.
pub fn warning(flaw: ModelWarning) -> &'static str {
    match flaw {
        ModelWarning::NoPreTokenizer => warning_no_pre_tokenizer(),
        ModelWarning::SpecialTokenMissing => warning_special_token_missing(),
    }
}

/// The kind of attention of a model, and whether it can be read.
pub fn attention(kind: &AttentionKind) -> String {
    match kind {
        AttentionKind::Full => attention_full().to_owned(),
        AttentionKind::Windowed { full_layers } => attention_windowed(*full_layers),
        AttentionKind::Sinks { full_layers } => attention_sinks(*full_layers),
        AttentionKind::Unusable { why, reason } => attention_none(unreadable(*why, reason)),
    }
}

/// Why attention cannot be read; the details are in English.
fn unreadable(why: Unreadable, reason: &str) -> &str {
    match why {
        Unreadable::Recurrent => unreadable_recurrent(),
        Unreadable::Hybrid => unreadable_hybrid(),
        Unreadable::Encoder => unreadable_encoder(),
        Unreadable::Gathered => unreadable_gathered(),
        Unreadable::Near => unreadable_near(),
        Unreadable::Odd => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_attention_has_words_of_its_own() {
        let unusable = |why| AttentionKind::Unusable { why, reason: "rows do not sum to 1".into() };
        let kinds = [
            AttentionKind::Full,
            AttentionKind::Windowed { full_layers: 13 },
            AttentionKind::Sinks { full_layers: 13 },
            unusable(Unreadable::Recurrent),
            unusable(Unreadable::Hybrid),
            unusable(Unreadable::Encoder),
            unusable(Unreadable::Gathered),
            unusable(Unreadable::Near),
            unusable(Unreadable::Odd),
        ];
        let shown: Vec<String> = kinds.iter().map(attention).collect();
        let different: std::collections::BTreeSet<&String> = shown.iter().collect();
        assert_eq!(different.len(), shown.len(), "{shown:#?}");
        assert!(shown[1].contains("13") && shown[2].contains("13"), "{shown:#?}");
        assert!(shown[3..].iter().all(|shown| shown.starts_with("none: ")), "{shown:#?}");
        assert!(shown[8].ends_with("rows do not sum to 1"), "{shown:#?}");
    }

    #[test]
    fn languages_have_names() {
        assert_eq!(language("chi_sim"), "Chinese (simplified)");
        assert_eq!(language("tlh"), "tlh");
    }

    #[test]
    fn a_model_that_waits_has_its_name() {
        let waits = |path| model_waits(&chosen_model(path));
        let big = waits(Some("/models/big.gguf"));
        assert_eq!(big, "“big.gguf” will be loaded when the build finishes.");
        assert!(waits(None).starts_with("The default model will"));
    }
}
