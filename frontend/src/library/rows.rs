//! The rows of the list of documents.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary, JobId, Queue, WindowStateOwner};

use crate::library::file_import::{FileImport, UnreadFile};
use crate::library::store::LibraryStore;
use crate::window_state::StateKey;

/// A row of the library's list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LibraryRow {
    /// A file that was not read.
    Held(UnreadFile),
    /// A file or folder that is being added, by its key.
    Adding(u32),
    /// A collection, above its documents.
    Collection(String),
    /// A document. It appears in each of its collections, or else at the end.
    Document {
        /// The document.
        id: DocumentId,
        /// The collection, if it appears in one.
        within: Option<String>,
    },
}

impl LibraryStore {
    /// All rows, from top to bottom.
    pub fn rows(self) -> Vec<LibraryRow> {
        let mut rows: Vec<LibraryRow> = self.held.get().into_iter().map(LibraryRow::Held).collect();
        let order = self.queue.with(|queue| self.adding.with(|all| in_order(all, queue)));
        rows.extend(order.into_iter().map(LibraryRow::Adding));
        self.folded.with(|folded| {
            self.documents.with(|documents| {
                if let Some(Ok(documents)) = documents {
                    let place = |&at: &usize| documents.get(at);
                    let dissolved = self.dissolved.read();
                    let empty = dissolved.keys().map(String::as_str);
                    self.sorted.with(|sorted| {
                        rows.extend(shelved(sorted.iter().filter_map(place), empty, folded));
                    });
                }
            });
        });
        rows
    }

    /// The documents of a collection.
    pub fn collected(self, name: &str) -> Vec<DocumentSummary> {
        let lies_in = |one: &&DocumentSummary| one.collections.iter().any(|own| own == name);
        self.documents.with(|known| match known {
            Some(Ok(documents)) => documents.iter().filter(lies_in).cloned().collect(),
            _ => Vec::new(),
        })
    }

    /// The names of all collections.
    pub fn collection_names(self) -> Vec<String> {
        self.documents.with(|known| match known {
            Some(Ok(documents)) => {
                let names = documents.iter().flat_map(|one| one.collections.iter().cloned());
                names.collect::<BTreeSet<_>>().into_iter().collect()
            }
            _ => Vec::new(),
        })
    }

    /// Folds or unfolds a collection, and stores that.
    pub fn toggle_collection(self, name: &str) {
        self.change_folded(|folded| {
            if !folded.remove(name) {
                folded.insert(name.to_owned());
            }
        });
    }

    /// Changes and stores the set of folded collections.
    pub fn change_folded(self, change: impl FnOnce(&mut BTreeSet<String>)) {
        self.folded.update(change);
        let folded = self.folded.read_untracked();
        self.state.set(StateKey::FoldedCollections, WindowStateOwner::Library, &*folded);
    }
}

/// The keys of the files being added: the running ones, then the waiting ones in the engine's
/// order.
fn in_order(all: &[FileImport], queue: &Queue) -> Vec<u32> {
    let places: HashMap<JobId, usize> = queue.waiting.iter().copied().zip(1..).collect();
    let place = |adding: &FileImport| match adding.task.job {
        Some(job) => places.get(&job).copied().unwrap_or(0),
        None => usize::MAX,
    };
    let mut ordered: Vec<&FileImport> = all.iter().collect();
    ordered.sort_by_key(|adding| place(adding));
    ordered.into_iter().map(|adding| adding.key).collect()
}

/// Collections by name, also those that are empty now, each with its documents unless it is folded;
/// then the other documents.
fn shelved<'a>(
    documents: impl Iterator<Item = &'a DocumentSummary>,
    empty: impl Iterator<Item = &'a str>,
    folded: &BTreeSet<String>,
) -> Vec<LibraryRow> {
    let mut shelves: BTreeMap<(String, &str), Vec<LibraryRow>> =
        empty.map(|name| ((name.to_lowercase(), name), Vec::new())).collect();
    let mut rest = Vec::new();
    for DocumentSummary { id, collections, .. } in documents {
        for name in collections {
            let within = Some(name.clone());
            let shelf = shelves.entry((name.to_lowercase(), name.as_str())).or_default();
            shelf.push(LibraryRow::Document { id: *id, within });
        }
        if collections.is_empty() {
            rest.push(LibraryRow::Document { id: *id, within: None });
        }
    }
    let shelves = shelves.into_iter().flat_map(|((_, name), documents)| {
        let shown = if folded.contains(name) { Vec::new() } else { documents };
        [LibraryRow::Collection(name.to_owned())].into_iter().chain(shown)
    });
    shelves.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;
    use crate::job::TrackedJob;

    fn document(id: DocumentId, within: Option<&str>) -> LibraryRow {
        LibraryRow::Document { id, within: within.map(str::to_owned) }
    }

    #[test]
    fn what_is_added_stands_in_the_order_in_which_it_is_done() {
        let adding = |(key, job): (_, Option<u64>)| {
            let task = TrackedJob { job: job.map(JobId), ..TrackedJob::default() };
            FileImport { key, file: String::new(), again: None, task }
        };
        let all = [(1, None), (2, Some(20)), (3, Some(30)), (4, Some(40))].map(adding);
        let queue =
            Queue { paused: false, running: vec![JobId(30)], waiting: vec![JobId(40), JobId(20)] };
        assert_eq!(in_order(&all, &queue), [3, 4, 2, 1]);
    }

    #[test]
    fn documents_stand_in_their_collections_and_the_others_below() {
        let of = |id, names: &[&str]| {
            let collections = names.iter().map(|&name| name.to_owned()).collect();
            DocumentSummary { collections, ..summary(id, "Emma") }
        };
        let documents = [of(1, &[]), of(2, &["deeds", "All"]), of(3, &["deeds"])];
        let all = [
            LibraryRow::Collection("All".to_owned()),
            document(DocumentId(2), Some("All")),
            LibraryRow::Collection("deeds".to_owned()),
            document(DocumentId(2), Some("deeds")),
            document(DocumentId(3), Some("deeds")),
            document(DocumentId(1), None),
        ];
        let none = std::iter::empty;
        assert_eq!(shelved(documents.iter(), none(), &BTreeSet::new()), all);
        let folded = BTreeSet::from(["deeds".to_owned()]);
        let few = [&all[..3], &all[5..]].concat();
        assert_eq!(shelved(documents.iter(), none(), &folded), few);
        let empty = ["deeds", "Bills"].into_iter();
        let more = [&all[..2], &[LibraryRow::Collection("Bills".to_owned())], &few[2..]].concat();
        assert_eq!(shelved(documents.iter(), empty, &folded), more);
    }
}
