//! The settings of colours and letters.

use leptos::ev::Event;
use leptos::prelude::*;

use crate::i18n::measures;
use crate::settings::appearance::use_appearance;
use crate::settings::strings;
use crate::settings::theme::{AppearanceSettings, DarkPages, Theme};

/// Settings for colours, also of printed pages, and for the size of letters.
#[component]
pub fn Appearance() -> impl IntoView {
    let appearance = use_appearance();
    let looks = appearance.looks;
    let recolour = move |event: Event| {
        if let Some(theme) = Theme::of(&event_target_value(&event)) {
            appearance.choose(AppearanceSettings { theme, ..looks.get_untracked() });
        }
    };
    let resize = move |event: Event| {
        if let Ok(scale) = event_target_value(&event).parse() {
            appearance.choose(AppearanceSettings { scale, ..looks.get_untracked() });
        }
    };
    let print = move |event: Event| {
        if let Some(pages) = DarkPages::of(&event_target_value(&event)) {
            appearance.choose(AppearanceSettings { pages, ..looks.get_untracked() });
        }
    };
    let themes = Theme::ALL.map(|theme| {
        let chosen = move || looks.get().theme == theme;
        view! { <option value=theme.name() prop:selected=chosen>{strings::theme_name(theme)}</option> }
    });
    let scales = AppearanceSettings::SCALES.map(|scale| {
        let chosen = move || looks.get().scale == scale;
        let shown = measures::percent(&scale.to_string());
        view! { <option value=scale.to_string() prop:selected=chosen>{shown}</option> }
    });
    let pages = DarkPages::ALL.map(|pages| {
        let chosen = move || looks.get().pages == pages;
        let shown = strings::dark_pages_name(pages);
        view! { <option value=pages.name() prop:selected=chosen>{shown}</option> }
    });
    view! {
        <section>
            <h2>{strings::appearance()}</h2>
            <div class="field">
                <label for="theme">{strings::theme()}</label>
                <select id="theme" data-testid="theme" on:change=recolour>
                    {themes.into_iter().collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="dark-pages">{strings::dark_pages()}</label>
                <select id="dark-pages" data-testid="dark-pages" on:change=print>
                    {pages.into_iter().collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="letter-size">{strings::letter_size()}</label>
                <select id="letter-size" data-testid="letter-size" on:change=resize>
                    {scales.into_iter().collect_view()}
                </select>
            </div>
        </section>
    }
}
