use std::iter::once;
use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Section;
use leptos::prelude::*;
use protocol::{DocumentText, Entity, EntityId, EntityKind};

use super::entity::EntityPage;
use super::failure::not_shown;
use super::name_corrections::LastCorrection;
use super::outline::walk;
use crate::state::{App, use_app};
use crate::{format, i18n, keys};

/// The maximum number of names to list; typing a part of a name finds others.
const MOST: usize = 300;
/// The elements between which arrow keys move.
const STEPS: &str = ".body button";

/// The names in the open document, if they are to be visible.
#[component]
pub fn NameList(text: Arc<DocumentText>) -> impl IntoView {
    let app = use_app();
    view! {
        <Show when=move || app.naming.open.get()>
            <Panel language=text.language.clone() />
        </Show>
    }
}

#[component]
fn Panel(language: Option<String>) -> impl IntoView {
    let app = use_app();
    let naming = app.naming;
    app.follow_names();
    let panel = NodeRef::<Section>::new();
    let keys = move |event: KeyboardEvent| match (event.key().as_str(), panel.get_untracked()) {
        ("Escape", _) => {
            event.stop_propagation();
            app.toggle_names();
        }
        // There, these keys move through the typed text.
        ("Home" | "End", _) if keys::is_on(keys::NAMES_FIELD) => {}
        (key, Some(panel)) if walk(&panel, STEPS, key) => event.prevent_default(),
        _ => {}
    };
    let is_one = Memo::new(move |_| {
        naming.names.with(Option::is_some) && naming.chosen.with(Option::is_some)
    });
    let content = move || match is_one.get() {
        true => view! { <EntityPage language=language.clone() /> }.into_any(),
        false => view! { <Listed language=language.clone() /> }.into_any(),
    };
    view! {
        <section
            id=keys::NAMES
            class="names"
            node_ref=panel
            aria-label=i18n::names()
            data-testid="names"
            on:keydown=keys
        >
            {content}
            <footer>
                <label title=i18n::names_read_title()>
                    <input
                        type="checkbox"
                        data-testid="names-until"
                        prop:checked=app.reading.until_here
                        on:change=move |event| app.reading.until_here.set(event_target_checked(&event))
                    />
                    {i18n::names_read()}
                </label>
            </footer>
        </section>
    }
}

/// All names, or those that the search finds.
#[component]
fn Listed(language: Option<String>) -> impl IntoView {
    let app = use_app();
    let naming = app.naming;
    let found = Memo::new(move |_| naming.found(MOST));
    let rows = move || found.with(|found| found.as_ref().map_or_else(Vec::new, |f| f.rows.clone()));
    let is_loading = Memo::new(move |_| found.with(Option::is_none));
    let focused = RwSignal::new(None);
    let reached =
        Memo::new(move |_| found.with(|found| reached(&found.as_ref()?.rows, focused.get())));
    let list = move || match (naming.failed.get(), is_loading.get()) {
        (Some(failure), _) => {
            not_shown(&failure, "names-failed", move || app.load_names()).into_any()
        }
        (None, true) => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        (None, false) => view! {
            <ul role="list" lang=language.clone()>
                <For each=rows key=known_by let:entity>
                    {row(app, entity, focused, reached)}
                </For>
            </ul>
            {move || more(found.with(|found| found.as_ref().map_or(0, |found| found.all)))}
        }
        .into_any(),
    };
    view! {
        <header>
            <input
                id=keys::NAMES_FIELD
                type="search"
                // A user who opens the list begins here.
                tabindex="0"
                autocomplete="off"
                spellcheck="false"
                placeholder=i18n::names_find()
                aria-label=i18n::names_find()
                data-testid="names-search"
                prop:value=naming.words
                on:input=move |event| naming.words.set(event_target_value(&event))
            />
            <Kinds />
            <p class="quiet" role="status" aria-live="polite" data-testid="names-count">
                {move || shown(app, found.with(|found| Some(found.as_ref()?.all))?)}
            </p>
            {move || is_unasked(app).then(|| view! { <Unasked /> })}
            <LastCorrection />
        </header>
        <div class="body">{list}</div>
    }
}

/// The number of names found, or why there are none.
fn shown(app: App, found: usize) -> Option<String> {
    let any = app.naming.names.with(|names| Some(!names.as_ref()?.is_empty()))?;
    let until_here = app.reading.until_here.get();
    Some(match (any, found) {
        (false, _) if until_here => i18n::names_none_read().to_owned(),
        (false, _) => i18n::names_none().to_owned(),
        (true, 0) => i18n::found_nothing().to_owned(),
        (true, found) => i18n::names_number(found),
    })
}

