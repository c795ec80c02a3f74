//! The settings of questions.

use leptos::prelude::*;
use protocol::{AskOptions, SearchBy};

use crate::chat::comparison_strings;
use crate::chat::store::ChatStore;
use crate::format;
use crate::settings::strings;
use crate::settings::views::field::{Field, within};

/// What questions can search, by the values of the field.
const SEARCHED: [(&str, SearchBy); 4] = [
    ("auto", SearchBy::Auto),
    ("points", SearchBy::Points),
    ("entities", SearchBy::Entities),
    ("both", SearchBy::Both),
];

/// The search options.
#[component]
pub fn AskingOptions(chat: ChatStore) -> impl IntoView {
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
    let thinking = move |text: String| {
        let tokens = if text.trim().is_empty() { 0 } else { within(&text, 0..=4096)? };
        chat.set_options(|options| options.thinking = tokens);
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
            <Field
                id="thinking"
                name=strings::thinking()
                hint=strings::thinking_hint()
                value=Signal::derive(move || options.with(|o| o.thinking.to_string()))
                change=thinking
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
