//! Messages, in the format of Project Fluent, in the language that is spoken.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::format::count;
use crate::language::{self, Language};

/// All messages of a language.
pub type Bundle = FluentBundle<FluentResource>;

/// A language has a file of messages for each file of words beside this one.
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

/// Read when they are first needed: most people read one language.
static BUNDLES: [OnceLock<Bundle>; Language::ALL.len()] =
    [const { OnceLock::new() }; Language::ALL.len()];

/// Says a message that stands alone. Words joined by `_` are joined by `-` there.
pub fn plain(name: &'static str) -> &'static str {
    match said(name, None) {
        Cow::Borrowed(words) => words,
        // Tests see to it that there is nothing to be put in.
        Cow::Owned(_) => name,
    }
}

/// Says a message that something is put into.
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
        // What is wrong with a message, tests find.
        Some(pattern) => bundle.format_pattern(pattern, given, &mut Vec::new()),
        None => name.into(),
    }
}

/// The messages of a language.
pub fn bundle(language: Language) -> &'static Bundle {
    BUNDLES[language as usize].get_or_init(|| read(language))
}

fn read(language: Language) -> Bundle {
    // The language counts for plurals only.
    let mut bundle = Bundle::new_concurrent(vec![language.tag().parse().unwrap_or_default()]);
    // Marks of direction around what is put in would be copied, saved and searched with it.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(number));
    for (_, text) in files(language) {
        // What is wrong in a file, tests find; the window does with the rest of it.
        let file = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(file, _)| file);
        let _ = bundle.add_resource(file);
    }
    bundle
}

/// Numbers stand in messages as everywhere else.
fn number<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(count(number.value as u64)),
        _ => None,
    }
}
