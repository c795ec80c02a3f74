//! Actions on the selected words.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::action::Action;
use crate::chat::store::use_chat;
use crate::chat::strings as chat_strings;
use crate::dom::keys;
use crate::entities::store::use_entities;
use crate::graph::store::use_graph;
use crate::reader::selection::Selected;
use crate::reader::store::use_reader;
use crate::reader::strings;

/// Whether a key may have changed the selection. The keys for paragraphs set it themselves. Tab,
/// with or without Shift, only leads here, and a field's selection on the way leaves the one here
/// unchanged.
pub fn may_select(event: &KeyboardEvent) -> bool {
    let action = Action::pressed(event).map(|(action, _)| action);
    let takes_paragraph = matches!(action, Some(Action::NextParagraph | Action::PreviousParagraph));
    !takes_paragraph && !keys::is_tab(event) && event.key() != "Shift"
}

/// The actions on the selected words.
#[component]
pub fn OfSelection() -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    let graph = use_graph();
    let chat = use_chat();
    move || {
        let Selected { range, text } = reader.selected.get()?;
        let name = may_be_name(&text).map(|name| {
            view! {
                <button data-testid="look-up-name" on:click=move |_| entities.look_up_name(&name)>
                    {strings::look_up_name()}
                </button>
            }
        });
        Some(view! {
            <div class="of-selection" role="group" aria-label=strings::selection()>
                <button
                    data-testid="ask-about"
                    disabled=move || !chat.can_ask()
                    title=move || (!chat.can_ask()).then(chat_strings::ask_no_graph)
                    on:click=move |_| chat.begin_question(&text)
                >
                    {strings::ask_about()}
                </button>
                <button
                    data-testid="resting-on-selection"
                    on:click=move |_| graph.show_resting_on(range.clone())
                >
                    {strings::resting_on_selection()}
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
