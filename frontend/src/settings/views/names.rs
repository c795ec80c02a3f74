//! Whether the model is asked about names.

use leptos::prelude::*;

use crate::library::builds::use_builds;
use crate::settings::strings;

/// Whether building a graph asks the model about names.
#[component]
pub fn NamesAsked() -> impl IntoView {
    let names = use_builds().names;
    view! {
        <section data-testid="names-setting" aria-labelledby="names-setting">
            <h2 id="names-setting">{strings::names_setting()}</h2>
            <p class="quiet">{strings::names_setting_hint()}</p>
            <label>
                <input
                    type="checkbox"
                    data-testid="names-asked"
                    prop:checked=names.asked
                    on:change=move |event| names.ask(event_target_checked(&event))
                />
                {strings::names_asked()}
            </label>
        </section>
    }
}
