//! What the window keeps in the library until the next time: the layout of each document, drafts, and removals that can
//! still be undone. The library deletes it with the document or question that it is about.
//!
//! Everything is loaded before the list of documents, so reading takes no time. A change is saved at once, or, of what
//! changes many times a second, a moment later. Choices that hold for every library are in [`storage`](crate::storage).

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    DocumentId, Outcome, Request, WindowStateChange, WindowStateEntry, WindowStateOwner,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ipc;

/// The time for which changes are collected that come one after the other: scrolling and typing make many.
const COLLECTING: Duration = Duration::from_millis(300);
/// The time after which a save that failed is tried again: another program may have been writing.
const RETRY: Duration = Duration::from_secs(5);

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StateKey {
    /// The layout of the window for a document.
    Layout,
    /// The columns beside the middle, for a document.
    Columns,
    /// A question about a document that is being typed.
    Draft,
    /// Marks a document or a question that is about to be removed.
    Removal,
    /// Marks the open document.
    Open,
    /// Files of the library that could not be read.
    UnreadFiles,
    /// The folded collections of the library.
    FoldedCollections,
}

impl StateKey {
    const ALL: [Self; 7] = [
        Self::Layout,
        Self::Columns,
        Self::Draft,
        Self::Removal,
        Self::Open,
        Self::UnreadFiles,
        Self::FoldedCollections,
    ];

    /// Returns its name in the library.
    fn name(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Columns => "columns",
            Self::Draft => "draft",
            Self::Removal => "removal",
            Self::Open => "open",
            Self::UnreadFiles => "unread_files",
            Self::FoldedCollections => "folded_collections",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }
}

type Place = (StateKey, WindowStateOwner);

/// What the window keeps in the library.
#[derive(Clone, Copy)]
pub struct WindowState {
    kept: StoredValue<KeptState>,
    /// Whether the library has said what it has.
    pub is_loaded: RwSignal<bool>,
    is_saving: StoredValue<bool>,
    is_waiting: StoredValue<bool>,
}

impl WindowState {
    /// Returns a state of which nothing is known yet.
    pub fn new() -> Self {
        let state = Self {
            kept: StoredValue::default(),
            is_loaded: RwSignal::new(false),
            is_saving: StoredValue::new(false),
            is_waiting: StoredValue::new(false),
        };
        let closing = window_event_listener(ev::pagehide, move |_| spawn_local(state.save()));
        on_cleanup(move || closing.remove());
        state
    }

    /// Loads what the library has, also what other windows have changed. What is not saved yet stays.
    pub async fn load(self) {
        if let Ok(Outcome::WindowState(entries)) = ipc::outcome(Request::WindowState).await {
            self.kept.update_value(|kept| kept.take_in(entries));
            self.is_loaded.set(true);
        }
    }

    /// Returns a value.
    pub fn get<T: DeserializeOwned>(self, key: StateKey, owner: WindowStateOwner) -> Option<T> {
        self.kept.with_value(|kept| {
            kept.values.get(&(key, owner)).and_then(|text| serde_json::from_str(text).ok())
        })
    }

    /// Returns the documents with such a value.
    pub fn documents_with(self, key: StateKey) -> Vec<DocumentId> {
        self.kept.with_value(|kept| kept.documents_with(key))
    }

    /// Stores a value, and saves it at once: the window may be closed next.
    pub fn set<T: Serialize>(self, key: StateKey, owner: WindowStateOwner, value: &T) {
        if self.change((key, owner), value) {
            spawn_local(self.save());
        }
    }

    /// Stores a value that changes many times a second, and saves it in a moment.
    pub fn set_soon<T: Serialize>(self, key: StateKey, owner: WindowStateOwner, value: &T) {
        if self.change((key, owner), value) {
            self.save_in(COLLECTING);
        }
    }

    /// Deletes a value.
    pub fn remove(self, key: StateKey, owner: WindowStateOwner) {
        let has_changed = self.kept.try_update_value(|kept| kept.change((key, owner), None));
        if has_changed == Some(true) {
            spawn_local(self.save());
        }
    }

    /// Drops everything about a document or a question that the library no longer has.
    pub fn forget(self, owner: WindowStateOwner) {
        self.kept.update_value(|kept| kept.forget(owner));
    }

    /// Returns whether the value is new.
    fn change<T: Serialize>(self, place: Place, value: &T) -> bool {
        let Ok(text) = serde_json::to_string(value) else { return false };
        self.kept.try_update_value(|kept| kept.change(place, Some(text))).unwrap_or(false)
    }

    fn save_in(self, time: Duration) {
        if !self.is_waiting.get_value() {
            self.is_waiting.set_value(true);
            let save = move || {
                self.is_waiting.set_value(false);
                spawn_local(self.save());
            };
            set_timeout(save, time);
        }
    }

    /// Saves all changes, also those that are made meanwhile.
    async fn save(self) {
        if self.is_saving.get_value() {
            return;
        }
        self.is_saving.set_value(true);
        loop {
            let changes = self.kept.try_update_value(KeptState::begin_saving).unwrap_or_default();
            if changes.is_empty() {
                break;
            }
            let is_saved = ipc::outcome(Request::SaveWindowState { changes }).await.is_ok();
            self.kept.update_value(|kept| kept.end_saving(is_saved));
            if !is_saved {
                self.save_in(RETRY);
                break;
            }
        }
        self.is_saving.set_value(false);
    }
}

