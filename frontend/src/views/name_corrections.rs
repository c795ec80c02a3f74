use leptos::html::Input;
use leptos::prelude::*;
use protocol::{Correction, Entity, EntityKind, NameCorrection};

use super::fold::Fold;
use crate::state::{Desk, use_desk};
use crate::words;

/// The number of names to offer that may mean the same.
const OFFERED: usize = 6;

/// The corrections for an entity, folded at first.
#[component]
pub fn Corrections(entity: Entity) -> impl IntoView {
    let desk = use_desk();
    let name = entity.names.first().cloned().unwrap_or_else(|| entity.name.clone());
    let unfolded = RwSignal::new(false);
    let fields = move || {
        let names = entity.names.iter();
        let rows = names.map(|name| own_name(desk, name.clone(), entity.names.len() > 1));
        view! {
            <ul class="own" role="list">{rows.collect_view()}</ul>
            <Title name=name.clone() title=entity.name.clone() />
            {kinds(desk, name.clone(), entity.kind)}
            <Merge name=name.clone() />
        }
    };
    view! {
        <div class="correct">
            <Fold unfolded line=words::name_correct().to_owned() id="name-correct" />
            {move || unfolded.get().then(&fields)}
        </div>
    }
}

/// One of its names: whether it means another entity, and whether it is a name at all.
fn own_name(desk: Desk, name: String, is_one_of_several: bool) -> impl IntoView {
    let split = NameCorrection::Split { name: name.clone() };
    let discard = NameCorrection::Discard { name: name.clone() };
    view! {
        <li>
            <span class="title">{name.clone()}</span>
            {is_one_of_several.then(|| view! {
                <button
                    class="quiet-line"
                    title=words::name_split_title()
                    aria-label=words::named(&name, words::name_split())
                    data-testid="name-split"
                    on:click=move |_| desk.correct_names(split.clone())
                >
                    {words::name_split()}
                </button>
            })}
            <button
                class="quiet-line"
                aria-label=words::named(&name, words::name_discard())
                data-testid="name-discard"
                on:click=move |_| desk.correct_names(discard.clone())
            >
                {words::name_discard()}
            </button>
        </li>
    }
}

/// The main name.
#[component]
fn Title(name: String, title: String) -> impl IntoView {
    let desk = use_desk();
    let field = NodeRef::<Input>::new();
    let rename = move || {
        let Some(title) = field.get_untracked().map(|field| field.value()) else { return };
        desk.correct_names(NameCorrection::Rename { name: name.clone(), title });
    };
    view! {
        <form on:submit=move |event| { event.prevent_default(); rename(); }>
            <input
                node_ref=field
                type="text"
                value=title
                autocomplete="off"
                spellcheck="false"
                aria-label=words::name_new()
                data-testid="name-rename-field"
            />
            <button type="submit" data-testid="name-rename">{words::rename()}</button>
        </form>
    }
}

/// The kind.
fn kinds(desk: Desk, name: String, kind: Option<EntityKind>) -> impl IntoView {
    let choice = move |one: EntityKind| {
        view! {
            <option value=one.word() selected=kind == Some(one)>{words::kind_of_name(one)}</option>
        }
    };
    let choose = move |word: String| {
        let kind = EntityKind::ALL.into_iter().find(|kind| kind.word() == word);
        if let Some(kind) = kind {
            desk.correct_names(NameCorrection::SetKind { name: name.clone(), kind });
        }
    };
    view! {
        <label>
            {words::name_kind()}
            <select
                data-testid="name-kind"
                on:change=move |event| choose(event_target_value(&event))
            >
                {kind.is_none().then(|| view! { <option value="" selected=true></option> })}
                {EntityKind::ALL.map(choice).into_iter().collect_view()}
            </select>
        </label>
    }
}

/// Finds another name for the same entity.
#[component]
fn Merge(name: String) -> impl IntoView {
    let desk = use_desk();
    let wanted = RwSignal::new(String::new());
    let offered = move || {
        let wanted = wanted.get();
        if wanted.trim().is_empty() {
            return Vec::new();
        }
        desk.names_to_merge(&wanted, OFFERED)
    };
    let offer = move |other: String| {
        let merge = NameCorrection::Merge { name: name.clone(), other: other.clone() };
        view! {
            <li>
                <button
                    class="row"
                    data-testid="name-merge"
                    on:click=move |_| desk.correct_names(merge.clone())
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
            placeholder=words::name_same_as()
            aria-label=words::name_same_as()
            data-testid="name-same-as"
            prop:value=wanted
            on:input=move |event| wanted.set(event_target_value(&event))
        />
        <ul role="list">{move || offered().into_iter().map(offer.clone()).collect_view()}</ul>
    }
}

/// The last correction, with a button to undo it.
#[component]
pub fn LastCorrection() -> impl IntoView {
    let desk = use_desk();
    move || {
        desk.last_correction().map(|correction| {
            view! {
                <p class="quiet corrected" data-testid="name-corrected">
                    {correction_said(&correction)} " "
                    <button
                        class="quiet-line"
                        data-testid="name-undo"
                        on:click=move |_| desk.undo_correction(&correction)
                    >
                        {words::undo()}
                    </button>
                </p>
            }
        })
    }
}

fn correction_said(correction: &Correction) -> String {
    match &correction.what {
        NameCorrection::Merge { name, other } => words::corrected_merge(name, other),
        NameCorrection::Split { name } => words::corrected_split(name),
        NameCorrection::Rename { name, title } => words::corrected_rename(name, title),
        NameCorrection::SetKind { name, kind } => {
            words::corrected_kind(name, words::kind_of_name(*kind))
        }
        NameCorrection::Discard { name } => words::corrected_discard(name),
    }
}
