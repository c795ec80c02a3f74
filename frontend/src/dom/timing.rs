//! Time marks for measuring the window, and waiting.

use std::time::Duration;

use futures_channel::oneshot;
use leptos::prelude::{set_timeout, window};

/// Sets a time mark; forgets the one with the same name before it.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        performance.clear_marks_with_mark_name(name);
        // If it cannot be set, nothing is measured.
        let _ = performance.mark(name);
    }
}

/// Waits for this time.
pub async fn pass(time: Duration) {
    let (sender, passed) = oneshot::channel();
    // The waiter may be gone.
    let shown = move || _ = sender.send(());
    set_timeout(shown, time);
    // Without a timer this ends, too.
    let _ = passed.await;
}
