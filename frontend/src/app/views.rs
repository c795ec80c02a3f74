//! The whole window, and the parts that belong to no other feature.

pub mod bar;
pub mod divider;
pub mod key_sheet;
pub mod notices;
pub mod palette;
pub mod palette_labels;
pub mod rail;
pub mod tour;
pub mod visit;

use leptos::prelude::*;

use crate::app::columns::SideColumn;
use crate::app::layout::{MainView, use_layout};
use crate::app::views::bar::Bar;
use crate::app::views::divider::Divider;
use crate::app::views::key_sheet::KeySheet;
use crate::app::views::notices::Notices;
use crate::app::views::palette::PaletteView;
use crate::app::views::rail::Rail;
use crate::app::views::tour::Tour;
use crate::app::views::visit::Visit;
use crate::app::{App, keyboard, menu_bar};
use crate::chat::views::Chat;
use crate::graph::views::GraphView;
use crate::language;
use crate::library::imports::use_imports;
use crate::library::strings as library_strings;
use crate::library::views::LibraryView;
use crate::reader::views::Reader;
use crate::settings::theme;
use crate::settings::views::Settings;

/// The window in the current language. Its state outlives a change of language.
#[component]
pub fn Root() -> impl IntoView {
    language::begin();
    let app = App::new();
    app.provide();
    theme::wear(app.appearance.looks, app.appearance.system);
    keyboard::listen(app);
    menu_bar::follow(app);
    app.saved_layout.follow_width();
    app.library.follow_others();
    app.saved_layout.keep();
    app.start();
    move || {
        language::track();
        view! { <Window /> }
    }
}

/// The whole window.
#[component]
fn Window() -> impl IntoView {
    let layout = use_layout();
    let imports = use_imports();
    let shows = move |view: MainView| layout.view.get() == view;
    let taken = move |side: SideColumn| {
        move || layout.columns.with(|columns| format!("{}px", columns.taken(side)))
    };
    view! {
        <div
            class="desk"
            class:narrow=move || layout.is_narrow()
            class:no-library=move || !layout.is_unfolded(SideColumn::Library)
            class:no-questions=move || !layout.is_unfolded(SideColumn::Questions)
            style=("--library", taken(SideColumn::Library))
            style=("--questions", taken(SideColumn::Questions))
        >
            <Bar />
            <Rail />
            <LibraryView />
            <Divider side=SideColumn::Library />
            <main
                class="middle"
                class:text=move || shows(MainView::Text)
                class:graph=move || shows(MainView::Graph)
                class:both=move || shows(MainView::Both)
                class:settings=move || shows(MainView::Settings)
                class:behind=move || !layout.is_middle_seen()
            >
                <GraphView />
                <Reader />
                <Show when=move || shows(MainView::Settings)>
                    <Settings />
                </Show>
            </main>
            <Divider side=SideColumn::Questions />
            <Chat />
            <Tour />
            <Notices />
            <KeySheet />
            <PaletteView />
            <Visit />
            <Show when=move || imports.dragging.get()>
                <div class="drop" data-testid="drop">
                    <p>{library_strings::drop_here()}</p>
                </div>
            </Show>
        </div>
    }
}
