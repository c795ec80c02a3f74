//! The bar above: the title of the open document, the choice of views, and the model.

use leptos::prelude::*;

use crate::app::layout::{MainView, use_layout};
use crate::app::navigation::use_navigation;
use crate::app::strings;
use crate::graph::store::use_graph;
use crate::i18n::failure_texts;
use crate::library::store::use_library;
use crate::settings::models::use_models;
use crate::settings::strings as settings_strings;

/// The title of the open document, the choice of views, and the model.
#[component]
pub fn Bar() -> impl IntoView {
    let library = use_library();
    let navigation = use_navigation();
    let title = move || {
        let open = navigation.document.get()?;
        library.summary(open).map(|summary| (summary.title, summary.author))
    };
    let heading = move || title().map_or_else(|| strings::PECAN.to_owned(), |(title, _)| title);
    view! {
        <header class="bar">
            <h1 data-testid="title" title=heading>
                {heading}
                {move || title().and_then(|(_, author)| author).map(|author| view! {
                    <span class="author">{author}</span>
                })}
            </h1>
            <div class="switch" role="group" aria-label=strings::shown()>
                <Switch view=MainView::Text name=strings::document() id="show-text" />
                <Switch view=MainView::Graph name=strings::graph() id="show-graph" />
                <Switch view=MainView::Both name=strings::both() id="show-both" />
            </div>
            <ModelBadge />
        </header>
    }
}

#[component]
fn Switch(view: MainView, name: &'static str, id: &'static str) -> impl IntoView {
    let layout = use_layout();
    let graph = use_graph();
    let pressed = move || (layout.view.get() == view && layout.is_middle_seen()).to_string();
    view! {
        <button data-testid=id aria-pressed=pressed on:click=move |_| graph.show_view(view)>
            {name}
        </button>
    }
}

/// The model in use; says so if it is the demonstration model.
#[component]
fn ModelBadge() -> impl IntoView {
    let graph = use_graph();
    let models = use_models();
    let name = move || match models.in_use() {
        None => settings_strings::model_loading().to_owned(),
        Some(Err(failure)) => failure_texts::failure_heading(failure.code).to_owned(),
        Some(Ok(info)) if info.demonstration => settings_strings::demonstration_badge().to_owned(),
        Some(Ok(info)) => info.name,
    };
    let failed = move || matches!(models.in_use(), Some(Err(_)));
    view! {
        <button
            class="model"
            class:failed=failed
            data-testid="model-badge"
            on:click=move |_| graph.show_view(MainView::Settings)
        >
            {name}
        </button>
    }
}
