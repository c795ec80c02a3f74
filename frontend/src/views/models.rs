use leptos::prelude::*;
use protocol::{Estimate, Role};

use crate::format::duration;
use crate::state::use_desk;
use crate::words;

/// How long building takes with the model in use, once somebody wants to know.
#[component]
pub fn Trial() -> impl IntoView {
    let desk = use_desk();
    let tried = desk.models.tried;
    let said = move || {
        tried.get().map(|estimate| match estimate {
            None => words::trying_model().to_owned(),
            Some(Estimate { seconds, .. }) => words::tried_model(&duration(seconds)),
        })
    };
    view! {
        <button
            data-testid="try-model"
            disabled=move || tried.get() == Some(None)
            on:click=move |_| desk.try_model()
        >
            {words::try_model()}
        </button>
        <span class="quiet" role="status" data-testid="tried-model">{said}</span>
    }
}

/// The model that answers questions, where it is to be another one.
#[component]
pub fn QuestionsModel() -> impl IntoView {
    let desk = use_desk();
    let other = desk.models.asking;
    let name = move || {
        let other = other.get().map(|info| info.name);
        other.unwrap_or_else(|| words::questions_model_same().to_owned())
    };
    view! {
        <section data-testid="questions-model">
            <h2>{words::questions_model()}</h2>
            <p class="quiet">{words::questions_model_hint()}</p>
            <p>{name}</p>
            <div class="actions">
                <button
                    data-testid="choose-questions-model"
                    on:click=move |_| desk.pick_model(Role::Asking)
                >
                    {words::choose_questions_model()}
                </button>
                <Show when=move || other.with(Option::is_some)>
                    <button
                        data-testid="same-model-again"
                        on:click=move |_| desk.open_model(None, Role::Asking)
                    >
                        {words::same_model_again()}
                    </button>
                </Show>
            </div>
        </section>
    }
}
