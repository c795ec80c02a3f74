//! The field for a password.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::library::strings as library_strings;

/// Asks for a password, which goes only to the program.
pub fn password_form(open: impl Fn(String) + 'static) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        open(typed.get_untracked());
    };
    view! {
        <form on:submit=submit>
            <input
                type="password"
                autocomplete="off"
                aria-label=library_strings::password()
                placeholder=library_strings::password()
                data-testid="password"
                prop:value=typed
                on:input=move |event| typed.set(event_target_value(&event))
            />
            <button
                class="strong"
                type="submit"
                data-testid="unlock"
                disabled=move || typed.with(String::is_empty)
            >
                {library_strings::open()}
            </button>
        </form>
    }
}
