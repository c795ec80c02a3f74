use leptos::ev::KeyboardEvent;
use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use web_sys::{Element, HtmlElement, HtmlTextAreaElement};

use super::exchange::ExchangeView;
use crate::end::ListScrollPosition;
use crate::i18n;
use crate::keys::ASK_FIELD;
use crate::resize::on_resize;
use crate::state::{App, ExchangeReply, use_app};

/// With more exchanges than these, a search field appears.
const FEW: usize = 4;

/// Questions on the open document, and their answers.
#[component]
pub fn Chat() -> impl IntoView {
    let app = use_app();
    let list = NodeRef::<Div>::new();
    let end = StoredValue::new(ListScrollPosition::new());
    follow_end(app, list, end);
    keep_end(list, end);
    let empty = move || app.asking.exchanges.with(Vec::is_empty);
    // The search field stays until its words are removed.
    let searched = Memo::new(move |_| {
        app.asking.exchanges.with(Vec::len) > FEW || !app.asking.wanted.with(String::is_empty)
    });
    let hides_all = Memo::new(move |_| app.asking.hides_all());
    view! {
        <section class="chat" data-testid="chat" aria-label=i18n::questions()>
            <Show when=move || searched.get()>
                <input
                    type="search"
                    class="history"
                    data-testid="find-questions"
                    placeholder=i18n::find_questions()
                    aria-label=i18n::find_questions()
                    prop:value=move || app.asking.wanted.get()
                    on:input=move |event| app.asking.wanted.set(event_target_value(&event))
                />
            </Show>
            <div
                class="exchanges"
                data-testid="exchanges"
                node_ref=list
                on:scroll=move |_| note_end(list, end)
            >
                <Show when=move || app.reading.document.get().is_none()>
                    <p class="empty">{i18n::ask_nothing()}</p>
                </Show>
                <Show when=move || empty() && app.can_ask()>
                    <div class="empty">
                        <p>{i18n::ask_first()}</p>
                        <p>{i18n::ask_first_hint()}</p>
                    </div>
                </Show>
                <Show when=move || hides_all.get()>
                    <p class="empty" role="status" data-testid="no-questions">
                        {i18n::found_nothing()}
                    </p>
                </Show>
                <For each=move || app.asking.shown() key=|one| one.key let:exchange>
                    <ExchangeView exchange />
                </For>
            </div>
            <p class="unseen" role="status" data-testid="announced">
                {move || app.asking.announced.get()}
            </p>
            <AskBox />
        </section>
    }
}

/// Brings a new question into view. While its answer is searched for and written, a list at its end
/// stays there, and then shows the answer from its beginning.
fn follow_end(app: App, list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    Effect::new(move |before: Option<Option<u32>>| {
        let newest = app.asking.newest();
        // A removal leaves the others where they are.
        if newest > before.flatten() {
            go_to_end(list, end);
        }
        newest
    });
    Effect::new(move |was_running: Option<bool>| {
        let running = app.asking.running.get();
        if let Some(running) = &running {
            running.reply.track();
        }
        // A reader who has scrolled up reads there.
        if end.with_value(|end| end.is_reached()) {
            match was_running == Some(true) && running.is_none() {
                true => show_last(list, end),
                false => go_to_end(list, end),
            }
        }
        running.is_some()
    });
}

fn go_to_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    request_animation_frame(move || {
        // After a change of language there is another list.
        if let Some(list) = list.try_get_untracked().flatten() {
            list.set_scroll_top(list.scroll_height());
            end.update_value(ListScrollPosition::reach);
        }
    });
}

/// Shows the last exchange, from its beginning if it is higher than the list.
fn show_last(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    request_animation_frame(move || {
        let Some(list) = list.try_get_untracked().flatten() else { return };
        let last = list.last_element_child().map_or(0, |last| last.client_height());
        let hidden = (last - list.client_height()).max(0);
        list.set_scroll_top(list.scroll_height() - list.client_height() - hidden);
        end.update_value(|end| if hidden > 0 { end.leave() } else { end.reach() });
    });
}

