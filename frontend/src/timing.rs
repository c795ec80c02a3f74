//! Moments by which the window is measured.

use leptos::prelude::window;

/// Notes that a moment has come; the one of the same name before it is forgotten.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        performance.clear_marks_with_mark_name(name);
        // Where it cannot be noted, nothing is measured.
        let _ = performance.mark(name);
    }
}
