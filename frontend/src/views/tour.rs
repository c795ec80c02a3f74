use leptos::prelude::*;

use super::icon::{IconButton, IconName};
use crate::state::{FirstStep, use_app};
use crate::{focus, i18n};

/// The first steps with the sample book, one at a time; doing a step completes it.
#[component]
pub fn Tour() -> impl IntoView {
    let app = use_app();
    app.follow_tour();
    let card = move |step: FirstStep| {
        let number = (step != FirstStep::Own).then(|| i18n::tour_step(step as u32));
        let what = match step {
            FirstStep::Ask => ask(),
            FirstStep::Follow => view! { <p>{i18n::tour_follow()}</p> }.into_any(),
            FirstStep::Way => view! { <p>{i18n::tour_way()}</p> }.into_any(),
            FirstStep::Own => own(),
        };
        view! {
            <aside class="tour" data-testid="tour" aria-label=i18n::tour()>
                {number.map(|number| view! { <p class="quiet" data-testid="tour-step">{number}</p> })}
                {what}
                <IconButton
                    mark=IconName::Close
                    name=i18n::tour_close()
                    id="tour-close"
                    press=move || {
                        app.end_tour();
                        focus::land();
                    }
                />
            </aside>
        }
    };
    let shown = move || app.touring.get().filter(|_| app.reading.document.with(Option::is_some));
    move || shown().map(card)
}

/// Adding one's own document ends the first steps.
fn own() -> AnyView {
    let app = use_app();
    view! {
        <p>{i18n::tour_own()}</p>
        <button
            data-testid="tour-own"
            on:click=move |_| {
                app.end_tour();
                app.pick_documents();
            }
        >
            {i18n::add()}
        </button>
    }
    .into_any()
}

/// Puts the question for the sample book into the field, where it can be changed.
fn ask() -> AnyView {
    let app = use_app();
    let question = move || app.sample().map(|sample| sample.question);
    view! {
        <p>{i18n::tour_ask()}</p>
        <button
            data-testid="tour-ask"
            on:click=move |_| if let Some(question) = untrack(question) {
                app.offer_question(question);
            }
        >
            {question}
        </button>
    }
    .into_any()
}
