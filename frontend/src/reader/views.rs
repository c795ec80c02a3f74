//! The reader: the text of the open document, page by page.

pub mod find;
pub mod layer;
pub mod leaf;
pub mod locked;
pub mod nothing_open;
pub mod outline;
pub mod page_image;
pub mod preview;
pub mod scrolling;
pub mod selection_actions;
pub mod toolbar;

use std::sync::Arc;

use leptos::html::Article;
use leptos::prelude::*;
use protocol::DocumentText;

use crate::app::{strings as app_strings, use_app};
use crate::dom::elements;
use crate::dom::wheel::Pushing;
use crate::entities::views::NameList;
use crate::library::imports::use_imports;
use crate::library::store::use_library;
use crate::reader::page_display::PageDisplayMode;
use crate::reader::selection::selected_in;
use crate::reader::store::use_reader;
use crate::reader::strings;
use crate::reader::views::find::Find;
use crate::reader::views::leaf::{Leaf, Page};
use crate::reader::views::locked::LockedPages;
use crate::reader::views::nothing_open::nothing_open;
use crate::reader::views::outline::Outline;
use crate::reader::views::scrolling::{PageEdge, note_place, press_on, push_on, reveal};
use crate::reader::views::selection_actions::{OfSelection, may_select};
use crate::reader::views::toolbar::Turning;
use crate::widgets::failure::not_shown;

/// The open document's text, page by page.
#[component]
pub fn Reader() -> impl IntoView {
    let library = use_library();
    let imports = use_imports();
    let reader = use_reader();
    let body = move || match (reader.document.get(), reader.text.get()) {
        (None, _) => nothing_open(library, imports).into_any(),
        (Some(document), None) => match reader.failed.get() {
            Some(failure) => {
                let again = move || reader.load(document);
                not_shown(&failure, "text-failed", again).into_any()
            }
            None => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        },
        (Some(_), Some(text)) => view! { <Pages text /> }.into_any(),
    };
    view! { <section class="reader" data-testid="reader" aria-label=app_strings::document()>{body}</section> }
}

#[component]
fn Pages(text: Arc<DocumentText>) -> impl IntoView {
    let app = use_app();
    let reader = app.reader;
    let article = NodeRef::<Article>::new();
    let pieces = strings::pieces(text.paged);
    let first = Memo::new(move |_| reader.first_shown());
    let shown = {
        let text = Arc::clone(&text);
        move || text.pages.get(first.get()).cloned()
    };
    let beside = {
        let text = Arc::clone(&text);
        move || {
            let next = reader.is_spread().then(|| first.get() + 1)?;
            text.pages.get(next).cloned()
        }
    };
    Effect::new(move |before: Option<(usize, (u32, PageDisplayMode))>| {
        // The page may change its size.
        app.layout.view.track();
        reader.zoom.track();
        let (page, look) = (reader.page.get(), reader.look.get());
        let turned = before.is_some_and(|(before, _)| before != page);
        if turned {
            reader.selected.set(None);
        }
        if turned || before.is_some_and(|(_, (_, before))| before != look) {
            reader.try_pictures();
        }
        let begins =
            turned.then(|| if reader.takes_end() { PageEdge::End } else { PageEdge::Beginning });
        // If the user reads on after the mark and leaves the text, they come back to where they
        // were.
        let shown = (reader.reveal.get(), look);
        let marked = before.is_none_or(|(_, before)| before != shown);
        // The new page must be drawn before anything on it can be shown.
        request_animation_frame(move || reveal(article, (begins, marked), reader));
        (page, shown)
    });
    let (title, language) = (text.title.clone(), text.language.clone());
    let pushing = StoredValue::new(Pushing::new());
    let is_pictured = move || reader.is_pictured();
    let zoom = move || reader.zoom.get().to_string();
    let is_locked = Memo::new(move |_| reader.locked.with(Option::is_some));
    let whole = Arc::clone(&text);
    let page = move || {
        let page = shown()?;
        Some(match page.size.filter(|_| is_pictured()) {
            Some(_) if is_locked.get() => view! { <LockedPages /> }.into_any(),
            Some(_) => view! {
                <div class="sheets" class:spread=move || reader.is_spread()>
                    <Leaf text=Arc::clone(&whole) page pieces />
                    {beside().map(|page| {
                        view! { <Leaf text=Arc::clone(&whole) page pieces beside=true /> }
                    })}
                </div>
            }
            .into_any(),
            None => {
                let text = Arc::clone(&whole);
                view! { <Page text page pieces passage=reader.passage.get() /> }.into_any()
            }
        })
    };
    let select = move || {
        let article = article.get_untracked();
        reader.selected.set(article.and_then(|article| selected_in(&article)));
    };
    view! {
        <Turning text=Arc::clone(&text) />
        <Find text=Arc::clone(&text) />
        <div class="leaf">
            <Outline text=Arc::clone(&text) />
            <NameList text />
            <article
                id=elements::PAGE
                node_ref=article
                class:pictured=is_pictured
                style=("--zoom", zoom)
                tabindex="0"
                lang=language
                aria-label=title
                data-testid="page"
                on:scroll=move |_| note_place(article, reader)
                on:wheel=move |event| push_on(article, pushing, reader, &event)
                on:keydown=move |event| press_on(article, app, &event)
                on:pointerup=move |_| select()
                on:keyup=move |event| if may_select(&event) { select() }
            >
                {page}
            </article>
        </div>
        <OfSelection />
    }
}
