use std::sync::Arc;

use leptos::attr::custom::custom_attribute;
use leptos::ev::{KeyboardEvent, WheelEvent};
use leptos::html::{Article, Input};
use leptos::prelude::*;
use protocol::{DocumentText, Failure, PageText, printed};
use web_sys::{HtmlElement, ScrollLogicalPosition};

use super::failure::{not_shown, said};
use super::find::Find;
use super::icon::{Icon, IconName};
use super::link::with_links;
use super::locked::LockedPages;
use super::names::NameList;
use super::outline::Outline;
use super::page_image::{Looks, Sheet};
use super::preview::Preview;
use crate::actions::Action;
use crate::i18n::{self, PageUnitTexts};
use crate::selection::{Selected, selected_in};
use crate::state::{App, HighlightedPassage, Missed, PageDisplayMode, ReaderState, use_app};
use crate::text::{self, HighlightKind, Paragraph, TextRun};
use crate::wheel::{self, Pushing};
use crate::{keys, scroll};

/// The open document's text, page by page.
#[component]
pub fn Reader() -> impl IntoView {
    let app = use_app();
    let reading = app.reading;
    let body = move || match (reading.document.get(), reading.text.get()) {
        (None, _) => nothing_open(app).into_any(),
        (Some(document), None) => match reading.failed.get() {
            Some(failure) => {
                let again = move || app.load_text(document);
                not_shown(&failure, "text-failed", again).into_any()
            }
            None => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        },
        (Some(_), Some(text)) => view! { <Pages text /> }.into_any(),
    };
    view! { <section class="reader" data-testid="reader" aria-label=i18n::document()>{body}</section> }
}

/// What to do if no document is open.
pub(super) fn nothing_open(app: App) -> impl IntoView {
    let can_add = move || app.library.failure().is_none();
    view! {
        <div class="empty">
            <p>{i18n::nothing_open()}</p>
            <Show when=can_add>
                <p>{i18n::nothing_open_hint()}</p>
                <button data-testid="add-first" on:click=move |_| app.pick_documents()>
                    {i18n::add()}
                </button>
            </Show>
            <Preview />
        </div>
    }
}

