//! How surprising a token is.

use hwdag::Token;

/// −ln of a token's probability, given the scores of all tokens, in nats; `None` if they lack it.
///
/// Every score is taken relative to the largest, so that no power overflows and no sum becomes so
/// large that the other terms are lost.
pub(crate) fn surprisal(scores: &[f32], token: Token) -> Option<f32> {
    let own = usize::try_from(token).ok().and_then(|token| scores.get(token))?;
    let largest = f64::from(scores.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let below = |score: f32| f64::from(score) - largest;
    let sum: f64 = scores.iter().map(|&score| below(score).exp()).sum();
    Some((sum.ln() - below(*own)) as f32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn surprisals_by_hand() {
        let two = 2.0_f32.ln();
        let cases: [(&[f32], Token, Option<f32>); 9] = [
            // As likely as the other.
            (&[0.0, 0.0], 1, Some(two)),
            // Three times as likely as the other.
            (&[3.0_f32.ln(), 0.0], 0, Some((4.0_f32 / 3.0).ln())),
            (&[3.0_f32.ln(), 0.0], 1, Some(4.0_f32.ln())),
            // Large scores, and ones that rule a token out.
            (&[1e30, 1e30], 0, Some(two)),
            (&[-9_000.0, 9_000.0], 0, Some(18_000.0)),
            (&[-9_000.0, 9_000.0], 1, Some(0.0)),
            (&[f32::NEG_INFINITY, 5.0], 1, Some(0.0)),
            // Nothing predicts it.
            (&[], 0, None),
            (&[0.0, 0.0], -1, None),
        ];
        for (scores, token, expected) in cases {
            let found = surprisal(scores, token);
            let close = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() <= expected * 1e-6,
                (found, expected) => found == expected,
            };
            assert!(close, "{scores:?}, {token}: {found:?}, not {expected:?}");
        }
    }

    proptest! {
        /// The probabilities of all tokens sum to 1.
        #[test]
        fn probabilities_sum_to_one(scores in prop::collection::vec(-80.0_f32..80.0, 1..50)) {
            let each = (0..).take(scores.len()).filter_map(|token| surprisal(&scores, token));
            let sum: f64 = each.map(|surprisal| f64::from(-surprisal).exp()).sum();
            prop_assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        }
    }
}
