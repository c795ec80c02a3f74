//! Questions about an entity that the model wrote, each with its answer.

use leptos::prelude::*;
use protocol::{Grain, Pair, Place};

use super::fold::Fold;
use crate::state::{Desk, use_desk};
use crate::{format, words};

/// The questions about the chosen entity, and a button to have them written.
#[component]
pub fn Questions(language: Option<String>) -> impl IntoView {
    let desk = use_desk();
    let unfolded = RwSignal::new(false);
    let language = StoredValue::new(language);
    let pairs = Memo::new(move |_| desk.naming.pairs.with(|pairs| written(pairs)));
    let count = Memo::new(move |_| pairs.with(Vec::len));
    let is_there = move || count.get() > 0 || desk.can_write_pairs() || is_writing(desk);
    let line = move || match count.get() {
        0 => words::name_pairs().to_owned(),
        count => format!("{} ({})", words::name_pairs(), format::count(count as u64)),
    };
    view! {
        <Show when=is_there>
            <Fold unfolded line=Signal::derive(line) id="name-pairs" />
            <Show when=move || unfolded.get()>
                <p class="quiet">{words::name_pairs_explained()}</p>
                <ul role="list" lang=language.get_value() class="pairs">
                    <For
                        each=move || pairs.get().into_iter().enumerate()
                        key=|(nth, pair)| (*nth, pair.question.clone())
                        let:numbered
                    >
                        {pair(desk, numbered)}
                    </For>
                </ul>
                <Writing />
            </Show>
        </Show>
    }
}

/// The button to have questions written, or the progress.
#[component]
fn Writing() -> impl IntoView {
    let desk = use_desk();
    let progress = move || {
        let task = desk.naming.writing.get()?;
        Some(task.progress.map_or_else(String::new, |progress| words::progress(&progress)))
    };
    view! {
        <Show when=move || is_writing(desk)>
            <p class="quiet" role="status" data-testid="pairs-progress">{progress}</p>
            <button
                class="quiet-line"
                data-testid="stop-pairs"
                on:click=move |_| desk.stop_writing_pairs()
            >
                {words::stop_pairs()}
            </button>
        </Show>
        <Show when=move || !is_writing(desk) && desk.can_write_pairs()>
            <button
                class="quiet-line"
                data-testid="write-pairs"
                on:click=move |_| desk.write_pairs()
            >
                {words::write_pairs()}
            </button>
        </Show>
    }
}

fn is_writing(desk: Desk) -> bool {
    desk.naming.writing.with(Option::is_some)
}

/// The pairs that the model wrote. The lists by kind cover the coarser ones.
fn written(pairs: &[Pair]) -> Vec<Pair> {
    pairs.iter().filter(|pair| pair.grain == Grain::Micro).cloned().collect()
}

fn pair(desk: Desk, (nth, pair): (usize, Pair)) -> impl IntoView {
    let Pair { question, answer, places, .. } = pair;
    let place: Option<Place> = places.into_iter().next();
    let stands = place.clone();
    let stands =
        move || stands.as_ref().map(|place| desk.reading.where_it_stands(place.page, place.start));
    view! {
        <li>
            <button
                class="sentence"
                data-testid=format!("name-pair-{nth}")
                on:click=move |_| {
                    if let Some(place) = &place {
                        desk.show_fact(place);
                    }
                }
            >
                <span class="text"><span class="question">{question}</span>" "{answer}</span>
                <span class="state">{stands}</span>
            </button>
        </li>
    }
}
