//! How far a model's Yes can be trusted. Judgements of pairs of a passage and a question, for which the right verdict
//! is known, correct a model that says Yes too early or too late (Platt scaling). A model that cannot tell the two
//! kinds of pair apart is not asked at all.

/// Probabilities are kept this far from 0 and 1 before their logits are taken.
const MARGIN: f64 = 1e-6;
/// The maximum number of Newton steps; few are needed.
const STEPS: usize = 50;
/// The smallest scale: near 0, all probabilities would be equal.
const LEAST_SCALE: f64 = 0.05;
/// The size of a step at which the search for the best calibration ends.
const LAST_STEP: f64 = 1e-9;
/// The precision, for the bias and for the scale, of a prior that pulls towards an unchanged p_yes. Without it, few
/// pairs or perfectly separable pairs would give an infinite slope.
const PRECISION: (f64, f64) = (0.02, 0.5);

/// Corrects p_yes: its logit times `scale`, plus `bias`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// Added to the logit.
    pub bias: f64,
    /// The factor of the logit; above 0.
    pub scale: f64,
}

impl Default for Calibration {
    fn default() -> Self {
        Self { bias: 0.0, scale: 1.0 }
    }
}

/// p_yes after a passage, and whether the passage answers the question.
pub type JudgedPassage = (f64, bool);

impl Calibration {
    /// Returns the calibration that makes these probabilities as likely as possible. It never reverses their order.
    pub fn fit(judged: &[JudgedPassage]) -> Self {
        let points: Vec<(f64, f64)> =
            judged.iter().map(|&(p_yes, answers)| (logit(p_yes), f64::from(answers))).collect();
        let mut found = Self::default();
        for _ in 0..STEPS {
            let step = found.step(&points);
            found.bias -= step.0;
            found.scale = (found.scale - step.1).max(LEAST_SCALE);
            if step.0.abs() + step.1.abs() < LAST_STEP {
                break;
            }
        }
        found
    }

    /// Returns Newton's step for the bias and the scale.
    fn step(self, points: &[(f64, f64)]) -> (f64, f64) {
        let (mut slope, mut curve) = ((0.0, 0.0), (0.0, 0.0, 0.0));
        for &(x, wanted) in points {
            let p = logistic(self.scale * x + self.bias);
            let (error, spread) = (p - wanted, p * (1.0 - p));
            slope = (slope.0 + error, slope.1 + error * x);
            curve = (curve.0 + spread, curve.1 + spread * x, curve.2 + spread * x * x);
        }
        slope.0 += PRECISION.0 * self.bias;
        slope.1 += PRECISION.1 * (self.scale - 1.0);
        let (a, b, c) = (curve.0 + PRECISION.0, curve.1, curve.2 + PRECISION.1);
        let determinant = (a * c - b * b).max(1e-12);
        ((c * slope.0 - b * slope.1) / determinant, (a * slope.1 - b * slope.0) / determinant)
    }

    /// Returns p_yes, corrected.
    pub fn apply(self, p_yes: f64) -> f64 {
        if self == Self::default() {
            p_yes
        } else {
            logistic(self.scale * logit(p_yes) + self.bias)
        }
    }
}

/// Returns how well p_yes separates passages that answer from others: the share of pairs of one of each that are in the
/// right order (the area under the ROC curve); 0.5 is chance. `None` without both kinds.
pub fn area_under_curve(judged: &[JudgedPassage]) -> Option<f64> {
    let of = |wanted| judged.iter().filter(move |one| one.1 == wanted).map(|one| one.0);
    let (mut right, mut count) = (0.0, 0.0);
    for high in of(true) {
        for low in of(false) {
            count += 1.0;
            right += f64::from(high > low) + 0.5 * f64::from(high == low);
        }
    }
    (count > 0.0).then(|| right / count)
}

fn logit(p: f64) -> f64 {
    let p = p.clamp(MARGIN, 1.0 - MARGIN);
    (p / (1.0 - p)).ln()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_says_yes_too_late_is_corrected() {
        let judged: Vec<JudgedPassage> =
            (0..60).map(|n| (if n % 2 == 0 { 0.30 } else { 0.02 }, n % 2 == 0)).collect();
        let found = Calibration::fit(&judged);
        assert!(found.apply(0.30) > 0.8 && found.apply(0.02) < 0.2, "{found:?}");
        assert!(found.apply(0.05) < found.apply(0.06), "the order stays");
    }

    #[test]
    fn a_calibrated_model_is_left_unchanged() {
        let p_yes = [0.1, 0.3, 0.5, 0.7, 0.9];
        let judged: Vec<JudgedPassage> = p_yes
            .iter()
            .flat_map(|&p| (0..10).map(move |n| (p, f64::from(n) < 10.0 * p - 1e-9)))
            .collect();
        let found = Calibration::fit(&judged);
        for p in p_yes {
            assert!((found.apply(p) - p).abs() < 0.02, "{p}: {found:?}");
        }
    }

    #[test]
    fn what_says_the_same_of_all_becomes_their_share() {
        let judged: Vec<JudgedPassage> = (0..60).map(|n| (0.2, n % 2 == 0)).collect();
        assert!((Calibration::fit(&judged).apply(0.2) - 0.5).abs() < 0.02);
        let reversed: Vec<JudgedPassage> =
            (0..60).map(|n| (if n % 2 == 0 { 0.2 } else { 0.8 }, n % 2 == 0)).collect();
        assert!(Calibration::fit(&reversed).scale > 0.0, "the order stays, though it is wrong");
        assert_eq!(Calibration::fit(&[]), Calibration::default());
    }

    #[test]
    fn certainty_stays_finite() {
        let judged: Vec<JudgedPassage> = (0..60).map(|n| (f64::from(n % 2), n % 2 == 1)).collect();
        let found = Calibration::fit(&judged);
        assert!(found.bias.is_finite() && found.scale < 5.0, "{found:?}");
        assert!(found.apply(1.0) > 0.99 && found.apply(0.0) < 0.01);
    }

    #[test]
    fn the_area_counts_pairs_in_order() {
        assert_eq!(area_under_curve(&[(0.9, true), (0.1, false)]), Some(1.0));
        assert_eq!(area_under_curve(&[(0.1, true), (0.9, false), (0.1, false)]), Some(0.25));
        assert_eq!(area_under_curve(&[(0.1, true)]), None);
    }
}
