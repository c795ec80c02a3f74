use std::sync::Arc;

use leptos::attr::custom::custom_attribute;
use leptos::ev::KeyboardEvent;
use leptos::html::{Article, Input};
use leptos::prelude::*;
use protocol::{DocumentText, PageText};
use web_sys::ScrollLogicalPosition;

use super::failure::not_shown;
use super::find::Find;
use super::icon::{Icon, Mark};
use super::link::with_links;
use super::locked::LockedPages;
use super::outline::Outline;
use super::preview::Preview;
use super::sheet::{Looks, Sheet};
use crate::actions::Action;
use crate::selection::{Selected, selected_in};
use crate::state::{Desk, Look, Passage, Reading, use_desk};
use crate::text::{self, Paragraph, Part, Piece};
use crate::words::{self, Pieces};
use crate::{keys, scroll};

/// The open document's text, page by page.
#[component]
pub fn Reader() -> impl IntoView {
    let desk = use_desk();
    let reading = desk.reading;
    let body = move || match (reading.document.get(), reading.text.get()) {
        (None, _) => nothing_open(desk).into_any(),
        (Some(document), None) => match reading.failed.get() {
            Some(failure) => {
                let again = move || desk.load_text(document);
                not_shown(&failure, "text-failed", again).into_any()
            }
            None => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        },
        (Some(_), Some(text)) => view! { <Pages text /> }.into_any(),
    };
    view! { <section class="reader" data-testid="reader" aria-label=words::document()>{body}</section> }
}

/// What to do where no document is open.
pub(super) fn nothing_open(desk: Desk) -> impl IntoView {
    let can_add = move || desk.library.failure().is_none();
    view! {
        <div class="empty">
            <p>{words::nothing_open()}</p>
            <Show when=can_add>
                <p>{words::nothing_open_hint()}</p>
                <button data-testid="add-first" on:click=move |_| desk.pick_documents()>
                    {words::add()}
                </button>
            </Show>
            <Preview />
        </div>
    }
}

#[component]
fn Pages(text: Arc<DocumentText>) -> impl IntoView {
    let desk = use_desk();
    let reading = desk.reading;
    let article = NodeRef::<Article>::new();
    let pieces = words::pieces(text.paged);
    let first = Memo::new(move |_| reading.first_shown());
    let shown = {
        let text = Arc::clone(&text);
        move || text.pages.get(first.get()).cloned()
    };
    let beside = {
        let text = Arc::clone(&text);
        move || {
            let next = reading.is_spread().then(|| first.get() + 1)?;
            text.pages.get(next).cloned()
        }
    };
    Effect::new(move |before: Option<(usize, (u32, Look))>| {
        // The page may get another size.
        desk.view.track();
        let page = reading.page.get();
        let turned = before.is_some_and(|(before, _)| before != page);
        if turned {
            reading.selected.set(None);
        }
        // Whoever reads on after what is marked, and leaves the text, comes back to where they read.
        let shown = (reading.reveal.get(), reading.look.get());
        let marked = before.is_none_or(|(_, before)| before != shown);
        // The new page has to be there before anything on it can be shown.
        request_animation_frame(move || reveal(article, (turned, marked), reading));
        (page, shown)
    });
    let (document, title, language) = (text.id, text.title.clone(), text.language.clone());
    let is_pictured = move || reading.is_pictured();
    let zoom = move || reading.zoom.get().to_string();
    let is_locked = Memo::new(move |_| reading.locked.with(Option::is_some));
    let whole = Arc::clone(&text);
    let page = move || {
        let page = shown()?;
        Some(match page.size.filter(|_| is_pictured()) {
            Some(_) if is_locked.get() => view! { <LockedPages /> }.into_any(),
            Some(size) => view! {
                <div class="sheets" class:spread=move || reading.is_spread()>
                    <Sheet document page size />
                    {beside().and_then(|page| {
                        page.size.map(|size| view! { <Sheet document page size beside=true /> })
                    })}
                </div>
            }
            .into_any(),
            None => {
                let text = Arc::clone(&whole);
                view! { <Page text page pieces passage=reading.passage.get() /> }.into_any()
            }
        })
    };
    let select = move || {
        let article = article.get_untracked();
        reading.selected.set(article.and_then(|article| selected_in(&article)));
    };
    view! {
        <Turning text=Arc::clone(&text) />
        <Find text=Arc::clone(&text) />
        <div class="leaf">
            <Outline text />
            <article
                id=keys::PAGE
                node_ref=article
                class:pictured=is_pictured
                style=("--zoom", zoom)
                tabindex="0"
                lang=language
                aria-label=title
                data-testid="page"
                on:scroll=move |_| note_place(article, reading)
                on:pointerup=move |_| select()
                on:keyup=move |event| if may_select(&event) { select() }
            >
                {page}
            </article>
        </div>
        <OfSelection />
    }
}

/// Whether a key may have selected other words. Some see to that by themselves; Tab, with Shift or
/// without, only leads here, and what a field on the way selected takes nothing from what was selected
/// here.
fn may_select(event: &KeyboardEvent) -> bool {
    let action = Action::pressed(event).map(|(action, _)| action);
    let takes_paragraph = matches!(action, Some(Action::NextParagraph | Action::PreviousParagraph));
    !takes_paragraph && !keys::is_tab(event) && event.key() != "Shift"
}

/// What can be done with the words that are selected.
#[component]
fn OfSelection() -> impl IntoView {
    let desk = use_desk();
    move || {
        let Selected { range, text } = desk.reading.selected.get()?;
        Some(view! {
            <div class="of-selection" role="group" aria-label=words::selection()>
                <button
                    data-testid="ask-about"
                    on:click=move |_| desk.begin_question(&text)
                >
                    {words::ask_about()}
                </button>
                <button
                    data-testid="resting-on-selection"
                    on:click=move |_| desk.show_resting_on(range.clone())
                >
                    {words::resting_on_selection()}
                </button>
            </div>
        })
    }
}

