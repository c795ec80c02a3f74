//! How much of a number is chance: intervals from resampling (the bootstrap).
//!
//! The interval is Efron's percentile interval (Efron and Tibshirani 1993, chapter 13): the cases are
//! redrawn with replacement, as many as there are, 10,000 times; 95 % of the resulting numbers lie
//! between their 2.5th and 97.5th percentiles. One seed always and everywhere gives the same interval.
//! With few cases, intervals are somewhat too narrow.
//!
//! Questions about the same book are alike: a book is easy or hard for all of them. So cases come in
//! [`CaseGroups`]. Groups are redrawn first, then cases of each (Davison and Hinkley 1997, section 3.8).
//! With one group, or one case in each, that is the plain bootstrap. A single group says nothing about
//! how others would differ: its interval is for questions about that book alone.
//!
//! Drawing both counts the variation within a book twice if it has few questions. With many such books
//! the interval is too wide, and holds the truth more often than in 95 of 100 cases. With very few
//! books that differ, it is too narrow.

use std::collections::HashMap;
use std::hash::Hash;

use pocket::Rng;
use serde::{Deserialize, Serialize};

/// How often the cases are redrawn.
const DRAWS: usize = 10_000;
/// The shares of the draws below the beginning and the end of an interval.
const ENDS: (f64, f64) = (0.025, 0.975);

/// A number and the interval that it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The number for the cases without redrawing.
    pub value: f64,
    /// The beginning of the 95 % interval.
    pub low: f64,
    /// Its end.
    pub high: f64,
}

/// Cases grouped by what they have in common; each is in one group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseGroups(Vec<Vec<usize>>);

impl CaseGroups {
    /// Groups `cases` cases that have nothing in common.
    pub fn apart(cases: usize) -> Self {
        Self((0..cases).map(|case| vec![case]).collect())
    }

    /// Groups cases by name; one without a name is alone.
    pub fn by<N: Eq + Hash>(names: impl IntoIterator<Item = Option<N>>) -> Self {
        let (mut groups, mut places) = (Vec::<Vec<usize>>::new(), HashMap::new());
        for (case, name) in names.into_iter().enumerate() {
            let new = groups.len();
            let place = name.map_or(new, |name| *places.entry(name).or_insert(new));
            match groups.get_mut(place) {
                Some(group) => group.push(case),
                None => groups.push(vec![case]),
            }
        }
        Self(groups)
    }

    /// Returns the number of groups.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of cases.
    fn cases(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Redraws groups, and from each as many cases as it has.
    fn draw(&self, rng: &mut Rng, drawn: &mut Vec<usize>) {
        drawn.clear();
        for _ in 0..self.0.len() {
            let group = &self.0[below(rng, self.0.len())];
            drawn.extend((0..group.len()).map(|_| group[below(rng, group.len())]));
        }
    }
}

/// Returns a number below another; nothing is drawn if there is no choice.
fn below(rng: &mut Rng, end: usize) -> usize {
    if end > 1 { rng.below(end) } else { 0 }
}

/// Returns the mean of some values; none without values.
pub fn mean(values: &[f64], groups: &CaseGroups, seed: u64) -> Option<Interval> {
    let number =
        |cases: &[usize]| cases.iter().map(|&case| values[case]).sum::<f64>() / cases.len() as f64;
    bootstrap(groups, seed, number)
}

/// Returns the mean difference between the first and the second number for the same question; none
/// without questions. A question's difficulty is the same for both and cancels out, so the interval is
/// narrower than those of the two means suggest. If it excludes 0, the difference is hardly chance.
pub fn mean_difference(pairs: &[(f64, f64)], groups: &CaseGroups, seed: u64) -> Option<Interval> {
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| first - second).collect();
    mean(&differences, groups, seed)
}

/// Returns any number of all cases together, such as BLEU; none without cases. `number` is called with
/// the cases that take part, some of them several times.
pub fn bootstrap(
    groups: &CaseGroups,
    seed: u64,
    number: impl Fn(&[usize]) -> f64,
) -> Option<Interval> {
    bootstrap_all(groups, seed, |cases| [number(cases)]).map(|[one]| one)
}

