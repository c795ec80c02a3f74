use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    AddOptions, AddedItem, Code, DocumentId, DocumentState, DocumentSummary, EXTENSIONS, Failure,
    Outcome, Password, Request,
};

use super::{Desk, Work};
use crate::ipc::{self, Picking};
use crate::words;

/// A file that was not read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Held {
    /// The file.
    pub file: String,
    /// Why.
    pub failure: Failure,
}

impl Held {
    /// Whether the user can help.
    fn can_be_helped(failure: &Failure) -> bool {
        matches!(failure.code, Code::PasswordNeeded | Code::PasswordWrong | Code::ReaderDied)
    }

    /// Whether a password is what it needs.
    pub fn wants_password(&self) -> bool {
        self.failure.code != Code::ReaderDied
    }
}

/// The documents and what is being done to them.
#[derive(Clone, Copy)]
pub struct Library {
    /// The documents, or why they cannot be listed; none while they are being asked for the first
    /// time.
    pub documents: RwSignal<Option<Result<Vec<DocumentSummary>, Failure>>>,
    /// What is being done to which document.
    pub works: RwSignal<BTreeMap<DocumentId, Work>>,
    /// Files that are being read.
    pub reading: RwSignal<Vec<String>>,
    /// Files that were not read, and may be if the user helps.
    pub held: RwSignal<Vec<Held>>,
    trials: StoredValue<u32>,
}

impl Library {
    pub(super) fn new() -> Self {
        Self {
            documents: RwSignal::default(),
            works: RwSignal::default(),
            reading: RwSignal::default(),
            held: RwSignal::default(),
            trials: StoredValue::new(0),
        }
    }

    /// The documents, as far as they are known.
    pub fn listed(self) -> Vec<DocumentSummary> {
        self.documents.get().and_then(Result::ok).unwrap_or_default()
    }

    /// Why the documents cannot be listed.
    pub fn failure(self) -> Option<Failure> {
        self.documents.get()?.err()
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
        self.documents.with(|documents| match documents {
            Some(Ok(documents)) => share_title(documents, document),
            _ => false,
        })
    }

    /// A document's title.
    pub fn title(self, document: DocumentId) -> Option<String> {
        self.summary(document).map(|summary| summary.title)
    }

    /// Whether a document's graph is being built, or is about to be.
    pub fn is_building(self, document: DocumentId) -> bool {
        self.works.with(|works| matches!(works.get(&document), Some(Work::Building { .. })))
    }

    /// Whether a build is under way, of whichever document.
    pub fn is_busy(self) -> bool {
        let busy = |work: &Work| matches!(work, Work::Building { progress: Some(_), .. });
        self.works.with(|works| works.values().any(busy))
    }

    pub(super) fn work(self, document: DocumentId) -> Option<Work> {
        self.works.with_untracked(|works| works.get(&document).cloned())
    }

    pub(super) fn set_work(self, document: DocumentId, work: Option<Work>) {
        self.works.update(|works| match work {
            Some(work) => drop(works.insert(document, work)),
            None => drop(works.remove(&document)),
        });
    }

    pub(super) fn next_trial(self) -> u32 {
        let trial = self.trials.get_value();
        self.trials.set_value(trial + 1);
        trial
    }

    fn forget(self, document: DocumentId) {
        self.documents.update(|documents| {
            if let Some(Ok(documents)) = documents {
                documents.retain(|summary| summary.id != document);
            }
        });
    }
}

impl Desk {
    /// Asks for the list of documents.
    pub fn refresh_library(self) {
        spawn_local(async move {
            let failure = match ipc::outcome(Request::List).await {
                Ok(Outcome::Documents(documents)) => {
                    self.library.documents.set(Some(Ok(documents)));
                    return;
                }
                Ok(_) => ipc::unexpected(),
                Err(failure) => failure,
            };
            if self.library.documents.with_untracked(|known| matches!(known, Some(Ok(_)))) {
                self.fail(&failure);
            } else {
                self.library.documents.set(Some(Err(failure)));
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
        self.add_with(files, AddOptions::default());
    }

    /// Reads a file that was held back, with what the user gave for it.
    pub fn add_held(self, file: &str, password: Option<String>) {
        self.let_go(file);
        let again = password.is_none();
        let options =
            AddOptions { password: password.map(Password::new), again, ..Default::default() };
        self.add_with(vec![file.to_owned()], options);
    }

    /// Does without a file that was held back.
    pub fn let_go(self, file: &str) {
        self.library.held.update(|held| held.retain(|held| held.file != file));
    }

    fn add_with(self, files: Vec<String>, options: AddOptions) {
        if files.is_empty() {
            return;
        }
        self.library.reading.update(|reading| reading.extend(files.iter().cloned()));
        spawn_local(async move {
            let added = ipc::outcome(Request::Add { files: files.clone(), options }).await;
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
                    if !added.unread.is_empty() {
                        self.tell(words::PAGES_UNREAD, &words::unread(&added.title, &added.unread));
                    }
                    let works = self.library.works.read_untracked();
                    if added.state != DocumentState::Ready && !works.contains_key(&added.id) {
                        drop(works);
                        self.estimate(added.id);
                    }
                }
                AddedItem::Failed { file, error } if Held::can_be_helped(&error) => {
                    self.let_go(&file);
                    self.library.held.update(|held| held.push(Held { file, failure: error }));
                }
                AddedItem::Failed { file, error } => {
                    let message = words::file_failed(&file, &error.message);
                    self.fail(&Failure::new(error.code, message));
                }
                AddedItem::LeftOut { folder, left_out } => {
                    self.tell(words::FOLDER_READ, &words::left_out(&folder, left_out));
                }
            }
        }
        if let Some(document) = first {
            self.open_read(document);
        }
    }

    /// Takes a document out of the library.
    pub fn remove(self, document: DocumentId) {
        self.stop_building(document);
        self.stop_estimating(document);
        self.library.set_work(document, Some(Work::Removing));
        self.close(document);
        spawn_local(async move {
            match ipc::outcome(Request::Remove { document }).await {
                Ok(_) => {
                    self.library.forget(document);
                    self.close(document);
                }
                Err(failure) => self.fail(&failure),
            }
            self.library.set_work(document, None);
            self.refresh_library();
        });
    }
}

/// Whether a document is not the only one with its title, as people read titles.
fn share_title(documents: &[DocumentSummary], document: DocumentId) -> bool {
    let title = |summary: &DocumentSummary| summary.title.trim().to_lowercase();
    let own = documents.iter().find(|summary| summary.id == document).map(title);
    let others = documents.iter().filter(|summary| summary.id != document);
    own.is_some_and(|own| others.map(title).any(|other| other == own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn titles_are_shared_whatever_their_case() {
        let documents = [summary(1, "Emma"), summary(2, "emma "), summary(3, "Persuasion")];
        let shared = [1, 2, 3, 4].map(|document| share_title(&documents, document));
        assert_eq!(shared, [true, true, false, false]);
    }
}
