use leptos::prelude::*;
use protocol::{AskOptions, Failure, ModelInfo};

use super::recognition::ScannedPages;
use crate::format;
use crate::state::{Asking, use_desk};
use crate::words::{self, fact};

/// The model in use, how questions are asked, and what this program is.
#[component]
pub fn Settings() -> impl IntoView {
    let desk = use_desk();
    view! {
        <section class="settings-view" data-testid="settings" aria-label=words::SETTINGS>
            <ModelInUse />
            <Asked asking=desk.asking />
            <ScannedPages />
            <section>
                <h2>{words::ABOUT}</h2>
                <dl>
                    {move || desk.about.get().map(|about| view! {
                        <dt>{words::VERSION}</dt>
                        <dd data-testid="version">{about.version}</dd>
                        <dt>{words::LOG_FILE}</dt>
                        <dd class="file">{about.log}</dd>
                    })}
                </dl>
            </section>
        </section>
    }
}

#[component]
fn ModelInUse() -> impl IntoView {
    let desk = use_desk();
    let demonstration = move || matches!(desk.model_in_use(), Some(Ok(info)) if info.demonstration);
    let opening = move || desk.models.opening.with(Option::is_some);
    let loaded = move || !opening() && desk.models.current.with(Option::is_some);
    let body = move || match desk.model_in_use() {
        None => view! { <p class="quiet">{words::MODEL_LOADING}</p> }.into_any(),
        Some(Err(failure)) => failed(&failure).into_any(),
        Some(Ok(info)) => facts(&info).into_any(),
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
            <h2>{words::MODEL}</h2>
            <Show when=demonstration>
                <p class="demonstration" data-testid="demonstration">{words::DEMONSTRATION}</p>
            </Show>
            {waiting}
            {body}
            <div class="actions">
                <button
                    class="strong"
                    data-testid="open-model"
                    disabled=move || !loaded()
                    on:click=move |_| desk.pick_model()
                >
                    {words::OPEN_MODEL}
                </button>
                <Show when=move || loaded() && !demonstration()>
                    <button on:click=move |_| desk.open_model(None)>
                        {words::BACK_TO_DEMONSTRATION}
                    </button>
                </Show>
            </div>
        </section>
    }
}

fn failed(failure: &Failure) -> impl IntoView + use<> {
    view! {
        <p class="failed" role="alert">
            <strong>{words::failure_heading(failure.code)}</strong>
            {words::failure_text(failure)}
        </p>
    }
}

fn facts(info: &ModelInfo) -> impl IntoView + use<> {
    let facts = [
        (fact::NAME, info.name.clone()),
        (fact::KIND, words::kind(info)),
        (fact::SIZE, format::bytes(info.bytes)),
        (fact::CONTEXT, words::tokens(info.context)),
        (fact::CONSTRUCTION, words::tokens(info.construction)),
        (fact::ATTENTION, words::attention(&info.attention)),
        (fact::TEMPLATE, words::template(info.chat_template).to_owned()),
    ];
    let facts = facts.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> });
    view! {
        <dl>
            {facts.into_iter().collect_view()}
            <dt>{fact::FILE}</dt>
            <dd class="file" data-testid="model-file">{info.path.clone()}</dd>
        </dl>
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
            <h2>{words::ASKING}</h2>
            <Field
                id="patience"
                name=words::PATIENCE
                hint=words::PATIENCE_HINT
                value=Signal::derive(move || options.with(|o| o.patience.to_string()))
                change=patience
            />
            <Field
                id="confidence"
                name=words::CONFIDENCE
                hint=words::CONFIDENCE_HINT
                value=Signal::derive(confident)
                change=confidence
            />
            <Field
                id="max-nodes"
                name=words::MAX_NODES
                hint=words::MAX_NODES_HINT
                value=Signal::derive(move || options.with(|o| o.max_nodes.to_string()))
                change=most
            />
            <Show when=move || !usual()>
                <button on:click=move |_| asking.set_options(|options| {
                    *options = AskOptions::default();
                })>
                    {words::DEFAULTS}
                </button>
            </Show>
        </section>
    }
}

/// A number to be set. What cannot be understood is set back to what it was.
#[component]
fn Field(
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