/// Returns several such numbers of the same cases, which are drawn once for all of them.
pub fn bootstrap_all<const N: usize>(
    groups: &CaseGroups,
    seed: u64,
    numbers: impl Fn(&[usize]) -> [f64; N],
) -> Option<[Interval; N]> {
    if groups.cases() == 0 {
        return None;
    }
    let mut rng = Rng::new(seed);
    let mut drawn: Vec<usize> = (0..groups.cases()).collect();
    let values = numbers(&drawn);
    let draws: Vec<[f64; N]> = (0..DRAWS)
        .map(|_| {
            groups.draw(&mut rng, &mut drawn);
            numbers(&drawn)
        })
        .collect();
    Some(std::array::from_fn(|at| {
        let mut drawn: Vec<f64> = draws.iter().map(|numbers| numbers[at]).collect();
        drawn.sort_by(f64::total_cmp);
        let [low, high] = [ENDS.0, ENDS.1].map(|share| percentile(&drawn, share));
        Interval { value: values[at], low, high }
    }))
}

/// Returns the means of several values of each case; none without cases.
pub fn means<const N: usize>(
    values: &[[f64; N]],
    groups: &CaseGroups,
    seed: u64,
) -> Option<[Interval; N]> {
    bootstrap_all(groups, seed, |cases| mean_of_each(cases.iter().map(|&case| values[case])))
}

/// Returns the means of some rows of numbers.
pub fn mean_of_each<const N: usize>(rows: impl ExactSizeIterator<Item = [f64; N]>) -> [f64; N] {
    let count = rows.len() as f64;
    let add = |sums: [f64; N], row: [f64; N]| std::array::from_fn(|at| sums[at] + row[at]);
    rows.fold([0.0; N], add).map(|sum| sum / count)
}

