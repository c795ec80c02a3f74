//! The column of questions and answers.

pub mod answer;
pub mod ask_box;
pub mod citations;
pub mod comparison;
pub mod exchange;
pub mod list_end;
pub mod path;
pub mod shortfall;

use leptos::html::Div;
use leptos::prelude::*;

use crate::app::navigation::use_navigation;
use crate::app::strings as app_strings;
use crate::chat::store::use_chat;
use crate::chat::strings;
use crate::chat::views::ask_box::AskBox;
use crate::chat::views::exchange::ExchangeView;
use crate::chat::views::list_end::{follow_end, keep_end, note_end};
use crate::dom::list_end::ListScrollPosition;
use crate::library::strings as library_strings;

/// With more exchanges than these, a search field appears.
const FEW: usize = 4;

/// Questions on the open document, and their answers.
#[component]
pub fn Chat() -> impl IntoView {
    let navigation = use_navigation();
    let chat = use_chat();
    let list = NodeRef::<Div>::new();
    let end = StoredValue::new(ListScrollPosition::new());
    follow_end(chat, list, end);
    keep_end(list, end);
    let empty = move || chat.exchanges.with(Vec::is_empty);
    // The search field stays until its words are removed.
    let searched = Memo::new(move |_| {
        chat.exchanges.with(Vec::len) > FEW || !chat.wanted.with(String::is_empty)
    });
    let hides_all = Memo::new(move |_| chat.hides_all());
    view! {
        <section class="chat" data-testid="chat" aria-label=app_strings::questions()>
            <Show when=move || searched.get()>
                <input
                    type="search"
                    class="history"
                    data-testid="find-questions"
                    placeholder=strings::find_questions()
                    aria-label=strings::find_questions()
                    prop:value=move || chat.wanted.get()
                    on:input=move |event| chat.wanted.set(event_target_value(&event))
                />
            </Show>
            <div
                class="exchanges"
                data-testid="exchanges"
                node_ref=list
                on:scroll=move |_| note_end(list, end)
            >
                <Show when=move || navigation.document.get().is_none()>
                    <p class="empty">{strings::ask_nothing()}</p>
                </Show>
                <Show when=move || empty() && chat.can_ask()>
                    <div class="empty">
                        <p>{strings::ask_first()}</p>
                        <p>{strings::ask_first_hint()}</p>
                    </div>
                </Show>
                <Show when=move || hides_all.get()>
                    <p class="empty" role="status" data-testid="no-questions">
                        {library_strings::found_nothing()}
                    </p>
                </Show>
                <For each=move || chat.shown() key=|one| one.key let:exchange>
                    <ExchangeView exchange />
                </For>
            </div>
            <p class="unseen" role="status" data-testid="announced">
                {move || chat.announced.get()}
            </p>
            <AskBox />
        </section>
    }
}
