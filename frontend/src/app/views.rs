//! The window's parts, one component per file.

pub mod divider;
pub mod everything;
pub mod everything_labels;
pub mod key_sheet;
pub mod tour;
pub mod visit;

use leptos::html::Div;
use leptos::prelude::*;

use crate::app::columns::SideColumn;
use crate::app::everything::use_everything;
use crate::app::layout::{MainView, use_layout};
use crate::app::notices::{NoticeLine, UserNotice, use_notices};
use crate::app::views::divider::Divider;
use crate::app::views::everything::EverythingView;
use crate::app::views::key_sheet::KeySheet;
use crate::app::views::tour::Tour;
use crate::app::views::visit::Visit;
use crate::app::{App, action_strings, keyboard, menu_bar, strings};
use crate::chat::views::Chat;
use crate::graph::store::use_graph;
use crate::graph::views::GraphView;
use crate::i18n::failure_texts;
use crate::language;
use crate::library::imports::{ImportStore, use_imports};
use crate::library::store::use_library;
use crate::library::strings as library_strings;
use crate::library::views::LibraryView;
use crate::reader::store::use_reader;
use crate::reader::views::Reader;
use crate::settings::models::use_models;
use crate::settings::views::Settings;
use crate::settings::{strings as settings_strings, theme};
use crate::widgets::failure;
use crate::widgets::icon::{Icon, IconButton, IconName};

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
            <EverythingView />
            <Visit />
            <Show when=move || imports.dragging.get()>
                <div class="drop" data-testid="drop">
                    <p>{library_strings::drop_here()}</p>
                </div>
            </Show>
        </div>
    }
}

/// The title of the open document, the choice of views, and the model.
#[component]
fn Bar() -> impl IntoView {
    let library = use_library();
    let reader = use_reader();
    let title = move || {
        let open = reader.document.get()?;
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

/// The narrow column of buttons on the left.
#[component]
fn Rail() -> impl IntoView {
    let layout = use_layout();
    let everything = use_everything();
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
                title=everything_labels::everything_title()
                aria-label=action_strings::action_everything()
                aria-haspopup="dialog"
                data-testid="search-everything"
                on:click=move |_| everything.toggle()
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

/// The notices, until the user closes them.
#[component]
fn Notices() -> impl IntoView {
    let notices = use_notices();
    view! {
        <div class="notices" role="status" aria-live="polite">
            <For each=move || notices.all.get() key=|notice| notice.key let:notice>
                <NoticeCard notice />
            </For>
        </div>
    }
}

#[component]
fn NoticeCard(notice: UserNotice) -> impl IntoView {
    let notices = use_notices();
    let imports = use_imports();
    let key = notice.key;
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        // The latest one is at the end of a list that may be longer than its room.
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let lines = notice.lines.into_iter().map(|line| shown(imports, line)).collect_view();
    view! {
        <section class="notice" data-testid="notice">
            <h2>{notice.heading}</h2>
            <div class="lines" node_ref=list>{lines}</div>
            <IconButton
                mark=IconName::Close
                name=strings::dismiss()
                id="dismiss"
                press=move || notices.dismiss(key)
            />
        </section>
    }
}

/// A line of a notice, with a button to resolve it.
fn shown(imports: ImportStore, NoticeLine { said, again }: NoticeLine) -> impl IntoView {
    let again = again.map(|document| {
        view! {
            <button data-testid="read-document-again" on:click=move |_| imports.read_again(document)>
                {library_strings::read_again()}
            </button>
        }
    });
    view! {
        <p>{failure::said(said)}</p>
        {again}
    }
}
