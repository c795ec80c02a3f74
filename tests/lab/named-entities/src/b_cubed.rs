//! B³ (Bagga and Baldwin 1998): how well mentions with the same meaning were grouped.

/// Returns precision, recall and F1, from 0 to 1; none without mentions. For each mention, the lists
/// have the number of what it means, as found and as annotated.
///
/// A mention's precision is the share of the mentions found to mean the same as it (itself included)
/// that do; its recall is the share of those that do that were found. Both are averaged over all
/// mentions.
pub fn b_cubed(found: &[usize], annotated: &[usize]) -> Option<[f64; 3]> {
    let pairs: Vec<(usize, usize)> = found.iter().copied().zip(annotated.iter().copied()).collect();
    let count =
        |of: &dyn Fn(&(usize, usize)) -> bool| pairs.iter().filter(|pair| of(pair)).count() as f64;
    let of_one = |one: &(usize, usize)| {
        let both = count(&|other| other == one);
        [both / count(&|other| other.0 == one.0), both / count(&|other| other.1 == one.1)]
    };
    let scores: Vec<[f64; 2]> = pairs.iter().map(of_one).collect();
    let mean = |at: usize| scores.iter().map(|scores| scores[at]).sum::<f64>() / pairs.len() as f64;
    let (precision, recall) = (mean(0), mean(1));
    let f1 = 2.0 * precision * recall / (precision + recall);
    (!pairs.is_empty()).then_some([precision, recall, f1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mention_counts_for_its_own_groups() {
        // Precision: 1, 1, 1/2, 1/2. Recall: 2/3, 2/3, 1/3, 1.
        let [precision, recall, f1] = b_cubed(&[0, 0, 1, 1], &[7, 7, 7, 8]).unwrap();
        for (found, expected) in [(precision, 3.0 / 4.0), (recall, 2.0 / 3.0), (f1, 12.0 / 17.0)] {
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        assert_eq!(b_cubed(&[4, 9, 4], &[0, 1, 0]), Some([1.0; 3]));
        assert_eq!(b_cubed(&[], &[]), None);
    }

    #[test]
    fn all_together_has_full_recall_and_all_apart_full_precision() {
        let annotated = [0, 0, 1, 1];
        assert_eq!(b_cubed(&[0; 4], &annotated), Some([0.5, 1.0, 2.0 / 3.0]));
        assert_eq!(b_cubed(&[0, 1, 2, 3], &annotated), Some([1.0, 0.5, 2.0 / 3.0]));
    }
}