/// Brings what is quoted into view, or else the mark, if that is wished; where nothing is marked, the
/// beginning of a page just turned to, or the place that was read before the page was hidden or its
/// document closed.
fn reveal(article: NodeRef<Article>, (turned, marked): (bool, bool), reading: Reading) {
    let Some(article) = article.try_get_untracked().flatten() else { return };
    let found = |selector| article.query_selector(selector).ok().flatten().filter(|_| marked);
    match found("mark.quoted").or_else(|| found("mark")) {
        Some(mark) => scroll::reveal(&mark, ScrollLogicalPosition::Center),
        None if turned => article.set_scroll_top(0),
        None => {
            let height = f64::from(article.scroll_height());
            article.set_scroll_top((reading.down.get_untracked() * height).round() as i32);
        }
    }
}

/// Notes how far down the page is read.
fn note_place(article: NodeRef<Article>, reading: Reading) {
    let Some(article) = article.get_untracked() else { return };
    // While the graph is shown alone the page has no height, and stays where it is.
    if article.client_height() > 0 {
        reading.scrolled(f64::from(article.scroll_top()) / f64::from(article.scroll_height()));
    }
}

/// Page back, page on, and a page's number to jump to.
#[component]
fn Turning(text: Arc<DocumentText>) -> impl IntoView {
    let reading = use_desk().reading;
    let (pieces, total, paged) = (words::pieces(text.paged), text.pages.len(), text.paged);
    let outlined = !text.outline.is_empty();
    let pages = Arc::clone(&text);
    let label = move || {
        let page = text.pages.get(reading.page.get())?;
        let label = page.label.trim();
        (!label.is_empty() && label != page.number.to_string()).then(|| label.to_owned())
    };
    let shown = move || (reading.page.get() + 1).to_string();
    let field = NodeRef::<Input>::new();
    let jump = move |event: leptos::ev::Event| {
        if let Some(page) = text::page_named(&pages, &event_target_value(&event)) {
            reading.turn_to(page);
        }
        // What led nowhere, or was a name, does not stay.
        if let Some(field) = field.get_untracked() {
            field.set_value(&untrack(shown));
        }
    };
    view! {
        <header class="turning">
            {outlined.then(outline_button)}
            <Turn reading forward=false name=pieces.previous key="[" />
            <label>
                {pieces.name}
                <input
                    type="text"
                    node_ref=field
                    data-testid="page-number"
                    prop:value=shown
                    on:change=jump
                />
                {words::of_pages(total as u32)}
            </label>
            <Turn reading forward=true name=pieces.next key="]" />
            <span class="label">{label}</span>
            <Looks reading paged />
        </header>
    }
}

/// Lists the headings beside the page, and folds them away.
fn outline_button() -> impl IntoView {
    let desk = use_desk();
    let keys = Action::Outline.key().map_or_else(Vec::new, |key| key.words());
    view! {
        <button
            class="icon"
            title=format!("{} ({})", words::outline(), keys.join(" "))
            aria-label=words::outline()
            aria-expanded=move || desk.reading.is_outlined().to_string()
            data-testid="show-outline"
            on:click=move |_| desk.toggle_outline()
        >
            <Icon mark=Mark::Outline />
        </button>
    }
}

#[component]
fn Turn(reading: Reading, forward: bool, name: &'static str, key: &'static str) -> impl IntoView {
    view! {
        <button
            class="icon"
            title=format!("{name} ({key})")
            aria-label=name
            data-testid=if forward { "next-page" } else { "previous-page" }
            on:click=move |_| reading.turn(forward)
        >
            <Icon mark=if forward { Mark::Forward } else { Mark::Back } />
        </button>
    }
}

#[component]
fn Page(
    text: Arc<DocumentText>,
    page: PageText,
    pieces: Pieces,
    passage: Option<Passage>,
) -> impl IntoView {
    let desk = use_desk();
    let reading = desk.reading;
    let here = passage.filter(|passage| passage.start < page.end && passage.end > page.start);
    let before = here.is_some_and(|passage| passage.start < page.start);
    let after = here.is_some_and(|passage| passage.end > page.end);
    let paragraphs = text::paragraphs(&page, here, &text.outline);
    let empty = paragraphs.is_empty();
    view! {
        {before.then(|| goes_on(reading, false, pieces.passage_began))}
        {empty.then(|| view! { <p class="quiet">{pieces.empty}</p> })}
        {paragraphs.into_iter().map(|each| paragraph(desk, each)).collect_view()}
        {after.then(|| goes_on(reading, true, pieces.passage_goes_on))}
    }
}

fn goes_on(reading: Reading, forward: bool, name: &'static str) -> impl IntoView {
    view! { <button class="goes-on" on:click=move |_| reading.turn(forward)>{name}</button> }
}

fn paragraph(desk: Desk, paragraph: Paragraph) -> impl IntoView {
    let heading = paragraph.heading;
    let level = custom_attribute("aria-level", heading.map(|level| level.to_string()));
    view! {
        <p class:verse=paragraph.verse role=heading.map(|_| "heading") {..level}>
            {with_links(desk, paragraph.pieces, piece)}
        </p>
    }
}

fn piece(Piece { text, start, part }: Piece) -> AnyView {
    match part {
        Part::Rest => view! { <span data-at=start>{text}</span> }.into_any(),
        Part::Passage | Part::Quote => view! {
            <mark class:quoted=part == Part::Quote data-at=start data-testid="passage">{text}</mark>
        }
        .into_any(),
    }
}
