//! The whole window: the stores of all features, and what spans them.

pub mod action;
pub mod action_strings;
pub mod broken;
pub mod columns;
pub mod hook;
pub mod key_sheet;
pub mod key_strings;
pub mod keyboard;
pub mod layout;
pub mod menu_bar;
pub mod navigation;
pub mod notices;
pub mod palette;
pub mod palette_results;
pub mod program;
pub mod saved_columns;
pub mod saved_layout;
pub mod strings;
pub mod tour;
pub mod undo;
pub mod views;
pub mod visit;
pub mod zoom;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId};

use crate::app::key_sheet::KeySheetStore;
use crate::app::layout::LayoutStore;
use crate::app::navigation::NavigationStore;
use crate::app::notices::NoticeStore;
use crate::app::palette::PaletteStore;
use crate::app::program::ProgramStore;
use crate::app::saved_layout::SavedLayout;
use crate::app::tour::TourStore;
use crate::app::visit::VisitStore;
use crate::chat::store::ChatStore;
use crate::dom::elements;
use crate::entities::store::EntityStore;
use crate::graph::store::GraphStore;
use crate::i18n::failure_texts;
use crate::ipc;
use crate::ipc::messages::Dragging;
use crate::library::builds::BuildStore;
use crate::library::imports::ImportStore;
use crate::library::removals::RemovalStore;
use crate::library::search::SearchStore;
use crate::library::store::LibraryStore;
use crate::reader::store::ReaderStore;
use crate::settings::appearance::AppearanceStore;
use crate::settings::models::ModelStore;
use crate::settings::recognition::RecognitionStore;

/// The stores of all features. Copies refer to the same window.
#[derive(Clone, Copy)]
pub struct App {
    /// The program around the page.
    pub program: ProgramStore,
    /// The messages for the user.
    pub notices: NoticeStore,
    /// Colours and the size of letters.
    pub appearance: AppearanceStore,
    /// What the window shows, and where.
    pub layout: LayoutStore,
    /// What is stored of that.
    pub saved_layout: SavedLayout,
    /// The sheet of all keys.
    pub key_sheet: KeySheetStore,
    /// Links about which the user is asked.
    pub visits: VisitStore,
    /// The first steps with the sample book.
    pub tour: TourStore,
    /// The documents and the jobs on them.
    pub library: LibraryStore,
    /// The search of the library.
    pub search: SearchStore,
    /// The search of everything at once.
    pub palette: PaletteStore,
    /// Files that are being added.
    pub imports: ImportStore,
    /// Graphs that are being built.
    pub builds: BuildStore,
    /// Documents that are being removed.
    pub removals: RemovalStore,
    /// Which document is open.
    pub navigation: NavigationStore,
    /// The open document's text.
    pub reader: ReaderStore,
    /// The names in that text.
    pub entities: EntityStore,
    /// The open document's graph.
    pub graph: GraphStore,
    /// Questions and answers.
    pub chat: ChatStore,
    /// The models in use.
    pub models: ModelStore,
    /// How scanned pages are read.
    pub recognition: RecognitionStore,
}

impl App {
    /// Returns the state of a window that has received nothing yet.
    pub fn new() -> Self {
        let (program, notices) = (ProgramStore::new(), NoticeStore::new());
        let (appearance, layout) = (AppearanceStore::new(), LayoutStore::new());
        let library = LibraryStore::new(notices);
        let builds = BuildStore::new(library);
        let models = ModelStore::new(library);
        let navigation = NavigationStore::new(library, layout);
        let reader = ReaderStore::new(navigation, layout);
        let graph = GraphStore::new(reader);
        let entities = EntityStore::new(reader, models, builds);
        let chat = ChatStore::new(graph);
        let removals = RemovalStore::new(builds, chat);
        let recognition = RecognitionStore::new();
        let imports = ImportStore::new(recognition, removals);
        let saved_layout = SavedLayout { appearance, layout, library, navigation, graph, entities };
        let app = Self {
            program,
            notices,
            appearance,
            layout,
            saved_layout,
            key_sheet: KeySheetStore::new(),
            visits: VisitStore::new(notices),
            tour: TourStore::new(program, imports, chat),
            library,
            search: SearchStore::new(notices),
            palette: PaletteStore::new(notices),
            imports,
            builds,
            removals,
            navigation,
            reader,
            entities,
            graph,
            chat,
            models,
            recognition,
        };
        app.connect();
        app
    }

