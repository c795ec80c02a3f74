use leptos::html::Div;
use leptos::prelude::*;

use super::icon::{IconButton, Mark};
use crate::actions::{Action, MENUS, Menu};
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
    let menus = MENUS.map(|(menu, groups)| keys_of(menu, groups)).collect_view();
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
            <div class="menus">{menus}</div>
        </div>
    }
}

/// The keys of what stands in a menu.
fn keys_of(menu: Menu, groups: &'static [&'static [Action]]) -> impl IntoView {
    let rows = groups.iter().copied().flatten().filter_map(|action| {
        let keys = action.key()?.words().into_iter();
        let keys = keys.map(|key| view! { <kbd>{key}</kbd> }).collect_view();
        Some(view! { <dt>{keys}</dt><dd>{action.name()}</dd> })
    });
    view! {
        <section>
            <h3>{menu.name()}</h3>
            <dl>{rows.collect_view()}</dl>
        </section>
    }
}
