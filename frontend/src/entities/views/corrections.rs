//! Correcting names.

use leptos::html::Input;
use leptos::prelude::*;
use protocol::{Correction, Entity, EntityKind, NameCorrection};

use crate::app::strings as app_strings;
use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::library::strings as library_strings;
use crate::widgets::fold::Fold;

/// The number of names to offer that may mean the same.
const OFFERED: usize = 6;

/// The corrections for an entity, folded at first.
#[component]
pub fn Corrections(entity: Entity) -> impl IntoView {
    let entities = use_entities();
    let name = entity.names.first().cloned().unwrap_or_else(|| entity.name.clone());
    let unfolded = RwSignal::new(false);
    let fields = move || {
        let names = entity.names.iter();
        let rows = names.map(|name| own_name(entities, name.clone(), entity.names.len() > 1));
        view! {
            <ul class="own" role="list">{rows.collect_view()}</ul>
            <Title name=name.clone() title=entity.name.clone() />
            {kinds(entities, name.clone(), entity.kind)}
            <Merge name=name.clone() />
        }
    };
    view! {
        <div class="correct">
            <Fold unfolded line=strings::name_correct().to_owned() id="name-correct" />
            {move || unfolded.get().then(&fields)}
        </div>
    }
}

/// One of its names: whether it means another entity, and whether it is a name at all.
fn own_name(entities: EntityStore, name: String, is_one_of_several: bool) -> impl IntoView {
    let split = NameCorrection::Split { name: name.clone() };
    let discard = NameCorrection::Discard { name: name.clone() };
    view! {
        <li>
            <span class="title">{name.clone()}</span>
            {is_one_of_several.then(|| view! {
                <button
                    class="quiet-line"
                    title=strings::name_split_title()
                    aria-label=app_strings::named(&name, strings::name_split())
                    data-testid="name-split"
                    on:click=move |_| entities.correct_names(split.clone())
                >
                    {strings::name_split()}
                </button>
            })}
            <button
                class="quiet-line"
                aria-label=app_strings::named(&name, strings::name_discard())
                data-testid="name-discard"
                on:click=move |_| entities.correct_names(discard.clone())
            >
                {strings::name_discard()}
            </button>
        </li>
    }
}

/// The main name.
#[component]
fn Title(name: String, title: String) -> impl IntoView {
    let entities = use_entities();
    let field = NodeRef::<Input>::new();
    let rename = move || {
        let Some(title) = field.get_untracked().map(|field| field.value()) else { return };
        entities.correct_names(NameCorrection::Rename { name: name.clone(), title });
    };
    view! {
        <form on:submit=move |event| { event.prevent_default(); rename(); }>
            <input
                node_ref=field
                type="text"
                value=title
                autocomplete="off"
                spellcheck="false"
                aria-label=strings::name_new()
                data-testid="name-rename-field"
            />
            <button type="submit" data-testid="name-rename">{library_strings::rename()}</button>
        </form>
    }
}

/// The kind.
fn kinds(entities: EntityStore, name: String, kind: Option<EntityKind>) -> impl IntoView {
    let choice = move |one: EntityKind| {
        view! {
            <option value=one.word() selected=kind == Some(one)>{strings::kind_of_name(one)}</option>
        }
    };
    let choose = move |word: String| {
        let kind = EntityKind::OF_NAMES.into_iter().find(|kind| kind.word() == word);
        if let Some(kind) = kind {
            entities.correct_names(NameCorrection::SetKind { name: name.clone(), kind });
        }
    };
    view! {
        <label>
            {strings::name_kind()}
            <select
                data-testid="name-kind"
                on:change=move |event| choose(event_target_value(&event))
            >
                {kind.is_none().then(|| view! { <option value="" selected=true></option> })}
                {EntityKind::OF_NAMES.map(choice).into_iter().collect_view()}
            </select>
        </label>
    }
}

/// Finds another name for the same entity. Until the reader searches, it offers those that may be.
#[component]
fn Merge(name: String) -> impl IntoView {
    let entities = use_entities();
    let wanted = RwSignal::new(String::new());
    entities.look_for_similar();
    let is_searching = move || !wanted.get().trim().is_empty();
    let offered = move || match is_searching() {
        true => entities.names_to_merge(&wanted.get(), OFFERED),
        false => entities.similar.get().to_vec(),
    };
    let hint = move || {
        let is_offered = !is_searching() && entities.similar.with(|similar| !similar.is_empty());
        is_offered.then(|| view! { <p class="quiet">{strings::name_similar()}</p> })
    };
    let offer = move |other: String| {
        let merge = NameCorrection::Merge { name: name.clone(), other: other.clone() };
        view! {
            <li>
                <button
                    class="row"
                    data-testid="name-merge"
                    on:click=move |_| entities.correct_names(merge.clone())
                >
                    {other}
                </button>
            </li>
        }
    };
    view! {
        <input
            type="search"
            autocomplete="off"
            spellcheck="false"
            placeholder=strings::name_same_as()
            aria-label=strings::name_same_as()
            data-testid="name-same-as"
            prop:value=wanted
            on:input=move |event| wanted.set(event_target_value(&event))
        />
        {hint}
        <ul role="list">{move || offered().into_iter().map(offer.clone()).collect_view()}</ul>
    }
}

/// The last correction, with a button to undo it.
#[component]
pub fn LastCorrection() -> impl IntoView {
    let entities = use_entities();
    move || {
        entities.last_correction().map(|correction| {
            view! {
                <p class="quiet corrected" data-testid="name-corrected">
                    {correction_said(&correction)} " "
                    <button
                        class="quiet-line"
                        data-testid="name-undo"
                        on:click=move |_| entities.undo_correction(&correction)
                    >
                        {library_strings::undo()}
                    </button>
                </p>
            }
        })
    }
}

fn correction_said(correction: &Correction) -> String {
    match &correction.what {
        NameCorrection::Merge { name, other } => strings::corrected_merge(name, other),
        NameCorrection::Split { name } => strings::corrected_split(name),
        NameCorrection::Rename { name, title } => strings::corrected_rename(name, title),
        NameCorrection::SetKind { name, kind } => {
            strings::corrected_kind(name, strings::kind_of_name(*kind))
        }
        NameCorrection::Discard { name } => strings::corrected_discard(name),
    }
}
