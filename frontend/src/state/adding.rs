use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    AddOptions, Added, AddedItem, Code, DocumentId, DocumentState, EXTENSIONS, Event, Failure,
    Outcome, Password, Request,
};

use serde::{Deserialize, Serialize};

use super::notices::take_back;
use super::{App, TrackedJob, stored};
use crate::i18n;
use crate::ipc::{self, FilePickerOptions};

/// A file or folder that is being added or is waiting, or a document that is being read again.
#[derive(Debug, Clone, PartialEq)]
pub struct FileImport {
    /// Distinguishes entries.
    pub key: u32,
    /// The file or folder, or the document's title.
    pub file: String,
    /// The document, if one is read again.
    pub again: Option<DocumentId>,
    /// The engine's job.
    pub task: TrackedJob,
}

/// A file that was not read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnreadFile {
    /// The file.
    pub file: String,
    /// Why.
    pub failure: Failure,
    /// The collection that the file will join.
    pub collection: Option<String>,
}

/// What the user can do about a file that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// Enter its password.
    Password,
    /// Retry.
    Again,
    /// Make its scanned pages readable, with a program or in another language, and retry.
    Recognition,
}

impl FileImport {
    /// Returns the name of the file, folder or document.
    pub fn name(&self) -> &str {
        match self.again {
            None => i18n::file_name(&self.file),
            Some(_) => &self.file,
        }
    }
}

impl UnreadFile {
    /// Returns what the user can do about the failure, if anything.
    pub fn help(failure: &Failure) -> Option<Help> {
        match failure.code {
            Code::PasswordNeeded | Code::PasswordWrong => Some(Help::Password),
            Code::ReaderDied => Some(Help::Again),
            Code::RecogniserMissing | Code::LanguageMissing => Some(Help::Recognition),
            _ => None,
        }
    }
}

/// Whether the first document of a drop was opened. Clones belong to the same drop.
type Opened = Rc<Cell<bool>>;

