//! A mixture of Gaussians with diagonal covariances, fitted by expectation maximisation (EM) from
//! k-means++. No variance is below a floor, so that no Gaussian collapses onto a single item.

use std::f64::consts::PI;

use pocket::Rng;

/// The seed of every fit.
const SEED: u64 = 224;
/// The most Gaussians; as in RAPTOR.
const MOST: usize = 50;
/// Rounds of k-means before EM, and the most rounds of EM.
const ROUNDS: (usize, usize) = (10, 100);
/// EM ends when the mean log-likelihood of an item grows by less than this.
const TOLERANCE: f64 = 1e-3;
/// The least variance, as a part of the items' own, averaged over dimensions.
const FLOOR: f64 = 0.01;
/// The least variance of items that are all the same.
const LEAST: f64 = 1e-12;

/// Describes the settings that decide how Gaussians are fitted.
pub fn settings() -> String {
    format!("gaussians {SEED} {MOST} {ROUNDS:?} {TOLERANCE} {FLOOR} {LEAST}")
}

/// A mixture of Gaussians.
#[derive(Debug, Clone)]
pub struct Mixture(Vec<Gaussian>);

#[derive(Debug, Clone)]
struct Gaussian {
    /// The logarithm of its weight times the factor that makes its integral 1.
    scale: f64,
    mean: Vec<f64>,
    variance: Vec<f64>,
}

impl Mixture {
    /// Returns the mixture of the rows with the lowest BIC; on a tie, the one with fewer Gaussians.
    pub fn best(rows: &[Vec<f64>]) -> Self {
        let floor = floor(rows);
        let mut best = Self::fit(rows, 1, floor);
        let mut lowest = best.bic(rows);
        for count in 2..=(rows.len() / 2).min(MOST) {
            let mixture = Self::fit(rows, count, floor);
            let bic = mixture.bic(rows);
            if bic < lowest {
                (best, lowest) = (mixture, bic);
            }
        }
        best
    }

    /// Returns the number of Gaussians.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the probability of each Gaussian for a row, and the row's log-likelihood.
    pub fn shares(&self, row: &[f64]) -> (Vec<f64>, f64) {
        let logs: Vec<f64> = self.0.iter().map(|gaussian| gaussian.log_density(row)).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts: Vec<f64> = logs.iter().map(|log| (log - largest).exp()).collect();
        let sum: f64 = parts.iter().sum();
        (parts.iter().map(|part| part / sum).collect(), largest + sum.ln())
    }

    fn fit(rows: &[Vec<f64>], count: usize, floor: f64) -> Self {
        let starts = starts(rows, count);
        let centres: Vec<&[f64]> = starts.iter().map(|&start| rows[start].as_slice()).collect();
        let mut mixture = Self::of(rows, &nearest(rows, &centres), floor);
        for _ in 0..ROUNDS.0 {
            let centres: Vec<&[f64]> = mixture.0.iter().map(|own| own.mean.as_slice()).collect();
            mixture = Self::of(rows, &nearest(rows, &centres), floor);
        }
        mixture.improved(rows, floor)
    }

    /// Returns the mixture after rounds of EM.
    fn improved(mut self, rows: &[Vec<f64>], floor: f64) -> Self {
        let mut before = f64::NEG_INFINITY;
        for _ in 0..ROUNDS.1 {
            let (shares, logs): (Vec<Vec<f64>>, Vec<f64>) =
                rows.iter().map(|row| self.shares(row)).unzip();
            let likelihood = logs.iter().sum::<f64>() / rows.len() as f64;
            if likelihood - before < TOLERANCE {
                break;
            }
            before = likelihood;
            self = Self::of(rows, &shares, floor);
        }
        self
    }

    /// Returns the likeliest mixture, given the share of each row in each Gaussian.
    fn of(rows: &[Vec<f64>], shares: &[Vec<f64>], floor: f64) -> Self {
        let count = shares.first().map_or(0, Vec::len);
        let gaussian = |at: usize| {
            let own: Vec<f64> = shares.iter().map(|shares| shares[at]).collect();
            Gaussian::of(rows, &own, floor)
        };
        Self((0..count).map(gaussian).collect())
    }

    /// Returns the Bayesian information criterion: the lower, the better.
    fn bic(&self, rows: &[Vec<f64>]) -> f64 {
        let width = rows.first().map_or(0, Vec::len);
        let parameters = (self.len() * (2 * width + 1) - 1) as f64;
        let likelihood: f64 = rows.iter().map(|row| self.shares(row).1).sum();
        parameters * (rows.len() as f64).ln() - 2.0 * likelihood
    }
}

