//! Messages in the format of Project Fluent, in the current language.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::format::written::count;
use crate::language::{self, Language};

/// All messages of a language.
pub type Bundle = FluentBundle<FluentResource>;

/// The number of files of messages that each language has.
pub const FILES: usize = 12;

/// The files in a language's folder, with their names.
macro_rules! folder {
    ($folder:literal) => {
        folder!(
            $folder: "actions", "comparison", "failures", "graph", "keys", "library", "measures",
            "names", "questions", "reader", "settings", "window"
        )
    };
    ($folder:literal: $($file:literal),+) => {
        [$(($file, include_str!(concat!("../../locales/", $folder, "/", $file, ".ftl")))),+]
    };
}

/// The files of a language.
pub fn files(language: Language) -> [(&'static str, &'static str); FILES] {
    match language {
        Language::English => folder!("en"),
        Language::German => folder!("de"),
        Language::French => folder!("fr"),
        Language::Spanish => folder!("es"),
        Language::Chinese => folder!("zh"),
    }
}

/// Loaded on first use: most people read one language.
static BUNDLES: [OnceLock<Bundle>; Language::ALL.len()] =
    [const { OnceLock::new() }; Language::ALL.len()];

/// Returns a message without arguments. Its name has `-` in place of `_`.
pub fn plain(name: &'static str) -> &'static str {
    match said(name, None) {
        Cow::Borrowed(words) => words,
        // Tests ensure that it has no placeholders.
        Cow::Owned(_) => name,
    }
}

/// Returns a message with its arguments inserted.
pub fn filled<const N: usize>(
    name: &'static str,
    given: [(&'static str, FluentValue<'_>); N],
) -> String {
    said(name, Some(&given.into_iter().collect())).into_owned()
}

fn said(name: &'static str, given: Option<&FluentArgs<'_>>) -> Cow<'static, str> {
    let bundle = bundle(language::current());
    let message = bundle.get_message(&name.replace('_', "-"));
    match message.and_then(|message| message.value()) {
        // Tests find errors in messages.
        Some(pattern) => bundle.format_pattern(pattern, given, &mut Vec::new()),
        None => name.into(),
    }
}

/// The messages of a language.
pub fn bundle(language: Language) -> &'static Bundle {
    BUNDLES[language as usize].get_or_init(|| read(language))
}

fn read(language: Language) -> Bundle {
    // The language matters only for plurals.
    let mut bundle = Bundle::new_concurrent(vec![language.tag().parse().unwrap_or_default()]);
    // Direction marks around arguments would be copied, saved and searched with them.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(number));
    for (_, text) in files(language) {
        // Tests find errors in a file; the window uses the rest of it.
        let file = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(file, _)| file);
        let _ = bundle.add_resource(file);
    }
    bundle
}

/// Formats numbers in messages as everywhere else.
fn number<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(count(number.value as u64)),
        _ => None,
    }
}
