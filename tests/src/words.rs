//! The languages of the window, and its texts in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::browser::AppWindow;
use crate::settings::show_settings;

/// A language of the window.
#[derive(Debug, Clone, Copy)]
pub struct WindowLanguage {
    /// Its name for browsers.
    pub tag: &'static str,
    folder: &'static str,
}

impl WindowLanguage {
    /// The default language.
    pub const ENGLISH: Self = Self { tag: "en", folder: "en" };
    /// German.
    pub const GERMAN: Self = Self { tag: "de", folder: "de" };
    /// All languages.
    pub const ALL: [Self; 5] = [
        Self::ENGLISH,
        Self::GERMAN,
        Self { tag: "fr", folder: "fr" },
        Self { tag: "es", folder: "es" },
        Self { tag: "zh-CN", folder: "zh" },
    ];

    /// The current language of a window.
    ///
    /// # Panics
    /// If it is none of them.
    pub fn spoken(window: &AppWindow) -> Self {
        let tag = window.script("return document.documentElement.lang");
        let spoken = Self::ALL.into_iter().find(|language| tag == language.tag);
        spoken.unwrap_or_else(|| panic!("{tag} is no language of the window"))
    }

    /// Chooses it in the settings, which stay open.
    pub fn choose(self, window: &AppWindow) {
        show_settings(window);
        window.choose("language", self.tag);
        window.wait(&format!("return document.documentElement.lang === '{}'", self.tag));
    }

    /// Its messages without arguments, by name.
    ///
    /// # Panics
    /// If they are missing from the checkout.
    pub fn words(self) -> BTreeMap<String, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/locales");
        let files = fs::read_dir(folder.join(self.folder)).expect("the language has a folder");
        let texts = files.map(|file| {
            let file = file.expect("a folder can be read").path();
            fs::read_to_string(file).expect("messages are text")
        });
        texts.flat_map(|text| plain(&text)).collect()
    }
}

/// The messages in a text that are on one line and have no arguments.
fn plain(text: &str) -> Vec<(String, String)> {
    let messages = text.lines().filter_map(|line| line.split_once(" = "));
    let plain =
        messages.filter(|(name, words)| !name.starts_with([' ', '#', '-']) && !words.contains('{'));
    plain.map(|(name, words)| (name.to_owned(), words.trim().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_nothing_put_in_is_plain() {
        let text = "# a = b\nadd = Add…\nof = of { $pages }\n  sub = no message\n-name = Pecan\n";
        assert_eq!(plain(text), [("add".to_owned(), "Add…".to_owned())]);
    }

    #[test]
    fn every_language_has_words() {
        for language in WindowLanguage::ALL {
            let words = language.words();
            assert!(words.contains_key("tour") && words.len() > 300, "{language:?}: {words:?}");
        }
    }
}