/// Keeps a list at its end there when the window is laid out again; if the reader has scrolled up,
/// the list stays where it is.
fn keep_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    Effect::new(move |_| {
        let Some(list) = list.get() else { return };
        let resized = list.clone();
        on_resize(&list, move || {
            if end.try_update_value(|end| end.resize(size(&resized))) == Some(true) {
                resized.set_scroll_top(resized.scroll_height());
            }
        });
    });
}

/// Notes the scroll position of the list.
fn note_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    if let Some(list) = list.get_untracked() {
        let top = list.scroll_top();
        let below = list.scroll_height() - top - list.client_height();
        end.update_value(|end| end.scroll(size(&list), top, below));
    }
}

fn size(list: &Element) -> (i32, i32) {
    (list.client_width(), list.client_height())
}

/// Chooses whether to ask the open document alone, or all documents of a collection that contains
/// it.
#[component]
fn AskedOf() -> impl IntoView {
    let app = use_app();
    let collections = Memo::new(move |_| {
        let open = app.reading.document.get().and_then(|open| app.library.summary(open));
        open.map_or_else(Vec::new, |summary| summary.collections)
    });
    let chosen = move |name: Option<&str>| app.asked_collection().as_deref() == name;
    let choose = move |event: leptos::ev::Event| {
        let name = event_target_value(&event);
        app.asking.collection.set((!name.is_empty()).then_some(name));
    };
    let choices = move || {
        let choice = |name: String| {
            let (asked, all) = app.asked_within(&name);
            let words = i18n::all_of(&name, asked, all);
            let own = name.clone();
            view! {
                <option value=name prop:selected=move || chosen(Some(&own))>{words}</option>
            }
        };
        collections.get().into_iter().map(choice).collect_view()
    };
    view! {
        <Show when=move || !collections.with(Vec::is_empty)>
            <label class="asked">
                <span class="quiet">{i18n::asked_of()}</span>
                <select data-testid="asked-of" on:change=choose>
                    <option value="" prop:selected=move || chosen(None)>{i18n::this_document()}</option>
                    {choices}
                </select>
            </label>
        </Show>
    }
}

/// Chooses whether to use only what has been read. Only the open document has a reading position.
#[component]
fn AskedUntil() -> impl IntoView {
    let app = use_app();
    let is_possible = Memo::new(move |_| app.can_ask() && app.asked_collection().is_none());
    let place = move || {
        let until = app.asked_until(app.asked_documents().as_slice());
        until
            .and_then(|start| app.reading.standing(start))
            .map_or_else(|| i18n::names_read().to_owned(), |place| i18n::ask_read(&place))
    };
    view! {
        <Show when=move || is_possible.get()>
            <label class="asked" title=i18n::ask_read_title()>
                <input
                    type="checkbox"
                    data-testid="ask-until"
                    prop:checked=app.reading.until_here
                    on:change=move |event| app.reading.until_here.set(event_target_checked(&event))
                />
                <span class="quiet">{place}</span>
            </label>
        </Show>
    }
}

/// The earlier question that the next one follows, and a button for a new topic.
#[component]
fn Followed() -> impl IntoView {
    let app = use_app();
    let followed = Memo::new(move |_| app.followed().map(|(_, question)| question));
    move || {
        followed.get().map(|question| {
            view! {
                <div class="followed" role="status" data-testid="followed">
                    <span class="quiet">{i18n::follows(&question)}</span>
                    <button
                        type="button"
                        class="quiet-line"
                        data-testid="ask-afresh"
                        on:click=move |_| app.follow(None)
                    >
                        {i18n::ask_afresh()}
                    </button>
                </div>
            }
        })
    }
}

