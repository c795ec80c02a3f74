//! The layout of the window, stored for each document and restored with it.

use leptos::prelude::*;
use protocol::{DocumentId, WindowStateOwner};
use serde::{Deserialize, Serialize};

use crate::app::columns::{Columns, SideColumn, narrow_below, width_of_window};
use crate::app::layout::{LayoutStore, MainView};
use crate::app::navigation::NavigationStore;
use crate::app::saved_columns;
use crate::entities::store::EntityStore;
use crate::graph::map::filter::Filter;
use crate::graph::store::{GraphStore, THRESHOLD};
use crate::library::store::LibraryStore;
use crate::reader::page_display::PageDisplayMode;
use crate::settings::appearance::AppearanceStore;
use crate::window_state::StateKey;

/// The layout of the window for a document, restored when the document is opened again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Arrangement {
    /// The view in the middle; none keeps the current one.
    view: Option<MainView>,
    /// The current page, from 0.
    page: usize,
    /// The reading position on it, from 0 to 1.
    down: f64,
    look: PageDisplayMode,
    zoom: f64,
    spread: bool,
    /// Whether its headings are listed beside it.
    outlined: bool,
    /// Whether its names are listed.
    named: bool,
    /// Whether only the part that has been read is used.
    until_here: bool,
    /// Edges below this weight are not drawn.
    threshold: f32,
    /// The highlighted nodes.
    filter: Filter,
    /// Whether the graph is a table.
    listed: bool,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self {
            view: None,
            page: 0,
            down: 0.0,
            look: PageDisplayMode::Picture,
            zoom: 1.0,
            spread: false,
            outlined: false,
            named: false,
            until_here: false,
            threshold: THRESHOLD,
            filter: Filter::default(),
            listed: false,
        }
    }
}

/// The stores whose state is the layout of the window, which is stored and restored.
#[derive(Clone, Copy)]
pub struct SavedLayout {
    /// Colours and the size of letters, on which the room for columns depends.
    pub appearance: AppearanceStore,
    /// The view in the middle and the columns.
    pub layout: LayoutStore,
    /// The documents.
    pub library: LibraryStore,
    /// The open document.
    pub navigation: NavigationStore,
    /// Its graph, and its text.
    pub graph: GraphStore,
    /// Its names.
    pub entities: EntityStore,
}

impl SavedLayout {
    /// Stores the layout of the window, now and at every change, for the open document and for
    /// one that was never opened.
    pub fn keep(self) {
        Effect::new(move |before: Option<Arrangement>| {
            let arranged = self.arranged();
            let is_scrolled = before
                .is_some_and(|before| Arrangement { down: arranged.down, ..before } == arranged);
            // The settings lead back to the view before them.
            let open = self.open().filter(|_| arranged.view != Some(MainView::Settings));
            match open {
                Some(open) if is_scrolled => {
                    self.library.state.set_soon(StateKey::Layout, open, &arranged);
                }
                Some(open) => self.library.state.set(StateKey::Layout, open, &arranged),
                None => {}
            }
            arranged
        });
        Effect::new(move |_| {
            self.layout.columns.track();
            // Columns folded for lack of room were not folded by choice.
            if self.layout.narrow.get_untracked() {
                return;
            }
            self.layout.columns.with(Columns::keep);
            if let Some(open) = self.open() {
                let state = self.library.state;
                self.layout.columns.with(|columns| state.set(StateKey::Columns, open, columns));
            }
        });
    }

    /// Keeps track of whether there is room for only one column. If so, shows the open document, or
    /// else the library. If there is room for all, restores the columns.
    pub fn follow_width(self) {
        let width = RwSignal::new(width_of_window());
        window_event_listener(leptos::ev::resize, move |_| width.set(width_of_window()));
        let narrow = Memo::new(move |_| {
            let scale = self.appearance.looks.with(|looks| looks.scale);
            width.get().is_some_and(|width| width < narrow_below(scale))
        });
        let first = narrow.get_untracked();
        self.have_room(first);
        Effect::new(move |before: Option<bool>| {
            let now = narrow.get();
            if now != before.unwrap_or(first) {
                self.have_room(now);
            }
            now
        });
    }

