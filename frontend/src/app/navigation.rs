//! Which document is open.

use leptos::prelude::*;
use protocol::DocumentId;

use crate::app::hook::Hook;
use crate::app::layout::{LayoutStore, MainView};
use crate::app::saved_columns;
use crate::library::store::LibraryStore;

/// The open document, and the way to another one.
#[derive(Clone, Copy)]
pub struct NavigationStore {
    /// The open document.
    pub document: RwSignal<Option<DocumentId>>,
    /// Called when another document is opened, to load it.
    pub on_open: Hook<DocumentId>,
    /// Called before a document that is open is read again.
    pub on_reload: Hook<()>,
    /// Called when the open document is closed.
    pub on_close: Hook<()>,
    /// The documents.
    pub library: LibraryStore,
    layout: LayoutStore,
}

impl NavigationStore {
    /// Returns a store with no document open.
    pub fn new(library: LibraryStore, layout: LayoutStore) -> Self {
        Self {
            document: RwSignal::default(),
            on_open: Hook::new(),
            on_reload: Hook::new(),
            on_close: Hook::new(),
            library,
            layout,
        }
    }

    /// Opens a document with its text, its graph and its questions.
    pub fn open(self, document: DocumentId) {
        if !self.is_open(document) {
            saved_columns::restore(self.layout, self.library, document);
        }
        self.open_between(document);
    }

    /// Does the same without arranging the columns.
    fn open_between(self, document: DocumentId) {
        if self.document.get_untracked() != Some(document) {
            self.on_open.call(document);
        }
        if self.layout.view.get_untracked() == MainView::Settings {
            self.layout.leave_settings();
        }
        self.layout.turn_to_middle();
    }

    /// Opens a document that was just read. If it is open, reloads it: its file may have changed.
    pub fn open_read(self, document: DocumentId) {
        if self.is_open(document) {
            self.on_reload.call(());
        }
        self.open(document);
    }

    /// Opens the document to which something leads, if it is not open. Returns whether it is open
    /// now: it may have left the library.
    pub fn follow_to(self, document: DocumentId) -> bool {
        self.lead_to(document, Self::open)
    }

    /// Does the same from an answer, which the user continues to read: its column stays.
    pub fn follow_from_answer(self, document: DocumentId) -> bool {
        self.lead_to(document, Self::open_between)
    }

    fn lead_to(self, document: DocumentId, open_it: fn(Self, DocumentId)) -> bool {
        let listed = untrack(|| self.library.summary(document).is_some());
        let open = listed || self.is_open(document);
        if open {
            open_it(self, document);
        } else {
            self.library.tell_gone();
        }
        open
    }

    /// Closes a document, if it is open.
    pub fn close(self, document: DocumentId) {
        if self.is_open(document) {
            self.on_close.call(());
        }
    }

    /// Whether this document is still open, for work that took a while.
    pub fn is_open(self, document: DocumentId) -> bool {
        self.document.get_untracked() == Some(document)
    }
}

/// Returns the store of the window that contains a view.
pub fn use_navigation() -> NavigationStore {
    expect_context()
}
