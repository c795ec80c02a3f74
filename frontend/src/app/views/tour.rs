//! The first steps with the sample book.

use leptos::prelude::*;

use crate::app::navigation::use_navigation;
use crate::app::program::use_program;
use crate::app::strings;
use crate::app::tour::{FirstStep, use_tour};
use crate::chat::store::use_chat;
use crate::dom::focus;
use crate::library::imports::use_imports;
use crate::library::strings as library_strings;
use crate::widgets::icon::{IconButton, IconName};

/// The first steps with the sample book, one at a time; doing a step completes it.
#[component]
pub fn Tour() -> impl IntoView {
    let tour = use_tour();
    let navigation = use_navigation();
    tour.follow();
    let card = move |step: FirstStep| {
        let number = (step != FirstStep::Own).then(|| strings::tour_step(step as u32));
        let what = match step {
            FirstStep::Ask => ask(),
            FirstStep::Follow => view! { <p>{strings::tour_follow()}</p> }.into_any(),
            FirstStep::Way => view! { <p>{strings::tour_way()}</p> }.into_any(),
            FirstStep::Own => own(),
        };
        view! {
            <aside class="tour" data-testid="tour" aria-label=strings::tour()>
                {number.map(|number| view! { <p class="quiet" data-testid="tour-step">{number}</p> })}
                {what}
                <IconButton
                    mark=IconName::Close
                    name=strings::tour_close()
                    id="tour-close"
                    press=move || {
                        tour.end();
                        focus::land();
                    }
                />
            </aside>
        }
    };
    let shown = move || tour.step.get().filter(|_| navigation.document.with(Option::is_some));
    move || shown().map(card)
}

/// Adding one's own document ends the first steps.
fn own() -> AnyView {
    let tour = use_tour();
    let imports = use_imports();
    view! {
        <p>{strings::tour_own()}</p>
        <button
            data-testid="tour-own"
            on:click=move |_| {
                tour.end();
                imports.pick_documents();
            }
        >
            {library_strings::add()}
        </button>
    }
    .into_any()
}

/// Puts the question for the sample book into the field, where it can be changed.
fn ask() -> AnyView {
    let program = use_program();
    let chat = use_chat();
    let question = move || program.sample().map(|sample| sample.question);
    view! {
        <p>{strings::tour_ask()}</p>
        <button
            data-testid="tour-ask"
            on:click=move |_| if let Some(question) = untrack(question) {
                chat.offer_question(question);
            }
        >
            {question}
        </button>
    }
    .into_any()
}
