//! The program around the page.

use leptos::prelude::*;
use protocol::{AppDetails, SampleBook};

/// What is known of the program around the page.
#[derive(Clone, Copy)]
pub struct ProgramStore {
    /// Its details, once they are known.
    pub details: RwSignal<Option<AppDetails>>,
}

impl ProgramStore {
    /// Returns a store without details yet.
    pub fn new() -> Self {
        Self { details: RwSignal::default() }
    }

    /// Returns the sample book, if it exists.
    pub fn sample(self) -> Option<SampleBook> {
        self.details.get()?.sample
    }
}

/// Returns the store of the window that contains a view.
pub fn use_program() -> ProgramStore {
    expect_context()
}
