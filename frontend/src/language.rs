//! The language of the window. Texts are no signals: every view with text is redrawn when the
//! language changes.

use leptos::prelude::*;

use crate::storage;

/// The key under which the user's choice is stored.
const CHOSEN: &str = "language";
/// Subtags of Chinese that is not written in simplified characters.
const TRADITIONAL: [&str; 4] = ["Hant", "HK", "MO", "TW"];

/// A language with translations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Chinese, simplified.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 5] =
        [Self::English, Self::German, Self::French, Self::Spanish, Self::Chinese];

    /// Returns its tag for browsers. Fonts take `zh-CN` for simplified characters, not `zh`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Chinese => "zh-CN",
        }
    }

    /// Returns the language for a tag such as `de-AT`.
    pub fn of(tag: &str) -> Option<Self> {
        let mut parts = tag.split('-');
        let name = parts.next()?;
        let known = Self::ALL
            .into_iter()
            .find(|language| language.tag().split('-').next() == Some(name))?;
        let simplified = parts.all(|part| !TRADITIONAL.contains(&part));
        (known != Self::Chinese || simplified).then_some(known)
    }
}

thread_local! {
    /// The window has one thread. Tests have many, each with its own language.
    static SPOKEN: ArcRwSignal<Language> = ArcRwSignal::new(Language::English);
}

/// Returns the current language.
pub fn current() -> Language {
    SPOKEN.with(|spoken| spoken.get_untracked())
}

/// Has the caller's view redrawn when the language changes.
pub fn track() {
    SPOKEN.with(|spoken| spoken.track());
}

/// Sets the language that the user chose, or else the first known one of those that they read.
pub fn begin() {
    let chosen = storage::load::<String>(CHOSEN).into_iter();
    let language = chosen.chain(preferred()).find_map(|tag| Language::of(&tag));
    let language = language.unwrap_or_else(current);
    name_on_page(language);
    set(language);
}

/// Switches to another language, now and for later starts.
pub fn choose(language: Language) {
    storage::save(CHOSEN, &language.tag());
    name_on_page(language);
    set(language);
}

/// Sets the language.
pub fn set(language: Language) {
    SPOKEN.with(|spoken| spoken.set(language));
}

/// Returns the tag for formatting numbers and dates: with the user's country, if it is known.
pub fn locale() -> String {
    with_country(current(), preferred())
}

fn with_country(language: Language, preferred: Vec<String>) -> String {
    // The browser knows no other tags, and throws an error on them.
    let sound = |tag: &String| tag.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
    let mut own = preferred.into_iter().filter(|tag| Language::of(tag) == Some(language));
    own.find(sound).unwrap_or_else(|| language.tag().to_owned())
}

/// Returns the languages that the user reads, the preferred one first.
fn preferred() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Sets the page's language for screen readers, hyphenation and fonts.
fn name_on_page(language: Language) {
    if let Some(page) = document().document_element() {
        // Such a plain name is never refused.
        let _ = page.set_attribute("lang", language.tag());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_mean_languages() {
        for (tag, language) in [
            ("en-US", Some(Language::English)),
            ("de", Some(Language::German)),
            ("es-419", Some(Language::Spanish)),
            ("zh-Hans-SG", Some(Language::Chinese)),
            ("zh-TW", None),
            ("zh-Hant", None),
            ("nl", None),
            ("", None),
        ] {
            assert_eq!(Language::of(tag), language, "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::of(language.tag()), Some(language));
        }
    }

    #[test]
    fn numbers_are_written_as_in_the_users_country() {
        let preferred = || ["it", "de@euro", "de-CH", "de"].map(str::to_owned).to_vec();
        assert_eq!(with_country(Language::German, preferred()), "de-CH");
        assert_eq!(with_country(Language::French, preferred()), "fr");
    }
}
