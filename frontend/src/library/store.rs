//! The documents, and the work on them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use leptos::prelude::*;
use protocol::{Code, DocumentId, DocumentSummary, Failure, Queue};

use crate::app::notices::NoticeStore;
use crate::i18n::failure_texts;
use crate::job::TrackedJob;
use crate::library::dissolved::Dissolved;
use crate::library::file_import::{FileImport, UnreadFile};
use crate::library::order::DocumentOrder;
use crate::library::work::Work;
use crate::reader::strings as reader_strings;
use crate::window_state::WindowState;

/// The state of the list of documents.
type DocumentListing = Option<Result<Vec<DocumentSummary>, Failure>>;

/// The documents and the work on them.
#[derive(Clone, Copy)]
pub struct LibraryStore {
    /// The documents, or why they cannot be listed; none until the first request returns.
    pub documents: RwSignal<DocumentListing>,
    /// Whether these are all documents, not only the first screenful.
    pub whole: RwSignal<bool>,
    /// The work in progress on each document.
    pub works: RwSignal<BTreeMap<DocumentId, Work>>,
    /// Files and folders that are being added, in the order in which they were named.
    pub adding: RwSignal<Vec<FileImport>>,
    /// Files that were not read but may be, with the user's help.
    pub held: RwSignal<Vec<UnreadFile>>,
    /// The folded collections.
    pub folded: RwSignal<BTreeSet<String>>,
    /// The collections that were just dissolved, by name.
    pub dissolved: RwSignal<BTreeMap<String, Dissolved>>,
    /// The collection to ask; none for the open document alone.
    pub asked: RwSignal<Option<String>>,
    /// The order of the documents.
    pub order: RwSignal<DocumentOrder>,
    /// The indexes of the documents in that order.
    pub sorted: Memo<Vec<usize>>,
    /// The addresses of the covers shown so far.
    pub covers: StoredValue<BTreeSet<String>>,
    /// The documents that share their title with another.
    twins: Memo<BTreeSet<DocumentId>>,
    /// The order in which the engine adds and builds.
    pub queue: RwSignal<Queue>,
    /// Whether that order is being requested.
    pub queue_fetching: StoredValue<Fetching>,
    numbers: StoredValue<u32>,
    /// Whether the list is being requested.
    pub fetching: StoredValue<Fetching>,
    /// The documents that were removed here. Their numbers are never reused.
    pub gone: StoredValue<BTreeSet<DocumentId>>,
    /// The library's stamp, once it is known.
    pub stamp: StoredValue<Option<String>>,
    /// Whether the stamp is being requested.
    pub looking: StoredValue<bool>,
    /// What the window keeps in the library.
    pub state: WindowState,
    /// The messages for the user.
    pub notices: NoticeStore,
}

/// Whether something that changes often is being requested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fetching {
    /// It is not.
    #[default]
    No,
    /// It is.
    Yes,
    /// Requested, and changed since, so that it must be requested once more.
    Again,
}

impl LibraryStore {
    /// Returns a library of which nothing is known yet.
    pub fn new(notices: NoticeStore) -> Self {
        let documents = RwSignal::default();
        let order = RwSignal::new(DocumentOrder::kept());
        let sorted = Memo::new(move |_| {
            documents.with(|known: &DocumentListing| match known {
                Some(Ok(documents)) => order.get().places(documents),
                _ => Vec::new(),
            })
        });
        Self {
            documents,
            whole: RwSignal::new(false),
            works: RwSignal::default(),
            adding: RwSignal::default(),
            held: RwSignal::default(),
            folded: RwSignal::default(),
            dissolved: RwSignal::default(),
            asked: RwSignal::default(),
            order,
            sorted,
            covers: StoredValue::default(),
            twins: Memo::new(move |_| documents.with(|known: &DocumentListing| twins(known))),
            queue: RwSignal::default(),
            queue_fetching: StoredValue::default(),
            numbers: StoredValue::new(0),
            fetching: StoredValue::default(),
            gone: StoredValue::default(),
            stamp: StoredValue::default(),
            looking: StoredValue::new(false),
            state: WindowState::new(),
            notices,
        }
    }

    /// Whether the list of documents is known.
    pub fn is_listed(self) -> bool {
        self.whole.get() && self.documents.with(|known| matches!(known, Some(Ok(_))))
    }

    /// Why the documents cannot be listed.
    pub fn failure(self) -> Option<Failure> {
        self.documents.with(|documents| documents.as_ref()?.as_ref().err().cloned())
    }

