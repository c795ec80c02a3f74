use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentSummary, Failure, Outcome, Queue, Request};

use super::collecting::Dissolved;
use super::{App, DocumentOrder, FileImport, TrackedJob, UnreadFile, Work};
use crate::{ipc, timing};

/// No screen shows more documents without scrolling.
const SCREENFUL: u32 = 100;

/// While the window is visible, it checks at this interval whether another program has written to
/// the library.
const GLANCE: Duration = Duration::from_secs(5);

/// The time to draw the first documents: nothing is drawn while all others are read.
const TO_DRAW: Duration = Duration::from_millis(100);

/// The state of the list of documents.
type DocumentListing = Option<Result<Vec<DocumentSummary>, Failure>>;

/// The documents and the work on them.
#[derive(Clone, Copy)]
pub struct LibraryState {
    /// The documents, or why they cannot be listed; none until the first request returns.
    pub documents: RwSignal<DocumentListing>,
    /// Whether these are all documents, not only the first screenful.
    whole: RwSignal<bool>,
    /// The work in progress on each document.
    pub works: RwSignal<BTreeMap<DocumentId, Work>>,
    /// Files and folders that are being added, in the order in which they were named.
    pub adding: RwSignal<Vec<FileImport>>,
    /// Files that were not read but may be, with the user's help.
    pub held: RwSignal<Vec<UnreadFile>>,
    /// The folded collections.
    pub folded: RwSignal<BTreeSet<String>>,
    /// The collections that were just dissolved, by name.
    pub(super) dissolved: RwSignal<BTreeMap<String, Dissolved>>,
    /// The order of the documents.
    pub order: RwSignal<DocumentOrder>,
    /// The indexes of the documents in that order.
    pub(super) sorted: Memo<Vec<usize>>,
    /// The addresses of the covers shown so far.
    pub covers: StoredValue<BTreeSet<String>>,
    /// The documents that share their title with another.
    twins: Memo<BTreeSet<DocumentId>>,
    /// The order in which the engine adds and builds.
    pub queue: RwSignal<Queue>,
    pub(super) queue_fetching: StoredValue<Fetching>,
    numbers: StoredValue<u32>,
    fetching: StoredValue<Fetching>,
    /// The documents that were removed here. Their numbers are never reused.
    gone: StoredValue<BTreeSet<DocumentId>>,
    /// The library's stamp, once it is known.
    stamp: StoredValue<Option<String>>,
    /// Whether the stamp is being requested.
    looking: StoredValue<bool>,
}

/// Whether something that changes often is being requested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Fetching {
    #[default]
    No,
    Yes,
    /// Requested, and changed since, so that it must be requested once more.
    Again,
}

impl LibraryState {
    pub(super) fn new() -> Self {
        let documents = RwSignal::default();
        let order = Self::kept_order();
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
            folded: Self::folded(),
            dissolved: RwSignal::default(),
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
    pub(super) fn not_adding(self, mut files: Vec<String>) -> Vec<String> {
        self.adding.with_untracked(|all| {
            files.retain(|file| all.iter().all(|adding| adding.file != *file));
        });
        files
    }

    pub(super) fn work(self, document: DocumentId) -> Option<Work> {
        self.works.with_untracked(|works| works.get(&document).cloned())
    }

    /// Sets the work on a document, or none. [`Work::succeeding`] says how that affects a removal.
    pub(super) fn set_work(self, document: DocumentId, work: Option<Work>) {
        self.put_work(document, Work::succeeding(self.work(document), work));
    }

    /// Does the same regardless of the work before: only for a removal and its undoing.
    pub(super) fn put_work(self, document: DocumentId, work: Option<Work>) {
        self.works.update(|works| match work {
            Some(work) => drop(works.insert(document, work)),
            None => drop(works.remove(&document)),
        });
    }

    /// A number that nothing else here has.
    pub(super) fn next_number(self) -> u32 {
        let number = self.numbers.get_value();
        self.numbers.set_value(number + 1);
        number
    }

    pub(super) fn forget(self, document: DocumentId) {
        self.gone.update_value(|gone| _ = gone.insert(document));
        self.documents.update(|documents| {
            if let Some(Ok(documents)) = documents {
                documents.retain(|summary| summary.id != document);
            }
        });
    }
}

impl App {
    /// Requests the list of documents. If anything changes meanwhile, requests it only once more,
    /// however often this is called.
    pub fn refresh_library(self) {
        let fetching = self.library.fetching;
        if fetching.get_value() != Fetching::No {
            fetching.set_value(Fetching::Again);
            return;
        }
        fetching.set_value(Fetching::Yes);
        timing::mark("list asked");
        spawn_local(async move {
            let listed = match self.library.whole.get_untracked() {
                true => ipc::outcome(Request::List).await,
                false => self.list_first().await,
            };
            self.take_in_list(listed);
            let again = fetching.get_value() == Fetching::Again;
            fetching.set_value(Fetching::No);
            if again {
                self.refresh_library();
            }
        });
    }

