//! The list of names beside the text.

pub mod charts;
pub mod corrections;
pub mod entity;
pub mod others;
pub mod questions;

use std::iter::once;
use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Section;
use leptos::prelude::*;
use protocol::{DocumentText, Entity, EntityId, EntityKind};

use crate::app::strings as app_strings;
use crate::dom::elements;
use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::entities::views::corrections::LastCorrection;
use crate::entities::views::entity::EntityPage;
use crate::format;
use crate::library::strings as library_strings;
use crate::reader::store::{ReaderStore, use_reader};
use crate::reader::views::outline::walk;
use crate::widgets::failure::not_shown;

/// The maximum number of names to list; typing a part of a name finds others.
const MOST: usize = 300;
/// The elements between which arrow keys move.
const STEPS: &str = ".body button";

/// The names in the open document, if they are to be visible.
#[component]
pub fn NameList(text: Arc<DocumentText>) -> impl IntoView {
    let entities = use_entities();
    view! {
        <Show when=move || entities.open.get()>
            <Panel language=text.language.clone() />
        </Show>
    }
}

#[component]
fn Panel(language: Option<String>) -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    entities.follow();
    let panel = NodeRef::<Section>::new();
    let keys = move |event: KeyboardEvent| match (event.key().as_str(), panel.get_untracked()) {
        ("Escape", _) => {
            event.stop_propagation();
            entities.toggle();
        }
        // There, these keys move through the typed text.
        ("Home" | "End", _) if elements::is_on(elements::NAMES_FIELD) => {}
        (key, Some(panel)) if walk(&panel, STEPS, key) => event.prevent_default(),
        _ => {}
    };
    let is_one = Memo::new(move |_| {
        entities.names.with(Option::is_some) && entities.chosen.with(Option::is_some)
    });
    let content = move || match is_one.get() {
        true => view! { <EntityPage language=language.clone() /> }.into_any(),
        false => view! { <Listed language=language.clone() /> }.into_any(),
    };
    view! {
        <section
            id=elements::NAMES
            class="names"
            node_ref=panel
            aria-label=strings::names()
            data-testid="names"
            on:keydown=keys
        >
            {content}
            <footer>
                <label title=strings::names_read_title()>
                    <input
                        type="checkbox"
                        data-testid="names-until"
                        prop:checked=reader.until_here
                        on:change=move |event| reader.until_here.set(event_target_checked(&event))
                    />
                    {strings::names_read()}
                </label>
            </footer>
        </section>
    }
}

/// All names, or those that the search finds.
#[component]
fn Listed(language: Option<String>) -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    let found = Memo::new(move |_| entities.found(MOST));
    let rows = move || found.with(|found| found.as_ref().map_or_else(Vec::new, |f| f.rows.clone()));
    let is_loading = Memo::new(move |_| found.with(Option::is_none));
    let focused = RwSignal::new(None);
    let reached =
        Memo::new(move |_| found.with(|found| reached(&found.as_ref()?.rows, focused.get())));
    let list = move || match (entities.failed.get(), is_loading.get()) {
        (Some(failure), _) => {
            not_shown(&failure, "names-failed", move || entities.load()).into_any()
        }
        (None, true) => view! { <div class="loading" aria-hidden="true"></div> }.into_any(),
        (None, false) => view! {
            <ul role="list" lang=language.clone()>
                <For each=rows key=known_by let:entity>
                    {row(entities, entity, focused, reached)}
                </For>
            </ul>
            {move || more(found.with(|found| found.as_ref().map_or(0, |found| found.all)))}
        }
        .into_any(),
    };
    view! {
        <header>
            <input
                id=elements::NAMES_FIELD
                type="search"
                // A user who opens the list begins here.
                tabindex="0"
                autocomplete="off"
                spellcheck="false"
                placeholder=strings::names_find()
                aria-label=strings::names_find()
                data-testid="names-search"
                prop:value=entities.words
                on:input=move |event| entities.words.set(event_target_value(&event))
            />
            <Kinds />
            <p class="quiet" role="status" aria-live="polite" data-testid="names-count">
                {move || shown(reader, entities, found.with(|found| Some(found.as_ref()?.all))?)}
            </p>
            {move || is_unasked(entities).then(|| view! { <Unasked /> })}
            <LastCorrection />
        </header>
        <div class="body">{list}</div>
    }
}

/// The number of names found, or why there are none.
fn shown(reader: ReaderStore, entities: EntityStore, found: usize) -> Option<String> {
    let any = entities.names.with(|names| Some(!names.as_ref()?.is_empty()))?;
    let until_here = reader.until_here.get();
    Some(match (any, found) {
        (false, _) if until_here => strings::names_none_read().to_owned(),
        (false, _) => strings::names_none().to_owned(),
        (true, 0) => library_strings::found_nothing().to_owned(),
        (true, found) => strings::names_number(found),
    })
}

/// Whether names are listed about which the model has not yet been asked; dates need no model.
fn is_unasked(entities: EntityStore) -> bool {
    entities.kind() != Some(EntityKind::Time)
        && entities.names.with(|names| {
            names.as_ref().is_some_and(|names| !names.is_complete() && !names.is_empty())
        })
}

/// Says that the model has not been asked for the kinds of names, with a button to ask it.
#[component]
fn Unasked() -> impl IntoView {
    let entities = use_entities();
    let can_ask = move || entities.can_ask_for_kinds();
    view! {
        <p class="quiet" data-testid="names-unasked">{strings::names_unasked()}</p>
        <Show when=can_ask>
            <button
                class="quiet-line"
                data-testid="ask-kinds"
                on:click=move |_| entities.ask_for_kinds()
            >
                {strings::names_ask()}
            </button>
        </Show>
    }
}

/// Says that more names are found than listed.
fn more(found: usize) -> Option<impl IntoView> {
    let more = found.checked_sub(MOST).filter(|more| *more > 0)?;
    Some(view! { <p class="quiet" data-testid="names-more">"… "{strings::names_more(more)}</p> })
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
    entities: EntityStore,
    entity: Entity,
    focused: RwSignal<Option<EntityId>>,
    reached: Memo<Option<EntityId>>,
) -> impl IntoView {
    let Entity { id, name, kind, mentions, .. } = entity;
    let kind = kind.map(strings::kind_of_name);
    let parts = once(name.clone()).chain(kind.map(str::to_owned));
    let label = app_strings::list(parts.chain(once(strings::name_mentions(mentions))));
    view! {
        <li>
            <button
                id=elements::of_name(id)
                class="row"
                tabindex=move || if reached.get() == Some(id) { "0" } else { "-1" }
                aria-label=label
                data-testid=elements::of_name(id)
                on:focus=move |_| focused.set(Some(id))
                on:click=move |_| entities.choose(id)
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
    let entities = use_entities();
    let kinds = Memo::new(move |_| entities.kinds());
    move || {
        let kinds = kinds.get();
        (!kinds.is_empty()).then(|| {
            let all = once(None).chain(kinds.into_iter().map(Some));
            view! {
                <div class="kinds" role="group" aria-label=strings::names_kinds()>
                    {all.map(|kind| choice(entities, kind)).collect_view()}
                </div>
            }
        })
    }
}

fn choice(entities: EntityStore, kind: Option<EntityKind>) -> impl IntoView {
    view! {
        <button
            aria-pressed=move || (entities.kind() == kind).to_string()
            data-testid=format!("name-kind-{}", kind_id(kind))
            on:click=move |_| entities.choose_kind(kind)
        >
            {strings::kinds_of_names(kind)}
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
        Some(EntityKind::Time) => "time",
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
