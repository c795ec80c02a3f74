//! The field for a question, and what it is asked of.

use leptos::ev::KeyboardEvent;
use leptos::html::Textarea;
use leptos::prelude::*;
use web_sys::{HtmlElement, HtmlTextAreaElement};

use crate::app::navigation::use_navigation;
use crate::app::strings as app_strings;
use crate::chat::exchange::ExchangeReply;
use crate::chat::store::{ChatStore, use_chat};
use crate::chat::strings;
use crate::dom::elements::ASK_FIELD;
use crate::dom::resize::on_resize;
use crate::entities::strings as entities_strings;
use crate::library::store::use_library;
use crate::reader::store::use_reader;
use crate::settings::appearance::use_appearance;

/// The question field; during a search, Stop replaces Ask.
#[component]
pub fn AskBox() -> impl IntoView {
    let appearance = use_appearance();
    let navigation = use_navigation();
    let chat = use_chat();
    let field = NodeRef::<Textarea>::new();
    let ask = move || {
        let Some(field) = field.get_untracked() else { return };
        if chat.running.get_untracked().is_none() {
            // A question that is not asked stays in the field.
            if chat.ask(&field.value()) {
                chat.write_draft(String::new());
            }
        }
    };
    Effect::new(move |_| {
        let (field, draft) = (field.get(), chat.draft());
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
        appearance.looks.track();
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
        let is_open = navigation.document.with(Option::is_some);
        strings::ask_what(chat.asked_collection().as_deref(), is_open)
    };
    view! {
        <form class="ask" on:submit=move |event| { event.prevent_default(); ask(); }>
            <AskedOf />
            <AskedUntil />
            <Followed />
            <p class="quiet">{move || hint(chat)}</p>
            <textarea
                id=ASK_FIELD
                node_ref=field
                rows="2"
                data-testid="question"
                placeholder=placeholder
                aria-label=placeholder
                disabled=move || !chat.can_ask()
                on:keydown=keys
                on:input=move |event| chat.write_draft(event_target_value(&event))
            ></textarea>
            {move || match chat.running.get() {
                Some(running) => view! { <StopButton reply=running.reply /> }.into_any(),
                None => view! {
                    <button
                        type="submit"
                        class="strong"
                        data-testid="ask"
                        disabled=move || !chat.can_ask()
                    >
                        {strings::ask()}
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
    let chat = use_chat();
    let stopping = Memo::new(move |_| {
        reply.with(|reply| matches!(reply, ExchangeReply::Searching(search) if search.stopping))
    });
    view! {
        <button
            type="button"
            data-testid="stop-asking"
            disabled=move || stopping.get()
            on:click=move |click| if click.detail() < 2 { chat.stop() }
        >
            {move || if stopping.get() { app_strings::stopping() } else { app_strings::stop_button() }}
        </button>
    }
}

/// What to expect of a question now, if it is not obvious.
fn hint(chat: ChatStore) -> Option<String> {
    let document = chat.graph.reader.document.get()?;
    let running = chat.running.get();
    if let Some(other) = running.filter(|running| !running.concerns(document)) {
        let title = chat.library.title(other.document).unwrap_or_default();
        return Some(strings::asking_elsewhere(&title));
    }
    if !chat.can_ask() {
        return (!chat.graph.loading.get()).then(|| strings::ask_no_graph().to_owned());
    }
    let asked = chat.asked_documents();
    let grows = asked.iter().any(|&document| chat.library.is_building(document));
    grows.then(|| strings::ask_growing().to_owned())
}

/// Chooses whether to ask the open document alone, or all documents of a collection that contains
/// it.
#[component]
fn AskedOf() -> impl IntoView {
    let library = use_library();
    let navigation = use_navigation();
    let chat = use_chat();
    let collections = Memo::new(move |_| {
        let open = navigation.document.get().and_then(|open| library.summary(open));
        open.map_or_else(Vec::new, |summary| summary.collections)
    });
    let chosen = move |name: Option<&str>| chat.asked_collection().as_deref() == name;
    let choose = move |event: leptos::ev::Event| {
        let name = event_target_value(&event);
        chat.collection.set((!name.is_empty()).then_some(name));
    };
    let choices = move || {
        let choice = |name: String| {
            let (asked, all) = chat.asked_within(&name);
            let words = strings::all_of(&name, asked, all);
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
                <span class="quiet">{strings::asked_of()}</span>
                <select data-testid="asked-of" on:change=choose>
                    <option value="" prop:selected=move || chosen(None)>{strings::this_document()}</option>
                    {choices}
                </select>
            </label>
        </Show>
    }
}

/// Chooses whether to use only what has been read. Only the open document has a reading position.
#[component]
fn AskedUntil() -> impl IntoView {
    let reader = use_reader();
    let chat = use_chat();
    let is_possible = Memo::new(move |_| chat.can_ask() && chat.asked_collection().is_none());
    let place = move || {
        let until = chat.asked_until(chat.asked_documents().as_slice());
        until.and_then(|start| reader.standing(start)).map_or_else(
            || entities_strings::names_read().to_owned(),
            |place| strings::ask_read(&place),
        )
    };
    view! {
        <Show when=move || is_possible.get()>
            <label class="asked" title=strings::ask_read_title()>
                <input
                    type="checkbox"
                    data-testid="ask-until"
                    prop:checked=reader.until_here
                    on:change=move |event| reader.until_here.set(event_target_checked(&event))
                />
                <span class="quiet">{place}</span>
            </label>
        </Show>
    }
}

/// The earlier question that the next one follows, and a button for a new topic.
#[component]
fn Followed() -> impl IntoView {
    let chat = use_chat();
    let followed = Memo::new(move |_| chat.followed().map(|(_, question)| question));
    move || {
        followed.get().map(|question| {
            view! {
                <div class="followed" role="status" data-testid="followed">
                    <span class="quiet">{strings::follows(&question)}</span>
                    <button
                        type="button"
                        class="quiet-line"
                        data-testid="ask-afresh"
                        on:click=move |_| chat.follow(None)
                    >
                        {strings::ask_afresh()}
                    </button>
                </div>
            }
        })
    }
}
