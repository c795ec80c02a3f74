//! The list of documents, requested from the engine.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentSummary, Failure, Outcome, Request, WindowStateOwner};

use crate::dom::timing;
use crate::ipc;
use crate::library::store::{Fetching, LibraryStore};
use crate::window_state::StateKey;

/// No screen shows more documents without scrolling.
const SCREENFUL: u32 = 100;

/// While the window is visible, it checks at this interval whether another program has written to
/// the library.
const GLANCE: Duration = Duration::from_secs(5);

/// The time to draw the first documents: nothing is drawn while all others are read.
const TO_DRAW: Duration = Duration::from_millis(100);

impl LibraryStore {
    /// Requests the list of documents. If anything changes meanwhile, requests it only once more,
    /// however often this is called.
    pub fn refresh(self) {
        let fetching = self.fetching;
        if fetching.get_value() != Fetching::No {
            fetching.set_value(Fetching::Again);
            return;
        }
        fetching.set_value(Fetching::Yes);
        timing::mark("list asked");
        spawn_local(async move {
            let listed = match self.whole.get_untracked() {
                true => ipc::outcome(Request::List).await,
                false => self.list_first().await,
            };
            self.take_in_list(listed);
            let again = fetching.get_value() == Fetching::Again;
            fetching.set_value(Fetching::No);
            if again {
                self.refresh();
            }
        });
    }

    /// Adds or updates a document that was added or has changed.
    pub fn put(self, summary: DocumentSummary) {
        // A large message may be overtaken by a small one.
        if self.gone.with_value(|gone| gone.contains(&summary.id)) {
            return;
        }
        let is_listed = self.documents.with_untracked(|known| matches!(known, Some(Ok(_))));
        // A list that is on its way may be older.
        if !is_listed || self.fetching.get_value() != Fetching::No {
            self.refresh();
        }
        self.documents.update(|known| {
            if let Some(Ok(documents)) = known {
                put(documents, summary);
            }
        });
    }

    /// Requests the list once other programs have added or removed documents. Checks for that
    /// whenever the user returns to the window, and at intervals while it is visible.
    pub fn follow_others(self) {
        let is_followed = move || {
            let known = self.stamp.with_value(Option::is_some);
            known && untrack(|| self.is_listed())
        };
        let listening = window_event_listener(ev::focus, move |_| {
            // A list that could not be read or checked before may be readable now.
            if !is_followed() {
                self.refresh();
            }
            self.look_for_others();
        });
        let glance = move || {
            if is_followed() && !document().hidden() {
                self.look_for_others();
            }
        };
        // Without a timer, the focus remains as a trigger.
        let glancing = set_interval_with_handle(glance, GLANCE).ok();
        on_cleanup(move || {
            listening.remove();
            if let Some(glancing) = glancing {
                glancing.clear();
            }
        });
    }

    /// Requests the list if another program has written to the library since the last check.
    pub fn look_for_others(self) {
        let (looking, known) = (self.looking, self.stamp);
        if looking.get_value() {
            return;
        }
        looking.set_value(true);
        spawn_local(async move {
            // If the engine cannot say, the next check waits until the user returns.
            let stamp = match ipc::outcome(Request::Stamp).await {
                Ok(Outcome::Stamp(stamp)) => Some(stamp),
                _ => None,
            };
            looking.set_value(false);
            let before = known.get_value();
            if before.is_some() && stamp.is_some() && before != stamp {
                self.refresh();
            }
            known.set_value(stamp);
        });
    }

    /// Requests all documents. Shows the first ones until the others are known: many take a while
    /// to be read. The request for all reports why they cannot be listed.
    async fn list_first(self) -> Result<Outcome, Failure> {
        self.load_state().await;
        let first = ipc::outcome(Request::ListFirst { most: SCREENFUL }).await;
        timing::mark("first heard");
        if let Ok(Outcome::Documents(documents)) = first {
            if documents.len() < SCREENFUL as usize {
                return Ok(Outcome::Documents(documents));
            }
            self.documents.set(Some(Ok(documents)));
            request_animation_frame(|| timing::mark("first listed"));
            timing::pass(TO_DRAW).await;
        }
        ipc::outcome(Request::List).await
    }

    /// Loads what the window keeps in the library, unless that is known.
    async fn load_state(self) {
        if self.state.is_loaded.get_untracked() {
            return;
        }
        self.state.load().await;
        let folded = self.state.get(StateKey::FoldedCollections, WindowStateOwner::Library);
        self.folded.set(folded.unwrap_or_default());
    }

    fn take_in_list(self, listed: Result<Outcome, Failure>) {
        let failure = match listed {
            Ok(Outcome::Documents(documents)) => {
                let first = !self.whole.get_untracked();
                self.documents.set(Some(Ok(documents)));
                self.whole.set(true);
                if first {
                    self.draw_covers();
                }
                self.drop_proposals();
                request_animation_frame(|| timing::mark("listed"));
                return;
            }
            Ok(_) => ipc::unexpected(),
            Err(failure) => failure,
        };
        if untrack(|| self.is_listed()) {
            self.notices.fail(&failure);
        } else {
            self.documents.set(Some(Err(failure)));
        }
    }
}

/// Puts a document at its place in the order of adding.
fn put(documents: &mut Vec<DocumentSummary>, summary: DocumentSummary) {
    match documents.binary_search_by_key(&summary.id, |known| known.id) {
        Ok(at) => documents[at] = summary,
        Err(at) => documents.insert(at, summary),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;
    #[test]
    fn a_document_that_changed_keeps_its_place_and_a_new_one_gets_its_own() {
        let mut documents = vec![summary(1, "Emma"), summary(4, "Persuasion")];
        for (id, title) in [(4, "Evelina"), (7, "Cecilia"), (2, "Camilla")] {
            put(&mut documents, summary(id, title));
        }
        let listed: Vec<_> = documents.iter().map(|one| (one.id.0, one.title.as_str())).collect();
        assert_eq!(listed, [(1, "Emma"), (2, "Camilla"), (4, "Evelina"), (7, "Cecilia")]);
    }
}
