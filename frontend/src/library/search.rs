//! Searching titles and texts for words.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Outcome, Request, WordSearchResult};

use crate::app::notices::NoticeStore;
use crate::ipc;

/// The maximum number of places to list when searching the library.
const LISTED: u32 = 100;

/// A search of titles and texts, and its results.
#[derive(Clone, Copy)]
pub struct SearchStore {
    /// The words as typed.
    pub words: RwSignal<String>,
    /// The results; none before the first search.
    pub found: RwSignal<Option<WordSearchResult>>,
    /// The words that the engine is searching for.
    asked: StoredValue<Option<String>>,
    /// The maximum number of places to list.
    most: u32,
    notices: NoticeStore,
}

impl SearchStore {
    /// Returns the search of the library, without words yet.
    pub fn new(notices: NoticeStore) -> Self {
        Self::listing(LISTED, notices)
    }

    /// Returns a search that lists at most `most` places.
    pub fn listing(most: u32, notices: NoticeStore) -> Self {
        Self {
            words: RwSignal::default(),
            found: RwSignal::default(),
            asked: StoredValue::default(),
            most,
            notices,
        }
    }

    /// Whether there is anything to search for.
    pub fn is_on(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
    }

    /// Searches for words, after any search that the engine is still doing.
    pub fn look_for(self, words: String) {
        if words.trim().is_empty() {
            self.found.set(None);
        }
        self.words.set(words);
        if self.asked.with_value(Option::is_none) {
            self.look_for_next();
        }
    }

    fn look_for_next(self) {
        let words = self.words.get_untracked();
        if words.trim().is_empty() {
            return;
        }
        self.asked.set_value(Some(words.clone()));
        spawn_local(async move {
            let most = self.most;
            let request =
                Request::Search { words: words.clone(), document: None, most, until: None };
            let found = ipc::outcome(request).await;
            self.asked.set_value(None);
            if self.words.get_untracked() != words {
                return self.look_for_next();
            }
            match found {
                Ok(Outcome::Found(found)) => self.found.set(Some(found)),
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }
}

/// Returns the search of the library of the window that contains a view.
pub fn use_search() -> SearchStore {
    expect_context()
}