    /// Adds or updates a document that was added or has changed.
    pub(super) fn list_document(self, summary: DocumentSummary) {
        let library = self.library;
        // A large message may be overtaken by a small one.
        if library.gone.with_value(|gone| gone.contains(&summary.id)) {
            return;
        }
        let is_listed = library.documents.with_untracked(|known| matches!(known, Some(Ok(_))));
        // A list that is on its way may be older.
        if !is_listed || library.fetching.get_value() != Fetching::No {
            self.refresh_library();
        }
        library.documents.update(|known| {
            if let Some(Ok(documents)) = known {
                put(documents, summary);
            }
        });
    }

    /// Requests the list once other programs have added or removed documents. Checks for that
    /// whenever the user returns to the window, and at intervals while it is visible.
    pub fn follow_others(self) {
        let is_followed = move || {
            let known = self.library.stamp.with_value(Option::is_some);
            known && untrack(|| self.library.is_listed())
        };
        let listening = window_event_listener(ev::focus, move |_| {
            // A list that could not be read or checked before may be readable now.
            if !is_followed() {
                self.refresh_library();
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
    pub(super) fn look_for_others(self) {
        let (looking, known) = (self.library.looking, self.library.stamp);
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
                self.refresh_library();
            }
            known.set_value(stamp);
        });
    }

    /// Requests all documents. Shows the first ones until the others are known: many take a while
    /// to be read. The request for all reports why they cannot be listed.
    async fn list_first(self) -> Result<Outcome, Failure> {
        let first = ipc::outcome(Request::ListFirst { most: SCREENFUL }).await;
        timing::mark("first heard");
        if let Ok(Outcome::Documents(documents)) = first {
            if documents.len() < SCREENFUL as usize {
                return Ok(Outcome::Documents(documents));
            }
            self.library.documents.set(Some(Ok(documents)));
            request_animation_frame(|| timing::mark("first listed"));
            timing::pass(TO_DRAW).await;
        }
        ipc::outcome(Request::List).await
    }

    fn take_in_list(self, listed: Result<Outcome, Failure>) {
        let failure = match listed {
            Ok(Outcome::Documents(documents)) => {
                let first = !self.library.whole.get_untracked();
                self.library.documents.set(Some(Ok(documents)));
                self.library.whole.set(true);
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
        if untrack(|| self.library.is_listed()) {
            self.fail(&failure);
        } else {
            self.library.documents.set(Some(Err(failure)));
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

/// The documents that share their title with another, compared as people read titles.
fn twins(known: &DocumentListing) -> BTreeSet<DocumentId> {
    let Some(Ok(documents)) = known else { return BTreeSet::new() };
    let mut titled = HashMap::with_capacity(documents.len());
    let same = documents.iter().filter_map(|DocumentSummary { id, title, .. }| {
        Some([titled.insert(title.trim().to_lowercase(), *id)?, *id])
    });
    same.flatten().collect()
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
        let listed: Vec<_> = documents.iter().map(|one| (one.id, one.title.as_str())).collect();
        assert_eq!(listed, [(1, "Emma"), (2, "Camilla"), (4, "Evelina"), (7, "Cecilia")]);
    }

    #[test]
    fn titles_are_shared_whatever_their_case() {
        let documents = vec![summary(1, "Emma"), summary(2, "emma "), summary(3, "Persuasion")];
        assert_eq!(twins(&Some(Ok(documents))), BTreeSet::from([1, 2]));
        assert_eq!(twins(&None), BTreeSet::new());
    }
}
