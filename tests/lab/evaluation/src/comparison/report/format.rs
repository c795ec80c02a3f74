//! The format of numbers in tables.

use report::statistics::Interval;
use serde::Serialize;

/// How many of several cases hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CaseShare {
    /// Cases that hold.
    pub held: usize,
    /// All of them.
    pub cases: usize,
}

impl CaseShare {
    /// Counts the cases that hold; none without cases.
    pub fn of(cases: impl IntoIterator<Item = bool>) -> Option<Self> {
        let none = Self { held: 0, cases: 0 };
        let share = cases.into_iter().fold(none, |share, holds| Self {
            held: share.held + usize::from(holds),
            cases: share.cases + 1,
        });
        (share.cases > 0).then_some(share)
    }

    /// From 0 to 1.
    pub fn value(self) -> f64 {
        self.held as f64 / self.cases as f64
    }

    /// `75.0 (3/4)`.
    pub fn reported(self) -> String {
        format!("{} ({}/{})", percent(self.value()), self.held, self.cases)
    }
}

/// Formats a share: `61.3` for 0.613.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// `61.3 [58.2, 63.9]`, in percent.
pub fn interval(interval: Interval) -> String {
    with_ends(interval, percent)
}

/// `+1.3 [-0.2, +2.9]`, in percent.
pub fn difference(interval: Interval) -> String {
    with_ends(interval, |one| format!("{:+.1}", 100.0 * one))
}

/// `781 [702, 853]`.
pub fn amount(interval: Interval) -> String {
    with_ends(interval, short)
}

fn with_ends(Interval { value, low, high }: Interval, shown: fn(f64) -> String) -> String {
    format!("{} [{}, {}]", shown(value), shown(low), shown(high))
}

/// About three digits: more are chance.
pub fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if size < 1e-3 => format!("{value:.1e}"),
        size if size < 0.01 => format!("{value:.5}"),
        size if size < 0.1 => format!("{value:.4}"),
        size if size < 1.0 => format!("{value:.3}"),
        size if size < 10.0 => format!("{value:.2}"),
        size if size < 1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_they_are_worth() {
        for (value, expected) in [
            (0.0, "0"),
            (0.000_123, "1.2e-4"),
            (0.004_117, "0.00412"),
            (0.035_37, "0.0354"),
            (0.1234, "0.123"),
            (-1.234, "-1.23"),
            (61.27, "61.3"),
            (4866.4, "4866"),
        ] {
            assert_eq!(short(value), expected);
        }
    }

    #[test]
    fn intervals_stand_in_brackets() {
        let one = Interval { value: 0.613, low: 0.582, high: 0.639 };
        assert_eq!(interval(one), "61.3 [58.2, 63.9]");
        let two = Interval { value: -0.013, low: -0.02, high: 0.029 };
        assert_eq!(difference(two), "-1.3 [-2.0, +2.9]");
        let three = Interval { value: 12.34, low: -4.5, high: 0.0 };
        assert_eq!(amount(three), "12.3 [-4.50, 0]");
        let share = CaseShare::of([true, false, true, true]).unwrap();
        assert_eq!((share.reported(), CaseShare::of([])), ("75.0 (3/4)".to_owned(), None));
    }
}
