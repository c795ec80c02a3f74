//! Removing documents, which can be undone for a moment.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Request, WindowStateOwner};

use crate::app::navigation::NavigationStore;
use crate::app::notices::NoticeStore;
use crate::chat::store::ChatStore;
use crate::ipc;
use crate::library::builds::BuildStore;
use crate::library::store::LibraryStore;
use crate::library::work::Work;
use crate::undo_period::UNDO_PERIOD;
use crate::window_state::StateKey;

/// Removing documents from the library.
#[derive(Clone, Copy)]
pub struct RemovalStore {
    /// The building of graphs, which a removal stops.
    pub builds: BuildStore,
    /// The open document, which a removal closes.
    pub navigation: NavigationStore,
    library: LibraryStore,
    chat: ChatStore,
    notices: NoticeStore,
}

impl RemovalStore {
    /// Returns a store for the documents of these builds.
    pub fn new(builds: BuildStore, chat: ChatStore) -> Self {
        let library = builds.library;
        let navigation = chat.graph.reader.navigation;
        Self { builds, navigation, library, chat, notices: library.notices }
    }

    /// Removes a document from the library in a moment.
    pub fn remove(self, document: DocumentId) {
        self.remove_as(self.library.next_number(), document);
    }

    /// Removes all documents of a collection in a moment, together: undoing restores all of them.
    pub fn remove_collected(self, collection: &str) {
        let number = self.library.next_number();
        for summary in untrack(|| self.library.collected(collection)) {
            self.remove_as(number, summary.id);
        }
    }

    /// Keeps the documents of a collection that were about to be removed.
    pub fn undo_removing_collected(self, collection: &str) {
        for summary in untrack(|| self.library.collected(collection)) {
            self.undo_removing(summary.id);
        }
    }

    fn remove_as(self, number: u32, document: DocumentId) {
        let (was, open) = (self.library.work(document), self.navigation.is_open(document));
        if was.as_ref().is_some_and(Work::is_removal) {
            return;
        }
        self.builds.stop_estimating(document);
        self.library.stop_reading_again(document);
        let was = was.map(Box::new);
        self.library.put_work(document, Some(Work::Leaving { number, was, open }));
        self.library.state.set(StateKey::Removal, of(document), &number);
        self.navigation.close(document);
        let leaves = move || {
            let work = self.library.work(document);
            matches!(work, Some(Work::Leaving { number: latest, .. }) if latest == number)
        };
        let remove = async move {
            if leaves() {
                self.library.state.load().await;
            }
            // It may have been undone meanwhile.
            if !leaves() {
                return;
            }
            match self.library.state.get::<u32>(StateKey::Removal, of(document)) {
                Some(_) => self.remove_now(document),
                None => {
                    // Another window undid the removal, or has done it.
                    self.put_back(document);
                    self.library.refresh();
                }
            }
        };
        set_timeout(move || spawn_local(remove), UNDO_PERIOD);
    }

    /// Keeps a document in the library that was about to be removed, with the work on it.
    pub fn undo_removing(self, document: DocumentId) {
        let Some(open) = self.put_back(document) else { return };
        self.forget_leaving(document);
        if open && self.navigation.document.get_untracked().is_none() {
            self.navigation.open(document);
        }
    }

    /// Resumes the work on a document before its removal. Returns whether it was open.
    fn put_back(self, document: DocumentId) -> Option<bool> {
        let Work::Leaving { was, open, .. } = self.library.work(document)? else { return None };
        match was.map(|was| *was) {
            // The trial was stopped, since its end would have come with no one waiting for it.
            Some(Work::Estimating { .. }) => {
                self.library.put_work(document, None);
                self.builds.estimate(document);
            }
            was => self.library.put_work(document, was),
        }
        Some(open)
    }

    /// Keeps a document that was added by the adding with this number. If the user began that after
    /// the removal, they want the document to stay.
    pub fn keep_added(self, document: DocumentId, adding: u32) {
        match self.library.work(document).filter(Work::is_removal) {
            Some(work) if work.left_before(adding) => self.undo_removing(document),
            Some(_) => {}
            // It may have been left to another window.
            None => self.forget_leaving(document),
        }
    }

    /// Ensures that a document that stays is not removed at the next start either.
    fn forget_leaving(self, document: DocumentId) {
        self.library.state.remove(StateKey::Removal, of(document));
    }

    /// Starts again the removals that could still be undone when the window on this library was
    /// closed, once the library is known. They can still be undone.
    pub fn remove_left(self) {
        // All at once, and before anything added from now on.
        let number = self.library.next_number();
        Effect::new(move |done: Option<bool>| {
            let is_listed = self.library.is_listed();
            if is_listed && done != Some(true) {
                untrack(|| self.remove_kept(number));
            }
            is_listed || done == Some(true)
        });
    }

    fn remove_kept(self, number: u32) {
        for document in self.library.state.documents_with(StateKey::Removal) {
            if self.library.summary(document).is_some() {
                self.remove_as(number, document);
            }
        }
    }

    /// Undoes the last change to a whole collection.
    pub fn undo_collection(self, collection: &str) {
        self.library.undo_dissolving(collection);
        self.undo_removing_collected(collection);
    }

    /// The documents that began to leave last, and the number of their leaving.
    pub fn last_leaving(self) -> Option<(u32, Vec<DocumentId>)> {
        self.library.works.with(last_leaving)
    }

    fn remove_now(self, document: DocumentId) {
        self.builds.stop(document);
        self.chat.stop_on(document);
        self.library.put_work(document, Some(Work::Removing));
        self.navigation.close(document);
        spawn_local(async move {
            match ipc::outcome(Request::Remove { document }).await {
                Ok(_) => {
                    self.library.state.forget(of(document));
                    self.chat.drop_draft(document);
                    self.library.forget(document);
                    self.navigation.close(document);
                }
                Err(failure) => {
                    self.forget_leaving(document);
                    self.notices.fail(&failure);
                }
            }
            self.library.put_work(document, None);
            self.library.refresh();
        });
    }
}

fn of(document: DocumentId) -> WindowStateOwner {
    WindowStateOwner::Document { document }
}

/// Returns the store of the window that contains a view.
pub fn use_removals() -> RemovalStore {
    expect_context()
}

/// The documents that began to leave last, and the number of their leaving.
fn last_leaving(works: &BTreeMap<DocumentId, Work>) -> Option<(u32, Vec<DocumentId>)> {
    let mut leaving = BTreeMap::<u32, Vec<DocumentId>>::new();
    for (&document, work) in works {
        if let Work::Leaving { number, .. } = work {
            leaving.entry(*number).or_default().push(document);
        }
    }
    leaving.pop_last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_takes_back_the_latest_removal() {
        let leaving = |number| Work::Leaving { number, was: None, open: false };
        let mut works = BTreeMap::from([
            (DocumentId(1), leaving(7)),
            (DocumentId(2), Work::Removing),
            (DocumentId(3), leaving(4)),
            (DocumentId(5), leaving(7)),
        ]);
        assert_eq!(last_leaving(&works), Some((7, vec![DocumentId(1), DocumentId(5)])));
        works.retain(|_, work| *work != leaving(7));
        assert_eq!(last_leaving(&works), Some((4, vec![DocumentId(3)])));
        works.remove(&DocumentId(3));
        assert_eq!(last_leaving(&works), None);
    }
}
