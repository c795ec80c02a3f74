//! The settings.

pub mod appearance;
pub mod field;
pub mod models;
pub mod recognition;

use leptos::prelude::*;
use protocol::{AskOptions, Role, SearchBy};

use crate::app::layout::use_layout;
use crate::app::program::use_program;
use crate::app::strings as app_strings;
use crate::chat::comparison_strings;
use crate::chat::store::{ChatStore, use_chat};
use crate::dom::elements;
use crate::format;
use crate::graph::strings as graph_strings;
use crate::language::{self, Language};
use crate::settings::models::use_models;
use crate::settings::strings;
use crate::settings::views::appearance::Appearance;
use crate::settings::views::field::{Field, within};
use crate::settings::views::models::{Candidate, QuestionsModel, Trial, Tuned, facts};
use crate::settings::views::recognition::ScannedPages;
use crate::widgets::failure::failed;
use crate::widgets::icon::{IconButton, IconName};

/// The field for the window's language.
const LANGUAGE_FIELD: &str = "language-field";

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

/// The window's language.
#[component]
fn Spoken() -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        if let Some(language) = Language::of(&event_target_value(&event)) {
            language::choose(language);
            // The field is a new one then.
            request_animation_frame(|| elements::focus(LANGUAGE_FIELD));
        }
    };
    let choices = Language::ALL.map(|language| {
        let spoken = language == language::current();
        view! {
            <option value=language.tag() lang=language.tag() selected=spoken>
                {strings::own_name(language)}
            </option>
        }
    });
    view! {
        <section>
            <h2><label for=LANGUAGE_FIELD>{strings::window_language()}</label></h2>
            <select id=LANGUAGE_FIELD data-testid="language" on:change=choose>
                {choices.into_iter().collect_view()}
            </select>
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

/// What questions can search, by the values of the field.
const SEARCHED: [(&str, SearchBy); 4] = [
    ("auto", SearchBy::Auto),
    ("points", SearchBy::Points),
    ("entities", SearchBy::Entities),
    ("both", SearchBy::Both),
];

/// The search options.
#[component]
fn AskingOptions(chat: ChatStore) -> impl IntoView {
    let options = chat.options;
    let usual = move || options.with(|options| *options == AskOptions::default());
    let patience = move |text: String| {
        let patience = within(&text, 1..=8)?;
        chat.set_options(|options| options.patience = patience);
        Ok(())
    };
    let confidence = move |text: String| {
        let confidence = part(&text).ok_or_else(strings::not_understood)?;
        chat.set_options(|options| options.confidence = confidence);
        Ok(())
    };
    let most = move |text: String| {
        let empty = text.trim().is_empty();
        let most = if empty { None } else { Some(within(&text, 1..=u32::MAX)?) };
        chat.set_options(|options| options.max_nodes = most);
        Ok(())
    };
    let search = move |chosen: &str| {
        if let Some((_, by)) = SEARCHED.into_iter().find(|(id, _)| *id == chosen) {
            chat.set_options(|options| options.by = by);
        }
    };
    let at_most = move || options.with(|o| o.max_nodes.map_or_else(String::new, |n| n.to_string()));
    let confident = move || options.with(|o| o.confidence.map_or_else(String::new, written));
    view! {
        <section>
            <h2>{strings::asking()}</h2>
            <Field
                id="patience"
                name=strings::patience()
                hint=strings::patience_hint()
                value=Signal::derive(move || options.with(|o| o.patience.to_string()))
                change=patience
            />
            <Field
                id="confidence"
                name=strings::confidence()
                hint=strings::confidence_hint()
                value=Signal::derive(confident)
                change=confidence
            />
            <Field
                id="max-nodes"
                name=strings::max_nodes()
                hint=strings::max_nodes_hint()
                value=Signal::derive(at_most)
                change=most
            />
            <div class="field">
                <label for="search-by">{comparison_strings::search_by()}</label>
                <select
                    id="search-by"
                    aria-describedby="search-by-hint"
                    data-testid="search-by"
                    on:change=move |event| search(&event_target_value(&event))
                >
                    {SEARCHED.map(|(id, by)| view! {
                        <option value=id selected=move || options.with(|o| o.by == by)>
                            {comparison_strings::searched(by)}
                        </option>
                    }).into_iter().collect_view()}
                </select>
                <p class="quiet" id="search-by-hint">{strings::search_by_hint()}</p>
            </div>
            <Show when=move || !usual()>
                <button on:click=move |_| chat.set_options(|options| {
                    *options = AskOptions::default();
                })>
                    {strings::defaults()}
                </button>
            </Show>
        </section>
    }
}

/// Parses a fraction of 1, written with a point or a comma. Returns none if it is invalid, and none
/// within that if the text is empty.
fn part(text: &str) -> Option<Option<f32>> {
    let text = text.trim().replace(',', ".");
    if text.is_empty() {
        return Some(None);
    }
    text.parse::<f32>().ok().filter(|part| (0.0..=1.0).contains(part)).map(Some)
}

/// Formats a fraction of 1 in the current language, with all its digits.
fn written(part: f32) -> String {
    let digits = part.to_string().split_once('.').map_or(0, |(_, after)| after.len());
    format::decimal(part.into(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_1_is_read_as_written() {
        for (text, expected) in [
            ("", Some(None)),
            (" 0.7 ", Some(Some(0.7))),
            ("0,7", Some(Some(0.7))),
            ("1", Some(Some(1.0))),
            ("70", None),
            ("much", None),
            ("NaN", None),
        ] {
            assert_eq!(part(text), expected, "{text:?}");
        }
        assert_eq!([0.7, 1.0, 0.98].map(written), ["0.7", "1", "0.98"]);
    }
}