/// Whether the model has not yet been asked for the kinds of all names.
fn is_unasked(app: App) -> bool {
    app.naming
        .names
        .with(|names| names.as_ref().is_some_and(|names| !names.is_complete() && !names.is_empty()))
}

/// Says that the model has not been asked for the kinds of names, with a button to ask it.
#[component]
fn Unasked() -> impl IntoView {
    let app = use_app();
    let can_ask = move || app.can_ask_for_kinds();
    view! {
        <p class="quiet" data-testid="names-unasked">{i18n::names_unasked()}</p>
        <Show when=can_ask>
            <button
                class="quiet-line"
                data-testid="ask-kinds"
                on:click=move |_| app.ask_for_kinds()
            >
                {i18n::names_ask()}
            </button>
        </Show>
    }
}

/// Says that more names are found than listed.
fn more(found: usize) -> Option<impl IntoView> {
    let more = found.checked_sub(MOST).filter(|more| *more > 0)?;
    Some(view! { <p class="quiet" data-testid="names-more">"… "{i18n::names_more(more)}</p> })
}

/// The name that Tab reaches: the last one with the focus, or the first. Arrow keys reach the
/// others.
fn reached(rows: &[Entity], focused: Option<EntityId>) -> Option<EntityId> {
    let is_there = |id: &EntityId| rows.iter().any(|entity| entity.id == *id);
    focused.filter(is_there).or_else(|| rows.first().map(|entity| entity.id))
}

/// The key of a row, which changes with its content.
fn known_by(entity: &Entity) -> (EntityId, String, Option<EntityKind>, u32) {
    (entity.id, entity.name.clone(), entity.kind, entity.mentions)
}

fn row(
    app: App,
    entity: Entity,
    focused: RwSignal<Option<EntityId>>,
    reached: Memo<Option<EntityId>>,
) -> impl IntoView {
    let Entity { id, name, kind, mentions, .. } = entity;
    let kind = kind.map(i18n::kind_of_name);
    let parts = once(name.clone()).chain(kind.map(str::to_owned));
    let label = i18n::list(parts.chain(once(i18n::name_mentions(mentions))));
    view! {
        <li>
            <button
                id=keys::of_name(id)
                class="row"
                tabindex=move || if reached.get() == Some(id) { "0" } else { "-1" }
                aria-label=label
                data-testid=keys::of_name(id)
                on:focus=move |_| focused.set(Some(id))
                on:click=move |_| app.choose_name(id)
            >
                <span class="title">{name}</span>
                {kind.map(|kind| view! { <span class="state">{kind}</span> })}
                <span class="state">{format::count(mentions.into())}</span>
            </button>
        </li>
    }
}

/// The kinds that occur, one of which can be listed alone.
#[component]
fn Kinds() -> impl IntoView {
    let app = use_app();
    let kinds = Memo::new(move |_| app.naming.kinds());
    move || {
        let kinds = kinds.get();
        (!kinds.is_empty()).then(|| {
            let all = once(None).chain(kinds.into_iter().map(Some));
            view! {
                <div class="kinds" role="group" aria-label=i18n::names_kinds()>
                    {all.map(|kind| choice(app, kind)).collect_view()}
                </div>
            }
        })
    }
}

fn choice(app: App, kind: Option<EntityKind>) -> impl IntoView {
    view! {
        <button
            aria-pressed=move || (app.naming.kind() == kind).to_string()
            data-testid=format!("name-kind-{}", kind_id(kind))
            on:click=move |_| app.naming.choose_kind(kind)
        >
            {i18n::kinds_of_names(kind)}
        </button>
    }
}

fn kind_id(kind: Option<EntityKind>) -> &'static str {
    match kind {
        None => "all",
        Some(EntityKind::Person) => "person",
        Some(EntityKind::Place) => "place",
        Some(EntityKind::Organisation) => "organisation",
        Some(EntityKind::Thing) => "thing",
    }
}

#[cfg(test)]
mod tests {
    use protocol::Importance;

    use super::*;

    #[test]
    fn tab_reaches_the_name_that_had_the_focus_last() {
        let entity = |id| {
            let name = String::new();
            let (importance, facts) = (Importance::Passing, Vec::new());
            Entity {
                id,
                name,
                names: Vec::new(),
                kind: None,
                importance,
                mentions: 1,
                facts,
                pairs: Vec::new(),
            }
        };
        let rows = [4, 2, 9].map(entity);
        for (focused, expected) in [(None, 4), (Some(9), 9), (Some(3), 4)] {
            assert_eq!(reached(&rows, focused), Some(expected), "{focused:?}");
        }
        assert_eq!(reached(&[], Some(4)), None);
    }

    #[test]
    fn it_is_said_how_many_are_not_listed() {
        assert!(more(0).is_none() && more(MOST).is_none() && more(MOST + 1).is_some());
    }
}
