//! The look of the window, which the user chooses.

use leptos::prelude::*;

use crate::ipc::Print;
use crate::settings::theme::{AppearanceSettings, System};

/// Colours and the size of letters.
#[derive(Clone, Copy)]
pub struct AppearanceStore {
    /// What the user chose.
    pub looks: RwSignal<AppearanceSettings>,
    /// The colours that the system prefers.
    pub system: RwSignal<System>,
}

impl AppearanceStore {
    /// Returns the look that is stored.
    pub fn new() -> Self {
        Self { looks: AppearanceSettings::begin(), system: System::begin() }
    }

    /// Sets the look of the window.
    pub fn choose(self, looks: AppearanceSettings) {
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

/// Returns the store of the window that contains a view.
pub fn use_appearance() -> AppearanceStore {
    expect_context()
}
