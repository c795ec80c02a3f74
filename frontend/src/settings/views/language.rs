//! The setting of the window's language.

use leptos::prelude::*;

use crate::dom::elements;
use crate::language::{self, Language};
use crate::settings::strings;

/// The field for the window's language.
const LANGUAGE_FIELD: &str = "language-field";

/// The window's language.
#[component]
pub fn Spoken() -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        if let Some(language) = Language::of(&event_target_value(&event)) {
            language::choose(language);
            // The field is a new one then.
            request_animation_frame(|| elements::focus(LANGUAGE_FIELD));
        }
    };
    let choices = Language::ALL.map(|language| {
        let spoken = language == language::current();
        view! {
            <option value=language.tag() lang=language.tag() selected=spoken>
                {strings::own_name(language)}
            </option>
        }
    });
    view! {
        <section>
            <h2><label for=LANGUAGE_FIELD>{strings::window_language()}</label></h2>
            <select id=LANGUAGE_FIELD data-testid="language" on:change=choose>
                {choices.into_iter().collect_view()}
            </select>
        </section>
    }
}
