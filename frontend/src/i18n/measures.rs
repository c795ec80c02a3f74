//! Numbers with their units.

use crate::i18n::messages;

messages! {
    "measures"
    percent(number: &str);
    less_than(amount: &str);
    in_seconds(number: &str);
    in_minutes(number: u64);
    in_hours(number: u64);
    in_hours_and_minutes(hours: u64, minutes: u64);
    in_days(number: u64);
    /// Bytes, in units of `B`, `kB`, `MB`, `GB` or `TB`.
    size(number: &str, unit: &str);
}
