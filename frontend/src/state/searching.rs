use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Found, Hit, Outcome, Request};

use super::{Desk, Passage};
use crate::ipc;

/// What is looked for in titles and texts, and what was found.
#[derive(Clone, Copy)]
pub struct Searching {
    /// The words as they are typed.
    pub words: RwSignal<String>,
    /// What was found of them; none before anything was.
    pub found: RwSignal<Option<Found>>,
    /// The words that the engine is looking for.
    asked: StoredValue<Option<String>>,
    /// So many places are listed.
    most: u32,
}

impl Searching {
    pub(super) fn new(most: u32) -> Self {
        Self {
            words: RwSignal::default(),
            found: RwSignal::default(),
            asked: StoredValue::default(),
            most,
        }
    }

    /// Whether anything is looked for.
    pub fn is_on(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
    }
}

impl Desk {
    /// Looks for words in the library.
    pub fn search(self, words: String) {
        self.look_for(self.searching, words);
    }

    /// Looks for words; while the engine still looks for others, when it is done with those.
    pub(super) fn look_for(self, searching: Searching, words: String) {
        if words.trim().is_empty() {
            searching.found.set(None);
        }
        searching.words.set(words);
        if searching.asked.with_value(Option::is_none) {
            self.look_for_next(searching);
        }
    }

    fn look_for_next(self, searching: Searching) {
        let words = searching.words.get_untracked();
        if words.trim().is_empty() {
            return;
        }
        searching.asked.set_value(Some(words.clone()));
        spawn_local(async move {
            let most = searching.most;
            let request =
                Request::Search { words: words.clone(), document: None, most, until: None };
            let found = ipc::outcome(request).await;
            searching.asked.set_value(None);
            if searching.words.get_untracked() != words {
                return self.look_for_next(searching);
            }
            match found {
                Ok(Outcome::Found(found)) => searching.found.set(Some(found)),
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Opens what was found, where it was found.
    pub fn show_hit(self, hit: &Hit) {
        if self.follow_to(hit.document)
            && let Some(passage) = &hit.passage
        {
            let (start, end) = (passage.start, passage.end);
            let quoted = passage.found.first().copied();
            self.show_passage(hit.document, Passage { start, end, quoted });
        }
    }
}
