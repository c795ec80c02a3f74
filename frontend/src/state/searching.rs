use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Found, Hit, Outcome, Request};

use super::{Desk, Passage};
use crate::ipc;

/// So many places are listed.
const MOST: u32 = 100;

/// What is looked for in titles and texts, and what was found.
#[derive(Clone, Copy)]
pub struct Searching {
    /// The words as they are typed.
    pub words: RwSignal<String>,
    /// What was found of them; none before anything was.
    pub found: RwSignal<Option<Found>>,
    /// The words that the engine is looking for.
    asked: StoredValue<Option<String>>,
}

impl Searching {
    pub(super) fn new() -> Self {
        Self {
            words: RwSignal::default(),
            found: RwSignal::default(),
            asked: StoredValue::default(),
        }
    }

    /// Whether anything is looked for.
    pub fn is_on(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
    }
}

impl Desk {
    /// Looks for words; while the engine still looks for others, when it is done with those.
    pub fn search(self, words: String) {
        let searching = self.searching;
        if words.trim().is_empty() {
            searching.found.set(None);
        }
        searching.words.set(words);
        if searching.asked.with_value(Option::is_none) {
            self.search_next();
        }
    }

    fn search_next(self) {
        let searching = self.searching;
        let words = searching.words.get_untracked();
        if words.trim().is_empty() {
            return;
        }
        searching.asked.set_value(Some(words.clone()));
        spawn_local(async move {
            let request = Request::Search { words: words.clone(), document: None, most: MOST };
            let found = ipc::outcome(request).await;
            searching.asked.set_value(None);
            if searching.words.get_untracked() != words {
                return self.search_next();
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
        match &hit.passage {
            Some(passage) => {
                let (start, end) = (passage.start, passage.end);
                let quoted = passage.found.first().copied();
                self.show_passage(hit.document, Passage { start, end, quoted });
            }
            None => self.open(hit.document),
        }
    }
}
