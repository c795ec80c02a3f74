use std::sync::Arc;

use leptos::prelude::*;
use protocol::NodeId;

use super::icon::{IconButton, IconName};
use super::link::linked;
use super::weight::Weight;
use crate::picture::{Map, Neighbour};
use crate::state::{App, use_app};
use crate::{format, i18n};

/// The number of neighbours to list at first.
const LISTED: usize = 12;
/// The number of characters of a neighbour's text to show.
const BEGINNING: usize = 120;

/// Facts about the selected node.
#[component]
pub fn Point() -> impl IntoView {
    let app = use_app();
    move || {
        let map = app.mapping.map.get()?;
        let node = app.mapping.selected.get()?;
        Some(card(app, &map, node)?.into_any())
    }
}

fn card(app: App, map: &Arc<Map>, id: NodeId) -> Option<impl IntoView + use<>> {
    let node = map.node(id)?;
    let name = i18n::node_on_level(id, node.level, map.passages());
    let text = if node.level == 1 {
        node.text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        node.text.clone()
    };
    let place = node.place.as_ref().map(|place| place.start..place.end);
    let at_top = node.level == map.levels();
    let none = if at_top { i18n::nothing_above() } else { i18n::nothing_above_yet() };
    let (above, below) = (map.predecessors(id).to_vec(), map.successors(id).to_vec());
    Some(view! {
        <div class="point" data-testid="point">
            <header>
                <h2 data-testid="point-name">{name}</h2>
                {place.map(|place| view! {
                    <button
                        data-testid="rests-on-it"
                        title=i18n::resting_title()
                        on:click=move |_| app.show_resting_on(place.clone())
                    >
                        {i18n::resting()}
                    </button>
                })}
                <button data-testid="point-passage" on:click=move |_| app.show_passage_of(id)>
                    {i18n::show_passage()}
                </button>
                <IconButton
                    mark=IconName::Close
                    name=i18n::close()
                    press=move || app.leave_node()
                />
            </header>
            <p class="text" class:chunk=node.level == 1 data-testid="point-text">
                {linked(app, text)}
            </p>
            {node.quoted.then(|| view! {
                <p class="quiet" data-testid="point-quoted">{i18n::point_quoted()}</p>
            })}
            <div class="neighbours">
                <Neighbours
                    map=Arc::clone(map)
                    neighbours=above
                    heading=i18n::predecessors()
                    none=Some(none)
                />
                <Neighbours
                    map=Arc::clone(map)
                    neighbours=below
                    heading=i18n::successors()
                    none=None
                />
            </div>
        </div>
    })
}

/// A node's neighbours on one side, strongest first. If there are none, says so, or shows nothing.
#[component]
fn Neighbours(
    map: Arc<Map>,
    neighbours: Vec<Neighbour>,
    heading: &'static str,
    none: Option<&'static str>,
) -> impl IntoView {
    if neighbours.is_empty() && none.is_none() {
        return None;
    }
    let app = use_app();
    let all = RwSignal::new(false);
    let none = none.filter(|_| neighbours.is_empty());
    let left = neighbours.len().saturating_sub(LISTED);
    let listed = move || {
        let count = if all.get() { neighbours.len() } else { LISTED };
        let listed = neighbours.iter().take(count);
        listed.map(|&near| neighbour(app, &map, near)).collect_view()
    };
    Some(view! {
        <section>
            <h3>{heading}</h3>
            {none.map(|none| view! { <p class="quiet">{none}</p> })}
            <ul role="list">{listed}</ul>
            <Show when=move || { left > 0 && !all.get() }>
                <button
                    class="quiet-line"
                    data-testid="more-neighbours"
                    on:click=move |_| all.set(true)
                >
                    {i18n::more(left)}
                </button>
            </Show>
        </section>
    })
}

fn neighbour(app: App, map: &Map, near: Neighbour) -> impl IntoView + use<> {
    let node = map.at(near.index);
    let id = node.id;
    let weight = f64::from(near.weight);
    view! {
        <li>
            <button
                data-testid=format!("neighbour-{id}")
                on:click=move |_| app.show_node(id)
            >
                <span class="measure"><Weight part=weight />{format::share(weight)}</span>
                <span class="text">
                    {format::node_beginning(&node.text, node.level, BEGINNING)}
                </span>
            </button>
        </li>
    }
}
