//! Changing collections.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Request};

use crate::ipc;
use crate::library::dissolved::Dissolved;
use crate::library::store::LibraryStore;
use crate::library::work::Work;
use crate::undo_period::UNDO_PERIOD;

/// The pending change of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// None, apart from changes of its documents, which are visible.
    Stays,
    /// This many of its documents will be removed in a moment, and it goes with the last of them.
    Leaving(usize),
    /// All its documents are being removed.
    Removing,
    /// It was dissolved.
    Dissolved,
}

impl LibraryStore {
    /// Puts a document into a collection, which is created if it does not exist, or takes it out.
    /// Returns whether the collection's name is not empty.
    pub fn collect(self, document: DocumentId, collection: &str, within: bool) -> bool {
        let collection = collection.trim().to_owned();
        let named = !collection.is_empty();
        if named {
            self.change_collections([Request::Collect { document, collection, within }]);
        }
        named
    }

    /// Another collection that already has this name, in any case: renamed to it, this one would
    /// merge into it.
    pub fn takes_in(self, name: &str, collection: &str) -> Option<String> {
        taking_in(name.trim(), collection, untrack(|| self.collection_names()))
    }

    /// Renames a collection. If another one already has the name, the two merge.
    pub fn rename_collection(self, collection: &str, name: &str) {
        let name = name.trim().to_owned();
        if name.is_empty() || name == collection {
            return;
        }
        if self.asked.get_untracked().as_deref() == Some(collection) {
            self.asked.set(Some(name.clone()));
        }
        let is_new = !untrack(|| self.collection_names()).contains(&name);
        self.change_folded(|folded| {
            // Another collection stays folded or unfolded.
            if folded.remove(collection) && is_new {
                folded.insert(name.clone());
            }
        });
        let documents = self.lying_in(collection);
        self.shelve(&documents, collection, false);
        self.shelve(&documents, &name, true);
        self.change_collections([Request::NameCollection {
            collection: collection.to_owned(),
            name,
        }]);
    }

    /// Dissolves a collection; its documents stay. For a moment it can be restored.
    pub fn dissolve_collection(self, collection: &str) {
        if self.asked.get_untracked().as_deref() == Some(collection) {
            self.asked.set(None);
        }
        let collection = collection.to_owned();
        let (number, documents) = (self.next_number(), self.lying_in(&collection));
        self.shelve(&documents, &collection, false);
        let dissolved = Dissolved { number, documents };
        self.dissolved.update(|all| _ = all.insert(collection.clone(), dissolved));
        let let_go = move || {
            self.dissolved.update(|all| all.retain(|_, one| one.number != number));
        };
        set_timeout(let_go, UNDO_PERIOD);
        self.change_collections([Request::DissolveCollection { collection }]);
    }

    /// Restores a collection that was just dissolved.
    pub fn undo_dissolving(self, collection: &str) {
        let dissolved = self.dissolved.try_update(|all| all.remove(collection)).flatten();
        let Some(Dissolved { documents, .. }) = dissolved else { return };
        self.shelve(&documents, collection, true);
        let put = move |document| {
            let collection = collection.to_owned();
            Request::Collect { document, collection, within: true }
        };
        let documents = untrack(|| self.lying_in(collection));
        self.change_collections(documents.into_iter().map(put).collect::<Vec<_>>());
    }

    fn change_collections(self, requests: impl IntoIterator<Item = Request> + 'static) {
        spawn_local(async move {
            for request in requests {
                if let Err(failure) = ipc::outcome(request).await {
                    self.notices.fail(&failure);
                    break;
                }
            }
            self.refresh();
        });
    }

    /// The pending change of a collection.
    pub fn fate(self, collection: &str) -> Fate {
        let documents = self.collected(collection);
        if documents.is_empty() && self.dissolved.with(|all| all.contains_key(collection)) {
            return Fate::Dissolved;
        }
        let folded = self.folded.with(|folded| folded.contains(collection));
        self.works.with(|works| {
            let works: Vec<_> = documents.iter().map(|one| works.get(&one.id)).collect();
            fate(&works, folded)
        })
    }

    /// The collection that was dissolved last, and the number of that.
    pub fn last_dissolved(self) -> Option<(u32, String)> {
        self.dissolved.with(|all| all.iter().map(|(name, one)| (one.number, name.clone())).max())
    }

    fn lying_in(self, collection: &str) -> BTreeSet<DocumentId> {
        untrack(|| self.collected(collection)).iter().map(|summary| summary.id).collect()
    }

    /// Shows documents in a collection, or outside it, before the list says so.
    fn shelve(self, documents: &BTreeSet<DocumentId>, collection: &str, within: bool) {
        self.documents.update(|known| {
            let known = known.iter_mut().flat_map(|known| known.iter_mut().flatten());
            for summary in known.filter(|summary| documents.contains(&summary.id)) {
                summary.collections.retain(|own| own != collection);
                if within {
                    summary.collections.push(collection.to_owned());
                    summary.collections.sort();
                }
            }
        });
    }
}

/// The pending change of a collection, from the work on its documents. If only some leave, the
/// visible ones show it themselves.
fn fate(works: &[Option<&Work>], folded: bool) -> Fate {
    let is_leaving = |work: &&Option<&Work>| matches!(work, Some(Work::Leaving { .. }));
    let all = works.iter().all(|work| work.is_some_and(Work::is_removal));
    match works.iter().filter(is_leaving).count() {
        0 if all => Fate::Removing,
        leaving if leaving > 0 && (all || folded) => Fate::Leaving(leaving),
        _ => Fate::Stays,
    }
}

/// The collection that already has a name, other than the one to be renamed; rather one with the
/// exact name than one in another case.
fn taking_in(name: &str, collection: &str, names: Vec<String>) -> Option<String> {
    if name == collection {
        return None;
    }
    let lower = name.to_lowercase();
    let same = |own: &String| own != collection && own.to_lowercase() == lower;
    names.into_iter().filter(same).max_by_key(|own| own == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_whatever_its_case() {
        let taken = |name: &str, collection: &str| {
            let names = ["Alpha", "Beta", "beta"].map(str::to_owned).to_vec();
            taking_in(name, collection, names)
        };
        for (name, collection, by) in [
            ("Gamma", "Alpha", None),
            ("ALPHA", "Alpha", None),
            ("beta", "Alpha", Some("beta")),
            ("Beta", "Alpha", Some("Beta")),
            ("alpha", "Beta", Some("Alpha")),
            ("Beta", "beta", Some("Beta")),
            ("beta", "beta", None),
        ] {
            assert_eq!(taken(name, collection).as_deref(), by, "{name} of {collection}");
        }
    }

    #[test]
    fn a_collection_says_what_its_documents_cannot() {
        let leaving = Work::Leaving { number: 7, was: None, open: false };
        let (leaves, goes) = (Some(&leaving), Some(&Work::Removing));
        for (works, folded, then) in [
            ([None, None], true, Fate::Stays),
            ([leaves, None], false, Fate::Stays),
            ([leaves, None], true, Fate::Leaving(1)),
            ([leaves, leaves], false, Fate::Leaving(2)),
            ([leaves, goes], false, Fate::Leaving(1)),
            ([goes, None], true, Fate::Stays),
            ([goes, goes], false, Fate::Removing),
        ] {
            assert_eq!(fate(&works, folded), then, "{works:?}, folded: {folded}");
        }
    }
}
