//! The window's parts, one component per file.

mod adding;
mod answer;
mod appearance;
mod changing;
mod chat;
mod collection;
mod comparison;
mod copying;
mod cover;
mod dialog;
mod divider;
mod entity;
mod entry;
mod everything;
mod exchange;
mod failure;
mod find;
mod fold;
mod graph;
mod held;
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
mod sheet;
mod shelved;
mod tour;
mod visit;
mod weight;

use leptos::html::Div;
use leptos::prelude::*;

use crate::state::{Desk, Notice, Side, Told, View, use_desk};
use crate::{keys, language, menu, theme, words};
use icon::{Icon, IconButton, Mark};

/// The window in the current language. Its state outlives a change of language.
#[component]
pub fn App() -> impl IntoView {
    language::begin();
    let desk = Desk::new();
    provide_context(desk);
    theme::wear(desk.looks, desk.system);
    keys::listen(desk);
    menu::follow(desk);
    desk.follow_width();
    desk.follow_others();
    desk.keep_arranged();
    desk.start();
    move || {
        language::track();
        view! { <Window /> }
    }
}

/// The whole window.
#[component]
fn Window() -> impl IntoView {
    let desk = use_desk();
    let shows = move |view: View| desk.view.get() == view;
    let taken =
        move |side: Side| move || desk.columns.with(|columns| format!("{}px", columns.taken(side)));
    view! {
        <div
            class="desk"
            class:narrow=move || desk.is_narrow()
            class:no-library=move || !desk.is_unfolded(Side::Library)
            class:no-questions=move || !desk.is_unfolded(Side::Questions)
            style=("--library", taken(Side::Library))
            style=("--questions", taken(Side::Questions))
        >
            <Bar />
            <Rail />
            <library::LibraryView />
            <divider::Divider side=Side::Library />
            <main
                class="middle"
                class:text=move || shows(View::Text)
                class:graph=move || shows(View::Graph)
                class:both=move || shows(View::Both)
                class:settings=move || shows(View::Settings)
                class:behind=move || !desk.is_middle_seen()
            >
                <graph::GraphView />
                <reader::Reader />
                <Show when=move || shows(View::Settings)>
                    <settings::Settings />
                </Show>
            </main>
            <divider::Divider side=Side::Questions />
            <chat::Chat />
            <tour::Tour />
            <Notices />
            <key_sheet::KeySheet />
            <everything::EverythingView />
            <visit::Visit />
            <Show when=move || desk.dragging.get()>
                <div class="drop" data-testid="drop">
                    <p>{words::drop_here()}</p>
                </div>
            </Show>
        </div>
    }
}

/// The title of the open document, the choice of views, and the model.
#[component]
fn Bar() -> impl IntoView {
    let desk = use_desk();
    let title = move || {
        let open = desk.reading.document.get()?;
        desk.library.summary(open).map(|summary| (summary.title, summary.author))
    };
    let heading = move || title().map_or_else(|| words::PECAN.to_owned(), |(title, _)| title);
    view! {
        <header class="bar">
            <h1 data-testid="title" title=heading>
                {heading}
                {move || title().and_then(|(_, author)| author).map(|author| view! {
                    <span class="author">{author}</span>
                })}
            </h1>
            <div class="switch" role="group" aria-label=words::shown()>
                <Switch view=View::Text name=words::document() id="show-text" />
                <Switch view=View::Graph name=words::graph() id="show-graph" />
                <Switch view=View::Both name=words::both() id="show-both" />
            </div>
            <ModelBadge />
        </header>
    }
}

#[component]
fn Switch(view: View, name: &'static str, id: &'static str) -> impl IntoView {
    let desk = use_desk();
    let pressed = move || (desk.view.get() == view && desk.is_middle_seen()).to_string();
    view! {
        <button data-testid=id aria-pressed=pressed on:click=move |_| desk.show(view)>
            {name}
        </button>
    }
}

/// The model in use; says so if it is the demonstration model.
#[component]
fn ModelBadge() -> impl IntoView {
    let desk = use_desk();
    let name = move || match desk.model_in_use() {
        None => words::model_loading().to_owned(),
        Some(Err(failure)) => words::failure_heading(failure.code).to_owned(),
        Some(Ok(info)) if info.demonstration => words::demonstration_badge().to_owned(),
        Some(Ok(info)) => info.name,
    };
    let failed = move || matches!(desk.model_in_use(), Some(Err(_)));
    view! {
        <button
            class="model"
            class:failed=failed
            data-testid="model-badge"
            on:click=move |_| desk.show(View::Settings)
        >
            {name}
        </button>
    }
}

/// The narrow column of buttons on the left.
#[component]
fn Rail() -> impl IntoView {
    let desk = use_desk();
    let unfolded = move |side: Side| move || desk.is_unfolded(side).to_string();
    let settings = move || desk.are_settings_seen().to_string();
    view! {
        <nav class="rail">
            <button
                title=words::library()
                aria-label=words::library()
                aria-expanded=unfolded(Side::Library)
                data-testid="fold-library"
                on:click=move |_| desk.toggle(Side::Library)
            >
                <Icon mark=Mark::Library />
            </button>
            <button
                title=words::questions()
                aria-label=words::questions()
                aria-expanded=unfolded(Side::Questions)
                data-testid="fold-questions"
                on:click=move |_| desk.toggle(Side::Questions)
            >
                <Icon mark=Mark::Questions />
            </button>
            <button
                title=words::everything_title()
                aria-label=words::action_everything()
                aria-haspopup="dialog"
                data-testid="search-everything"
                on:click=move |_| desk.search_everything()
            >
                <Icon mark=Mark::Search />
            </button>
            <span class="room"></span>
            <button
                title=words::settings()
                aria-label=words::settings()
                aria-pressed=settings
                data-testid="show-settings"
                on:click=move |_| desk.toggle_settings()
            >
                <Icon mark=Mark::Settings />
            </button>
        </nav>
    }
}

/// The notices, until the user closes them.
#[component]
fn Notices() -> impl IntoView {
    let desk = use_desk();
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || desk.notices.get() key=|notice| notice.key let:notice>
                <NoticeCard notice />
            </For>
        </div>
    }
}

#[component]
fn NoticeCard(notice: Notice) -> impl IntoView {
    let desk = use_desk();
    let key = notice.key;
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        // The latest one is at the end of a list that may be longer than its room.
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let lines = notice.lines.into_iter().map(|line| told(desk, line)).collect_view();
    view! {
        <section class="notice" data-testid="notice">
            <h2>{notice.heading}</h2>
            <div class="lines" node_ref=list>{lines}</div>
            <IconButton
                mark=Mark::Close
                name=words::dismiss()
                id="dismiss"
                press=move || desk.dismiss(key)
            />
        </section>
    }
}

/// A line of a notice, with a button to resolve it.
fn told(desk: Desk, Told { said, again }: Told) -> impl IntoView {
    let again = again.map(|document| {
        view! {
            <button data-testid="read-document-again" on:click=move |_| desk.read_again(document)>
                {words::read_again()}
            </button>
        }
    });
    view! {
        <p>{failure::said(said)}</p>
        {again}
    }
}
