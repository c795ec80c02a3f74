//! The bar above the page: turning pages, and the look of printed ones.

use std::sync::Arc;

use leptos::html::Input;
use leptos::prelude::*;
use protocol::{DocumentText, printed};

use crate::app::action::Action;
use crate::app::use_app;
use crate::reader::store::{ReaderStore, use_reader};
use crate::reader::views::page_image::Looks;
use crate::reader::{page_numbers, strings};
use crate::widgets::icon::{Icon, IconName};

/// Previous page, next page, and a field for the number of a page.
#[component]
pub fn Turning(text: Arc<DocumentText>) -> impl IntoView {
    let reader = use_reader();
    let (pieces, total, paged) = (strings::pieces(text.paged), text.pages.len(), text.paged);
    let outlined = !text.outline.is_empty();
    let pages = Arc::clone(&text);
    // The printed number of a page, or the heading of a part.
    let label = Memo::new(move |_| {
        let page = text.pages.get(reader.page.get())?;
        printed(&page.label, page.number).map(str::to_owned)
    });
    let printed = move || label.get().filter(|_| paged);
    let heading = move || label.get().filter(|_| !paged);
    let number = move || reader.page.get() as u32 + 1;
    let shown = move || printed().unwrap_or_else(|| number().to_string());
    let of = move || match printed() {
        Some(_) => strings::page_of_pages(number(), total as u32),
        None => strings::of_pages(total as u32),
    };
    let field = NodeRef::<Input>::new();
    let jump = move |event: leptos::ev::Event| {
        if let Some(page) = page_numbers::page_named(&pages, &event_target_value(&event)) {
            reader.turn_to(page);
        }
        // Input that led nowhere, or was a heading, does not stay.
        if let Some(field) = field.get_untracked() {
            field.set_value(&untrack(shown));
        }
    };
    view! {
        <header class="turning">
            {outlined.then(|| beside_button(Action::Outline, IconName::Outline, "show-outline"))}
            {beside_button(Action::Names, IconName::Names, "show-names")}
            <Turn reader forward=false name=pieces.previous key="[" />
            <label>
                {pieces.name}
                <input
                    type="text"
                    node_ref=field
                    data-testid="page-number"
                    prop:value=shown
                    on:change=jump
                />
                {of}
            </label>
            <Turn reader forward=true name=pieces.next key="]" />
            <span class="label">{heading}</span>
            <Looks reader paged />
        </header>
    }
}

/// A button that lists something beside the page, and folds it away.
fn beside_button(action: Action, mark: IconName, id: &'static str) -> impl IntoView {
    let app = use_app();
    let keys = action.key().map_or_else(Vec::new, |key| key.words());
    let is_there = move || action.is_so(app) == Some(true);
    view! {
        <button
            class="icon"
            title=format!("{} ({})", action.name(), keys.join(" "))
            aria-label=action.name()
            aria-expanded=move || is_there().to_string()
            data-testid=id
            on:click=move |_| _ = app.act(action)
        >
            <Icon mark />
        </button>
    }
}

#[component]
fn Turn(
    reader: ReaderStore,
    forward: bool,
    name: &'static str,
    key: &'static str,
) -> impl IntoView {
    view! {
        <button
            class="icon"
            title=format!("{name} ({key})")
            aria-label=name
            data-testid=if forward { "next-page" } else { "previous-page" }
            on:click=move |_| reader.turn(forward)
        >
            <Icon mark=if forward { IconName::Forward } else { IconName::Back } />
        </button>
    }
}
