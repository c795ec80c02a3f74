//! The languages in which scanned pages are recognised.

use leptos::prelude::*;

use crate::i18n::failure_texts;
use crate::settings::recognition::{RecognitionStore, use_recognition};
use crate::settings::strings;
use crate::widgets::failure::said;

/// The languages for recognising scanned pages.
#[component]
pub fn ScannedPages() -> impl IntoView {
    let recognition = use_recognition();
    recognition.refresh();
    let choices = Memo::new(move |_| recognition.choices());
    let failure = move || recognition.installed.get()?.err();
    view! {
        <section data-testid="scanned-pages" aria-labelledby="scanned-pages">
            <h2 id="scanned-pages">{strings::scanned_pages()}</h2>
            <p class="quiet">{strings::scanned_pages_hint()}</p>
            {move || failure().map(|failure| view! {
                <p class="failed" role="alert">{said(failure_texts::failure_line(&failure))}</p>
            })}
            <div class="languages">
                <For each=move || choices.get() key=String::clone let:language>
                    {choice(recognition, language)}
                </For>
            </div>
        </section>
    }
}

fn choice(recognition: RecognitionStore, language: String) -> impl IntoView {
    let [named, own] = [language.clone(), language.clone()];
    let chosen = move || recognition.chosen.with(|all| all.contains(&own));
    view! {
        <label>
            <input
                type="checkbox"
                data-testid=format!("language-{language}")
                prop:checked=chosen
                on:change=move |event| recognition.choose(&language, event_target_checked(&event))
            />
            {strings::language(&named)}
        </label>
    }
}
