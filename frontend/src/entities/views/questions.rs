//! Questions about an entity that the model wrote, each with its answer.

use leptos::prelude::*;
use protocol::{Grain, Place, QuestionAnswerPair};

use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::format;
use crate::library::job_strings;
use crate::reader::store::{ReaderStore, use_reader};
use crate::widgets::fold::Fold;

/// The questions about the chosen entity, and a button to have them written.
#[component]
pub fn Questions(language: Option<String>) -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    let unfolded = RwSignal::new(false);
    let language = StoredValue::new(language);
    let pairs = Memo::new(move |_| entities.pairs.with(|pairs| written(pairs)));
    let count = Memo::new(move |_| pairs.with(Vec::len));
    let is_there = move || count.get() > 0 || entities.can_write_pairs() || is_writing(entities);
    let line = move || match count.get() {
        0 => strings::name_pairs().to_owned(),
        count => format!("{} ({})", strings::name_pairs(), format::count(count as u64)),
    };
    view! {
        <Show when=is_there>
            <Fold unfolded line=Signal::derive(line) id="name-pairs" />
            <Show when=move || unfolded.get()>
                <p class="quiet">{strings::name_pairs_explained()}</p>
                <ul role="list" lang=language.get_value() class="pairs">
                    <For
                        each=move || pairs.get().into_iter().enumerate()
                        key=|(nth, pair)| (*nth, pair.question.clone())
                        let:numbered
                    >
                        {pair(reader, entities, numbered)}
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
    let entities = use_entities();
    let progress = move || {
        let task = entities.writing.get()?;
        Some(task.progress.map_or_else(String::new, |progress| job_strings::progress(&progress)))
    };
    view! {
        <Show when=move || is_writing(entities)>
            <p class="quiet" role="status" data-testid="pairs-progress">{progress}</p>
            <button
                class="quiet-line"
                data-testid="stop-pairs"
                on:click=move |_| entities.stop_writing_pairs()
            >
                {strings::stop_pairs()}
            </button>
        </Show>
        <Show when=move || !is_writing(entities) && entities.can_write_pairs()>
            <button
                class="quiet-line"
                data-testid="write-pairs"
                on:click=move |_| entities.write_pairs()
            >
                {strings::write_pairs()}
            </button>
        </Show>
    }
}

fn is_writing(entities: EntityStore) -> bool {
    entities.writing.with(Option::is_some)
}

/// The pairs that the model wrote. The lists by kind cover the coarser ones.
fn written(pairs: &[QuestionAnswerPair]) -> Vec<QuestionAnswerPair> {
    pairs.iter().filter(|pair| pair.grain == Grain::Micro).cloned().collect()
}

fn pair(
    reader: ReaderStore,
    entities: EntityStore,
    (nth, pair): (usize, QuestionAnswerPair),
) -> impl IntoView {
    let QuestionAnswerPair { question, answer, places, .. } = pair;
    let place: Option<Place> = places.into_iter().next();
    let stands = place.clone();
    let stands =
        move || stands.as_ref().map(|place| reader.where_it_stands(place.page, place.start));
    view! {
        <li>
            <button
                class="sentence"
                data-testid=format!("name-pair-{nth}")
                on:click=move |_| {
                    if let Some(place) = &place {
                        entities.show_fact(place);
                    }
                }
            >
                <span class="text"><span class="question">{question}</span>" "{answer}</span>
                <span class="state">{stands}</span>
            </button>
        </li>
    }
}
