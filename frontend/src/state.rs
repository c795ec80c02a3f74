//! The state of the window: signals, and the functions that change them. All of it comes from the
//! engine.

mod adding;
mod asking;
mod building;
mod citing;
mod collecting;
mod columns;
mod covers;
mod drafting;
mod everything;
mod exchange;
mod forgetting;
mod highlights;
mod history;
mod library;
mod map;
mod models;
mod name_corrections;
mod name_questions;
mod naming;
mod notices;
mod onboarding;
mod order;
mod picturing;
mod queue;
mod reading;
mod recognition;
mod removing;
mod rows;
mod saved_layout;
mod searching;
pub mod stored;
mod task;
mod tracing;
mod visiting;
mod zooming;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId};
use serde::{Deserialize, Serialize};

pub use adding::{FileImport, Help, UnreadFile};
pub use asking::Asking;
pub use building::Work;
pub use collecting::Fate;
pub use columns::{Columns, SideColumn};
pub use everything::{Everything, SearchResult, SearchResultKind};
pub use exchange::{ExchangeReply, QuestionExchange, SearchProgress};
pub use highlights::{HighlightedPassage, Marked, QUOTED};
pub use library::LibraryState;
pub use map::{GraphNode, Mapping};
pub use models::{ModelsState, Picked};
pub use naming::NamesState;
pub use notices::{NoticeLine, UserNotice};
pub use onboarding::FirstStep;
pub use order::DocumentOrder;
pub use picturing::Missed;
pub use reading::{PageDisplayMode, ReaderState};
pub use recognition::Recognition;
pub use rows::LibraryRow;
pub use searching::Searching;
pub use task::TrackedJob;
pub use visiting::Visiting;

use crate::focus::PreviousFocus;
use crate::i18n;
use crate::ipc::{self, AppDetails, DemonstrationBook, Dragging, Print};
use crate::keys;
use crate::theme::{AppearanceSettings, System};

/// The maximum number of places to list when searching the library.
const LISTED: u32 = 100;

/// What the middle of the window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MainView {
    /// The document's text.
    Text,
    /// Its graph.
    Graph,
    /// The graph with the text beside or below it.
    Both,
    /// The settings.
    Settings,
}

impl MainView {
    fn has_graph(self) -> bool {
        matches!(self, Self::Graph | Self::Both)
    }
}

/// The state of the whole window. Copies refer to the same window.
#[derive(Clone, Copy)]
pub struct App {
    /// The view in the middle.
    pub view: RwSignal<MainView>,
    /// The view before the settings.
    before: StoredValue<MainView>,
    /// The arrangement of the columns beside the middle.
    pub columns: RwSignal<Columns>,
    /// Whether there is room for only one column at a time.
    narrow: RwSignal<bool>,
    /// Whether files are being dragged over the window.
    pub dragging: RwSignal<bool>,
    /// Whether the sheet of all keys is open.
    pub keys_open: RwSignal<bool>,
    /// The element that had the focus before it.
    before_keys: PreviousFocus,
    /// An address about which the user is asked.
    pub visiting: Visiting,
    /// Whether the first steps with the sample book are shown.
    pub touring: RwSignal<Option<FirstStep>>,
    /// Colours and the size of letters.
    pub looks: RwSignal<AppearanceSettings>,
    /// The colours that the system prefers.
    pub system: RwSignal<System>,
    /// The messages for the user.
    pub notices: RwSignal<Vec<UserNotice>>,
    /// The program around the page, once it is known.
    pub about: RwSignal<Option<AppDetails>>,
    /// The documents and the jobs on them.
    pub library: LibraryState,
    /// How scanned pages are read.
    pub recognition: Recognition,
    /// The search of the library.
    pub searching: Searching,
    /// The search of everything at once.
    pub everything: Everything,
    /// The open document's text.
    pub reading: ReaderState,
    /// The names in that text.
    pub naming: NamesState,
    /// The open document's graph.
    pub mapping: Mapping,
    /// The nodes found in that graph, cached.
    pub found: Memo<Vec<usize>>,
    /// Questions and answers.
    pub asking: Asking,
    /// The model in use.
    pub models: ModelsState,
}