    /// Adapts to room for only one column, or for all.
    fn have_room(self, narrow: bool) {
        self.layout.narrow.set(narrow);
        if narrow {
            let none_open = self.navigation.document.get_untracked().is_none();
            let side = none_open.then_some(SideColumn::Library);
            self.layout.columns.update(|columns| columns.stand_alone(side));
        } else {
            self.layout
                .columns
                .set(saved_columns::kept(self.library, self.navigation.document.get_untracked()));
        }
    }

    /// Stores which document is open. If `wished`, reopens the one from the last time as soon as
    /// the library is listed, unless another one is open by then.
    pub fn come_back(self, wished: bool) {
        let state = self.library.state;
        Effect::new(move |done: Option<bool>| {
            let is_listed = self.library.is_listed();
            if wished && is_listed && done != Some(true) {
                untrack(|| self.open_again());
            }
            is_listed || done == Some(true)
        });
        Effect::new(move |before: Option<Option<DocumentId>>| {
            let open = self.navigation.document.get();
            // At the start nothing is open; that is no change.
            if before.is_some_and(|before| before != open) {
                for document in state.documents_with(StateKey::Open) {
                    state.remove(StateKey::Open, WindowStateOwner::Document { document });
                }
                if let Some(document) = open {
                    state.set(StateKey::Open, WindowStateOwner::Document { document }, &true);
                }
            }
            open
        });
    }

    fn open_again(self) {
        let there = self.library.state.documents_with(StateKey::Open).into_iter().next();
        let there = there.filter(|&document| self.library.summary(document).is_some());
        if let (Some(document), None) = (there, self.navigation.document.get()) {
            let view = self.layout.view.get();
            self.navigation.open(document);
            // If the user has opened the settings by then, they stay.
            if view == MainView::Settings {
                self.layout.show(view);
            }
        }
    }

    /// The open document.
    fn open(self) -> Option<WindowStateOwner> {
        let document = self.navigation.document.get()?;
        Some(WindowStateOwner::Document { document })
    }

    fn arranged(self) -> Arrangement {
        let (reader, entities, graph) = (self.graph.reader, self.entities, self.graph);
        Arrangement {
            view: Some(self.layout.view.get()),
            page: reader.page.get(),
            down: reader.down.get(),
            look: reader.look.get(),
            zoom: reader.zoom.get(),
            spread: reader.spread.get(),
            outlined: reader.outlined.get(),
            named: entities.open.get(),
            until_here: reader.until_here.get(),
            threshold: graph.threshold.get(),
            filter: graph.filter.get(),
            listed: graph.listed.get(),
        }
    }

    /// Restores the arrangement of a document that is being opened, or the default one.
    pub fn arrange(self, document: DocumentId) {
        let owner = WindowStateOwner::Document { document };
        let arranged = self.library.state.get(StateKey::Layout, owner).unwrap_or_default();
        let Arrangement {
            view,
            page,
            down,
            look,
            zoom,
            spread,
            outlined,
            named,
            until_here,
            threshold,
            filter,
            listed,
        } = arranged;
        let (reader, entities, graph) = (self.graph.reader, self.entities, self.graph);
        reader.page.set(page);
        reader.down.set(down);
        reader.look.set(look);
        reader.zoom.set(zoom);
        reader.spread.set(spread);
        reader.outlined.set(outlined);
        entities.open.set(named);
        reader.until_here.set(until_here);
        graph.threshold.set(threshold);
        graph.filter.set(filter);
        graph.listed.set(listed);
        if let Some(view) = view {
            self.layout.view.set(view);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrangement_is_read_as_it_was_written() {
        let arranged = Arrangement {
            view: Some(MainView::Both),
            page: 7,
            down: 0.25,
            look: PageDisplayMode::Text,
            zoom: 1.25,
            spread: true,
            outlined: true,
            named: false,
            until_here: true,
            threshold: 0.2,
            filter: Filter { words: "lamp".into(), rests_on: Some(3..9), ..Filter::default() },
            listed: true,
        };
        let written = serde_json::to_string(&arranged).unwrap();
        assert_eq!(serde_json::from_str::<Arrangement>(&written).unwrap(), arranged);
    }

    #[test]
    fn what_another_version_did_not_write_is_as_usual() {
        let read: Arrangement = serde_json::from_str(r#"{"page":3,"gone":1}"#).unwrap();
        assert_eq!(read, Arrangement { page: 3, ..Arrangement::default() });
    }
}