    /// Connects stores to those that are built on them.
    fn connect(self) {
        self.notices.on_document_unknown.set(move |()| self.library.refresh());
        self.navigation.on_open.set(move |document| self.load(document));
        self.navigation.on_reload.set(move |()| self.reader.clear(None));
        self.navigation.on_close.set(move |()| {
            self.reader.clear(None);
            self.entities.clear();
            self.graph.clear();
            self.chat.clear();
        });
        self.builds.on_growth.set(move |(document, nodes)| self.graph.grew(document, nodes));
        self.builds.on_end.set(move |document| self.take_in_build(document));
    }

    /// Makes each store available to the views.
    pub fn provide(self) {
        provide_context(self);
        provide_context(self.program);
        provide_context(self.notices);
        provide_context(self.appearance);
        provide_context(self.layout);
        provide_context(self.key_sheet);
        provide_context(self.visits);
        provide_context(self.tour);
        provide_context(self.library);
        provide_context(self.search);
        provide_context(self.palette);
        provide_context(self.imports);
        provide_context(self.builds);
        provide_context(self.removals);
        provide_context(self.navigation);
        provide_context(self.reader);
        provide_context(self.entities);
        provide_context(self.graph);
        provide_context(self.chat);
        provide_context(self.models);
        provide_context(self.recognition);
    }

    /// Begins to listen, and asks for all initial data.
    pub fn start(self) {
        ipc::on_engine_died(move |died| {
            let heading = failure_texts::failure_heading(Code::EngineDied);
            self.notices.tell(heading, failure_texts::engine_died(&died.how, died.again));
            self.library.refresh_queue();
            // The engine could no longer report what it did last.
            self.library.refresh();
        });
        ipc::on_drag(move |dragging| match dragging {
            Dragging::Over => self.imports.dragging.set(true),
            Dragging::Gone => self.imports.dragging.set(false),
            Dragging::Dropped(files) => {
                self.imports.dragging.set(false);
                self.imports.add(files);
            }
        });
        self.library.keep_held();
        self.removals.remove_left();
        self.library.look_for_others();
        self.library.refresh();
        spawn_local(self.take_up());
    }

    /// Resumes what was under way when the window was closed, and adds the files with which the
    /// program was started.
    async fn take_up(self) {
        let left = ipc::left().await;
        // The request for the list is already under way, so it does not wait until a model is
        // loaded.
        self.models.refresh();
        match left {
            Ok(left) => {
                self.builds.propose_left(left.proposals);
                self.imports.take_up(left.requests).await;
            }
            Err(failure) => self.notices.fail(&failure),
        }
        match ipc::about().await {
            Ok(about) => {
                self.saved_layout.come_back(about.files.is_empty());
                self.imports.add(self.library.not_adding(about.files.clone()));
                let begins = about.first && about.files.is_empty();
                self.program.details.set(Some(about));
                if begins {
                    self.tour.begin();
                } else {
                    self.tour.resume();
                }
            }
            Err(failure) => self.notices.fail(&failure),
        }
    }

    /// Loads a document that is being opened.
    fn load(self, document: DocumentId) {
        self.reader.clear(Some(document));
        self.entities.clear();
        self.graph.clear();
        self.saved_layout.arrange(document);
        self.chat.load_draft(document);
        self.chat.leave_collection(document);
        self.chat.keep(document);
        self.reader.load(document);
        self.graph.load();
        self.chat.load_history(document);
    }

    /// Loads what may be new after a build.
    fn take_in_build(self, document: DocumentId) {
        if self.navigation.is_open(document) {
            self.graph.load();
            // If little was left to do, the build ends before anything has shown its start.
            if untrack(|| self.entities.is_shown()) {
                self.entities.load();
            }
        }
    }

    /// Lists the headings of the open document beside it, in place of its names, and moves the
    /// focus there; or folds them away.
    pub fn toggle_outline(self) {
        let outlined = self.reader.outlined;
        let unfold = !outlined.get_untracked() || !untrack(|| self.layout.is_text_seen());
        outlined.set(unfold);
        if unfold {
            self.entities.fold();
            self.layout.turn_to_text();
            // The list must be drawn first.
            request_animation_frame(|| elements::focus_within(elements::OUTLINE));
        } else {
            elements::focus(elements::PAGE);
        }
    }
}

/// Returns all stores of the window that contains a view.
pub fn use_app() -> App {
    expect_context()
}
