//! Loading the names in the open document.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentState, Outcome, Request};

use crate::dom::focus;
use crate::entities::names::DocumentNameList;
use crate::entities::store::{EntityStore, bound, count_up};
use crate::ipc;
use crate::library::work::Work;

/// How long the reader must stay on a page before its names are loaded. By then the page is
/// scrolled to its beginning.
const REST: Duration = Duration::from_millis(300);

impl EntityStore {
    /// Keeps the names loaded while they are listed, up to the chosen limit.
    pub fn follow(self) {
        let reading = self.reader;
        let done = Memo::new(move |_| self.done_to_names());
        Effect::new(move |before: Option<bool>| {
            done.track();
            let until_here = reading.until_here.get();
            // Names from later in the text disappear at once.
            if before != Some(until_here) {
                self.names.set(None);
                self.facts.set(None);
            }
            self.load();
            until_here
        });
        Effect::new(move |before: Option<usize>| {
            let page = reading.page.get();
            if before.is_some_and(|before| before != page) {
                self.read_on_to(page);
            }
            page
        });
    }

    /// The states of the work after which more may be known of the names.
    fn done_to_names(self) -> (Option<DocumentState>, bool, usize) {
        let Some(document) = self.reader.document.get() else { return (None, false, 0) };
        let state = self.builds.library.summary(document).map(|summary| summary.state);
        let is_built = |work: &Work| matches!(work, Work::Building(_));
        let is_built =
            self.builds.library.works.with(|works| works.get(&document).is_some_and(is_built));
        (state, is_built, self.builds.library.adding.with(Vec::len))
    }

    /// Loads the names up to a page that was turned to, if only what has been read counts. Skips a
    /// page to which a sentence of the list has led, which would then be missing from the list.
    fn read_on_to(self, page: usize) {
        let led = self.led.try_update_value(Option::take).flatten();
        let document = self.reader.document.get_untracked();
        if !self.reader.until_here.get_untracked() || led == Some(page) {
            return;
        }
        let is_still = move || {
            let (now, shown) = (self.reader.document, self.reader.page);
            self.open.get_untracked()
                && (now.get_untracked(), shown.get_untracked()) == (document, page)
        };
        set_timeout(
            move || {
                if is_still() {
                    self.load()
                }
            },
            REST,
        );
    }

    /// The character up to which names are listed; none for all of them.
    pub fn named_until(self) -> Option<u32> {
        self.reader.until_here.get().then(|| self.reader.place())?
    }

    /// Requests the names from the engine.
    pub fn load(self) {
        let Some(document) = self.reader.document.get_untracked() else { return };
        self.failed.set(None);
        let until = untrack(|| self.named_until());
        let number = count_up(self.asked);
        spawn_local(async move {
            let listed = Request::Entities { document, name: None, until: bound(until) };
            let listed = ipc::outcome(listed).await;
            if self.asked.get_value() != number {
                return;
            }
            let failure = match listed {
                Ok(Outcome::Entities(list)) => {
                    return self.take_names(DocumentNameList::of(list, until));
                }
                Ok(_) => ipc::unexpected(),
                Err(failure) => failure,
            };
            self.names.set(None);
            self.failed.set(Some(failure));
        });
    }

    /// Shows the names. The chosen entity may have another number among them, or be gone.
    pub fn take_names(self, names: DocumentNameList) {
        let is_known = |known: &Option<Arc<DocumentNameList>>| known.as_deref() == Some(&names);
        if self.names.with_untracked(is_known) {
            return self.find_looked_up();
        }
        let chosen = self.chosen.get_untracked();
        let found = chosen.as_ref().and_then(|chosen| names.still(chosen)).cloned();
        let is_gone = chosen.is_some() && found.is_none();
        self.names.set(Some(Arc::new(names)));
        self.chosen.set(found);
        self.ask_for_facts();
        if is_gone {
            focus::land();
        }
        self.find_looked_up();
    }
}
