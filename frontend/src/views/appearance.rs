use leptos::ev::Event;
use leptos::prelude::*;

use crate::i18n;
use crate::state::use_app;
use crate::theme::{AppearanceSettings, DarkPages, Theme};

/// Settings for colours, also of printed pages, and for the size of letters.
#[component]
pub fn Appearance() -> impl IntoView {
    let app = use_app();
    let looks = app.looks;
    let recolour = move |event: Event| {
        if let Some(theme) = Theme::of(&event_target_value(&event)) {
            app.choose_looks(AppearanceSettings { theme, ..looks.get_untracked() });
        }
    };
    let resize = move |event: Event| {
        if let Ok(scale) = event_target_value(&event).parse() {
            app.choose_looks(AppearanceSettings { scale, ..looks.get_untracked() });
        }
    };
    let print = move |event: Event| {
        if let Some(pages) = DarkPages::of(&event_target_value(&event)) {
            app.choose_looks(AppearanceSettings { pages, ..looks.get_untracked() });
        }
    };
    let themes = Theme::ALL.map(|theme| {
        let chosen = move || looks.get().theme == theme;
        view! { <option value=theme.name() prop:selected=chosen>{i18n::theme_name(theme)}</option> }
    });
    let scales = AppearanceSettings::SCALES.map(|scale| {
        let chosen = move || looks.get().scale == scale;
        let shown = i18n::percent(&scale.to_string());
        view! { <option value=scale.to_string() prop:selected=chosen>{shown}</option> }
    });
    let pages = DarkPages::ALL.map(|pages| {
        let chosen = move || looks.get().pages == pages;
        let shown = i18n::dark_pages_name(pages);
        view! { <option value=pages.name() prop:selected=chosen>{shown}</option> }
    });
    view! {
        <section>
            <h2>{i18n::appearance()}</h2>
            <div class="field">
                <label for="theme">{i18n::theme()}</label>
                <select id="theme" data-testid="theme" on:change=recolour>
                    {themes.into_iter().collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="dark-pages">{i18n::dark_pages()}</label>
                <select id="dark-pages" data-testid="dark-pages" on:change=print>
                    {pages.into_iter().collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="letter-size">{i18n::letter_size()}</label>
                <select id="letter-size" data-testid="letter-size" on:change=resize>
                    {scales.into_iter().collect_view()}
                </select>
            </div>
        </section>
    }
}
