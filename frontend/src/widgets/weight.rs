//! A weight as a bar.

use leptos::prelude::*;

/// A fraction of 1 as a bar. The number beside it is for anyone who cannot see it.
#[component]
pub fn Weight(
    /// The fraction.
    part: f64,
) -> impl IntoView {
    view! {
        <span class="weight" aria-hidden="true">
            <span style:width=format!("{:.1}%", part.clamp(0.0, 1.0) * 100.0)></span>
        </span>
    }
}