impl App {
    /// Returns the state of a window that has received nothing yet.
    pub fn new() -> Self {
        let (reading, mapping) = (ReaderState::new(), Mapping::new());
        Self {
            view: RwSignal::new(MainView::Text),
            before: StoredValue::new(MainView::Text),
            columns: RwSignal::new(Columns::kept()),
            narrow: RwSignal::new(false),
            dragging: RwSignal::new(false),
            keys_open: RwSignal::new(false),
            before_keys: PreviousFocus::new(),
            visiting: Visiting::new(),
            touring: RwSignal::default(),
            looks: AppearanceSettings::begin(),
            system: System::begin(),
            notices: RwSignal::default(),
            about: RwSignal::default(),
            library: LibraryState::new(),
            recognition: Recognition::new(),
            searching: Searching::new(LISTED),
            everything: Everything::new(),
            reading,
            naming: NamesState::new(),
            mapping,
            found: Memo::new(move |_| mapping.find(reading)),
            asking: Asking::new(),
            models: ModelsState::new(),
        }
    }

    /// Begins to listen, and asks for all initial data.
    pub fn start(self) {
        ipc::on_engine_died(move |died| {
            let heading = i18n::failure_heading(Code::EngineDied);
            self.tell(heading, i18n::engine_died(&died.how, died.again));
            self.refresh_queue();
            // The engine could no longer report what it did last.
            self.refresh_library();
        });
        ipc::on_drag(move |dragging| match dragging {
            Dragging::Over => self.dragging.set(true),
            Dragging::Gone => self.dragging.set(false),
            Dragging::Dropped(files) => {
                self.dragging.set(false);
                self.add(files);
            }
        });
        self.keep_held();
        self.remove_left();
        self.look_for_others();
        self.refresh_library();
        spawn_local(async move {
            let left = ipc::left().await;
            // The request for the list is already under way, so it does not wait until a model is
            // loaded.
            self.refresh_model();
            match left {
                Ok(left) => {
                    self.propose_left(left.proposals);
                    self.take_up(left.requests).await;
                }
                Err(failure) => self.fail(&failure),
            }
            match ipc::about().await {
                Ok(about) => {
                    self.come_back(about.files.is_empty());
                    self.add(self.library.not_adding(about.files.clone()));
                    let begins = about.first && about.files.is_empty();
                    self.about.set(Some(about));
                    if begins {
                        self.begin_tour();
                    } else {
                        self.go_on_touring();
                    }
                }
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Opens a document with its text, its graph and its questions.
    pub fn open(self, document: DocumentId) {
        if !self.is_open(document) {
            self.arrange_columns(document);
        }
        self.open_between(document);
    }

    /// Does the same without arranging the columns.
    fn open_between(self, document: DocumentId) {
        if self.reading.document.get_untracked() != Some(document) {
            self.reading.clear(Some(document));
            self.naming.clear();
            self.mapping.clear();
            self.arrange(document);
            self.load_draft(document);
            self.leave_collection(document);
            self.asking.keep(document);
            self.load_text(document);
            self.load_graph();
            self.load_history(document);
        }
        if self.view.get_untracked() == MainView::Settings {
            self.leave_settings();
        }
        self.turn_to_middle();
    }

    /// Stops asking a collection that does not contain the open document.
    fn leave_collection(self, document: DocumentId) {
        let Some(name) = self.asking.collection.get_untracked() else { return };
        let within = untrack(|| self.library.collected(&name));
        if within.iter().all(|summary| summary.id != document) {
            self.asking.collection.set(None);
        }
    }

    /// Opens a document that was just read. If it is open, reloads it: its file may have changed.
    pub fn open_read(self, document: DocumentId) {
        if self.is_open(document) {
            self.reading.clear(None);
        }
        self.open(document);
    }

    /// Opens the document to which something leads, if it is not open. Returns whether it is open
    /// now: it may have left the library.
    fn follow_to(self, document: DocumentId) -> bool {
        self.lead_to(document, Self::open)
    }

    /// Does the same from an answer, which the user continues to read: its column stays.
    fn follow_from_answer(self, document: DocumentId) -> bool {
        self.lead_to(document, Self::open_between)
    }

    fn lead_to(self, document: DocumentId, open_it: fn(Self, DocumentId)) -> bool {
        let listed = untrack(|| self.library.summary(document).is_some());
        let open = listed || self.is_open(document);
        if open {
            open_it(self, document);
        } else {
            self.tell_gone();
        }
        open
    }

    /// Closes a document, if it is open.
    pub fn close(self, document: DocumentId) {
        if self.is_open(document) {
            self.reading.clear(None);
            self.naming.clear();
            self.mapping.clear();
            self.asking.clear();
        }
    }

    /// Whether this document is still open, for work that took a while.
    pub fn is_open(self, document: DocumentId) -> bool {
        self.reading.document.get_untracked() == Some(document)
    }

    /// Shows the graph or the text in place of the other. If the user opens the graph directly, not
    /// from an answer, they see the newest.
    pub fn show(self, view: MainView) {
        if view.has_graph() && !self.view.get_untracked().has_graph() {
            self.show_newest_graph();
        }
        let shown = self.view.get_untracked();
        if shown != MainView::Settings {
            self.before.set_value(shown);
        }
        self.view.set(view);
        self.turn_to_middle();
    }

    /// Returns to the view before the settings.
    pub fn leave_settings(self) {
        self.view.set(self.before.get_value());
        self.turn_to_middle();
    }

    /// Shows the settings, or returns to the view before them.
    pub fn toggle_settings(self) {
        if untrack(|| self.are_settings_seen()) {
            self.leave_settings();
        } else {
            self.show(MainView::Settings);
        }
    }

    /// Whether the settings are visible.
    pub fn are_settings_seen(self) -> bool {
        self.view.get() == MainView::Settings && self.is_middle_seen()
    }

    /// Opens the field that finds words in the open document's text.
    pub fn find(self) {
        self.turn_to_text();
        if !self.reading.finding.get_untracked() {
            self.reading.before_find.keep();
        }
        self.reading.finding.set(true);
        // The field must be drawn first.
        request_animation_frame(|| keys::select(keys::FIND));
    }

    /// Whether the open document's text is visible.
    pub fn is_text_seen(self) -> bool {
        matches!(self.view.get(), MainView::Text | MainView::Both) && self.is_middle_seen()
    }

    /// Makes the open document's text visible.
    fn turn_to_text(self) {
        if !matches!(self.view.get_untracked(), MainView::Text | MainView::Both) {
            self.view.set(MainView::Text);
        }
        self.turn_to_middle();
    }

    /// Closes the field that finds words. The focus returns to where it was.
    pub fn leave_find(self) {
        self.reading.finding.set(false);
        self.reading.before_find.give_back();
    }

    /// Opens or closes the sheet of all keys.
    pub fn show_keys(self, show: bool) {
        if show && !self.keys_open.get_untracked() {
            self.before_keys.keep();
        }
        self.keys_open.set(show);
        if !show {
            self.before_keys.give_back();
        }
    }

    /// Returns the sample book, if it exists.
    pub fn sample(self) -> Option<DemonstrationBook> {
        self.about.get()?.sample
    }

    /// Sets the look of the window.
    pub fn choose_looks(self, looks: AppearanceSettings) {
        looks.keep();
        self.looks.set(looks);
    }

    /// Returns the look of a page's picture with this width in pixels.
    pub fn print(self, width: u32) -> Print {
        Print { width, dark: self.has_dark_pages() }
    }

    /// Whether printed pages have light letters on dark paper.
    pub fn has_dark_pages(self) -> bool {
        self.looks.get().has_dark_pages(self.system.get())
    }
}

/// Returns the state of the window that contains a view.
pub fn use_app() -> App {
    expect_context::<App>()
}
