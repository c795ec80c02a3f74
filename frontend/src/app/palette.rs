//! The command palette, which searches everything at once.

use leptos::prelude::*;
use protocol::{DocumentId, Hit, NodeId};

use crate::app::action::Action;
use crate::app::notices::NoticeStore;
use crate::cyclic;
use crate::dom::focus::PreviousFocus;
use crate::library::search::SearchStore;

/// The number of results to list for each kind.
pub const FEW: usize = 6;

/// A search result.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchResult {
    /// A document, by its title or its author.
    Document(DocumentId),
    /// An action.
    Action(Action),
    /// A point or a passage of the current graph.
    Point(NodeId),
    /// A place in a document's text.
    Text(Hit),
}

/// The kind of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchResultKind {
    Document,
    Action,
    Point,
    Text,
}

impl SearchResult {
    /// The kind of the result.
    pub fn kind(&self) -> SearchResultKind {
        match self {
            Self::Document(_) => SearchResultKind::Document,
            Self::Action(_) => SearchResultKind::Action,
            Self::Point(_) => SearchResultKind::Point,
            Self::Text(_) => SearchResultKind::Text,
        }
    }
}

/// The search of everything at once.
#[derive(Clone, Copy)]
pub struct PaletteStore {
    /// Whether the search is open.
    pub open: RwSignal<bool>,
    /// The words, and the texts that contain them.
    pub texts: SearchStore,
    /// The index of the chosen result.
    pub chosen: RwSignal<usize>,
    /// The element that had the focus before.
    before: PreviousFocus,
}

impl PaletteStore {
    /// Returns a search that is closed.
    pub fn new(notices: NoticeStore) -> Self {
        Self {
            open: RwSignal::new(false),
            texts: SearchStore::listing(FEW as u32, notices),
            chosen: RwSignal::new(0),
            before: PreviousFocus::new(),
        }
    }

    /// Chooses the next or previous of `count` results, wrapping around.
    pub fn choose_next(self, count: usize, forward: bool) {
        let chosen = self.chosen.get_untracked().min(count.saturating_sub(1));
        self.chosen.set(cyclic::next(Some(chosen), count, forward).unwrap_or(0));
    }

    /// Closes the search. The focus returns to where it was.
    pub fn close(self) {
        self.open.set(false);
        self.before.give_back();
    }

    /// Opens the search, or closes it.
    pub fn toggle(self) {
        if self.open.get_untracked() {
            return self.close();
        }
        self.before.keep();
        self.look_for(String::new());
        self.open.set(true);
    }

    /// Searches everything for words.
    pub fn look_for(self, words: String) {
        self.chosen.set(0);
        self.texts.look_for(words);
    }
}

/// Returns the search of the window that contains a view.
pub fn use_palette() -> PaletteStore {
    expect_context()
}
