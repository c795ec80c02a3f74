//! The sheet of all keys.

use leptos::prelude::*;

use crate::dom::focus::PreviousFocus;

/// The sheet of all keys.
#[derive(Clone, Copy)]
pub struct KeySheetStore {
    /// Whether it is open.
    pub open: RwSignal<bool>,
    /// The element that had the focus before it.
    before: PreviousFocus,
}

impl KeySheetStore {
    /// Returns a sheet that is closed.
    pub fn new() -> Self {
        Self { open: RwSignal::new(false), before: PreviousFocus::new() }
    }

    /// Opens or closes the sheet.
    pub fn show(self, show: bool) {
        if show && !self.open.get_untracked() {
            self.before.keep();
        }
        self.open.set(show);
        if !show {
            self.before.give_back();
        }
    }
}

/// Returns the sheet of the window that contains a view.
pub fn use_key_sheet() -> KeySheetStore {
    expect_context()
}
