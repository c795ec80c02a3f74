//! Numbers and dates as the browser formats them in the user's language. Without a browser, as in
//! tests, numbers are formatted as in English.

use std::cell::RefCell;
use std::collections::HashMap;

use js_sys::{Function, Intl, JSON};
use wasm_bindgen::{JsCast, JsValue};

use crate::language::{self, Language};

/// Whether there is a browser to ask.
const BROWSER: bool = cfg!(target_arch = "wasm32");

/// The format of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NumberStyle {
    /// With this many digits after the decimal point.
    Digits(usize),
    /// Roughly, with a word for millions.
    Rough,
}

thread_local! {
    /// Creating a formatter takes much longer than using it.
    static STYLES: RefCell<HashMap<(Language, NumberStyle), Function>> = RefCell::default();
}

/// Formats a number with this many digits after the decimal point and thousands separators:
/// `1,204.5`.
pub fn decimal(number: f64, digits: usize) -> String {
    by_browser(number, NumberStyle::Digits(digits)).unwrap_or_else(|| plain(number, digits))
}

/// Formats a count with thousands separators: `1,204`.
pub fn count(number: u64) -> String {
    decimal(number as f64, 0)
}

/// Formats a large number, roughly: `1.2 billion`.
pub fn rough(number: u64) -> String {
    let number = number as f64;
    by_browser(number, NumberStyle::Rough).unwrap_or_else(|| {
        let units = ["", "thousand", "million", "billion", "trillion"];
        let unit = largest(number, &units);
        format!("{} {}", in_unit(number, unit), units[unit]).trim_end().to_owned()
    })
}

/// Formats seconds since 1970 as a day and a time of day in the user's time zone: `21 Nov 2026,
/// 14:03`.
pub fn date(seconds: i64) -> String {
    let date = js_sys::Date::new(&(seconds as f64 * 1_000.0).into());
    let how = options(r#"{"dateStyle": "medium", "timeStyle": "short"}"#);
    date.to_locale_string(&language::locale(), &how).into()
}

/// Returns which of a series of units, each a thousand of the one before, is the largest for a
/// number.
pub fn largest(number: f64, units: &[&str]) -> usize {
    let too_small = |&unit: &usize| number / thousands(unit - 1) >= 999.5;
    (1..units.len()).take_while(too_small).count()
}

/// Formats a number in a unit, with one digit more where it would be rough.
pub fn in_unit(number: f64, unit: usize) -> String {
    let number = number / thousands(unit);
    decimal(number, usize::from(unit > 0 && number < 9.95))
}

fn thousands(unit: usize) -> f64 {
    1_000_f64.powi(unit as i32)
}

fn by_browser(number: f64, style: NumberStyle) -> Option<String> {
    if !BROWSER {
        return None;
    }
    STYLES.with_borrow_mut(|styles| {
        let write = styles.entry((language::current(), style)).or_insert_with(|| writer(style));
        write.call1(&JsValue::UNDEFINED, &number.into()).ok()?.as_string()
    })
}

fn writer(style: NumberStyle) -> Function {
    let how = match style {
        NumberStyle::Digits(digits) => options(&format!(
            r#"{{"minimumFractionDigits": {digits}, "maximumFractionDigits": {digits}}}"#
        )),
        NumberStyle::Rough => options(r#"{"notation": "compact", "compactDisplay": "long"}"#),
    };
    let locales = js_sys::Array::of1(&language::locale().into());
    Intl::NumberFormat::new(&locales, how.unchecked_ref()).format()
}

/// Invalid JSON would show in tests of the window; the default format is used then.
fn options(json: &str) -> JsValue {
    JSON::parse(json).unwrap_or(JsValue::UNDEFINED)
}

fn plain(number: f64, digits: usize) -> String {
    let written = format!("{number:.digits$}");
    let (begin, end) = (usize::from(number < 0.0), written.find('.').unwrap_or(written.len()));
    let mut out = String::with_capacity(written.len() + written.len() / 3);
    for (at, sign) in written.char_indices() {
        if at > begin && at < end && (end - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_browser_numbers_are_written_as_in_english() {
        for (number, digits, text) in [
            (0.0, 0, "0"),
            (1_204.25, 1, "1,204.2"),
            (0.8765, 2, "0.88"),
            (-0.125, 3, "-0.125"),
            (-123_456.0, 0, "-123,456"),
        ] {
            assert_eq!(decimal(number, digits), text);
        }
    }
}