#[component]
fn Pages(text: Arc<DocumentText>) -> impl IntoView {
    let app = use_app();
    let reading = app.reading;
    let article = NodeRef::<Article>::new();
    let pieces = i18n::pieces(text.paged);
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
    Effect::new(move |before: Option<(usize, (u32, PageDisplayMode))>| {
        // The page may change its size.
        app.view.track();
        reading.zoom.track();
        let (page, look) = (reading.page.get(), reading.look.get());
        let turned = before.is_some_and(|(before, _)| before != page);
        if turned {
            reading.selected.set(None);
        }
        if turned || before.is_some_and(|(_, (_, before))| before != look) {
            reading.try_pictures();
        }
        let begins =
            turned.then(|| if reading.takes_end() { PageEdge::End } else { PageEdge::Beginning });
        // If the user reads on after the mark and leaves the text, they come back to where they
        // were.
        let shown = (reading.reveal.get(), look);
        let marked = before.is_none_or(|(_, before)| before != shown);
        // The new page must be drawn before anything on it can be shown.
        request_animation_frame(move || reveal(article, (begins, marked), reading));
        (page, shown)
    });
    let (title, language) = (text.title.clone(), text.language.clone());
    let pushing = StoredValue::new(Pushing::new());
    let is_pictured = move || reading.is_pictured();
    let zoom = move || reading.zoom.get().to_string();
    let is_locked = Memo::new(move |_| reading.locked.with(Option::is_some));
    let whole = Arc::clone(&text);
    let page = move || {
        let page = shown()?;
        Some(match page.size.filter(|_| is_pictured()) {
            Some(_) if is_locked.get() => view! { <LockedPages /> }.into_any(),
            Some(_) => view! {
                <div class="sheets" class:spread=move || reading.is_spread()>
                    <Leaf text=Arc::clone(&whole) page pieces />
                    {beside().map(|page| {
                        view! { <Leaf text=Arc::clone(&whole) page pieces beside=true /> }
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
            <Outline text=Arc::clone(&text) />
            <NameList text />
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
                on:wheel=move |event| push_on(article, pushing, reading, &event)
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

/// Whether a key may have changed the selection. The keys for paragraphs set it themselves. Tab,
/// with or without Shift, only leads here, and a field's selection on the way leaves the one here
/// unchanged.
fn may_select(event: &KeyboardEvent) -> bool {
    let action = Action::pressed(event).map(|(action, _)| action);
    let takes_paragraph = matches!(action, Some(Action::NextParagraph | Action::PreviousParagraph));
    !takes_paragraph && !keys::is_tab(event) && event.key() != "Shift"
}

/// The actions on the selected words.
#[component]
fn OfSelection() -> impl IntoView {
    let app = use_app();
    move || {
        let Selected { range, text } = app.reading.selected.get()?;
        let name = may_be_name(&text).map(|name| {
            view! {
                <button data-testid="look-up-name" on:click=move |_| app.look_up_name(&name)>
                    {i18n::look_up_name()}
                </button>
            }
        });
        Some(view! {
            <div class="of-selection" role="group" aria-label=i18n::selection()>
                <button
                    data-testid="ask-about"
                    disabled=move || !app.can_ask()
                    title=move || (!app.can_ask()).then(i18n::ask_no_graph)
                    on:click=move |_| app.begin_question(&text)
                >
                    {i18n::ask_about()}
                </button>
                <button
                    data-testid="resting-on-selection"
                    on:click=move |_| app.show_resting_on(range.clone())
                >
                    {i18n::resting_on_selection()}
                </button>
                {name}
            </div>
        })
    }
}

/// The maximum number of words in a name.
const NAME_WORDS: usize = 8;

/// The selected words, on one line, if they are few enough to be a name.
fn may_be_name(selected: &str) -> Option<String> {
    let words: Vec<&str> = selected.split_whitespace().collect();
    (1..=NAME_WORDS).contains(&words.len()).then(|| words.join(" "))
}

/// A printed page as a picture; if it cannot be drawn, the reason and its text.
#[component]
fn Leaf(
    text: Arc<DocumentText>,
    page: PageText,
    pieces: PageUnitTexts,
    #[prop(optional)] beside: bool,
) -> impl IntoView {
    let reading = use_app().reading;
    let (document, number) = (text.id, page.number);
    let missed = Memo::new(move |_| reading.missed.with(|missed| missed.get(&number).cloned()));
    move || {
        let page = page.clone();
        Some(match (missed.get(), page.size?) {
            (Some(Missed::Undrawn(why)), _) => {
                let (text, passage) = (Arc::clone(&text), reading.passage.get());
                view! {
                    <div
                        class="sheet undrawn"
                        data-testid="undrawn"
                        style=("--zoom", move || reading.zoom.get().to_string())
                    >
                        {undrawn(&why)}
                        <Page text page pieces passage />
                    </div>
                }
                .into_any()
            }
            (_, size) => view! { <Sheet document page size beside /> }.into_any(),
        })
    }
}

/// Why a page's text replaces its picture.
fn undrawn(why: &Failure) -> impl IntoView + use<> {
    view! {
        <p class="why" role="status">
            <strong>{i18n::no_picture()}</strong>
            " "{i18n::no_picture_hint()}" "
            {said(i18n::failure_said(why))}
        </p>
    }
}

/// An edge of the visible part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageEdge {
    Beginning,
    End,
}

impl PageEdge {
    /// The edge in the reading direction.
    fn ahead(forward: bool) -> Self {
        if forward { Self::End } else { Self::Beginning }
    }

    /// Whether an element is scrolled as far as it goes; always true for one that fits.
    fn is_reached(self, element: &HtmlElement) -> bool {
        let (top, seen) = (element.scroll_top(), element.client_height());
        match self {
            // A fraction of a pixel may be left, which no scrolling shows.
            Self::Beginning => top <= 1,
            Self::End => element.scroll_height() - seen - top <= 1,
        }
    }
}

/// Turns to the next page if the user scrolls on with the wheel at a page's end; to the one before
/// if they scroll back at its beginning.
fn push_on(
    article: NodeRef<Article>,
    pushing: StoredValue<Pushing>,
    reading: ReaderState,
    event: &WheelEvent,
) {
    let (right, down) = wheel::pixels(event);
    let sideways = event.shift_key() || right.abs() >= down.abs();
    let Some(article) = article.get_untracked().filter(|_| !sideways && !event.ctrl_key()) else {
        return;
    };
    let forward = down > 0.0;
    let at_end = PageEdge::ahead(forward).is_reached(&article);
    let turns = |pushing: &mut Pushing| pushing.turns(event.time_stamp(), down, at_end);
    if pushing.try_update_value(turns) == Some(true) && reading.read_past(forward) {
        event.prevent_default();
    }
}

/// Does the same for the keys that scroll by a screenful. Held down, they stop at the page's end.
fn press_on(article: NodeRef<Article>, app: App, event: &KeyboardEvent) {
    let Some(forward) = goes_on(event).filter(|_| !event.repeat() && keys::is_on(keys::PAGE))
    else {
        return;
    };
    // The space bar may have another action.
    let is_taken =
        Action::pressed(event).is_some_and(|(action, _)| untrack(|| action.is_possible(app)));
    let reached =
        article.get_untracked().is_some_and(|page| PageEdge::ahead(forward).is_reached(&page));
    if reached && !is_taken && app.reading.read_past(forward) {
        event.prevent_default();
    }
}

/// Whether a key scrolls forward or back by a screenful; none if it does neither.
fn goes_on(event: &KeyboardEvent) -> Option<bool> {
    let is_held = event.ctrl_key() || event.alt_key() || event.meta_key();
    match event.key().as_str() {
        _ if is_held => None,
        "PageDown" => Some(true),
        "PageUp" => Some(false),
        " " => Some(!event.shift_key()),
        _ => None,
    }
}

/// Brings the quotation into view, or else the mark, if `marked`. Without a mark, shows the edge at
/// which a page just turned to begins, or the reading position from before the page changed its
/// size, was hidden or its document was closed.
fn reveal(
    article: NodeRef<Article>,
    (begins, marked): (Option<PageEdge>, bool),
    reading: ReaderState,
) {
    let Some(article) = article.try_get_untracked().flatten() else { return };
    let found = |selector| article.query_selector(selector).ok().flatten().filter(|_| marked);
    match (found("mark.quoted").or_else(|| found("mark")), begins) {
        (Some(mark), _) => scroll::reveal(&mark, ScrollLogicalPosition::Center),
        (None, Some(PageEdge::Beginning)) => article.set_scroll_top(0),
        (None, Some(PageEdge::End)) => article.set_scroll_top(article.scroll_height()),
        (None, None) => {
            let height = f64::from(article.scroll_height());
            article.set_scroll_top((reading.down.get_untracked() * height).round() as i32);
        }
    }
}

/// Notes the reading position on the page.
fn note_place(article: NodeRef<Article>, reading: ReaderState) {
    let Some(article) = article.get_untracked() else { return };
    // While the graph is shown alone, the page has no height, and its position stays.
    if article.client_height() > 0 {
        reading.scrolled(f64::from(article.scroll_top()) / f64::from(article.scroll_height()));
    }
}

/// Previous page, next page, and a field for the number of a page.
#[component]
fn Turning(text: Arc<DocumentText>) -> impl IntoView {
    let reading = use_app().reading;
    let (pieces, total, paged) = (i18n::pieces(text.paged), text.pages.len(), text.paged);
    let outlined = !text.outline.is_empty();
    let pages = Arc::clone(&text);
    // The printed number of a page, or the heading of a part.
    let label = Memo::new(move |_| {
        let page = text.pages.get(reading.page.get())?;
        printed(&page.label, page.number).map(str::to_owned)
    });
    let printed = move || label.get().filter(|_| paged);
    let heading = move || label.get().filter(|_| !paged);
    let number = move || reading.page.get() as u32 + 1;
    let shown = move || printed().unwrap_or_else(|| number().to_string());
    let of = move || match printed() {
        Some(_) => i18n::page_of_pages(number(), total as u32),
        None => i18n::of_pages(total as u32),
    };
    let field = NodeRef::<Input>::new();
    let jump = move |event: leptos::ev::Event| {
        if let Some(page) = text::page_named(&pages, &event_target_value(&event)) {
            reading.turn_to(page);
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
                {of}
            </label>
            <Turn reading forward=true name=pieces.next key="]" />
            <span class="label">{heading}</span>
            <Looks reading paged />
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
    reading: ReaderState,
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
            on:click=move |_| reading.turn(forward)
        >
            <Icon mark=if forward { IconName::Forward } else { IconName::Back } />
        </button>
    }
}

#[component]
fn Page(
    text: Arc<DocumentText>,
    page: PageText,
    pieces: PageUnitTexts,
    passage: Option<HighlightedPassage>,
) -> impl IntoView {
    let app = use_app();
    let reading = app.reading;
    let here = passage.filter(|passage| passage.start < page.end && passage.end > page.start);
    let before = here.is_some_and(|passage| passage.start < page.start);
    let after = here.is_some_and(|passage| passage.end > page.end);
    let paragraphs = text::paragraphs(&page, here, &text.outline);
    let empty = paragraphs.is_empty();
    view! {
        {before.then(|| lead_on(reading, false, pieces.passage_began))}
        {empty.then(|| view! { <p class="quiet">{pieces.empty}</p> })}
        {paragraphs.into_iter().map(|each| paragraph(app, each)).collect_view()}
        {after.then(|| lead_on(reading, true, pieces.passage_goes_on))}
    }
}

fn lead_on(reading: ReaderState, forward: bool, name: &'static str) -> impl IntoView {
    view! { <button class="goes-on" on:click=move |_| reading.turn(forward)>{name}</button> }
}

fn paragraph(app: App, paragraph: Paragraph) -> impl IntoView {
    let heading = paragraph.heading;
    let level = custom_attribute("aria-level", heading.map(|level| level.to_string()));
    view! {
        <p class:verse=paragraph.verse role=heading.map(|_| "heading") {..level}>
            {with_links(app, paragraph.pieces, piece)}
        </p>
    }
}

fn piece(TextRun { text, start, part }: TextRun) -> AnyView {
    match part {
        HighlightKind::Rest => view! { <span data-at=start>{text}</span> }.into_any(),
        HighlightKind::Passage | HighlightKind::Quote => view! {
            <mark class:quoted=part == HighlightKind::Quote data-at=start data-testid="passage">{text}</mark>
        }
        .into_any(),
    }
}