impl App {
    /// Lets the user choose documents to add.
    pub fn pick_documents(self) {
        spawn_local(async move {
            let picking = FilePickerOptions {
                title: i18n::add_title(),
                kind: i18n::document_files(),
                extensions: EXTENSIONS,
                several: true,
            };
            match ipc::pick_files(&picking).await {
                Ok(files) => self.add(files),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Lets the user choose folders, whose documents become collections.
    pub fn pick_folders(self) {
        spawn_local(async move {
            match ipc::pick_folders(i18n::add_folder_title()).await {
                Ok(folders) => self.add(folders),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Reads files and folders into the library in this order, one after another, and builds their
    /// graphs if that does not take long.
    pub fn add(self, files: Vec<String>) {
        let opened = Opened::default();
        spawn_local(async move {
            // Each file waits until the one before is in the queue. Submitted side by side, they
            // may overtake one another, and another document than the first is opened.
            for file in files {
                self.adding(file, self.recognition.options(), Rc::clone(&opened)).await;
            }
        });
    }

    /// Resumes adding what was being added or was waiting when the window was closed. Opens no
    /// document for it.
    pub(super) async fn add_left(self, file: String, options: AddOptions) {
        self.adding(file, options, Rc::new(Cell::new(true))).await;
    }

    /// Lists the files that were held back when the window on this library was closed, and from now
    /// on remembers which are.
    pub(super) fn keep_held(self) {
        Effect::new(move |before: Option<bool>| {
            let library = self.about.with(|about| about.as_ref().map(|about| about.log.clone()));
            let Some(library) = library else { return false };
            let name = format!("held beside {library}");
            if before != Some(true)
                && let Some(left) = stored::load::<Vec<UnreadFile>>(&name)
            {
                self.library.held.update(|held| {
                    held.retain(|one| left.iter().all(|other| other.file != one.file));
                    held.splice(..0, left);
                });
            }
            self.library.held.with(|held| stored::save(&name, held));
            true
        });
    }

    /// Reads a file that was held back, with what the user entered for it.
    pub fn add_held(self, file: &str, password: Option<String>) {
        let held = self.library.held.get_untracked().into_iter().find(|held| held.file == file);
        let collection = held.and_then(|held| held.collection);
        self.let_go(file);
        let again = password.is_none();
        let password = password.map(Password::new);
        let options = AddOptions { password, collection, again, ..self.recognition.options() };
        spawn_local(self.adding(file.to_owned(), options, Opened::default()));
    }

    /// Gives up a file that was held back.
    pub fn let_go(self, file: &str) {
        self.library.held.update(|held| held.retain(|held| held.file != file));
    }

    /// Stops adding a file or folder. Documents added so far stay.
    pub fn stop_adding(self, key: u32) {
        self.change_adding(key, TrackedJob::stop);
    }

    /// Reads a document's file again, as stored in the library.
    pub fn read_again(self, document: DocumentId) {
        self.notices.update(|notices| take_back(notices, document));
        let Some(title) = untrack(|| self.library.title(document)) else {
            return self.tell_gone();
        };
        let languages = self.recognition.options().languages;
        // The holder of the passwords inserts the one that the user gave for this document.
        let request = Request::ReadAgain { document, languages, password: None };
        // If the user reads another document by then, that one stays open.
        spawn_local(self.begin_adding(title, request, Rc::new(Cell::new(true))));
    }

    /// Stops reading a document again.
    pub(super) fn stop_reading_again(self, document: DocumentId) {
        let of = |adding: &&FileImport| adding.again == Some(document);
        let keys =
            |all: &Vec<FileImport>| all.iter().filter(of).map(|one| one.key).collect::<Vec<_>>();
        self.library.adding.with_untracked(keys).into_iter().for_each(|key| self.stop_adding(key));
    }

    /// Submits a file or folder to the engine. It is in the queue when this returns.
    async fn adding(self, file: String, options: AddOptions, opened: Opened) {
        let request = Request::Add { files: vec![file.clone()], options };
        self.begin_adding(file, request, opened).await;
    }

    async fn begin_adding(self, file: String, request: Request, opened: Opened) {
        let key = self.library.next_number();
        let again = match &request {
            Request::ReadAgain { document, .. } => Some(*document),
            _ => None,
        };
        let adding = FileImport { key, file, again, task: TrackedJob::default() };
        self.library.adding.update(|all| all.push(adding));
        let hear = move |event| self.heard_of_adding(key, event, &opened);
        match ipc::submit(&request, hear).await {
            Ok(job) => {
                self.change_adding(key, |task| task.begin(job));
                self.refresh_queue();
            }
            Err(failure) => {
                self.added(key);
                self.fail(&failure);
            }
        }
    }

    fn heard_of_adding(self, key: u32, event: Event, opened: &Opened) {
        match event {
            Event::Progress(news) => {
                if self.change_adding(key, |task| task.advance(news)) == Some(true) {
                    self.refresh_queue();
                }
            }
            Event::Waits => {
                self.change_adding(key, |task| task.progress = None);
                self.refresh_queue();
            }
            Event::Finished { outcome } => {
                self.added(key);
                match *outcome {
                    Outcome::Added(items) => self.take_in(key, items, opened),
                    _ => self.fail(&ipc::unexpected()),
                }
            }
            Event::Notice { notice } => {
                self.tell(i18n::done_differently(), i18n::notice(&notice).to_owned().into());
            }
            Event::Listed { summary } => self.list_document(*summary),
            Event::Stopped => self.added(key),
            Event::Failed { failure } => {
                self.added(key);
                self.fail(&failure);
            }
            Event::Began { .. } | Event::Visited { .. } | Event::Token { .. } => {}
        }
    }

    fn change_adding<T>(self, key: u32, change: impl FnOnce(&mut TrackedJob) -> T) -> Option<T> {
        let mut all = self.library.adding.write();
        let adding = all.iter_mut().find(|adding| adding.key == key)?;
        Some(change(&mut adding.task))
    }

    fn added(self, key: u32) {
        self.library.adding.update(|all| all.retain(|adding| adding.key != key));
        self.refresh_queue();
    }

    fn take_in(self, key: u32, items: Vec<AddedItem>, opened: &Opened) {
        for item in items {
            match item {
                AddedItem::Added(added) => {
                    self.keep_added(added.id, key);
                    self.take_in_document(&added);
                    let leaves = self.library.work(added.id).is_some_and(|work| work.is_removal());
                    if !leaves && (!opened.replace(true) || self.is_open(added.id)) {
                        self.open_read(added.id);
                    }
                }
                AddedItem::Failed { file, error, collection }
                    if UnreadFile::help(&error).is_some() =>
                {
                    self.let_go(&file);
                    let held = UnreadFile { file, failure: error, collection };
                    self.library.held.update(|all| all.push(held));
                }
                AddedItem::Failed { file, error, .. } => {
                    let said = i18n::file_failed(&file, &error);
                    self.tell(i18n::failure_heading(error.code), said);
                }
                AddedItem::LeftOut { folder, left_out, files } => {
                    let said = i18n::left_out(&folder, left_out, &files);
                    self.tell(i18n::folder_read(), said.into());
                }
            }
        }
    }

    fn take_in_document(self, added: &Added) {
        if !added.unread.is_empty() {
            let why = added.unrecognised.as_ref();
            let pages = i18n::unread(&added.title, &added.unread, why);
            self.tell_of(Some(added.id), i18n::pages_unread(), pages);
        }
        if !added.damaged.is_empty() {
            let parts = i18n::damaged(&added.title, &added.damaged);
            self.tell_of(Some(added.id), i18n::parts_unread(), parts.into());
        }
        if added.state != DocumentState::Ready && self.library.work(added.id).is_none() {
            self.estimate(added.id);
        }
    }
}
