//! Adding files.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    AddOptions, Added, AddedItem, DocumentId, DocumentState, EXTENSIONS, Event, FilePickerOptions,
    GraphOptions, Outcome, Password, Request,
};

use crate::app::action_strings;
use crate::app::navigation::NavigationStore;
use crate::app::notices::NoticeStore;
use crate::i18n::failure_texts;
use crate::ipc;
use crate::job::TrackedJob;
use crate::library::builds::BuildStore;
use crate::library::file_import::{FileImport, UnreadFile};
use crate::library::removals::RemovalStore;
use crate::library::store::LibraryStore;
use crate::library::strings;
use crate::settings::recognition::RecognitionStore;

/// Whether the first document of a drop was opened. Clones belong to the same drop.
type Opened = Rc<Cell<bool>>;

/// Adding files to the library, and reading documents again.
#[derive(Clone, Copy)]
pub struct ImportStore {
    /// Whether files are being dragged over the window.
    pub dragging: RwSignal<bool>,
    library: LibraryStore,
    builds: BuildStore,
    navigation: NavigationStore,
    recognition: RecognitionStore,
    removals: RemovalStore,
    notices: NoticeStore,
}

impl ImportStore {
    /// Returns a store for the documents whose removals these are.
    pub fn new(recognition: RecognitionStore, removals: RemovalStore) -> Self {
        let RemovalStore { builds, navigation, .. } = removals;
        let library = builds.library;
        Self {
            dragging: RwSignal::new(false),
            library,
            builds,
            navigation,
            recognition,
            removals,
            notices: library.notices,
        }
    }

    /// Lets the user choose documents to add.
    pub fn pick_documents(self) {
        spawn_local(async move {
            let picking = FilePickerOptions {
                title: strings::add_title().to_owned(),
                kind: strings::document_files().to_owned(),
                extensions: EXTENSIONS.iter().map(|&ending| ending.to_owned()).collect(),
                several: true,
            };
            match ipc::pick_files(&picking).await {
                Ok(files) => self.add(files),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Lets the user choose folders, whose documents become collections.
    pub fn pick_folders(self) {
        spawn_local(async move {
            match ipc::pick_folders(action_strings::add_folder_title()).await {
                Ok(folders) => self.add(folders),
                Err(failure) => self.notices.fail(&failure),
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
                self.adding(file, self.options(), Rc::clone(&opened)).await;
            }
        });
    }

    /// The options for adding a file, from the settings.
    fn options(self) -> AddOptions {
        let no_entities = !self.builds.names.asked.get_untracked();
        let graph = GraphOptions { no_entities, ..GraphOptions::default() };
        AddOptions { graph, ..self.recognition.options() }
    }

    /// Resumes adding what was being added or was waiting when the window was closed. Opens no
    /// document for it.
    pub async fn add_left(self, file: String, options: AddOptions) {
        self.adding(file, options, Rc::new(Cell::new(true))).await;
    }

    /// Resumes what was in the queue when the window was closed, in the same order.
    pub async fn take_up(self, left: Vec<Request>) {
        for request in left {
            match request {
                Request::Add { files, options } => {
                    for file in files {
                        self.add_left(file, options.clone()).await;
                    }
                }
                Request::Build { document, no_entities } => {
                    self.builds.begin_build(document, !no_entities).await;
                }
                Request::Estimate { document } => self.builds.estimate_left(document).await,
                // Nothing else is stored.
                _ => {}
            }
        }
        self.library.refresh_queue();
    }

    /// Reads a file that was held back, with what the user entered for it.
    pub fn add_held(self, file: &str, password: Option<String>) {
        let held = self.library.held.get_untracked().into_iter().find(|held| held.file == file);
        let collection = held.and_then(|held| held.collection);
        self.library.let_go(file);
        let again = password.is_none();
        let password = password.map(Password::new);
        let options = AddOptions { password, collection, again, ..self.options() };
        spawn_local(self.adding(file.to_owned(), options, Opened::default()));
    }

    /// Reads a document's file again, as stored in the library.
    pub fn read_again(self, document: DocumentId) {
        self.notices.take_back(document);
        let Some(title) = untrack(|| self.library.title(document)) else {
            return self.library.tell_gone();
        };
        let languages = self.recognition.options().languages;
        // The holder of the passwords inserts the one that the user gave for this document.
        let request = Request::ReadAgain { document, languages, password: None };
        // If the user reads another document by then, that one stays open.
        spawn_local(self.begin_adding(title, request, Rc::new(Cell::new(true))));
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
                self.library.change_import(key, |task| task.begin(job));
                self.library.refresh_queue();
            }
            Err(failure) => {
                self.library.end_import(key);
                self.notices.fail(&failure);
            }
        }
    }

    fn heard_of_adding(self, key: u32, event: Event, opened: &Opened) {
        match event {
            Event::Progress(news) => {
                if self.library.change_import(key, |task| task.advance(news)) == Some(true) {
                    self.library.refresh_queue();
                }
            }
            Event::Waits => {
                self.library.change_import(key, |task| task.progress = None);
                self.library.refresh_queue();
            }
            Event::Finished { outcome } => {
                self.library.end_import(key);
                match *outcome {
                    Outcome::Added(items) => self.take_in(key, items, opened),
                    _ => self.notices.fail(&ipc::unexpected()),
                }
            }
            Event::Notice { notice } => {
                self.notices
                    .tell(strings::done_differently(), strings::notice(&notice).to_owned().into());
            }
            Event::Listed { summary } => self.library.put(*summary),
            Event::Stopped => self.library.end_import(key),
            Event::Failed { failure } => {
                self.library.end_import(key);
                self.notices.fail(&failure);
            }
            Event::Began { .. } | Event::Visited { .. } | Event::Token { .. } => {}
        }
    }

    fn take_in(self, key: u32, items: Vec<AddedItem>, opened: &Opened) {
        for item in items {
            match item {
                AddedItem::Added(added) => {
                    self.removals.keep_added(added.id, key);
                    self.take_in_document(&added);
                    let leaves = self.library.work(added.id).is_some_and(|work| work.is_removal());
                    if !leaves && (!opened.replace(true) || self.navigation.is_open(added.id)) {
                        self.navigation.open_read(added.id);
                    }
                }
                AddedItem::Failed { file, error, collection }
                    if UnreadFile::help(&error).is_some() =>
                {
                    self.library.let_go(&file);
                    let held = UnreadFile { file, failure: error, collection };
                    self.library.held.update(|all| all.push(held));
                }
                AddedItem::Failed { file, error, .. } => {
                    let said = failure_texts::file_failed(&file, &error);
                    self.notices.tell(failure_texts::failure_heading(error.code), said);
                }
                AddedItem::LeftOut { folder, left_out, files } => {
                    let said = strings::left_out(&folder, left_out, &files);
                    self.notices.tell(strings::folder_read(), said.into());
                }
            }
        }
    }

    fn take_in_document(self, added: &Added) {
        if !added.unread.is_empty() {
            let why = added.unrecognised.as_ref();
            let pages = strings::unread(&added.title, &added.unread, why);
            self.notices.tell_of(Some(added.id), strings::pages_unread(), pages);
        }
        if !added.damaged.is_empty() {
            let parts = strings::damaged(&added.title, &added.damaged);
            self.notices.tell_of(Some(added.id), strings::parts_unread(), parts.into());
        }
        if added.state != DocumentState::Ready && self.library.work(added.id).is_none() {
            self.builds.estimate(added.id);
        }
    }
}

/// Returns the store of the window that contains a view.
pub fn use_imports() -> ImportStore {
    expect_context()
}
