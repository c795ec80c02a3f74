//! The notices, until the user closes them.

use leptos::html::Div;
use leptos::prelude::*;

use crate::app::notices::{NoticeLine, UserNotice, use_notices};
use crate::app::strings;
use crate::library::imports::{ImportStore, use_imports};
use crate::library::strings as library_strings;
use crate::widgets::failure;
use crate::widgets::icon::{IconButton, IconName};

/// The notices, until the user closes them.
#[component]
pub fn Notices() -> impl IntoView {
    let notices = use_notices();
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || notices.all.get() key=|notice| notice.key let:notice>
                <NoticeCard notice />
            </For>
        </div>
    }
}

#[component]
fn NoticeCard(notice: UserNotice) -> impl IntoView {
    let notices = use_notices();
    let imports = use_imports();
    let key = notice.key;
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        // The latest one is at the end of a list that may be longer than its room.
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let lines = notice.lines.into_iter().map(|line| shown(imports, line)).collect_view();
    view! {
        <section class="notice" data-testid="notice">
            <h2>{notice.heading}</h2>
            <div class="lines" node_ref=list>{lines}</div>
            <IconButton
                mark=IconName::Close
                name=strings::dismiss()
                id="dismiss"
                press=move || notices.dismiss(key)
            />
        </section>
    }
}

/// A line of a notice, with a button to resolve it.
fn shown(imports: ImportStore, NoticeLine { said, again }: NoticeLine) -> impl IntoView {
    let again = again.map(|document| {
        view! {
            <button data-testid="read-document-again" on:click=move |_| imports.read_again(document)>
                {library_strings::read_again()}
            </button>
        }
    });
    view! {
        <p>{failure::said(said)}</p>
        {again}
    }
}
