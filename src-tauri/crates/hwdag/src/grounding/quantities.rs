//! Numbers with their units of measure. "2 tsp" and "2 tbsp" have the same number, and a recipe may contain both units,
//! yet one does not answer for the other.

use std::collections::BTreeSet;

use super::numbers::{is_number_word, without_separators};
use crate::words::words;

/// Units of measure, each with its spellings in lower case. "In" is missing: it is rarely an inch.
#[rustfmt::skip]
const UNITS: [(&str, &[&str]); 30] = [
    ("percent", &["%", "percent", "per cent"]),
    ("teaspoon", &["tsp", "tsps", "teaspoon", "teaspoons"]),
    ("tablespoon", &["tbsp", "tbsps", "tablespoon", "tablespoons"]),
    ("cup", &["cup", "cups"]),
    ("pint", &["pint", "pints"]),
    ("gallon", &["gallon", "gallons", "gal"]),
    ("litre", &["l", "litre", "litres", "liter", "liters"]),
    ("millilitre", &["ml", "millilitre", "millilitres", "milliliter", "milliliters"]),
    ("ounce", &["oz", "ounce", "ounces"]),
    ("pound", &["lb", "lbs", "pound", "pounds", "£"]),
    ("microgram", &["µg", "μg", "mcg", "microgram", "micrograms"]),
    ("milligram", &["mg", "milligram", "milligrams"]),
    ("gram", &["g", "gram", "grams", "gramme", "grammes"]),
    ("kilogram", &["kg", "kilogram", "kilograms"]),
    ("millimetre", &["mm", "millimetre", "millimetres", "millimeter", "millimeters"]),
    ("centimetre", &["cm", "centimetre", "centimetres", "centimeter", "centimeters"]),
    ("metre", &["m", "metre", "metres", "meter", "meters"]),
    ("kilometre", &["km", "kilometre", "kilometres", "kilometer", "kilometers"]),
    ("inch", &["inch", "inches"]),
    ("foot", &["ft", "foot", "feet"]),
    ("yard", &["yd", "yards", "yard"]),
    ("mile", &["mile", "miles"]),
    ("second", &["sec", "second", "seconds"]),
    ("minute", &["min", "minute", "minutes"]),
    ("hour", &["h", "hr", "hrs", "hour", "hours"]),
    ("day", &["day", "days"]),
    ("week", &["week", "weeks"]),
    ("month", &["month", "months"]),
    ("year", &["year", "years"]),
    ("dollar", &["dollar", "dollars", "$"]),
];

/// The number of bytes within which a unit ends, including what follows it.
const UNIT_BYTES: usize = 32;

/// The numbers of texts that precede a unit, each with its unit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quantities(BTreeSet<(String, &'static str)>);

impl Quantities {
    /// Collects the quantities of these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self(texts.into_iter().flat_map(quantities).collect())
    }

    /// Returns whether a text gives one of these numbers another unit. False if these numbers have no unit here.
    pub fn differ(&self, text: &str) -> bool {
        quantities(text).any(|(number, unit)| {
            let mut units = self.0.iter().filter(|(known, _)| *known == number).peekable();
            units.peek().is_some() && units.all(|(_, known)| *known != unit)
        })
    }
}

/// The numbers of a text that have a unit.
fn quantities(text: &str) -> impl Iterator<Item = (String, &'static str)> {
    words(text).filter_map(|place| {
        let word = text[place.clone()].to_lowercase();
        let digits = word.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
        let (number, joined) = word.split_at(digits.unwrap_or(word.len()));
        if number.is_empty() {
            return is_number_word(&word)
                .then(|| (word, following(&text[place.end..])))
                .and_then(both);
        }
        // The part of a fraction before the slash belongs to the number.
        let of_number = |c: char| c.is_ascii_digit() || c == '/';
        let start = text[..place.start].trim_end_matches(of_number).len();
        let number = text[start..place.start].to_owned() + &without_separators(number);
        let sign = text[..start].chars().next_back().map(String::from);
        let before = || sign.as_deref().filter(|sign| ["£", "$"].contains(sign)).and_then(unit);
        let unit = unit(joined).or_else(|| following(&text[place.end..])).or_else(before);
        both((number, unit))
    })
}

fn both((number, unit): (String, Option<&'static str>)) -> Option<(String, &'static str)> {
    unit.map(|unit| (number, unit))
}

/// Returns the unit that the text begins with.
fn following(text: &str) -> Option<&'static str> {
    // No unit is longer, and a text may contain many numbers.
    let text = text.trim_start_matches([' ', '\u{a0}', '\u{202f}', '-']);
    let text = text[..text.floor_char_boundary(UNIT_BYTES)].to_lowercase();
    if text.starts_with("per cent") {
        return Some("percent");
    }
    if text.starts_with(['%', 'µ', 'μ']) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return unit(text[..end].trim_end_matches(['.', ',', ';', ')']));
    }
    let first = words(&text).next().filter(|place| place.start == 0)?;
    unit(&text[first])
}

fn unit(word: &str) -> Option<&'static str> {
    UNITS.iter().find(|(_, spellings)| spellings.contains(&word)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(text: &str, source: &str) -> bool {
        Quantities::new([source]).differ(text)
    }

    #[test]
    fn a_number_keeps_its_unit() {
        let recipe = "Add 2 tbsp of sugar, 1/2 tsp of salt, 30g flour and two cups of milk. Rest for 3 hours, then \
                      bake for twenty-five minutes with 40 % of the butter, which costs £5.";
        for (text, expected) in [
            ("2 tbsp", false),
            ("2 tablespoons of sugar", false),
            ("2 tsp", true),
            ("30 g of flour", false),
            ("30-gram portions", false),
            ("30 kg of flour", true),
            ("two cups", false),
            ("two pints of milk", true),
            ("3 days", true),
            ("40%", false),
            ("40 per cent of the butter", false),
            ("40 grams", true),
            ("$5", true),
            ("£5", false),
            ("5 pounds", false),
            ("5 loaves", false),
            ("7 miles", false),
        ] {
            assert_eq!(differ(text, recipe), expected, "{text}");
        }
        assert!(!differ("10 m", "1 m, 10 people"));
        assert!(!differ("1,500 metres", "It is 1500 m long."));
        assert!(!differ("2 hours or 2 days", "2 days, then 2 hours"));
    }
}
