use leptos::prelude::*;

use super::dialog::Dialog;
use super::icon::{IconButton, IconName};
use crate::actions::{Action, MENUS, MenuName};
use crate::i18n;
use crate::state::use_app;

/// All keys, on a sheet over the window.
#[component]
pub fn KeySheet() -> impl IntoView {
    let app = use_app();
    view! {
        <Show when=move || app.keys_open.get()>
            <Keys />
        </Show>
    }
}

#[component]
fn Keys() -> impl IntoView {
    let app = use_app();
    let menus = MENUS.map(|(menu, groups)| keys_of(menu, groups)).collect_view();
    view! {
        <Dialog class="key-sheet" name=i18n::all_keys() close=move || app.show_keys(false)>
            <header>
                <h2>{i18n::all_keys()}</h2>
                <IconButton
                    mark=IconName::Close
                    name=i18n::close()
                    press=move || app.show_keys(false)
                />
            </header>
            <div class="menus">{menus}</div>
        </Dialog>
    }
}

/// The keys of a menu's items.
fn keys_of(menu: MenuName, groups: &'static [&'static [Action]]) -> impl IntoView {
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
