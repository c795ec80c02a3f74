use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Hit, Outcome, Request, WordSearchResult};

use super::{App, HighlightedPassage};
use crate::ipc;

/// A search of titles and texts, and its results.
#[derive(Clone, Copy)]
pub struct Searching {
    /// The words as typed.
    pub words: RwSignal<String>,
    /// The results; none before the first search.
    pub found: RwSignal<Option<WordSearchResult>>,
    /// The words that the engine is searching for.
    asked: StoredValue<Option<String>>,
    /// The maximum number of places to list.
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

    /// Whether there is anything to search for.
    pub fn is_on(self) -> bool {
        self.words.with(|words| !words.trim().is_empty())
    }
}

impl App {
    /// Searches the library for words.
    pub fn search(self, words: String) {
        self.look_for(self.searching, words);
    }

    /// Searches for words, after any search that the engine is still doing.
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

    /// Opens a place that was found.
    pub fn show_hit(self, hit: &Hit) {
        if self.follow_to(hit.document)
            && let Some(passage) = &hit.passage
        {
            let (start, end) = (passage.start, passage.end);
            let quoted = passage.found.first().copied();
            self.show_passage(hit.document, HighlightedPassage { start, end, quoted });
        }
    }
}
