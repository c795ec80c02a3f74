//! What is kept: chunks by their rank, and tokens within each by theirs.

use hwdag::similarity::top_k;

/// How much larger the kept share of the first chunk is than that of a middle one, and how much smaller
/// that of the last; as in LongLLMLingua.
pub const TILT: f64 = 0.3;
/// Halvings of the interval in which the right level of shares lies: as many as a number has digits.
const HALVINGS: usize = 60;
/// A number this close below a whole number of tokens counts as that number.
const ROUNDING: f64 = 1e-6;

/// Returns the chunks that are looked at more closely: the first-ranked ones, until `most` tokens are
/// used up.
pub fn chosen(ranked: &[usize], lengths: &[usize], most: usize) -> Vec<usize> {
    let mut used = 0;
    let has_room = |&chunk: &usize| {
        let has_room = used < most;
        used += lengths[chunk];
        has_room
    };
    ranked.iter().copied().take_while(has_room).collect()
}

/// Returns the number of tokens kept of chunks with these lengths, the most relevant one first: at most
/// `budget` in all, and of each a share that falls linearly with its rank.
pub fn quotas(lengths: &[usize], budget: usize) -> Vec<usize> {
    if lengths.iter().sum::<usize>() <= budget {
        return lengths.to_vec();
    }
    let parts = |level: f64| {
        let part = move |(rank, &length): (usize, &usize)| {
            (level + tilt(rank, lengths.len())).clamp(0.0, 1.0) * length as f64
        };
        lengths.iter().enumerate().map(part)
    };
    // At one level nothing is kept, at the other everything.
    let (mut low, mut high) = (-TILT, 1.0 + TILT);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        match parts(middle).sum::<f64>() <= budget as f64 {
            true => low = middle,
            false => high = middle,
        }
    }
    parts(low).map(|part| (part + ROUNDING).floor() as usize).collect()
}

/// Returns how far the share of a rank lies above that of the middle one.
fn tilt(rank: usize, count: usize) -> f64 {
    match count {
        0 | 1 => 0.0,
        _ => TILT * (1.0 - 2.0 * rank as f64 / (count - 1) as f64),
    }
}

/// Returns the positions of the `count` highest values, in order.
pub fn strongest(values: &[f32], count: usize) -> Vec<usize> {
    let mut places = top_k(values, count);
    places.sort_unstable();
    places
}

/// Converts a token count to another vocabulary: a text has `from` of the one and `to` of the other.
pub fn scaled(tokens: usize, from: usize, to: usize) -> usize {
    (tokens as f64 * to as f64 / from.max(1) as f64 + ROUNDING) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn chunks_are_chosen_until_the_tokens_are_used_up() {
        let lengths = [30, 10, 20, 40];
        let cases: [(usize, &[usize]); 6] =
            [(0, &[]), (1, &[2]), (20, &[2]), (21, &[2, 0]), (60, &[2, 0, 3]), (99, &[2, 0, 3, 1])];
        for (most, expected) in cases {
            assert_eq!(chosen(&[2, 0, 3, 1], &lengths, most), expected, "{most}");
        }
    }

    #[test]
    fn quotas_by_hand() {
        let cases: [(&[usize], usize, &[usize]); 8] = [
            (&[], 10, &[]),
            (&[100], 40, &[40]),
            (&[100], 400, &[100]),
            // Half of all tokens: 0.3 more of the first, 0.3 less of the last.
            (&[100, 100, 100], 150, &[80, 50, 20]),
            (&[100, 100], 100, &[80, 20]),
            // None keeps more than everything or less than nothing.
            (&[100, 100], 190, &[100, 90]),
            (&[100, 100], 10, &[10, 0]),
            (&[100, 100], 0, &[0, 0]),
        ];
        for (lengths, budget, expected) in cases {
            assert_eq!(quotas(lengths, budget), expected, "{lengths:?}, {budget}");
        }
    }

    #[test]
    fn the_strongest_stay_in_order() {
        let values = [0.5, -1.0, 2.0, 0.5, 1.0];
        let cases: [(usize, &[usize]); 4] =
            [(0, &[]), (2, &[2, 4]), (3, &[0, 2, 4]), (9, &[0, 1, 2, 3, 4])];
        for (count, expected) in cases {
            assert_eq!(strongest(&values, count), expected, "{count}");
        }
    }

    #[test]
    fn budgets_in_another_vocabulary() {
        for (tokens, from, to, expected) in
            [(200, 100, 100, 200), (200, 100, 150, 300), (200, 300, 100, 66), (9, 0, 0, 0)]
        {
            assert_eq!(scaled(tokens, from, to), expected);
        }
    }

    proptest! {
        /// The budget is respected, and used up to less than one token per chunk.
        #[test]
        fn quotas_meet_the_budget(
            lengths in prop::collection::vec(0_usize..400, 0..30),
            budget in 0_usize..5_000,
        ) {
            let quotas = quotas(&lengths, budget);
            prop_assert!(quotas.iter().zip(&lengths).all(|(quota, length)| quota <= length));
            let kept: usize = quotas.iter().sum();
            prop_assert!(kept <= budget, "{kept}");
            let wanted = budget.min(lengths.iter().sum());
            prop_assert!(kept + lengths.len() >= wanted, "{kept} of {wanted}");
        }

        /// Of two chunks of the same length, the more relevant one keeps at least as much.
        #[test]
        fn quotas_fall_with_the_rank(
            length in 1_usize..400,
            count in 1_usize..30,
            budget in 0_usize..5_000,
        ) {
            let quotas = quotas(&vec![length; count], budget);
            prop_assert!(quotas.is_sorted_by(|a, b| a >= b), "{quotas:?}");
        }

        #[test]
        fn what_is_kept_is_the_strongest_in_order(
            values in prop::collection::vec(-9.0_f32..9.0, 0..60),
            count in 0_usize..70,
        ) {
            let kept = strongest(&values, count);
            prop_assert_eq!(kept.len(), count.min(values.len()));
            prop_assert!(kept.is_sorted_by(|a, b| a < b));
            let weakest = kept.iter().map(|&place| values[place]).fold(f32::INFINITY, f32::min);
            let left = (0..values.len()).filter(|place| !kept.contains(place));
            prop_assert!(left.map(|place| values[place]).all(|value| value <= weakest));
        }
    }
}
