//! The recognition of scanned pages.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{AddOptions, Failure, Outcome, Request};

use crate::{ipc, storage};

const LANGUAGES: &str = "languages";

/// The recognition of scanned pages.
#[derive(Clone, Copy)]
pub struct RecognitionStore {
    /// The languages that can be recognised, or why none can; none until this is known.
    pub installed: RwSignal<Option<Result<Vec<String>, Failure>>>,
    /// The chosen languages; empty for automatic choice.
    pub chosen: RwSignal<Vec<String>>,
}

impl RecognitionStore {
    /// Returns a store with the languages that are stored.
    pub fn new() -> Self {
        let chosen = RwSignal::new(storage::load(LANGUAGES).unwrap_or_default());
        Self { installed: RwSignal::default(), chosen }
    }

    /// The options for adding files.
    pub fn options(self) -> AddOptions {
        AddOptions { languages: self.chosen.get_untracked(), ..AddOptions::default() }
    }

    /// All languages to choose from, including chosen ones that are not installed.
    pub fn choices(self) -> Vec<String> {
        let installed = self.installed.get().and_then(Result::ok).unwrap_or_default();
        choices(installed, &self.chosen.get())
    }

    /// Chooses a language, or removes it, and stores the choice.
    pub fn choose(self, language: &str, chosen: bool) {
        self.chosen.update(|all| {
            all.retain(|name| name != language);
            if chosen {
                all.push(language.to_owned());
            }
        });
        storage::save(LANGUAGES, &*self.chosen.read_untracked());
    }

    /// Requests the languages that can be recognised: some may have been installed since.
    pub fn refresh(self) {
        spawn_local(async move {
            let installed = match ipc::outcome(Request::Languages).await {
                Ok(Outcome::Languages(languages)) => Ok(languages),
                Ok(_) => Err(ipc::unexpected()),
                Err(failure) => Err(failure),
            };
            self.installed.set(Some(installed));
        });
    }
}

/// Returns the store of the window that contains a view.
pub fn use_recognition() -> RecognitionStore {
    expect_context()
}

fn choices(mut installed: Vec<String>, chosen: &[String]) -> Vec<String> {
    let missing = chosen.iter().filter(|name| !installed.contains(name));
    let missing: Vec<String> = missing.cloned().collect();
    installed.extend(missing);
    installed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_went_can_still_be_put_aside() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let choices = choices(names(&["deu", "eng"]), &names(&["fra", "eng"]));
        assert_eq!(choices, names(&["deu", "eng", "fra"]));
    }
}
