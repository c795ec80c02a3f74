use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentSummary, Failure, Outcome, Queue, Request};

use super::collecting::Dissolved;
use super::{Adding, Desk, Held, Order, Task, Work};
use crate::{ipc, timing};

/// No screen shows more documents than these without scrolling.
const SCREENFUL: u32 = 100;

/// So often it is looked whether another program has written to the library, while the window is seen.
const GLANCE: Duration = Duration::from_secs(5);

/// So long the first ones have to be drawn: while all others are read nothing is.
const TO_DRAW: Duration = Duration::from_millis(100);

/// What is known of the list of documents.
type Listed = Option<Result<Vec<DocumentSummary>, Failure>>;

/// The documents and what is being done to them.
#[derive(Clone, Copy)]
pub struct Library {
    /// The documents, or why they cannot be listed; none while they are being asked for the first
    /// time.
    pub documents: RwSignal<Listed>,
    /// Whether these are all documents, not only the first on screen.
    whole: RwSignal<bool>,
    /// What is being done to which document.
    pub works: RwSignal<BTreeMap<DocumentId, Work>>,
    /// Files and folders that are being added, in the order in which they were named.
    pub adding: RwSignal<Vec<Adding>>,
    /// Files that were not read, and may be if the user helps.
    pub held: RwSignal<Vec<Held>>,
    /// The collections that are folded.
    pub folded: RwSignal<BTreeSet<String>>,
    /// The collections that were taken apart just now, by name.
    pub(super) dissolved: RwSignal<BTreeMap<String, Dissolved>>,
    /// In which order documents stand.
    pub order: RwSignal<Order>,
    /// The places of the documents, in that order.
    pub(super) sorted: Memo<Vec<usize>>,
    /// Where the pictures of covers are that have been seen.
    pub covers: StoredValue<BTreeSet<String>>,
    /// The documents that are not the only ones with their titles.
    twins: Memo<BTreeSet<DocumentId>>,
    /// In which order the engine adds and builds.
    pub queue: RwSignal<Queue>,
    pub(super) queue_fetching: StoredValue<Fetching>,
    numbers: StoredValue<u32>,
    fetching: StoredValue<Fetching>,
    /// The documents that were taken out here. Their numbers are never given again.
    gone: StoredValue<BTreeSet<DocumentId>>,
    /// The library's stamp, once it is known.
    stamp: StoredValue<Option<String>>,
    /// Whether that is being asked for.
    looking: StoredValue<bool>,
}

/// Whether something that changes often is being asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Fetching {
    #[default]
    No,
    Yes,
    /// And has changed since, so that it has to be asked for once more.
    Again,
}

impl Library {
    pub(super) fn new() -> Self {
        let documents = RwSignal::default();
        let order = Self::kept_order();
        let sorted = Memo::new(move |_| {
            documents.with(|known: &Listed| match known {
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
            twins: Memo::new(move |_| documents.with(|known: &Listed| twins(known))),
            queue: RwSignal::default(),
            queue_fetching: StoredValue::default(),
            numbers: StoredValue::new(0),
            fetching: StoredValue::default(),
            gone: StoredValue::default(),
            stamp: StoredValue::default(),
            looking: StoredValue::new(false),
        }
    }

    /// Whether it is known which documents there are.
    pub fn is_listed(self) -> bool {
        self.whole.get() && self.documents.with(|known| matches!(known, Some(Ok(_))))
    }

    /// Why the documents cannot be listed.
    pub fn failure(self) -> Option<Failure> {
        self.documents.with(|documents| documents.as_ref()?.as_ref().err().cloned())
    }

    /// A document's line in the list.
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

    /// Whether a document's graph is being built, or is about to be.
    pub fn is_building(self, document: DocumentId) -> bool {
        self.works.with(|works| matches!(works.get(&document), Some(Work::Building(_))))
    }

    /// Whether a build is under way, of whichever document.
    pub fn is_busy(self) -> bool {
        let busy = |work: &Work| matches!(work, Work::Building(Task { progress: Some(_), .. }));
        self.works.with(|works| works.values().any(busy))
    }

    /// Those of some files that are not being added already.
    pub(super) fn not_adding(self, mut files: Vec<String>) -> Vec<String> {
        self.adding.with_untracked(|all| {
            files.retain(|file| all.iter().all(|adding| adding.file != *file));
        });
        files
    }

    pub(super) fn work(self, document: DocumentId) -> Option<Work> {
        self.works.with_untracked(|works| works.get(&document).cloned())
    }

    /// Something else is done to a document now, or nothing; what that does to a removal, see
    /// [`Work::succeeding`].
    pub(super) fn set_work(self, document: DocumentId, work: Option<Work>) {
        self.put_work(document, Work::succeeding(self.work(document), work));
    }

    /// The same whatever was done to it before: for removing it and taking that back alone.
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

impl Desk {
    /// Asks for the list of documents. Whatever changes while it is asked for, it is asked for once
    /// more, however often that is wished.
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

    /// Takes in a document that was added or has changed.
    pub(super) fn list_document(self, summary: DocumentSummary) {
        let library = self.library;
        // What comes in great pieces may be overtaken by what comes in small ones.
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

    /// Asks for the list once other programs have added documents, or removed them: that is looked at
    /// whenever somebody comes back to the window, and now and then while they see it.
    pub fn follow_others(self) {
        let is_followed = move || {
            let known = self.library.stamp.with_value(Option::is_some);
            known && untrack(|| self.library.is_listed())
        };
        let listening = window_event_listener(ev::focus, move |_| {
            // What could not be read or told may be now.
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
        // Without a clock there is still the focus.
        let glancing = set_interval_with_handle(glance, GLANCE).ok();
        on_cleanup(move || {
            listening.remove();
            if let Some(glancing) = glancing {
                glancing.clear();
            }
        });
    }

    /// Asks for the list if another program has written to the library since this was looked at before.
    pub(super) fn look_for_others(self) {
        let (looking, known) = (self.library.looking, self.library.stamp);
        if looking.get_value() {
            return;
        }
        looking.set_value(true);
        spawn_local(async move {
            // An engine that cannot tell is left alone until somebody comes back.
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

    /// Asks for all documents, of which the first are shown until the others are known: many take a while
    /// to be read. Why they cannot be listed is told when all are asked for.
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

/// Puts a document in the place that it has, or is to have, in the order in which they were added.
fn put(documents: &mut Vec<DocumentSummary>, summary: DocumentSummary) {
    match documents.binary_search_by_key(&summary.id, |known| known.id) {
        Ok(at) => documents[at] = summary,
        Err(at) => documents.insert(at, summary),
    }
}

/// The documents that are not the only ones with their titles, as people read titles.
fn twins(known: &Listed) -> BTreeSet<DocumentId> {
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
