use leptos::prelude::*;
use protocol::{AskOptions, Role};

use super::appearance::Appearance;
use super::failure::failed;
use super::models::{Candidate, QuestionsModel, Trial, Tuned, facts};
use super::recognition::ScannedPages;
use crate::language::{self, Language};
use crate::state::{Asking, use_desk};
use crate::{keys, words};

/// The field for the language in which the window speaks.
const LANGUAGE_FIELD: &str = "language-field";

/// The model in use, how questions are asked, the language, and what this program is.
#[component]
pub fn Settings() -> impl IntoView {
    let desk = use_desk();
    view! {
        <section class="settings-view" data-testid="settings" aria-label=words::settings()>
            <ModelInUse />
            <QuestionsModel />
            <Asked asking=desk.asking />
            <ScannedPages />
            <Appearance />
            <Spoken />
            <section>
                <h2 id=keys::ABOUT tabindex="-1">{words::about_pecan()}</h2>
                <dl>
                    {move || desk.about.get().map(|about| view! {
                        <dt>{words::version()}</dt>
                        <dd data-testid="version">{about.version}</dd>
                        <dt>{words::log_file()}</dt>
                        <dd class="file">{about.log}</dd>
                    })}
                </dl>
            </section>
        </section>
    }
}

/// In which language the window speaks.
#[component]
fn Spoken() -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        if let Some(language) = Language::of(&event_target_value(&event)) {
            language::choose(language);
            // The field is another one then.
            request_animation_frame(|| keys::focus(LANGUAGE_FIELD));
        }
    };
    let choices = Language::ALL.map(|language| {
        let spoken = language == language::current();
        view! {
            <option value=language.tag() lang=language.tag() selected=spoken>
                {words::own_name(language)}
            </option>
        }
    });
    view! {
        <section>
            <h2><label for=LANGUAGE_FIELD>{words::window_language()}</label></h2>
            <select id=LANGUAGE_FIELD data-testid="language" on:change=choose>
                {choices.into_iter().collect_view()}
            </select>
        </section>
    }
}

#[component]
fn ModelInUse() -> impl IntoView {
    let desk = use_desk();
    let demonstration = move || matches!(desk.model_in_use(), Some(Ok(info)) if info.demonstration);
    let opening = move || desk.is_opening(Role::Building);
    let loaded = move || !opening() && desk.models.current.with(Option::is_some);
    let body = move || match desk.model_in_use() {
        None => view! { <p class="quiet">{words::model_loading()}</p> }.into_any(),
        Some(Err(failure)) => failed(&failure, "model-failed").into_any(),
        Some(Ok(info)) => facts(&info, "model-file").into_any(),
    };
    let waiting = move || {
        desk.waiting_model().map(|name| {
            view! {
                <p class="waits" role="status" data-testid="model-waits">
                    {words::model_waits(&name)}
                </p>
            }
        })
    };
    view! {
        <section data-testid="model">
            <h2>{words::model()}</h2>
            <Show when=demonstration>
                <p class="demonstration" data-testid="demonstration">{words::demonstration()}</p>
            </Show>
            {waiting}
            {body}
            <Tuned role=Role::Building />
            <Candidate role=Role::Building />
            <div class="actions">
                <button
                    class="strong"
                    data-testid="open-model"
                    disabled=move || !loaded()
                    on:click=move |_| desk.pick_model(Role::Building)
                >
                    {words::open_model()}
                </button>
                <Show when=move || loaded() && !demonstration()>
                    <button on:click=move |_| desk.open_model(None, Role::Building)>
                        {words::back_to_demonstration()}
                    </button>
                </Show>
                <Show when=loaded>
                    <Trial />
                </Show>
            </div>
        </section>
    }
}

/// How questions are asked.
#[component]
fn Asked(asking: Asking) -> impl IntoView {
    let options = asking.options;
    let usual = move || options.with(|options| *options == AskOptions::default());
    let patience = move |text: String| {
        if let Ok(patience @ 1..=8) = text.trim().parse() {
            asking.set_options(|options| options.patience = patience);
        }
    };
    let confidence = move |text: String| {
        let confidence = text.trim().replace(',', ".").parse().ok();
        let confidence = confidence.filter(|confidence| (0.0..=1.0).contains(confidence));
        asking.set_options(|options| options.confidence = confidence);
    };
    let most = move |text: String| {
        if let Ok(most @ 1..) = text.trim().parse() {
            asking.set_options(|options| options.max_nodes = most);
        }
    };
    let confident =
        move || options.with(|o| o.confidence.map_or_else(String::new, |c| c.to_string()));
    view! {
        <section>
            <h2>{words::asking()}</h2>
            <Field
                id="patience"
                name=words::patience()
                hint=words::patience_hint()
                value=Signal::derive(move || options.with(|o| o.patience.to_string()))
                change=patience
            />
            <Field
                id="confidence"
                name=words::confidence()
                hint=words::confidence_hint()
                value=Signal::derive(confident)
                change=confidence
            />
            <Field
                id="max-nodes"
                name=words::max_nodes()
                hint=words::max_nodes_hint()
                value=Signal::derive(move || options.with(|o| o.max_nodes.to_string()))
                change=most
            />
            <Show when=move || !usual()>
                <button on:click=move |_| asking.set_options(|options| {
                    *options = AskOptions::default();
                })>
                    {words::defaults()}
                </button>
            </Show>
        </section>
    }
}

/// A number to be set. What cannot be understood is set back to what it was.
#[component]
pub fn Field(
    id: &'static str,
    name: &'static str,
    hint: &'static str,
    value: Signal<String>,
    change: impl Fn(String) + 'static,
) -> impl IntoView {
    let change = move |event: leptos::ev::Event| {
        change(event_target_value(&event));
        let field = event_target::<web_sys::HtmlInputElement>(&event);
        field.set_value(&value.get_untracked());
    };
    view! {
        <div class="field">
            <label for=id>{name}</label>
            <input
                id=id
                type="text"
                inputmode="decimal"
                aria-describedby=format!("{id}-hint")
                data-testid=id
                prop:value=move || value.get()
                on:change=change
            />
            <p class="quiet" id=format!("{id}-hint")>{hint}</p>
        </div>
    }
}
