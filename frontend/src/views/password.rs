use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::i18n;

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
                aria-label=i18n::password()
                placeholder=i18n::password()
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
                {i18n::open()}
            </button>
        </form>
    }
}