/// Returns the value below which a share of the sorted values lie, interpolated if needed.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the mean of values that have nothing in common.
    fn mean(values: &[f64], seed: u64) -> Option<Interval> {
        super::mean(values, &CaseGroups::apart(values.len()), seed)
    }

    fn mean_difference(pairs: &[(f64, f64)], seed: u64) -> Option<Interval> {
        super::mean_difference(pairs, &CaseGroups::apart(pairs.len()), seed)
    }

    #[test]
    fn cases_of_one_name_are_together() {
        let groups = CaseGroups::by([Some("a"), None, Some("b"), Some("a"), None]);
        assert_eq!(groups, CaseGroups(vec![vec![0, 3], vec![1], vec![2], vec![4]]));
        assert_eq!(CaseGroups::by([None::<&str>, None]), CaseGroups::apart(2));
        assert_eq!(CaseGroups::default().cases(), 0);
    }

    #[test]
    fn questions_that_share_a_book_count_as_one_book() {
        // Ten books of twenty questions, which all have the same answer.
        let values: Vec<f64> = (0..200).map(|case| f64::from(case / 20 % 2)).collect();
        let groups = CaseGroups::by((0..200).map(|case| Some(case / 20)));
        let (apart, together) =
            (mean(&values, 1).unwrap(), super::mean(&values, &groups, 1).unwrap());
        let width = |one: Interval| one.high - one.low;
        let books: Vec<f64> = (0..10).map(|book| f64::from(book % 2)).collect();
        assert!(width(together) > 3.0 * width(apart), "{together:?}, {apart:?}");
        assert_eq!(width(together), width(mean(&books, 1).unwrap()));
    }

    /// `ones` of `count` values are 1, the others 0. The mean of a redrawn sample is binomial.
    fn yes(ones: usize, count: usize) -> Vec<f64> {
        (0..count).map(|at| f64::from(u8::from(at < ones))).collect()
    }

    #[test]
    fn one_book_alone_is_drawn_by_its_questions() {
        let values = yes(6, 20);
        let one = CaseGroups::by(values.iter().map(|_| Some("book")));
        let found = super::mean(&values, &one, 4).unwrap();
        assert!(found.low > 0.05 && found.low < 0.2 && found.high < 0.6, "{found:?}");
    }

    #[test]
    fn shares_have_the_percentiles_of_the_binomial_distribution() {
        for (ones, count, low, high) in [(5, 10, 2.0, 8.0), (4, 30, 1.0, 8.0), (6, 60, 2.0, 11.0)] {
            for seed in 0..5 {
                let found = mean(&yes(ones, count), seed).unwrap();
                let found = [found.value, found.low, found.high].map(|one| one * count as f64);
                let off = found.into_iter().zip([ones as f64, low, high]);
                assert!(off.map(|(one, other)| (one - other).abs()).all(|off| off < 1e-9));
            }
        }
    }

    #[test]
    fn what_both_have_falls_out_of_a_difference() {
        let pairs: Vec<(f64, f64)> =
            (0..50).map(|at| (f64::from(at) + 0.1, f64::from(at))).collect();
        let found = mean_difference(&pairs, 3).unwrap();
        assert!((found.low - 0.1).abs() < 1e-9 && (found.high - 0.1).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn several_numbers_have_the_intervals_that_each_has_alone() {
        let values = [[3.0, 1.0], [1.0, 5.0], [2.0, 4.0], [0.5, 0.25]];
        let groups = CaseGroups::by([Some(1), Some(1), Some(2), Some(3)]);
        let both = means(&values, &groups, 5).unwrap();
        for (at, found) in both.into_iter().enumerate() {
            assert_eq!(Some(found), super::mean(&values.map(|row| row[at]), &groups, 5));
        }
        assert_eq!((means::<2>(&[], &CaseGroups::default(), 5), groups.count()), (None, 3));
    }

    #[test]
    fn percentiles_lie_between_values() {
        let sorted = [0.0, 1.0, 2.0, 4.0];
        assert_eq!(percentile(&sorted, 0.5), 1.5);
        assert_eq!((percentile(&sorted, 0.0), percentile(&sorted, 1.0)), (0.0, 4.0));
        assert_eq!(mean(&[], 1), None);
        assert_eq!(mean(&[2.0], 1), Some(Interval { value: 2.0, low: 2.0, high: 2.0 }));
        let values = [3.0, 1.0, 2.0];
        let largest = |cases: &[usize]| cases.iter().map(|&case| values[case]).fold(0.0, f64::max);
        let found = bootstrap(&CaseGroups::apart(values.len()), 7, largest).unwrap();
        assert_eq!(found, Interval { value: 3.0, low: 1.0, high: 3.0 });
    }

    /// How many of 100 made-up question sets have the truth in their interval: `books` books of `each`
    /// questions, of which 60 % are answered, `spread` more or less in each book.
    fn sets_that_hold_the_truth(books: usize, each: usize, spread: f64) -> usize {
        let groups = CaseGroups::by((0..books * each).map(|case| Some(case / each)));
        let mut rng = pocket::Rng::new(1);
        let holds = |seed: &u64| {
            let mut values = Vec::with_capacity(books * each);
            for _ in 0..books {
                let share = 0.6 + if rng.chance(0.5) { spread } else { -spread };
                values.extend((0..each).map(|_| f64::from(u8::from(rng.chance(share)))));
            }
            let found = super::mean(&values, &groups, *seed).unwrap();
            (found.low..=found.high).contains(&0.6)
        };
        (0..100).filter(holds).count()
    }

    #[test]
    fn intervals_of_many_books_are_rather_too_wide_and_of_two_too_narrow() {
        let held = |spread| {
            [(25, 10), (6, 40), (2, 120)]
                .map(|(books, each)| sets_that_hold_the_truth(books, each, spread))
        };
        let all = [0.0, 0.06, 0.1].map(held);
        println!("of 100, with books that differ by 0, 6 and 10 points: {all:?}");
        assert!(all.iter().all(|[many, ..]| *many >= 95), "{all:?}");
        assert!(all[2][2] < 90, "{all:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn an_interval_is_repeatable_and_within_the_values(
            values in prop::collection::vec(-5.0..5.0, 1..30),
            seed: u64,
        ) {
            let found = mean(&values, seed).unwrap();
            prop_assert_eq!(Some(found), mean(&values, seed));
            let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
            let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(smallest - 1e-9 <= found.low && found.high <= largest + 1e-9);
            prop_assert!(found.low <= found.high);
            let turned: Vec<(f64, f64)> = values.iter().map(|&value| (0.0, value)).collect();
            let back = mean_difference(&turned, seed).unwrap();
            prop_assert!((back.low + found.high).abs() < 1e-9);
            prop_assert!((back.high + found.low).abs() < 1e-9);
        }
    }
}
