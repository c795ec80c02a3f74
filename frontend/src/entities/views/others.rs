//! With whom an entity is named.

use leptos::prelude::*;
use protocol::{Entity, EntityId};

use crate::app::strings as app_strings;
use crate::entities::facts::EntityFacts;
use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::format;

/// The entities that are named in the same sentences.
#[component]
pub fn Others(facts: EntityFacts) -> impl IntoView {
    let entities = use_entities();
    move || {
        let (names, facts) = (entities.names.get()?, facts.get()?);
        let one = |(id, shared)| Some(other(entities, names.one(id)?, shared));
        let others: Vec<_> = names.together(&facts).into_iter().filter_map(one).collect();
        (!others.is_empty()).then(|| {
            view! {
                <h3>{strings::name_together()}</h3>
                <ul class="others" role="list">{others}</ul>
            }
        })
    }
}

fn other(entities: EntityStore, entity: &Entity, shared: usize) -> impl IntoView + use<> {
    let id: EntityId = entity.id;
    let label = app_strings::list([entity.name.clone(), strings::name_sentences(shared)]);
    view! {
        <li>
            <button
                class="row"
                aria-label=label
                data-testid=format!("name-with-{id}")
                on:click=move |_| entities.choose(id)
            >
                <span class="title">{entity.name.clone()}</span>
                <span class="state">{format::count(shared as u64)}</span>
            </button>
        </li>
    }
}
