//! Today.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_DAY: u64 = 86_400;

/// Today's date in UTC, such as `2026-11-27`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / SECONDS_OF_DAY)
}

/// The date of a day since 1970-01-01. Years are counted from March, so that the leap day is the last
/// of its year; 146,097 days make 400 years.
fn date(day: u64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let next_year = month >= 10;
    let year = era * 400 + year_of_era + u64::from(next_year);
    let day = of_year - (153 * month + 2) / 5 + 1;
    format!("{year:04}-{:02}-{day:02}", if next_year { month - 9 } else { month + 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        let days = [(0, "1970-01-01"), (19_782, "2024-02-29"), (19_783, "2024-03-01")];
        for (day, expected) in days {
            assert_eq!(date(day), expected);
        }
    }
}
