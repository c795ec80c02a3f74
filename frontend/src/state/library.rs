use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    AddedItem, DocumentId, DocumentState, DocumentSummary, Estimate, Event, Failure, JobId,
    Outcome, Progress, Request,
};

use super::{Desk, View};
use crate::ipc::{self, Picking};
use crate::words;

/// A build that is likely to take longer than this is begun only when the user says so.
const LONG: f64 = 120.0;
/// How the files end that Pecan reads.
const EXTENSIONS: &[&str] = &["epub", "pdf", "md", "markdown", "txt", "text"];

/// What is being done to a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// A short trial tells how long building takes.
    Estimating,
    /// It takes long: the user is asked.
    Proposed(Estimate),
    /// Its graph is being built.
    Building {
        /// The job, once it has a number.
        job: Option<JobId>,
        /// How far it is; none while it waits for another.
        progress: Option<Progress>,
        /// Whether it was told to stop.
        stopping: bool,
    },
}

/// The documents and what is being done to them.
#[derive(Clone, Copy)]
pub struct Library {
    /// The documents; none while they are being asked for the first time.
    pub documents: RwSignal<Option<Vec<DocumentSummary>>>,
    /// What is being done to which document.
    pub works: RwSignal<BTreeMap<DocumentId, Work>>,
    /// Files that are being read.
    pub reading: RwSignal<Vec<String>>,
}

impl Library {
    pub(super) fn new() -> Self {
        Self {
            documents: RwSignal::default(),
            works: RwSignal::default(),
            reading: RwSignal::default(),
        }
    }

    /// A document's line in the list.
    pub fn summary(self, document: DocumentId) -> Option<DocumentSummary> {
        self.documents.with(|documents| {
            documents.as_ref()?.iter().find(|summary| summary.id == document).cloned()
        })
    }

    fn set_work(self, document: DocumentId, work: Option<Work>) {
        self.works.update(|works| match work {
            Some(work) => drop(works.insert(document, work)),
            None => drop(works.remove(&document)),
        });
    }
}

impl Desk {
    /// Asks for the list of documents.
    pub fn refresh_library(self) {
        spawn_local(async move {
            match ipc::outcome(Request::List).await {
                Ok(Outcome::Documents(documents)) => self.library.documents.set(Some(documents)),
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) => {
                    self.library.documents.update(|known| {
                        known.get_or_insert_default();
                    });
                    self.fail(&failure);
                }
            }
        });
    }

    /// Lets the user choose documents to add.
    pub fn pick_documents(self) {
        spawn_local(async move {
            let picking = Picking {
                title: words::ADD_TITLE,
                kind: words::DOCUMENT_FILES,
                extensions: EXTENSIONS,
                several: true,
            };
            match ipc::pick_files(&picking).await {
                Ok(files) => self.add(files),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Reads files into the library, and builds their graphs if that does not take long.
    pub fn add(self, files: Vec<String>) {
        if files.is_empty() {
            return;
        }
        self.library.reading.update(|reading| reading.extend(files.iter().cloned()));
        spawn_local(async move {
            let added = ipc::outcome(Request::Add { files: files.clone(), build: false }).await;
            self.library.reading.update(|reading| reading.retain(|file| !files.contains(file)));
            match added {
                Ok(Outcome::Added(items)) => self.take_in(items),
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    fn take_in(self, items: Vec<AddedItem>) {
        self.refresh_library();
        let mut first = None;
        for item in items {
            match item {
                AddedItem::Added(added) => {
                    first.get_or_insert(added.id);
                    let works = self.library.works.read_untracked();
                    if added.state != DocumentState::Ready && !works.contains_key(&added.id) {
                        drop(works);
                        self.estimate(added.id);
                    }
                }
                AddedItem::Failed { file, error } => {
                    let message = format!("{}: {}", words::file_name(&file), error.message);
                    self.fail(&Failure::new(error.code, message));
                }
            }
        }
        if let Some(document) = first {
            self.open(document);
        }
    }

    fn estimate(self, document: DocumentId) {
        self.library.set_work(document, Some(Work::Estimating));
        spawn_local(async move {
            match ipc::outcome(Request::Estimate { document }).await {
                Ok(Outcome::Estimate(estimate)) if estimate.seconds > LONG => {
                    self.library.set_work(document, Some(Work::Proposed(estimate)));
                }
                Ok(Outcome::Estimate(_)) => self.build(document),
                other => {
                    self.library.set_work(document, None);
                    self.fail(&other.err().unwrap_or_else(ipc::unexpected));
                    self.refresh_library();
                }
            }
        });
    }

    /// Builds a document's graph, or goes on with it.
    pub fn build(self, document: DocumentId) {
        let work = Work::Building { job: None, progress: None, stopping: false };
        self.library.set_work(document, Some(work));
        spawn_local(async move {
            let hear = move |event| self.building(document, event);
            match ipc::submit(&Request::Build { document }, hear).await {
                Ok(number) => self.library.works.update(|works| {
                    if let Some(Work::Building { job, stopping, .. }) = works.get_mut(&document) {
                        *job = Some(number);
                        if *stopping {
                            ipc::stop(number);
                        }
                    }
                }),
                Err(failure) => self.building(document, Event::Failed { failure }),
            }
        });
    }

    fn building(self, document: DocumentId, event: Event) {
        match event {
            Event::Progress(news) => {
                let nodes = news.nodes;
                self.library.works.update(|works| {
                    if let Some(Work::Building { progress, .. }) = works.get_mut(&document) {
                        *progress = Some(news);
                    }
                });
                self.graph_grew(document, nodes);
            }
            Event::Finished { .. } | Event::Stopped => self.build_ended(document),
            Event::Failed { failure } => {
                self.fail(&failure);
                self.build_ended(document);
            }
            Event::Began { .. } | Event::Visited { .. } | Event::Token { .. } => {}
        }
    }

    fn build_ended(self, document: DocumentId) {
        self.library.set_work(document, None);
        self.refresh_library();
        if self.is_open(document) {
            self.load_graph(document);
        }
    }

    /// Stops building; what is built stays.
    pub fn stop_building(self, document: DocumentId) {
        self.library.works.update(|works| {
            if let Some(Work::Building { job, stopping, .. }) = works.get_mut(&document) {
                *stopping = true;
                if let Some(job) = job {
                    ipc::stop(*job);
                }
            }
        });
    }

    /// Forgets a proposal to build: it can be begun at any time.
    pub fn build_later(self, document: DocumentId) {
        self.library.set_work(document, None);
    }

    /// Takes a document out of the library.
    pub fn remove(self, document: DocumentId) {
        self.stop_building(document);
        self.close(document);
        spawn_local(async move {
            if let Err(failure) = ipc::outcome(Request::Remove { document }).await {
                self.fail(&failure);
            }
            self.library.set_work(document, None);
            self.refresh_library();
        });
    }

    /// Shows the library's column, or folds it away.
    pub fn toggle_library(self) {
        self.library_open.update(|open| *open = !*open);
    }

    /// Shows the graph or the text instead of the other.
    pub fn show(self, view: View) {
        self.view.set(view);
    }
}
