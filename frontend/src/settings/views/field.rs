//! Fields for numbers.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use leptos::prelude::*;

use crate::settings::strings;

/// Parses a number, or returns why it is not in the range.
pub fn within(text: &str, range: RangeInclusive<u32>) -> Result<u32, Cow<'static, str>> {
    let number = text.trim().parse::<u32>().map_err(|_| strings::not_understood())?;
    match range.contains(&number) {
        true => Ok(number),
        false if *range.end() == u32::MAX => Err(strings::not_understood().into()),
        false => Err(strings::outside(*range.start(), *range.end()).into()),
    }
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
            ("much", 1..=8, strings::not_understood().to_owned()),
            ("-1", 1..=8, strings::not_understood().to_owned()),
            ("0", 1..=8, strings::outside(1, 8)),
            ("9", 1..=8, strings::outside(1, 8)),
            ("0", 1..=u32::MAX, strings::not_understood().to_owned()),
        ] {
            assert_eq!(within(text, range), Err(why.into()), "{text}");
        }
    }
}
