use std::borrow::Cow;
use std::ops::RangeInclusive;

use leptos::prelude::*;
use protocol::{AskOptions, Role, SearchBy};

use super::appearance::Appearance;
use super::failure::failed;
use super::icon::{IconButton, IconName};
use super::models::{Candidate, QuestionsModel, Trial, Tuned, facts};
use super::recognition::ScannedPages;
use crate::format;
use crate::language::{self, Language};
use crate::state::{Asking, use_app};
use crate::{i18n, keys};

/// The field for the window's language.
const LANGUAGE_FIELD: &str = "language-field";

/// The model in use, the search options, the language, and facts about this program.
#[component]
pub fn Settings() -> impl IntoView {
    let app = use_app();
    view! {
        <section class="settings-view" data-testid="settings" aria-label=i18n::settings()>
            <header>
                <h2>{i18n::settings()}</h2>
                <IconButton
                    mark=IconName::Close
                    name=i18n::close()
                    id="close-settings"
                    press=move || app.leave_settings()
                />
            </header>
            <ModelInUse />
            <QuestionsModel />
            <AskingOptions asking=app.asking />
            <ScannedPages />
            <Appearance />
            <Spoken />
            <section>
                <h2 id=keys::ABOUT tabindex="-1">{i18n::about_pecan()}</h2>
                <dl>
                    {move || app.about.get().map(|about| view! {
                        <dt>{i18n::version()}</dt>
                        <dd data-testid="version">{about.version}</dd>
                        <dt>{i18n::log_file()}</dt>
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
            request_animation_frame(|| keys::focus(LANGUAGE_FIELD));
        }
    };
    let choices = Language::ALL.map(|language| {
        let spoken = language == language::current();
        view! {
            <option value=language.tag() lang=language.tag() selected=spoken>
                {i18n::own_name(language)}
            </option>
        }
    });
    view! {
        <section>
            <h2><label for=LANGUAGE_FIELD>{i18n::window_language()}</label></h2>
            <select id=LANGUAGE_FIELD data-testid="language" on:change=choose>
                {choices.into_iter().collect_view()}
            </select>
        </section>
    }
}

#[component]
fn ModelInUse() -> impl IntoView {
    let app = use_app();
    let demonstration = move || matches!(app.model_in_use(), Some(Ok(info)) if info.demonstration);
    let is_default = move || matches!(app.model_in_use(), Some(Ok(info)) if info.is_default);
    let opening = move || app.is_opening(Role::Building);
    let loaded = move || !opening() && app.models.current.with(Option::is_some);
    let body = move || match app.model_in_use() {
        None => view! { <p class="quiet">{i18n::model_loading()}</p> }.into_any(),
        Some(Err(failure)) => failed(&failure, "model-failed").into_any(),
        Some(Ok(info)) => facts(&info, "model-file").into_any(),
    };
    let waiting = move || {
        app.waiting_model().map(|name| {
            view! {
                <p class="waits" role="status" data-testid="model-waits">
                    {i18n::model_waits(&name)}
                </p>
            }
        })
    };
    view! {
        <section data-testid="model">
            <h2>{i18n::model()}</h2>
            <Show when=demonstration>
                <p class="demonstration" data-testid="demonstration">{i18n::demonstration()}</p>
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
                    on:click=move |_| app.pick_model(Role::Building)
                >
                    {i18n::open_model()}
                </button>
                <Show when=move || loaded() && !is_default()>
                    <button on:click=move |_| app.open_model(None, Role::Building)>
                        {i18n::back_to_default()}
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
fn AskingOptions(asking: Asking) -> impl IntoView {
    let options = asking.options;
    let usual = move || options.with(|options| *options == AskOptions::default());
    let patience = move |text: String| {
        let patience = within(&text, 1..=8)?;
        asking.set_options(|options| options.patience = patience);
        Ok(())
    };
    let confidence = move |text: String| {
        let confidence = part(&text).ok_or_else(i18n::not_understood)?;
        asking.set_options(|options| options.confidence = confidence);
        Ok(())
    };
    let most = move |text: String| {
        let empty = text.trim().is_empty();
        let most = if empty { None } else { Some(within(&text, 1..=u32::MAX)?) };
        asking.set_options(|options| options.max_nodes = most);
        Ok(())
    };
    let search = move |chosen: &str| {
        if let Some((_, by)) = SEARCHED.into_iter().find(|(id, _)| *id == chosen) {
            asking.set_options(|options| options.by = by);
        }
    };
    let at_most = move || options.with(|o| o.max_nodes.map_or_else(String::new, |n| n.to_string()));
    let confident = move || options.with(|o| o.confidence.map_or_else(String::new, written));
    view! {
        <section>
            <h2>{i18n::asking()}</h2>
            <Field
                id="patience"
                name=i18n::patience()
                hint=i18n::patience_hint()
                value=Signal::derive(move || options.with(|o| o.patience.to_string()))
                change=patience
            />
            <Field
                id="confidence"
                name=i18n::confidence()
                hint=i18n::confidence_hint()
                value=Signal::derive(confident)
                change=confidence
            />
            <Field
                id="max-nodes"
                name=i18n::max_nodes()
                hint=i18n::max_nodes_hint()
                value=Signal::derive(at_most)
                change=most
            />
            <div class="field">
                <label for="search-by">{i18n::search_by()}</label>
                <select
                    id="search-by"
                    aria-describedby="search-by-hint"
                    data-testid="search-by"
                    on:change=move |event| search(&event_target_value(&event))
                >
                    {SEARCHED.map(|(id, by)| view! {
                        <option value=id selected=move || options.with(|o| o.by == by)>
                            {i18n::searched(by)}
                        </option>
                    }).into_iter().collect_view()}
                </select>
                <p class="quiet" id="search-by-hint">{i18n::search_by_hint()}</p>
            </div>
            <Show when=move || !usual()>
                <button on:click=move |_| asking.set_options(|options| {
                    *options = AskOptions::default();
                })>
                    {i18n::defaults()}
                </button>
            </Show>
        </section>
    }
}

/// Parses a number, or returns why it is not in the range.
pub fn within(text: &str, range: RangeInclusive<u32>) -> Result<u32, Cow<'static, str>> {
    let number = text.trim().parse::<u32>().map_err(|_| i18n::not_understood())?;
    match range.contains(&number) {
        true => Ok(number),
        false if *range.end() == u32::MAX => Err(i18n::not_understood().into()),
        false => Err(i18n::outside(*range.start(), *range.end()).into()),
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

/// A field for a number. A value that does not fit is reset, and the reason is shown.
#[component]
pub fn Field(
    id: &'static str,
    name: &'static str,
    hint: &'static str,
    value: Signal<String>,
    change: impl Fn(String) -> Result<(), Cow<'static, str>> + 'static,
) -> impl IntoView {
    let refused = RwSignal::new(None);
    let change = move |event: leptos::ev::Event| {
        refused.set(change(event_target_value(&event)).err());
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
            <p role="status" class="failed" data-testid=format!("{id}-kept")>
                {move || refused.get()}
            </p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_does_not_fit_gets_a_reason() {
        assert_eq!(within(" 8 ", 1..=8), Ok(8));
        for (text, range, why) in [
            ("much", 1..=8, i18n::not_understood().to_owned()),
            ("-1", 1..=8, i18n::not_understood().to_owned()),
            ("0", 1..=8, i18n::outside(1, 8)),
            ("9", 1..=8, i18n::outside(1, 8)),
            ("0", 1..=u32::MAX, i18n::not_understood().to_owned()),
        ] {
            assert_eq!(within(text, range), Err(why.into()), "{text}");
        }
    }

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