impl Gaussian {
    /// Fits a Gaussian to rows, each of which counts by its share.
    fn of(rows: &[Vec<f64>], shares: &[f64], floor: f64) -> Self {
        let all: f64 = shares.iter().sum();
        let mean_of = |value: &dyn Fn(&[f64]) -> f64| -> f64 {
            let sum: f64 = rows.iter().zip(shares).map(|(row, share)| share * value(row)).sum();
            if all > 0.0 { sum / all } else { 0.0 }
        };
        let axes = 0..rows.first().map_or(0, Vec::len);
        let mean: Vec<f64> = axes.clone().map(|axis| mean_of(&|row| row[axis])).collect();
        let spread = |axis: usize| mean_of(&|row| (row[axis] - mean[axis]).powi(2)).max(floor);
        let variance: Vec<f64> = axes.map(spread).collect();
        let logs: f64 = variance.iter().map(|variance| (2.0 * PI * variance).ln()).sum();
        Self { scale: (all / rows.len() as f64).ln() - 0.5 * logs, mean, variance }
    }

    /// Returns the logarithm of its density at a row, times its weight.
    fn log_density(&self, row: &[f64]) -> f64 {
        let terms = row.iter().zip(&self.mean).zip(&self.variance);
        let distance: f64 =
            terms.map(|((value, mean), variance)| (value - mean).powi(2) / variance).sum();
        self.scale - 0.5 * distance
    }
}

/// Returns the least variance for these rows.
fn floor(rows: &[Vec<f64>]) -> f64 {
    let Gaussian { variance, .. } = Gaussian::of(rows, &vec![1.0; rows.len()], 0.0);
    let mean = variance.iter().sum::<f64>() / variance.len().max(1) as f64;
    (mean * FLOOR).max(LEAST)
}

/// Draws rows to begin with, far from one another (k-means++, Arthur and Vassilvitskii 2007).
fn starts(rows: &[Vec<f64>], count: usize) -> Vec<usize> {
    let mut rng = Rng::new(SEED);
    let mut starts = vec![rng.below(rows.len())];
    let mut distances = vec![f64::INFINITY; rows.len()];
    while starts.len() < count {
        let last = &rows[starts[starts.len() - 1]];
        for (nearest, row) in distances.iter_mut().zip(rows) {
            *nearest = nearest.min(distance(row, last));
        }
        starts.push(drawn(&distances, &mut rng));
    }
    starts
}

/// Draws a position with a probability proportional to its weight.
fn drawn(weights: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    let place = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // If all weights are 0, all positions are equally good.
    place.unwrap_or(0)
}

/// Assigns each row fully to the nearest of some centres.
fn nearest(rows: &[Vec<f64>], centres: &[&[f64]]) -> Vec<Vec<f64>> {
    let shares = |row: &Vec<f64>| {
        let distances: Vec<f64> = centres.iter().map(|centre| distance(row, centre)).collect();
        let least = (0..distances.len()).min_by(|&a, &b| distances[a].total_cmp(&distances[b]));
        (0..distances.len()).map(|at| f64::from(u8::from(Some(at) == least))).collect()
    };
    rows.iter().map(shares).collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(values: &[f64]) -> Vec<Vec<f64>> {
        values.iter().map(|&value| vec![value]).collect()
    }

    #[test]
    fn one_gaussian_by_hand() {
        let rows = line(&[1.0, 3.0]);
        let mixture = Mixture::fit(&rows, 1, LEAST);
        let Gaussian { mean, variance, .. } = &mixture.0[0];
        assert_eq!((mean[0], variance[0]), (2.0, 1.0));
        // Both are one standard deviation from the mean.
        let log = -0.5 * (2.0 * PI).ln() - 0.5;
        assert!((mixture.shares(&rows[0]).1 - log).abs() < 1e-12);
        // Two parameters, two items.
        assert!((mixture.bic(&rows) - (2.0 * 2.0_f64.ln() - 4.0 * log)).abs() < 1e-12);
    }

    #[test]
    fn as_many_gaussians_as_there_are_heaps() {
        let heap = |centre: f64| (0..8).map(move |at| centre + 0.1 * f64::from(at));
        for count in 1..=3 {
            let rows: Vec<f64> = (0..count).flat_map(|at| heap(20.0 * f64::from(at))).collect();
            let mixture = Mixture::best(&line(&rows));
            assert_eq!(mixture.len(), count as usize);
            let (shares, _) = mixture.shares(&[0.4]);
            let largest = shares.iter().copied().fold(0.0, f64::max);
            assert!(largest > 0.999, "{shares:?}");
        }
    }

    #[test]
    fn an_item_in_the_middle_is_shared() {
        let rows = line(&[-2.0, -1.0, 1.0, 2.0]);
        let (shares, _) = Mixture::fit(&rows, 2, 0.1).shares(&[0.0]);
        assert!((shares[0] - 0.5).abs() < 1e-6 && (shares[1] - 0.5).abs() < 1e-6, "{shares:?}");
    }

    #[test]
    fn equal_items_do_no_harm() {
        let mixture = Mixture::best(&line(&[2.0; 9]));
        assert_eq!(mixture.len(), 1);
        assert_eq!(mixture.shares(&[2.0]).0, [1.0]);
    }
}
