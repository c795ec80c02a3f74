//! The settings.

pub mod appearance;
pub mod asking;
pub mod field;
pub mod language;
pub mod models;
pub mod names;
pub mod recognition;

use leptos::prelude::*;
use protocol::Role;

use crate::app::layout::use_layout;
use crate::app::program::use_program;
use crate::app::strings as app_strings;
use crate::chat::store::use_chat;
use crate::dom::elements;
use crate::graph::strings as graph_strings;
use crate::settings::models::use_models;
use crate::settings::strings;
use crate::settings::views::appearance::Appearance;
use crate::settings::views::asking::AskingOptions;
use crate::settings::views::language::Spoken;
use crate::settings::views::models::{Candidate, QuestionsModel, Trial, Tuned, facts};
use crate::settings::views::names::NamesAsked;
use crate::settings::views::recognition::ScannedPages;
use crate::widgets::failure::failed;
use crate::widgets::icon::{IconButton, IconName};

/// The model in use, the search options, the language, and facts about this program.
#[component]
pub fn Settings() -> impl IntoView {
    let program = use_program();
    let layout = use_layout();
    let chat = use_chat();
    view! {
        <section class="settings-view" data-testid="settings" aria-label=app_strings::settings()>
            <header>
                <h2>{app_strings::settings()}</h2>
                <IconButton
                    mark=IconName::Close
                    name=graph_strings::close()
                    id="close-settings"
                    press=move || layout.leave_settings()
                />
            </header>
            <ModelInUse />
            <QuestionsModel />
            <AskingOptions chat=chat />
            <ScannedPages />
            <NamesAsked />
            <Appearance />
            <Spoken />
            <section>
                <h2 id=elements::ABOUT tabindex="-1">{strings::about_pecan()}</h2>
                <dl>
                    {move || program.details.get().map(|about| view! {
                        <dt>{strings::version()}</dt>
                        <dd data-testid="version">{about.version}</dd>
                        <dt>{strings::log_file()}</dt>
                        <dd class="file">{about.log}</dd>
                    })}
                </dl>
            </section>
        </section>
    }
}

#[component]
fn ModelInUse() -> impl IntoView {
    let models = use_models();
    let demonstration = move || matches!(models.in_use(), Some(Ok(info)) if info.demonstration);
    let is_default = move || matches!(models.in_use(), Some(Ok(info)) if info.is_default);
    let opening = move || models.is_opening(Role::Building);
    let loaded = move || !opening() && models.current.with(Option::is_some);
    let body = move || match models.in_use() {
        None => view! { <p class="quiet">{strings::model_loading()}</p> }.into_any(),
        Some(Err(failure)) => failed(&failure, "model-failed").into_any(),
        Some(Ok(info)) => facts(&info, "model-file").into_any(),
    };
    let waiting = move || {
        models.waiting_model().map(|name| {
            view! {
                <p class="waits" role="status" data-testid="model-waits">
                    {strings::model_waits(&name)}
                </p>
            }
        })
    };
    view! {
        <section data-testid="model">
            <h2>{strings::model()}</h2>
            <Show when=demonstration>
                <p class="demonstration" data-testid="demonstration">{strings::demonstration()}</p>
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
                    on:click=move |_| models.pick_model(Role::Building)
                >
                    {strings::open_model()}
                </button>
                <Show when=move || loaded() && !is_default()>
                    <button on:click=move |_| models.open_model(None, Role::Building)>
                        {strings::back_to_default()}
                    </button>
                </Show>
                <Show when=loaded>
                    <Trial path=None />
                </Show>
            </div>
        </section>
    }
}
