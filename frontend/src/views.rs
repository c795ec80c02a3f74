//! The window's parts, one component per file.

mod adding;
mod answer;
mod appearance;
mod chat;
mod collection;
mod collection_editor;
mod comparison;
mod copying;
mod cover;
mod dialog;
mod divider;
mod document_collections;
mod entity;
mod entry;
mod everything;
mod exchange;
mod failed_file;
mod failure;
mod find;
mod fold;
mod graph;
mod icon;
mod key_sheet;
mod layer;
mod library;
mod link;
mod locked;
mod models;
mod name_charts;
mod name_corrections;
mod name_questions;
mod names;
mod outline;
mod page_image;
mod password;
mod path;
mod point;
mod preview;
mod queue;
mod reader;
mod recognition;
mod removal;
mod rows;
mod search;
mod settings;
mod tour;
mod visit;
mod weight;

use leptos::html::Div;
use leptos::prelude::*;

use crate::state::{App, MainView, NoticeLine, SideColumn, UserNotice, use_app};
use crate::{i18n, keys, language, menu, theme};
use icon::{Icon, IconButton, IconName};

/// The window in the current language. Its state outlives a change of language.
#[component]
pub fn Root() -> impl IntoView {
    language::begin();
    let app = App::new();
    provide_context(app);
    theme::wear(app.looks, app.system);
    keys::listen(app);
    menu::follow(app);
    app.follow_width();
    app.follow_others();
    app.keep_arranged();
    app.start();
    move || {
        language::track();
        view! { <Window /> }
    }
}

/// The whole window.
#[component]
fn Window() -> impl IntoView {
    let app = use_app();
    let shows = move |view: MainView| app.view.get() == view;
    let taken = move |side: SideColumn| {
        move || app.columns.with(|columns| format!("{}px", columns.taken(side)))
    };
    view! {
        <div
            class="desk"
            class:narrow=move || app.is_narrow()
            class:no-library=move || !app.is_unfolded(SideColumn::Library)
            class:no-questions=move || !app.is_unfolded(SideColumn::Questions)
            style=("--library", taken(SideColumn::Library))
            style=("--questions", taken(SideColumn::Questions))
        >
            <Bar />
            <Rail />
            <library::LibraryView />
            <divider::Divider side=SideColumn::Library />
            <main
                class="middle"
                class:text=move || shows(MainView::Text)
                class:graph=move || shows(MainView::Graph)
                class:both=move || shows(MainView::Both)
                class:settings=move || shows(MainView::Settings)
                class:behind=move || !app.is_middle_seen()
            >
                <graph::GraphView />
                <reader::Reader />
                <Show when=move || shows(MainView::Settings)>
                    <settings::Settings />
                </Show>
            </main>
            <divider::Divider side=SideColumn::Questions />
            <chat::Chat />
            <tour::Tour />
            <Notices />
            <key_sheet::KeySheet />
            <everything::EverythingView />
            <visit::Visit />
            <Show when=move || app.dragging.get()>
                <div class="drop" data-testid="drop">
                    <p>{i18n::drop_here()}</p>
                </div>
            </Show>
        </div>
    }
}

/// The title of the open document, the choice of views, and the model.
#[component]
fn Bar() -> impl IntoView {
    let app = use_app();
    let title = move || {
        let open = app.reading.document.get()?;
        app.library.summary(open).map(|summary| (summary.title, summary.author))
    };
    let heading = move || title().map_or_else(|| i18n::PECAN.to_owned(), |(title, _)| title);
    view! {
        <header class="bar">
            <h1 data-testid="title" title=heading>
                {heading}
                {move || title().and_then(|(_, author)| author).map(|author| view! {
                    <span class="author">{author}</span>
                })}
            </h1>
            <div class="switch" role="group" aria-label=i18n::shown()>
                <Switch view=MainView::Text name=i18n::document() id="show-text" />
                <Switch view=MainView::Graph name=i18n::graph() id="show-graph" />
                <Switch view=MainView::Both name=i18n::both() id="show-both" />
            </div>
            <ModelBadge />
        </header>
    }
}

