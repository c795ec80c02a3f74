//! Whether the model is asked about names.

use leptos::prelude::*;

use crate::storage;

const ASKED: &str = "names asked";

/// Whether building a graph ends with asking the model about the kinds of the text's names.
#[derive(Clone, Copy)]
pub struct NameSettings {
    /// Whether it does.
    pub asked: RwSignal<bool>,
}

impl NameSettings {
    /// Returns the stored choice.
    pub fn new() -> Self {
        Self { asked: RwSignal::new(storage::load(ASKED).unwrap_or(true)) }
    }

    /// Chooses, and stores the choice.
    pub fn ask(self, asked: bool) {
        self.asked.set(asked);
        storage::save(ASKED, &asked);
    }
}
