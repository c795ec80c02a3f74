use leptos::html::Div;
use leptos::prelude::*;

use super::icon::{IconButton, Mark};
use crate::state::use_desk;
use crate::words;

/// All keys, on a sheet that lies over the desk.
#[component]
pub fn KeySheet() -> impl IntoView {
    let desk = use_desk();
    view! {
        <Show when=move || desk.keys_open.get()>
            <Sheet />
        </Show>
    }
}

#[component]
fn Sheet() -> impl IntoView {
    let desk = use_desk();
    let sheet = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if let Some(sheet) = sheet.get() {
            let _ = sheet.focus();
        }
    });
    let rows = words::keys().into_iter().map(|(keys, what)| {
        let keys = keys.split(' ').map(|key| view! { <kbd>{key.to_owned()}</kbd> }).collect_view();
        view! { <dt>{keys}</dt><dd>{what}</dd> }
    });
    view! {
        <div
            class="key-sheet"
            role="dialog"
            aria-modal="true"
            aria-label=words::all_keys()
            tabindex="-1"
            node_ref=sheet
            data-testid="key-sheet"
        >
            <header>
                <h2>{words::all_keys()}</h2>
                <IconButton
                    mark=Mark::Close
                    name=words::close()
                    press=move || desk.keys_open.set(false)
                />
            </header>
            <dl>{rows.collect_view()}</dl>
        </div>
    }
}
