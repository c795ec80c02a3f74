//! The settings of models.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use leptos::prelude::*;
use protocol::{AttentionKind, Estimate, ModelInfo, Role, Tuning};

use crate::format::{self, duration};
use crate::graph::strings as graph_strings;
use crate::library::store::use_library;
use crate::library::strings as library_strings;
use crate::settings::models::{Picked, use_models};
use crate::settings::strings;
use crate::settings::views::field::{Field, within};
use crate::widgets::failure::failed;
use crate::widgets::fold::Fold;

/// How long building takes with a model, none for the one in use, on request.
#[component]
pub fn Trial(path: Option<String>) -> impl IntoView {
    let models = use_models();
    let (button, line) = match path {
        None => ("try-model", "tried-model"),
        Some(_) => ("try-picked", "tried-picked"),
    };
    let of = path.clone();
    let tried = Memo::new(move |_| models.tried.with(|tried| tried.get(&of).cloned()));
    let said = move || {
        tried.get().map(|estimate| match estimate {
            None => strings::trying_model().to_owned(),
            Some(Estimate { seconds, trial, .. }) => {
                let notices = trial.notices();
                let mut said = strings::tried_model(&duration(seconds));
                for unable in notices.iter().map(library_strings::notice) {
                    said += " ";
                    said += unable;
                }
                said
            }
        })
    };
    view! {
        <button
            data-testid=button
            disabled=move || tried.get() == Some(None)
            on:click=move |_| models.try_model(path.clone())
        >
            {strings::try_model()}
        </button>
        <span class="quiet" role="status" data-testid=line>{said}</span>
    }
}

/// Facts about a model.
pub fn facts(info: &ModelInfo, file: &'static str) -> impl IntoView + use<> {
    let facts = [
        (strings::fact_name(), info.name.clone()),
        (strings::fact_kind(), strings::kind(info)),
        (strings::fact_size(), format::bytes(info.bytes)),
        (strings::fact_context(), strings::tokens(info.context)),
        (strings::fact_construction(), strings::tokens(info.construction)),
        (strings::fact_attention(), strings::attention(&info.attention)),
        (strings::fact_memory(), strings::memory(info)),
        (strings::fact_template(), strings::template(info.chat_template).to_owned()),
    ];
    let thinking = strings::thinking_of(info.talk.as_ref());
    let thinking = thinking.map(|said| (strings::fact_thinking(), said.to_owned()));
    let warnings = info.warnings.iter();
    let warnings =
        warnings.map(|&flaw| (strings::fact_warning(), strings::warning(flaw).to_owned()));
    let facts = facts.into_iter().chain(thinking).chain(warnings);
    let facts = facts.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> });
    view! {
        <dl>
            {facts.collect_view()}
            <dt>{strings::fact_file()}</dt>
            <dd class="file" data-testid=file>{info.path.clone()}</dd>
        </dl>
    }
}

/// The model that answers questions, if it is another one.
#[component]
pub fn QuestionsModel() -> impl IntoView {
    let models = use_models();
    let other = models.asking;
    let opening = move || models.is_opening(Role::Asking);
    let body = move || match other.get() {
        _ if opening() => {
            view! { <p class="quiet" role="status">{strings::model_loading()}</p> }.into_any()
        }
        None => view! { <p>{strings::questions_model_same()}</p> }.into_any(),
        Some(info) => facts(&info, "questions-model-file").into_any(),
    };
    view! {
        <section data-testid="questions-model">
            <h2>{strings::questions_model()}</h2>
            <p class="quiet">{strings::questions_model_hint()}</p>
            {body}
            <Show when=move || !opening()>
                <Tuned role=Role::Asking />
            </Show>
            <Candidate role=Role::Asking />
            <div class="actions">
                <button
                    data-testid="choose-questions-model"
                    disabled=opening
                    on:click=move |_| models.pick_model(Role::Asking)
                >
                    {strings::choose_questions_model()}
                </button>
                <Show when=move || other.with(Option::is_some) && !opening()>
                    <button
                        data-testid="same-model-again"
                        on:click=move |_| models.open_model(None, Role::Asking)
                    >
                        {strings::same_model_again()}
                    </button>
                </Show>
            </div>
        </section>
    }
}