/// The values, and which of them the library does not have yet.
#[derive(Debug, Default)]
struct KeptState {
    values: HashMap<Place, String>,
    unsaved: HashSet<Place>,
    /// Those that are being saved.
    saving: HashSet<Place>,
}

impl KeptState {
    /// Takes in what the library has. Keys of other versions of the window are left alone.
    fn take_in(&mut self, entries: Vec<WindowStateEntry>) {
        let own = |place: &Place| self.unsaved.contains(place) || self.saving.contains(place);
        let mut values: HashMap<Place, String> = entries
            .into_iter()
            .filter_map(|entry| Some(((StateKey::named(&entry.key)?, entry.owner), entry.value)))
            .filter(|(place, _)| !own(place))
            .collect();
        values.extend(
            self.values
                .drain()
                .filter(|(place, _)| self.unsaved.contains(place) || self.saving.contains(place)),
        );
        self.values = values;
    }

    /// Returns whether anything has changed.
    fn change(&mut self, place: Place, value: Option<String>) -> bool {
        if self.values.get(&place) == value.as_ref() {
            return false;
        }
        match value {
            Some(value) => drop(self.values.insert(place, value)),
            None => drop(self.values.remove(&place)),
        }
        self.unsaved.insert(place);
        true
    }

    fn forget(&mut self, owner: WindowStateOwner) {
        self.values.retain(|place, _| place.1 != owner);
        self.unsaved.retain(|place| place.1 != owner);
    }

    fn documents_with(&self, key: StateKey) -> Vec<DocumentId> {
        let document = |&(own, owner): &Place| match owner {
            WindowStateOwner::Document { document } if own == key => Some(document),
            _ => None,
        };
        let mut documents: Vec<DocumentId> = self.values.keys().filter_map(document).collect();
        documents.sort_unstable();
        documents
    }

    fn begin_saving(&mut self) -> Vec<WindowStateChange> {
        self.saving = std::mem::take(&mut self.unsaved);
        let change = |&(key, owner): &Place| WindowStateChange {
            key: key.name().to_owned(),
            owner,
            value: self.values.get(&(key, owner)).cloned(),
        };
        self.saving.iter().map(change).collect()
    }

    fn end_saving(&mut self, is_saved: bool) {
        let saving = std::mem::take(&mut self.saving);
        if !is_saved {
            self.unsaved.extend(saving);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_ONE: WindowStateOwner = WindowStateOwner::Document { document: DocumentId(1) };
    const OF_TWO: WindowStateOwner = WindowStateOwner::Document { document: DocumentId(2) };

    fn entry(key: &str, owner: WindowStateOwner, value: &str) -> WindowStateEntry {
        WindowStateEntry { key: key.to_owned(), owner, value: value.to_owned() }
    }

    #[test]
    fn only_changes_are_saved() {
        let mut kept = KeptState::default();
        kept.take_in(vec![entry("draft", OF_ONE, "1"), entry("later_version", OF_ONE, "2")]);
        assert!(!kept.change((StateKey::Draft, OF_ONE), Some("1".to_owned())));
        assert!(!kept.change((StateKey::Draft, OF_TWO), None));
        assert!(kept.begin_saving().is_empty());
        assert!(kept.change((StateKey::Draft, OF_ONE), None));
        let saved = kept.begin_saving();
        let expected = WindowStateChange { key: "draft".to_owned(), owner: OF_ONE, value: None };
        assert_eq!(saved, [expected]);
        kept.end_saving(true);
        assert!(kept.begin_saving().is_empty());
    }

    #[test]
    fn what_is_not_saved_yet_wins_over_the_library() {
        let mut kept = KeptState::default();
        kept.change((StateKey::Removal, OF_ONE), Some("1".to_owned()));
        kept.begin_saving();
        kept.change((StateKey::Removal, OF_TWO), Some("2".to_owned()));
        kept.take_in(vec![entry("removal", OF_TWO, "3")]);
        assert_eq!(kept.documents_with(StateKey::Removal), [DocumentId(1), DocumentId(2)]);
        assert_eq!(kept.values[&(StateKey::Removal, OF_TWO)], "2");
        // The library did not take it, so it is saved again.
        kept.end_saving(false);
        assert_eq!(kept.begin_saving().len(), 2);
        kept.end_saving(true);
        // Another window has removed the mark.
        kept.take_in(Vec::new());
        assert!(kept.documents_with(StateKey::Removal).is_empty());
    }

    #[test]
    fn nothing_remains_of_what_is_gone() {
        let mut kept = KeptState::default();
        kept.change((StateKey::Layout, OF_ONE), Some("1".to_owned()));
        kept.forget(OF_ONE);
        assert!(kept.values.is_empty() && kept.begin_saving().is_empty());
    }

    #[test]
    fn names_are_distinct() {
        for key in StateKey::ALL {
            assert_eq!(StateKey::named(key.name()), Some(key));
        }
    }
}
