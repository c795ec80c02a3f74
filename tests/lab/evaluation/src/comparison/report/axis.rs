//! Axes: the numbers that they span, and where their ticks are.

/// The approximate number of an axis's ticks.
const TICKS: f64 = 5.0;
/// The most ticks of a logarithmic axis.
const MOST: usize = 6;

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    low: f64,
    high: f64,
    form: AxisScale,
}

#[derive(Debug, Clone, PartialEq)]
enum AxisScale {
    /// Ticks at multiples of this step.
    Linear(f64),
    Log,
    /// A sequence of names, each of width 1.
    Names(Vec<String>),
}

impl Axis {
    /// Creates an axis with equal steps, from tick to tick around all values.
    pub fn linear(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = range(values.into_iter().filter(|value| value.is_finite()));
        let step = step((high - low) / TICKS);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { label: label.to_owned(), low, high, form: AxisScale::Linear(step) }
    }

    /// Creates an axis with powers of ten at equal distances, around all positive values.
    pub fn log(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> =
            values.into_iter().filter(|value| value.is_finite() && *value > 0.0).collect();
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(0.0, f64::max);
        let (low, high) = match values.is_empty() {
            true => (1.0, 10.0),
            // A small margin, so that nothing lies on the edge.
            false => (lowest / 1.2, highest * 1.2),
        };
        Self { label: label.to_owned(), low, high, form: AxisScale::Log }
    }

    /// Creates an axis with names in sequence: the first from 0 to 1, the second from 1 to 2.
    pub fn names(label: &str, names: Vec<String>) -> Self {
        let high = names.len().max(1) as f64;
        Self { label: label.to_owned(), low: 0.0, high, form: AxisScale::Names(names) }
    }

    /// Returns the position of a value: 0 at the beginning, 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        match self.form {
            AxisScale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
            _ => (value - self.low) / (self.high - self.low),
        }
    }

    /// Returns the value at the beginning.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Returns the ticks and their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        match &self.form {
            AxisScale::Linear(step) => self.even_ticks(*step),
            AxisScale::Log => self.log_ticks(),
            AxisScale::Names(names) => {
                let place = |(at, name): (usize, &String)| (at as f64 + 0.5, name.clone());
                names.iter().enumerate().map(place).collect()
            }
        }
    }

    fn even_ticks(&self, step: f64) -> Vec<(f64, String)> {
        let (first, last) = (self.low / step - 1e-6, self.high / step + 1e-6);
        let places = decimals(step);
        let tick = |at: i64| (at as f64 * step, format!("{:.places$}", at as f64 * step));
        (first.ceil() as i64..=last.floor() as i64).map(tick).collect()
    }

    /// Returns 1, 2, 5, 10, 20, 50 …; if these are too many, the powers of ten, and if they are too
    /// few, even ticks.
    fn log_ticks(&self) -> Vec<(f64, String)> {
        let inside = |(value, _): &(f64, String)| (self.low..=self.high).contains(value);
        let ticks = |steps: &[f64]| -> Vec<(f64, String)> {
            let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
            let all = powers.flat_map(|power| {
                let value = |&step: &f64| step * 10.0_f64.powi(power);
                let places = power.min(0).unsigned_abs() as usize;
                let tick = |value: f64| (value, format!("{value:.places$}"));
                steps.iter().map(value).map(tick).collect::<Vec<_>>()
            });
            all.filter(inside).collect()
        };
        let fine = ticks(&[1.0, 2.0, 5.0]);
        match fine.len() {
            0 | 1 => self.even_ticks(step((self.high - self.low) / TICKS)),
            2..=MOST => fine,
            _ => ticks(&[1.0]),
        }
    }
}

/// Returns the range from the smallest value to the largest, which is never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = values.fold(none, |(low, high), one| (low.min(one), high.max(one)));
    let air = if low == 0.0 { 1.0 } else { low.abs() / 10.0 };
    match (low <= high, high - low > 1e-9 * high.abs()) {
        (false, _) => (0.0, 1.0),
        (true, true) => (low, high),
        (true, false) => (low - air, high + air),
    }
}

/// Returns the smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is at least `least`.
fn step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0].into_iter().map(|step| step * power);
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// Returns the decimal places that a step needs.
fn decimals(step: f64) -> usize {
    (-(step * (1.0 + 1e-9)).log10().floor()).max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reported(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        for (values, expected) in [
            (vec![0.0, 100.0], vec!["0", "20", "40", "60", "80", "100"]),
            (vec![52.3, 61.1], vec!["52", "54", "56", "58", "60", "62"]),
            (vec![0.0, 0.43], vec!["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
            (vec![-1.0, 1.0], vec!["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
            (vec![], vec!["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (vec![10.0], vec!["9.0", "9.5", "10.0", "10.5", "11.0"]),
        ] {
            assert_eq!(reported(&Axis::linear("x", values)), expected);
        }
    }

    #[test]
    fn logarithmic_ticks_are_1_2_5_or_powers_of_ten() {
        for (values, expected) in [
            (vec![2.0, 30.0], vec!["2", "5", "10", "20"]),
            (vec![0.02, 0.1], vec!["0.02", "0.05", "0.1"]),
            (vec![0.1, 1e4], vec!["0.1", "1", "10", "100", "1000", "10000"]),
            (vec![3.1, 3.2], vec!["3.0", "3.5"]),
            (vec![0.0, -3.0], vec!["1", "2", "5", "10"]),
        ] {
            assert_eq!(reported(&Axis::log("x", values)), expected);
        }
    }

    #[test]
    fn names_stand_in_their_middle() {
        let axis = Axis::names("kind", vec!["a".into(), "b".into()]);
        assert_eq!(axis.ticks(), [(0.5, "a".to_owned()), (1.5, "b".to_owned())]);
        assert_eq!(axis.place(1.5), 0.75);
    }

    proptest! {
        #[test]
        fn values_and_ticks_are_on_their_axis(
            values in prop::collection::vec(-1e6..1e6_f64, 1..9),
            scale in -9..9_i32,
        ) {
            let values: Vec<f64> = values.iter().map(|one| one * 10.0_f64.powi(scale)).collect();
            let sizes: Vec<f64> = values.iter().map(|one| one.abs() + 1e-12).collect();
            for (axis, values) in [
                (Axis::linear("x", values.clone()), values),
                (Axis::log("x", sizes.clone()), sizes),
            ] {
                let ticks = axis.ticks();
                prop_assert!(ticks.len() >= 2, "{ticks:?}");
                let ticks = ticks.into_iter().map(|(value, _)| value);
                for value in values.into_iter().chain(ticks) {
                    let place = axis.place(value);
                    prop_assert!((-1e-6..=1.0 + 1e-6).contains(&place), "{value} at {place}");
                }
            }
        }
    }
}
