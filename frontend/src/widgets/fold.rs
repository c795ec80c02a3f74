//! A part that can be unfolded.

use leptos::prelude::*;

/// A quiet line that unfolds its content, and folds it again.
#[component]
pub fn Fold(
    unfolded: RwSignal<bool>,
    #[prop(into)] line: Signal<String>,
    id: &'static str,
) -> impl IntoView {
    view! {
        <button
            class="quiet-line"
            aria-expanded=move || unfolded.get().to_string()
            data-testid=id
            on:click=move |_| unfolded.update(|unfolded| *unfolded = !*unfolded)
        >
            {line}
        </button>
    }
}
