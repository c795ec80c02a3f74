use leptos::prelude::*;

use super::failure::said;
use crate::i18n;
use crate::state::{App, use_app};

/// The languages for recognising scanned pages.
#[component]
pub fn ScannedPages() -> impl IntoView {
    let app = use_app();
    app.refresh_languages();
    let choices = Memo::new(move |_| app.recognition.choices());
    let failure = move || app.recognition.installed.get()?.err();
    view! {
        <section data-testid="scanned-pages" aria-labelledby="scanned-pages">
            <h2 id="scanned-pages">{i18n::scanned_pages()}</h2>
            <p class="quiet">{i18n::scanned_pages_hint()}</p>
            {move || failure().map(|failure| view! {
                <p class="failed" role="alert">{said(i18n::failure_line(&failure))}</p>
            })}
            <div class="languages">
                <For each=move || choices.get() key=String::clone let:language>
                    {choice(app, language)}
                </For>
            </div>
        </section>
    }
}

fn choice(app: App, language: String) -> impl IntoView {
    let [named, own] = [language.clone(), language.clone()];
    let chosen = move || app.recognition.chosen.with(|all| all.contains(&own));
    view! {
        <label>
            <input
                type="checkbox"
                data-testid=format!("language-{language}")
                prop:checked=chosen
                on:change=move |event| app.recognition.choose(&language, event_target_checked(&event))
            />
            {i18n::language(&named)}
        </label>
    }
}
