use leptos::prelude::*;

use super::icon::{IconButton, Mark};
use crate::state::{FirstStep, use_desk};
use crate::{focus, words};

/// The first steps with the sample book, one at a time; doing a step completes it.
#[component]
pub fn Tour() -> impl IntoView {
    let desk = use_desk();
    desk.follow_tour();
    let card = move |step: FirstStep| {
        let number = (step != FirstStep::Own).then(|| words::tour_step(step as u32));
        let what = match step {
            FirstStep::Ask => ask(),
            FirstStep::Follow => view! { <p>{words::tour_follow()}</p> }.into_any(),
            FirstStep::Way => view! { <p>{words::tour_way()}</p> }.into_any(),
            FirstStep::Own => own(),
        };
        view! {
            <aside class="tour" data-testid="tour" aria-label=words::tour()>
                {number.map(|number| view! { <p class="quiet" data-testid="tour-step">{number}</p> })}
                {what}
                <IconButton
                    mark=Mark::Close
                    name=words::tour_close()
                    id="tour-close"
                    press=move || {
                        desk.end_tour();
                        focus::land();
                    }
                />
            </aside>
        }
    };
    let shown = move || desk.touring.get().filter(|_| desk.reading.document.with(Option::is_some));
    move || shown().map(card)
}

/// Adding one's own document ends the first steps.
fn own() -> AnyView {
    let desk = use_desk();
    view! {
        <p>{words::tour_own()}</p>
        <button
            data-testid="tour-own"
            on:click=move |_| {
                desk.end_tour();
                desk.pick_documents();
            }
        >
            {words::add()}
        </button>
    }
    .into_any()
}

/// Puts the question for the sample book into the field, where it can be changed.
fn ask() -> AnyView {
    let desk = use_desk();
    let question = move || desk.sample().map(|sample| sample.question);
    view! {
        <p>{words::tour_ask()}</p>
        <button
            data-testid="tour-ask"
            on:click=move |_| if let Some(question) = untrack(question) {
                desk.offer_question(question);
            }
        >
            {question}
        </button>
    }
    .into_any()
}