    /// A document's entry in the list.
    pub fn summary(self, document: DocumentId) -> Option<DocumentSummary> {
        self.documents.with(|documents| {
            let documents = documents.as_ref()?.as_ref().ok()?;
            documents.iter().find(|summary| summary.id == document).cloned()
        })
    }

    /// Whether another document has the same title.
    pub fn shares_title(self, document: DocumentId) -> bool {
        self.twins.with(|twins| twins.contains(&document))
    }

    /// A document's title.
    pub fn title(self, document: DocumentId) -> Option<String> {
        self.summary(document).map(|summary| summary.title)
    }

    /// Whether a document's graph is being built or is about to be.
    pub fn is_building(self, document: DocumentId) -> bool {
        self.works.with(|works| matches!(works.get(&document), Some(Work::Building(_))))
    }

    /// Whether any document is being built.
    pub fn is_busy(self) -> bool {
        let busy =
            |work: &Work| matches!(work, Work::Building(TrackedJob { progress: Some(_), .. }));
        self.works.with(|works| works.values().any(busy))
    }

    /// Those files that are not being added already.
    pub fn not_adding(self, mut files: Vec<String>) -> Vec<String> {
        self.adding.with_untracked(|all| {
            files.retain(|file| all.iter().all(|adding| adding.file != *file));
        });
        files
    }

    /// The work in progress on a document.
    pub fn work(self, document: DocumentId) -> Option<Work> {
        self.works.with_untracked(|works| works.get(&document).cloned())
    }

    /// Sets the work on a document, or none. [`Work::succeeding`] says how that affects a removal.
    pub fn set_work(self, document: DocumentId, work: Option<Work>) {
        self.put_work(document, Work::succeeding(self.work(document), work));
    }

    /// Does the same regardless of the work before: only for a removal and its undoing.
    pub fn put_work(self, document: DocumentId, work: Option<Work>) {
        self.works.update(|works| match work {
            Some(work) => drop(works.insert(document, work)),
            None => drop(works.remove(&document)),
        });
    }

    /// Sets and stores the order of documents.
    pub fn sort(self, order: DocumentOrder) {
        self.order.set(order);
        order.keep();
    }

    /// Whether there is anything to sort.
    pub fn is_sortable(self) -> bool {
        self.sorted.with(|sorted| sorted.len() > 1)
    }

    /// Reports that something could not be done with a document, and names it.
    pub fn fail_of(self, document: DocumentId, failure: &Failure) {
        match untrack(|| self.title(document)) {
            Some(title) if failure.code != Code::Stopped => {
                let heading = failure_texts::failure_heading(failure.code);
                self.notices.tell(heading, failure_texts::file_failed(&title, failure));
            }
            _ => self.notices.fail(failure),
        }
    }

    /// Reports that a document has left the library.
    pub fn tell_gone(self) {
        self.refresh();
        let heading = failure_texts::failure_heading(Code::DocumentUnknown);
        self.notices.tell(heading, reader_strings::document_gone().to_owned().into());
    }

    /// A number that nothing else here has.
    pub fn next_number(self) -> u32 {
        let number = self.numbers.get_value();
        self.numbers.set_value(number + 1);
        number
    }

    /// Takes a document that was removed here off the list.
    pub fn forget(self, document: DocumentId) {
        self.gone.update_value(|gone| _ = gone.insert(document));
        self.documents.update(|documents| {
            if let Some(Ok(documents)) = documents {
                documents.retain(|summary| summary.id != document);
            }
        });
    }
}

/// The documents that share their title with another, compared as people read titles.
fn twins(known: &DocumentListing) -> BTreeSet<DocumentId> {
    let Some(Ok(documents)) = known else { return BTreeSet::new() };
    let mut titled = HashMap::with_capacity(documents.len());
    let same = documents.iter().filter_map(|DocumentSummary { id, title, .. }| {
        Some([titled.insert(title.trim().to_lowercase(), *id)?, *id])
    });
    same.flatten().collect()
}

/// Returns the store of the window that contains a view.
pub fn use_library() -> LibraryStore {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn titles_are_shared_whatever_their_case() {
        let documents = vec![summary(1, "Emma"), summary(2, "emma "), summary(3, "Persuasion")];
        assert_eq!(twins(&Some(Ok(documents))), BTreeSet::from([1, 2].map(DocumentId)));
        assert_eq!(twins(&None), BTreeSet::new());
    }
}
