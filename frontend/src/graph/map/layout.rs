//! The horizontal positions of nodes.

use crate::graph::map::Neighbour;

/// The share of the even distance between a level's nodes that is kept at least.
const APART: f64 = 0.7;

/// Returns the horizontal position of every node: chunks in reading order, each point above the
/// weighted mean of the nodes from which it was written, and no two nodes of a level on one
/// another.
pub fn across(bands: &[Vec<usize>], below: &[Vec<Neighbour>], nodes: usize) -> Vec<f64> {
    let mut across = vec![0.5; nodes];
    for (level, band) in bands.iter().enumerate() {
        for (at, &index) in band.iter().enumerate() {
            let reading_order = (at as f64 + 0.5) / band.len() as f64;
            across[index] = mean(&below[index], &across).unwrap_or(reading_order);
        }
        if level > 0 {
            let even = covered(band, below, &across) / band.len() as f64;
            spread(band, &mut across, even * APART);
        }
    }
    across
}

/// Returns how much of the document a level covers: while it grows, only its beginning.
fn covered(band: &[usize], below: &[Vec<Neighbour>], across: &[f64]) -> f64 {
    let reached = band.iter().flat_map(|&index| &below[index]).map(|n| across[n.index]);
    let (first, last) =
        reached.fold((1.0_f64, 0.0_f64), |(first, last), x| (first.min(x), last.max(x)));
    (last - first).max(0.0)
}

fn mean(neighbours: &[Neighbour], across: &[f64]) -> Option<f64> {
    let total: f64 = neighbours.iter().map(|n| f64::from(n.weight)).sum();
    let sum: f64 = neighbours.iter().map(|n| f64::from(n.weight) * across[n.index]).sum();
    (total > 0.0).then(|| sum / total)
}

/// Moves a level's nodes as little as possible (least squares), so that they keep their order and a
/// gap, and stay between 0 and 1. With the gaps subtracted this is an isotonic regression:
/// neighbours out of order are pooled at their mean.
fn spread(band: &[usize], across: &mut [f64], gap: f64) {
    let mut order: Vec<usize> = band.to_vec();
    order.sort_by(|&one, &other| across[one].total_cmp(&across[other]));
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(order.len());
    for (rank, &index) in order.iter().enumerate() {
        let mut pool = (across[index] - rank as f64 * gap, 1);
        while let Some(&(value, count)) = pools.last() {
            if value <= pool.0 {
                break;
            }
            let sum = value * count as f64 + pool.0 * pool.1 as f64;
            pool = (sum / (count + pool.1) as f64, count + pool.1);
            pools.pop();
        }
        pools.push(pool);
    }
    let highest = 1.0 - (order.len() as f64 - 0.5) * gap;
    let values = pools.iter().flat_map(|&(value, count)| std::iter::repeat_n(value, count));
    for (rank, (&index, value)) in order.iter().zip(values).enumerate() {
        across[index] = value.clamp(gap / 2.0, highest) + rank as f64 * gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_keeps_order_and_gaps() {
        let band: Vec<usize> = (0..6).collect();
        for places in [
            [0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
            [0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            [0.1, 0.3, 0.5, 0.7, 0.9, 0.95],
        ] {
            let mut across = places.to_vec();
            spread(&band, &mut across, 0.1);
            assert!(across.iter().all(|x| (0.05 - 1e-9..=0.95 + 1e-9).contains(x)), "{across:?}");
            assert!(across.windows(2).all(|pair| pair[1] - pair[0] > 0.1 - 1e-9), "{across:?}");
        }
    }

    #[test]
    fn a_level_that_grows_covers_what_it_was_written_from() {
        let to = |index| vec![Neighbour { index, weight: 1.0 }];
        let mut below = vec![Vec::new(); 100];
        below.extend((0..20).map(|point| to(point / 2)));
        let bands = [(0..100).collect(), (100..120).collect()];
        let across = across(&bands, &below, 120);
        assert!(across[119] < 0.12, "the last point stands at {}", across[119]);
        assert!(across[100] > 0.0 && across[100] < across[119]);
    }

    #[test]
    fn nodes_far_enough_apart_stay_where_they_are() {
        let mut across = vec![0.2, 0.8, 0.5];
        spread(&[0, 1, 2], &mut across, 0.1);
        for (is, was) in across.iter().zip([0.2, 0.8, 0.5]) {
            assert!((is - was).abs() < 1e-12);
        }
    }
}
