//! Faults of a machine: processes are killed, or have to wait.

use crate::processes::{hold, kill, with_words};
use crate::{program, text};
use std::path::Path;

/// Kills the engine of a library's window, and nothing else.
///
/// # Panics
/// If there is none, or more than one.
pub fn kill_engine(library: &Path) {
    kill(&[engine(library)]);
}

/// An engine that waits for as long as this value lives.
pub struct PausedEngine(u32);

impl PausedEngine {
    /// Holds the engine of a library's window.
    ///
    /// # Panics
    /// If there is none, or more than one.
    pub fn engine(library: &Path) -> Self {
        let engine = engine(library);
        hold(&[engine], true);
        Self(engine)
    }
}

impl Drop for PausedEngine {
    fn drop(&mut self) {
        hold(&[self.0], false);
    }
}

fn engine(library: &Path) -> u32 {
    let engines = with_words(&["--engine", text(library)]);
    assert_eq!(engines.len(), 1, "the window has one engine");
    engines[0]
}

/// Kills a library's window and its engine.
///
/// # Panics
/// If either is missing.
pub fn kill_window(library: &Path) {
    let window = program("pecan-desktop");
    let all = with_words(&[text(&window), text(library)]);
    assert!(all.len() >= 2, "the window has an engine");
    kill(&all);
}
