use leptos::prelude::*;

use super::icon::{IconButton, Mark};
use crate::state::{Side, use_desk};
use crate::{focus, words};

/// What to try first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Ask what the sample book answers.
    Ask = 1,
    /// Follow a citation to its passage.
    Follow,
    /// Look at the way to the answer.
    Way,
}

/// The first steps with the sample book, one at a time; each is over when it was done.
#[component]
pub fn Tour() -> impl IntoView {
    let desk = use_desk();
    let step = Memo::new(move |_| {
        let asked = desk.asking.exchanges.with(|exchanges| !exchanges.is_empty());
        match (asked, desk.reading.passage.get()) {
            (false, _) => Step::Ask,
            (true, None) => Step::Follow,
            (true, Some(_)) => Step::Way,
        }
    });
    let card = move || {
        let what = match step.get() {
            Step::Ask => ask(),
            Step::Follow => view! { <p>{words::tour_follow()}</p> }.into_any(),
            Step::Way => view! { <p>{words::tour_way()}</p> }.into_any(),
        };
        view! {
            <aside class="tour" data-testid="tour" aria-label=words::tour()>
                <p class="quiet">{words::tour_step(step.get() as u32)}</p>
                {what}
                <IconButton
                    mark=Mark::Close
                    name=words::tour_close()
                    id="tour-close"
                    press=move || {
                        desk.touring.set(false);
                        focus::land();
                    }
                />
            </aside>
        }
    };
    view! {
        <Show when=move || desk.touring.get() && desk.reading.document.get().is_some()>
            {card}
        </Show>
    }
}

/// The question that the sample book answers goes into the field, where it can be changed.
fn ask() -> AnyView {
    let desk = use_desk();
    let question = move || desk.sample().map(|sample| sample.question);
    view! {
        <p>{words::tour_ask()}</p>
        <button
            data-testid="tour-ask"
            on:click=move |_| {
                desk.fold(Side::Questions, false);
                desk.asking.begun.set(question());
            }
        >
            {question}
        </button>
    }
    .into_any()
}
