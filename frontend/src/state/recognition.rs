use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{AddOptions, Failure, Outcome, Request};

use super::{Desk, stored};
use crate::ipc;

const LANGUAGES: &str = "languages";

/// How scanned pages are read.
#[derive(Clone, Copy)]
pub struct Recognition {
    /// The languages in which they can be read, or why they cannot be read at all; none while that
    /// is not known.
    pub installed: RwSignal<Option<Result<Vec<String>, Failure>>>,
    /// The languages that were chosen; none: whatever suits.
    pub chosen: RwSignal<Vec<String>>,
}

impl Recognition {
    pub(super) fn new() -> Self {
        let chosen = RwSignal::new(stored::load(LANGUAGES).unwrap_or_default());
        Self { installed: RwSignal::default(), chosen }
    }

    /// How files are added.
    pub(super) fn options(self) -> AddOptions {
        AddOptions { languages: self.chosen.get_untracked(), ..AddOptions::default() }
    }

    /// All languages that can be chosen, and those that were although they are not there.
    pub fn choices(self) -> Vec<String> {
        let installed = self.installed.get().and_then(Result::ok).unwrap_or_default();
        choices(installed, &self.chosen.get())
    }

    /// Chooses a language, or does without it, and remembers that.
    pub fn choose(self, language: &str, chosen: bool) {
        self.chosen.update(|all| {
            all.retain(|name| name != language);
            if chosen {
                all.push(language.to_owned());
            }
        });
        stored::save(LANGUAGES, &*self.chosen.read_untracked());
    }
}

fn choices(mut installed: Vec<String>, chosen: &[String]) -> Vec<String> {
    let missing = chosen.iter().filter(|name| !installed.contains(name));
    let missing: Vec<String> = missing.cloned().collect();
    installed.extend(missing);
    installed
}

impl Desk {
    /// Asks in which languages scanned pages can be read: they may have been installed since.
    pub fn refresh_languages(self) {
        spawn_local(async move {
            let installed = match ipc::outcome(Request::Languages).await {
                Ok(Outcome::Languages(languages)) => Ok(languages),
                Ok(_) => Err(ipc::unexpected()),
                Err(failure) => Err(failure),
            };
            self.recognition.installed.set(Some(installed));
        });
    }
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
