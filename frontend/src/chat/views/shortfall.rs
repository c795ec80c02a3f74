//! The line of an answer that was not found.

use leptos::prelude::*;

/// What an answer lacks.
pub fn not_found(shortfall: &'static str) -> impl IntoView {
    view! { <p class="not-found" data-testid="not-found">{shortfall}</p> }
}