#[component]
fn Switch(view: MainView, name: &'static str, id: &'static str) -> impl IntoView {
    let app = use_app();
    let pressed = move || (app.view.get() == view && app.is_middle_seen()).to_string();
    view! {
        <button data-testid=id aria-pressed=pressed on:click=move |_| app.show(view)>
            {name}
        </button>
    }
}

/// The model in use; says so if it is the demonstration model.
#[component]
fn ModelBadge() -> impl IntoView {
    let app = use_app();
    let name = move || match app.model_in_use() {
        None => i18n::model_loading().to_owned(),
        Some(Err(failure)) => i18n::failure_heading(failure.code).to_owned(),
        Some(Ok(info)) if info.demonstration => i18n::demonstration_badge().to_owned(),
        Some(Ok(info)) => info.name,
    };
    let failed = move || matches!(app.model_in_use(), Some(Err(_)));
    view! {
        <button
            class="model"
            class:failed=failed
            data-testid="model-badge"
            on:click=move |_| app.show(MainView::Settings)
        >
            {name}
        </button>
    }
}

/// The narrow column of buttons on the left.
#[component]
fn Rail() -> impl IntoView {
    let app = use_app();
    let unfolded = move |side: SideColumn| move || app.is_unfolded(side).to_string();
    let settings = move || app.are_settings_seen().to_string();
    view! {
        <nav class="rail">
            <button
                title=i18n::library()
                aria-label=i18n::library()
                aria-expanded=unfolded(SideColumn::Library)
                data-testid="fold-library"
                on:click=move |_| app.toggle(SideColumn::Library)
            >
                <Icon mark=IconName::Library />
            </button>
            <button
                title=i18n::questions()
                aria-label=i18n::questions()
                aria-expanded=unfolded(SideColumn::Questions)
                data-testid="fold-questions"
                on:click=move |_| app.toggle(SideColumn::Questions)
            >
                <Icon mark=IconName::Questions />
            </button>
            <button
                title=i18n::everything_title()
                aria-label=i18n::action_everything()
                aria-haspopup="dialog"
                data-testid="search-everything"
                on:click=move |_| app.search_everything()
            >
                <Icon mark=IconName::Search />
            </button>
            <span class="room"></span>
            <button
                title=i18n::settings()
                aria-label=i18n::settings()
                aria-pressed=settings
                data-testid="show-settings"
                on:click=move |_| app.toggle_settings()
            >
                <Icon mark=IconName::Settings />
            </button>
        </nav>
    }
}

/// The notices, until the user closes them.
#[component]
fn Notices() -> impl IntoView {
    let app = use_app();
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || app.notices.get() key=|notice| notice.key let:notice>
                <NoticeCard notice />
            </For>
        </div>
    }
}

#[component]
fn NoticeCard(notice: UserNotice) -> impl IntoView {
    let app = use_app();
    let key = notice.key;
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        // The latest one is at the end of a list that may be longer than its room.
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let lines = notice.lines.into_iter().map(|line| shown(app, line)).collect_view();
    view! {
        <section class="notice" data-testid="notice">
            <h2>{notice.heading}</h2>
            <div class="lines" node_ref=list>{lines}</div>
            <IconButton
                mark=IconName::Close
                name=i18n::dismiss()
                id="dismiss"
                press=move || app.dismiss(key)
            />
        </section>
    }
}

/// A line of a notice, with a button to resolve it.
fn shown(app: App, NoticeLine { said, again }: NoticeLine) -> impl IntoView {
    let again = again.map(|document| {
        view! {
            <button data-testid="read-document-again" on:click=move |_| app.read_again(document)>
                {i18n::read_again()}
            </button>
        }
    });
    view! {
        <p>{failure::said(said)}</p>
        {again}
    }
}
