//! The layout of the window: what the middle shows, and the columns beside it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::columns::{Columns, RAIL, SideColumn, width_of_window};

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
    /// Whether the text is part of the view.
    pub fn has_text(self) -> bool {
        matches!(self, Self::Text | Self::Both)
    }

    /// Whether the graph is part of the view.
    pub fn has_graph(self) -> bool {
        matches!(self, Self::Graph | Self::Both)
    }
}

/// What the window shows, and where.
#[derive(Clone, Copy)]
pub struct LayoutStore {
    /// The view in the middle.
    pub view: RwSignal<MainView>,
    /// The view before the settings.
    before: StoredValue<MainView>,
    /// The arrangement of the columns beside the middle.
    pub columns: RwSignal<Columns>,
    /// Whether there is room for only one column at a time.
    pub narrow: RwSignal<bool>,
}

impl LayoutStore {
    /// Returns the layout of a window with nothing open.
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(MainView::Text),
            before: StoredValue::new(MainView::Text),
            columns: RwSignal::new(Columns::kept()),
            narrow: RwSignal::new(false),
        }
    }

    /// Shows a view in the middle.
    pub fn show(self, view: MainView) {
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

    /// Whether the open document's text is visible.
    pub fn is_text_seen(self) -> bool {
        self.view.get().has_text() && self.is_middle_seen()
    }

    /// Makes the open document's text visible.
    pub fn turn_to_text(self) {
        if !self.view.get_untracked().has_text() {
            self.view.set(MainView::Text);
        }
        self.turn_to_middle();
    }

    /// Makes the open document's graph visible.
    pub fn turn_to_graph(self) {
        if !self.view.get_untracked().has_graph() {
            self.view.set(MainView::Graph);
        }
        self.turn_to_middle();
    }

    /// Whether a column is unfolded.
    pub fn is_unfolded(self, side: SideColumn) -> bool {
        self.columns.with(|columns| columns.of(side).open)
    }

    /// Shows a column, or folds it away.
    pub fn toggle_column(self, side: SideColumn) {
        self.fold_column(side, untrack(|| self.is_unfolded(side)));
    }

    /// Folds a column away, or unfolds it; if there is room for only one, in place of the other.
    pub fn fold_column(self, side: SideColumn, fold: bool) {
        let alone = self.narrow.get_untracked();
        self.columns.update(|columns| match alone {
            true => columns.stand_alone((!fold).then_some(side)),
            false => columns.of_mut(side).open = !fold,
        });
    }

    /// Whether there is room for only one column at a time.
    pub fn is_narrow(self) -> bool {
        self.narrow.get()
    }

    /// Whether the middle is visible, with no column in its place.
    pub fn is_middle_seen(self) -> bool {
        !self.narrow.get() || self.columns.with(|columns| columns.are_folded())
    }

    /// Makes the middle visible if there is room for only one column.
    pub fn turn_to_middle(self) {
        if self.narrow.get_untracked() {
            self.columns.update(|columns| columns.stand_alone(None));
        }
    }

    /// Sets a column's width to the wished one, as far as there is room.
    pub fn widen(self, side: SideColumn, wished: f64) {
        let window = width_of_window().unwrap_or(f64::MAX);
        self.columns.update(|columns| columns.widen(side, wished, window));
    }

    /// Does the same, so that the column ends at this distance from the left of the window.
    pub fn draw_to(self, side: SideColumn, at: f64) {
        match (side, width_of_window()) {
            (SideColumn::Library, _) => self.widen(side, at - RAIL),
            (SideColumn::Questions, Some(window)) => self.widen(side, window - at),
            (SideColumn::Questions, None) => {}
        }
    }
}

/// Returns the store of the window that contains a view.
pub fn use_layout() -> LayoutStore {
    expect_context()
}
