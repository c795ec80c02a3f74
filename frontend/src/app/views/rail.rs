//! The narrow column of buttons on the left.

use leptos::prelude::*;

use crate::app::columns::SideColumn;
use crate::app::layout::use_layout;
use crate::app::palette::use_palette;
use crate::app::views::palette_labels;
use crate::app::{action_strings, strings};
use crate::widgets::icon::{Icon, IconName};

/// The narrow column of buttons on the left.
#[component]
pub fn Rail() -> impl IntoView {
    let layout = use_layout();
    let palette = use_palette();
    let unfolded = move |side: SideColumn| move || layout.is_unfolded(side).to_string();
    let settings = move || layout.are_settings_seen().to_string();
    view! {
        <nav class="rail">
            <button
                title=strings::library()
                aria-label=strings::library()
                aria-expanded=unfolded(SideColumn::Library)
                data-testid="fold-library"
                on:click=move |_| layout.toggle_column(SideColumn::Library)
            >
                <Icon mark=IconName::Library />
            </button>
            <button
                title=strings::questions()
                aria-label=strings::questions()
                aria-expanded=unfolded(SideColumn::Questions)
                data-testid="fold-questions"
                on:click=move |_| layout.toggle_column(SideColumn::Questions)
            >
                <Icon mark=IconName::Questions />
            </button>
            <button
                title=palette_labels::everything_title()
                aria-label=action_strings::action_everything()
                aria-haspopup="dialog"
                data-testid="search-everything"
                on:click=move |_| palette.toggle()
            >
                <Icon mark=IconName::Search />
            </button>
            <span class="room"></span>
            <button
                title=strings::settings()
                aria-label=strings::settings()
                aria-pressed=settings
                data-testid="show-settings"
                on:click=move |_| layout.toggle_settings()
            >
                <Icon mark=IconName::Settings />
            </button>
        </nav>
    }
}
