//! The sheet of all keys.

use leptos::prelude::*;

use crate::app::action::{Action, MENUS, MenuName};
use crate::app::key_sheet::use_key_sheet;
use crate::app::key_strings;
use crate::graph::strings as graph_strings;
use crate::widgets::dialog::Dialog;
use crate::widgets::icon::{IconButton, IconName};

/// All keys, on a sheet over the window.
#[component]
pub fn KeySheet() -> impl IntoView {
    let key_sheet = use_key_sheet();
    view! {
        <Show when=move || key_sheet.open.get()>
            <Keys />
        </Show>
    }
}

#[component]
fn Keys() -> impl IntoView {
    let key_sheet = use_key_sheet();
    let menus = MENUS.map(|(menu, groups)| keys_of(menu, groups)).collect_view();
    view! {
        <Dialog class="key-sheet" name=key_strings::all_keys() close=move || key_sheet.show(false)>
            <header>
                <h2>{key_strings::all_keys()}</h2>
                <IconButton
                    mark=IconName::Close
                    name=graph_strings::close()
                    press=move || key_sheet.show(false)
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