/// A picked model file and the facts about it, before it is used.
#[component]
pub fn Candidate(role: Role) -> impl IntoView {
    let library = use_library();
    let models = use_models();
    let picked = move || models.picked.get().filter(|picked| picked.role == role);
    move || {
        picked().map(|Picked { path, looked_at, .. }| {
            let usable = looked_at.as_ref().is_some_and(|looked| looked.as_ref().is_ok_and(usable));
            let known = match looked_at {
                None => {
                    let busy = library.is_busy();
                    let words =
                        if busy { strings::model_look_waits() } else { strings::model_looking() };
                    view! { <p class="quiet" role="status">{words}</p> }.into_any()
                }
                Some(Err(failure)) => failed(&failure, "picked-failed").into_any(),
                Some(Ok(info)) => facts(&info, "picked-file").into_any(),
            };
            // Questions are too short to be worth a trial.
            let tried = (usable && role == Role::Building).then(|| Some(path.clone()));
            view! {
                <div class="picked" data-testid="picked-model">
                    <h3>{strings::model_picked(&strings::chosen_model(Some(&path)))}</h3>
                    {known}
                    <div class="actions">
                        <button
                            class="strong"
                            data-testid="use-model"
                            disabled=!usable
                            on:click=move |_| models.open_model(Some(path.clone()), role)
                        >
                            {strings::use_model()}
                        </button>
                        <button
                            data-testid="leave-model"
                            on:click=move |_| models.picked.set(None)
                        >
                            {graph_strings::close()}
                        </button>
                        {tried.map(|path| view! { <Trial path /> })}
                    </div>
                </div>
            }
        })
    }
}

/// Whether Pecan can work with a model.
fn usable(info: &ModelInfo) -> bool {
    !matches!(info.attention, AttentionKind::Unusable { .. }) && info.fits() != Some(false)
}

/// The share of the machine that the model in use gets.
#[component]
pub fn Tuned(role: Role) -> impl IntoView {
    let models = use_models();
    let info = Memo::new(move |_| match role {
        Role::Building => models.current.get().and_then(Result::ok),
        Role::Asking => models.asking.get(),
    });
    let tuning = move || info.get().map(|info| info.tuning).unwrap_or_default();
    let card = move || info.with(|info| info.as_ref().is_some_and(|info| info.card));
    let field = move |id: &'static str, words: [&'static str; 2], part: TuningParameter| {
        let value = Signal::derive(move || {
            part.of(&tuning()).map_or_else(String::new, |number| number.to_string())
        });
        let change = move |text: String| {
            let Some(info) = info.get_untracked() else { return Ok(()) };
            let mut tuning = info.tuning;
            *part.in_mut(&mut tuning) = number(&text, part.range(&info))?;
            models.tune_model(role, tuning);
            Ok(())
        };
        let [name, hint] = words;
        view! { <Field id name hint value change /> }
    };
    let building = role == Role::Building;
    let (fold, ids) = match building {
        true => ("tuning", ["context", "threads", "gpu-layers"]),
        false => ("asking-tuning", ["asking-context", "asking-threads", "asking-gpu-layers"]),
    };
    let unfolded = RwSignal::new(false);
    view! {
        <Show when=move || info.with(Option::is_some)>
            <Fold unfolded line=strings::tuning() id=fold />
            <div class="tuned" hidden=move || !unfolded.get()>
                {field(ids[0], [strings::tuned_context(), strings::tuned_context_hint()], TuningParameter::Context)}
                {field(ids[1], [strings::tuned_threads(), strings::tuned_threads_hint()], TuningParameter::Threads)}
                <Show when=card>
                    {field(ids[2], [strings::tuned_layers(), strings::tuned_layers_hint()], TuningParameter::Layers)}
                </Show>
            </div>
        </Show>
    }
}

/// A part of that share.
#[derive(Debug, Clone, Copy)]
enum TuningParameter {
    Context,
    Threads,
    Layers,
}

impl TuningParameter {
    fn of(self, tuning: &Tuning) -> Option<u32> {
        let mut tuning = *tuning;
        *self.in_mut(&mut tuning)
    }

    /// The possible values on this machine.
    fn range(self, info: &ModelInfo) -> RangeInclusive<u32> {
        let least = Tuning::LEAST_CONTEXT;
        match self {
            Self::Context => least..=info.context.max(least),
            Self::Threads => 1..=Tuning::most_threads(info.cores),
            // A number beyond the layers of the model means all of them.
            Self::Layers => 0..=u32::MAX,
        }
    }

    fn in_mut(self, tuning: &mut Tuning) -> &mut Option<u32> {
        match self {
            Self::Context => &mut tuning.context,
            Self::Threads => &mut tuning.threads,
            Self::Layers => &mut tuning.gpu_layers,
        }
    }
}

/// Parses a number, none for automatic, or returns why it does not fit.
fn number(text: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, Cow<'static, str>> {
    match text.trim() {
        "" => Ok(None),
        text => within(text, range).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_written_is_what_suits_and_nonsense_changes_nothing() {
        for (text, expected) in [
            ("", Ok(None)),
            (" 8 ", Ok(Some(8))),
            ("x", Err(strings::not_understood().into())),
            ("1000", Err(strings::outside(1, 8).into())),
        ] {
            assert_eq!(number(text, 1..=8), expected, "{text:?}");
        }
    }
}
