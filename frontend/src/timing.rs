//! Moments by which the window is measured, and time that passes.

use std::time::Duration;

use futures_channel::oneshot;
use leptos::prelude::{set_timeout, window};

/// Notes that a moment has come; the one of the same name before it is forgotten.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        performance.clear_marks_with_mark_name(name);
        // Where it cannot be noted, nothing is measured.
        let _ = performance.mark(name);
    }
}

/// Ends when so much time has passed.
pub async fn pass(time: Duration) {
    let (sender, passed) = oneshot::channel();
    // Whoever waits no more need not hear it.
    let told = move || _ = sender.send(());
    set_timeout(told, time);
    // It ends as well where the clock is gone.
    let _ = passed.await;
}