/// The question field; during a search, Stop replaces Ask.
#[component]
fn AskBox() -> impl IntoView {
    let app = use_app();
    let field = NodeRef::<Textarea>::new();
    let ask = move || {
        let Some(field) = field.get_untracked() else { return };
        if app.asking.running.get_untracked().is_none() {
            // A question that is not asked stays in the field.
            if app.ask(&field.value()) {
                app.write_draft(String::new());
            }
        }
    };
    Effect::new(move |_| {
        let (field, draft) = (field.get(), app.draft());
        let Some(field) = field else { return };
        // The typed text is already there, and the caret within it.
        if field.value() != draft {
            field.set_value(&draft);
        }
        fit(&field);
    });
    // The field has no height while its column is folded, fewer lines in a wider column, and more
    // with larger letters.
    Effect::new(move |_| {
        app.looks.track();
        if let Some(field) = field.get() {
            keep_fitting(field);
        }
    });
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            ask();
        }
    };
    let placeholder = move || {
        let is_open = app.reading.document.with(Option::is_some);
        i18n::ask_what(app.asked_collection().as_deref(), is_open)
    };
    view! {
        <form class="ask" on:submit=move |event| { event.prevent_default(); ask(); }>
            <AskedOf />
            <AskedUntil />
            <Followed />
            <p class="quiet">{move || hint(app)}</p>
            <textarea
                id=ASK_FIELD
                node_ref=field
                rows="2"
                data-testid="question"
                placeholder=placeholder
                aria-label=placeholder
                disabled=move || !app.can_ask()
                on:keydown=keys
                on:input=move |event| app.write_draft(event_target_value(&event))
            ></textarea>
            {move || match app.asking.running.get() {
                Some(running) => view! { <StopButton reply=running.reply /> }.into_any(),
                None => view! {
                    <button
                        type="submit"
                        class="strong"
                        data-testid="ask"
                        disabled=move || !app.can_ask()
                    >
                        {i18n::ask()}
                    </button>
                }
                .into_any(),
            }}
        </form>
    }
}

/// Makes a field as high as its words, within the limits of its style. Not every engine does that
/// by itself yet.
fn fit(field: &HtmlTextAreaElement) {
    let style = HtmlElement::style(field);
    // A style that the window sets itself cannot be refused.
    let _ = style.set_property("height", "auto");
    let (words, borders) = (field.scroll_height(), field.offset_height() - field.client_height());
    // A hidden field has no height.
    if words > 0 {
        let _ = style.set_property("height", &format!("{}px", words + borders));
    }
}

/// Makes a field as high as its words now and at every change of its width.
fn keep_fitting(field: HtmlTextAreaElement) {
    let (resized, mut width) = (field.clone(), None);
    on_resize(&field, move || {
        let now = Some(resized.offset_width());
        // The field sets its height itself.
        if std::mem::replace(&mut width, now) != now {
            let field = resized.clone();
            request_animation_frame(move || fit(&field));
        }
    });
}

/// Replaces Ask: the second click of a double click on Ask is not meant for it.
#[component]
fn StopButton(reply: ArcRwSignal<ExchangeReply>) -> impl IntoView {
    let app = use_app();
    let stopping = Memo::new(move |_| {
        reply.with(|reply| matches!(reply, ExchangeReply::Searching(search) if search.stopping))
    });
    view! {
        <button
            type="button"
            data-testid="stop-asking"
            disabled=move || stopping.get()
            on:click=move |click| if click.detail() < 2 { app.stop_asking() }
        >
            {move || if stopping.get() { i18n::stopping() } else { i18n::stop_button() }}
        </button>
    }
}

/// What to expect of a question now, if it is not obvious.
fn hint(app: App) -> Option<String> {
    let document = app.reading.document.get()?;
    let running = app.asking.running.get();
    if let Some(other) = running.filter(|running| !running.concerns(document)) {
        let title = app.library.title(other.document).unwrap_or_default();
        return Some(i18n::asking_elsewhere(&title));
    }
    if !app.can_ask() {
        return (!app.mapping.loading.get()).then(|| i18n::ask_no_graph().to_owned());
    }
    let asked = app.asked_documents();
    let grows = asked.iter().any(|&document| app.library.is_building(document));
    grows.then(|| i18n::ask_growing().to_owned())
}
