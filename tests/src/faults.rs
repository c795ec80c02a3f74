//! What goes wrong on a machine: processes are killed.

use crate::processes::{kill, with_words};
use crate::{program, text};
use std::path::Path;

/// Kills the engine of a library's window, and nothing else.
///
/// # Panics
/// If there is none, or more than one.
pub fn kill_engine(library: &Path) {
    let engines = with_words(&["--engine", text(library)]);
    assert_eq!(engines.len(), 1, "the window has one engine");
    kill(&engines);
}

/// Kills a library's window and its engine.
///
/// # Panics
/// If they are not both there.
pub fn kill_window(library: &Path) {
    let window = program("pecan-desktop");
    let all = with_words(&[text(&window), text(library)]);
    assert!(all.len() >= 2, "the window has an engine");
    kill(&all);
}
