use leptos::prelude::*;

/// A part of 1 as a bar. Whoever cannot see it reads the number beside it.
#[component]
pub fn Weight(
    /// The part of 1.
    part: f64,
) -> impl IntoView {
    view! {
        <span class="weight" aria-hidden="true">
            <span style:width=format!("{:.1}%", part.clamp(0.0, 1.0) * 100.0)></span>
        </span>
    }
}
