use leptos::prelude::*;

use super::failure::said;
use crate::state::{Desk, use_desk};
use crate::words;

/// The languages for recognising scanned pages.
#[component]
pub fn ScannedPages() -> impl IntoView {
    let desk = use_desk();
    desk.refresh_languages();
    let choices = Memo::new(move |_| desk.recognition.choices());
    let failure = move || desk.recognition.installed.get()?.err();
    view! {
        <section data-testid="scanned-pages" aria-labelledby="scanned-pages">
            <h2 id="scanned-pages">{words::scanned_pages()}</h2>
            <p class="quiet">{words::scanned_pages_hint()}</p>
            {move || failure().map(|failure| view! {
                <p class="failed" role="alert">{said(words::failure_line(&failure))}</p>
            })}
            <div class="languages">
                <For each=move || choices.get() key=String::clone let:language>
                    {choice(desk, language)}
                </For>
            </div>
        </section>
    }
}

fn choice(desk: Desk, language: String) -> impl IntoView {
    let [named, own] = [language.clone(), language.clone()];
    let chosen = move || desk.recognition.chosen.with(|all| all.contains(&own));
    view! {
        <label>
            <input
                type="checkbox"
                data-testid=format!("language-{language}")
                prop:checked=chosen
                on:change=move |event| desk.recognition.choose(&language, event_target_checked(&event))
            />
            {words::language(&named)}
        </label>
    }
}
