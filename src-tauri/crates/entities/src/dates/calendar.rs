//! Dates of the calendar.

/// A day, a month or a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Date {
    Year(u16),
    /// The month is from 1.
    Month {
        year: u16,
        month: u8,
    },
    /// Month and day are from 1. Without a year, the text gives none.
    Day {
        year: Option<u16>,
        month: u8,
        day: u8,
    },
    /// A day and a month in unknown order.
    Ambiguous {
        first: u8,
        second: u8,
        year: u16,
    },
}

impl Date {
    /// Returns a day, if the month has it.
    pub fn day(year: Option<u16>, month: u8, day: u8) -> Option<Self> {
        let days = match month {
            2 => 29,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=days).contains(&day).then_some(Self::Day { year, month, day })
    }

    /// Returns the day of "12/05/1897", which is in May or in December.
    pub fn with_slashes(first: u8, second: u8, year: u16) -> Option<Self> {
        let day_first = Self::day(Some(year), second, first);
        let month_first = Self::day(Some(year), first, second);
        match (day_first, month_first) {
            (Some(one), Some(other)) if one != other => {
                Some(Self::Ambiguous { first, second, year })
            }
            (one, other) => one.or(other),
        }
    }
}
