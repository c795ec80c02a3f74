//! Determines by a short trial which attention of a model can be read.

use std::collections::BTreeSet;
use std::sync::Arc;

use hwdag::Token;
use protocol::{AttentionKind, Unreadable};

use crate::attention_tap::{Inspection, LayerReport};
use crate::error::Error;
use crate::options::{Cache, Kernels, SequenceOptions};
use crate::readable::Readable;
use crate::sequence::Sequence;
use crate::stop::StopSignal;
use crate::weights::Weights;

/// Tokens of the trial.
const TOKENS: usize = 64;
/// Tokens of the trial that are removed and evaluated again, without being watched.
const AGAIN: usize = 24;
/// How far the sum of a row may be from 1.
const TOLERANCE: f32 = 1e-3;
/// The longest window assumed if the metadata does not give it.
const LONGEST_WINDOW: usize = 32_768;
/// How far scores may differ after tokens were removed and evaluated again, as a part of the largest.
const SAME_SCORES: f32 = 0.02;
/// The window of the first trial beyond the model's own, in tokens: two micro-batches.
const WINDOW_BEYOND: usize = 512;
/// The factor by which a window that was too short grows.
const WINDOW_GROWTH: usize = 4;

impl Weights {
    /// Which attention can be read, determined by a short trial run the first time.
    ///
    /// # Errors
    ///
    /// If the trial itself could not run. A model without usable attention is not an error here.
    pub fn readable(self: &Arc<Self>) -> Result<&Readable, Error> {
        match self.known_readable() {
            Some(readable) => Ok(readable),
            None => Ok(self.adopt(probe(self)?)),
        }
    }

    /// Determines whether a [`Session`](crate::Session) is possible, without creating one.
    ///
    /// # Errors
    ///
    /// If its attention cannot be read, or its chat template cannot be used.
    pub fn require_session(self: &Arc<Self>) -> Result<(), Error> {
        self.frame()?;
        self.readable()?.layers().map(|_| ())
    }
}

/// Runs the trial.
fn probe(weights: &Arc<Weights>) -> Result<Readable, Error> {
    if let Some((why, reason)) = unfit(weights) {
        return Ok(Readable::unusable(why, reason));
    }
    let known = weights.facts().sliding_window.filter(|&window| window <= LONGEST_WINDOW);
    let mut window = known.unwrap_or(0) + WINDOW_BEYOND + TOKENS;
    loop {
        let trial = match AttentionTrial::run(weights, window)? {
            Ok(trial) => trial,
            Err(reason) => return Ok(Readable::odd(reason)),
        };
        if !trial.window_is_too_short() || window > LONGEST_WINDOW {
            return Ok(trial.judge());
        }
        window *= WINDOW_GROWTH;
    }
}

/// Why the model is unfit without a trial.
fn unfit(weights: &Weights) -> Option<(Unreadable, &'static str)> {
    use Unreadable::{Encoder, Gathered, Hybrid, Recurrent};
    let model = weights.model();
    if model.is_recurrent() {
        Some((Recurrent, "it is recurrent, and its layers remember without looking back"))
    } else if model.is_hybrid() {
        Some((Hybrid, "some of its layers are recurrent and cannot take tokens back"))
    } else if weights.facts().encoder {
        Some((Encoder, "it is an encoder and does not write text"))
    } else if weights.facts().gathered {
        // Without flash kernels, llama.cpp lets some of them look at everything, which they never
        // learnt: a trial would not notice.
        Some((
            Gathered,
            "it gathers the tokens that each token may look at, which hides their positions",
        ))
    } else {
        None
    }
}

/// What the trial showed.
struct AttentionTrial {
    inspection: Inspection,
    /// Cells of the cache of a layer that sees everything.
    cells: usize,
    /// Layers of the model, including those that showed nothing.
    layers: usize,
}

impl AttentionTrial {
    /// Evaluates some tokens, then more, removes the latter and evaluates them again, the same
    /// number at once: a card and a processor compute slightly differently, and the number of
    /// tokens may decide which of them does. The inner error says why the model cannot be used.
    fn run(weights: &Arc<Weights>, window: usize) -> Result<Result<Self, String>, Error> {
        let options = SequenceOptions {
            window,
            cache: Cache::F16,
            micro_batch: TOKENS,
            layers: Vec::new(),
            // The caches of windowed layers are then as short as their windows, which distinguishes
            // them from the others.
            whole_windows: false,
            stop: StopSignal::default(),
            kernels: Kernels::Readable,
            verify_cells: false,
            scored: 1,
        };
        let mut sequence = Sequence::new(weights, options)?;
        let tokens = trial_tokens(weights);
        let (first, rest) = tokens.split_at(tokens.len().saturating_sub(AGAIN));
        sequence.tap().inspect(first.len());
        sequence.append(first, 0..0)?;
        let inspection = sequence.tap().end_inspection().unwrap_or_default();
        if let Some(fault) = inspection.fault() {
            return Ok(Err(fault));
        }
        if sequence.scores().iter().any(|score| score.is_nan()) {
            let reason = "what it computes are not numbers, as after a failed quantization";
            return Err(Error::Unsupported(reason.into()));
        }
        if inspection.reports.is_empty() {
            return Ok(Err("llama.cpp does not expose it".into()));
        }
        Ok(match takes_back(&mut sequence, rest)? {
            true => {
                Ok(Self { inspection, cells: sequence.cells(), layers: weights.facts().layers })
            }
            false => Err("it cannot take tokens back exactly".into()),
        })
    }

    /// Whether there are two kinds of layers that the trial's window does not distinguish.
    fn window_is_too_short(&self) -> bool {
        let origins = || self.reports().iter().map(|report| report.origin);
        let masks: BTreeSet<_> = origins().map(|origin| origin.mask).collect();
        let cells: BTreeSet<_> =
            origins().map(|origin| origin.cache.map(|cache| cache.cells)).collect();
        masks.len() > 1 && cells.len() == 1
    }

    fn reports(&self) -> &[LayerReport] {
        &self.inspection.reports
    }

    fn judge(self) -> Readable {
        if let Some(reason) = self.fault() {
            return Readable::odd(reason);
        }
        let full: Vec<&LayerReport> =
            self.reports().iter().filter(|report| self.sees_everything(report)).collect();
        let layers = full.iter().map(|report| report.layer).collect();
        let full_layers = u32::try_from(full.len()).unwrap_or(u32::MAX);
        let kind = if full.is_empty() {
            let reason = "each of its layers looks only at nearby tokens";
            return Readable::unusable(Unreadable::Near, reason);
        } else if let Some(report) = full.iter().find(|report| !self.is_in_order(report)) {
            let layer = report.layer;
            return Readable::odd(format!(
                "the cells in which layer {layer} stores its tokens are unknown"
            ));
        } else if self.reports().len() < self.layers {
            let (shown, all) = (self.reports().len(), self.layers);
            return Readable::odd(format!(
                "the attention of only {shown} of its {all} layers can be read"
            ));
        } else if full.iter().any(|report| report.origin.sinks) {
            AttentionKind::Sinks { full_layers }
        } else if full.len() < self.layers {
            AttentionKind::Windowed { full_layers }
        } else {
            AttentionKind::Full
        };
        Readable::of_layers(kind, layers)
    }

    fn sees_everything(&self, report: &LayerReport) -> bool {
        report.origin.cache.is_none_or(|cache| cache.cells >= self.cells)
    }

    /// Whether a token's column is its position.
    fn is_in_order(&self, report: &LayerReport) -> bool {
        report.origin.cache.is_some_and(|cache| self.inspection.is_in_order(cache))
    }

    fn fault(&self) -> Option<String> {
        self.reports().iter().find_map(|report| {
            let layer = report.layer;
            if report.most.is_nan() || report.most > 1.0 + TOLERANCE || report.least < 0.0 {
                Some(format!("the weights of layer {layer} are not between 0 and 1"))
            } else if report.ahead > 0.0 {
                Some(format!("layer {layer} looks at later tokens"))
            } else if report.least < 1.0 - TOLERANCE && !report.origin.sinks {
                Some(format!("the weights of layer {layer} do not sum to 1"))
            } else {
                None
            }
        })
    }
}

/// Tokens spread over the vocabulary, without control tokens.
fn trial_tokens(weights: &Weights) -> Vec<Token> {
    let count = weights.facts().vocabulary;
    let step = (count / TOKENS).max(1);
    let words = (0..count)
        .cycle()
        .step_by(step + 1)
        .take(count.max(4 * TOKENS))
        .filter_map(|index| Token::try_from(index).ok())
        .filter(|&token| !weights.bytes(token).is_empty());
    weights.beginning().into_iter().chain(words).take(TOKENS).collect()
}

/// Whether the tokens `more` give the same scores after they are removed and evaluated again.
fn takes_back(sequence: &mut Sequence, more: &[Token]) -> Result<bool, Error> {
    let kept = sequence.len();
    sequence.append(more, 0..0)?;
    let before = sequence.scores().to_vec();
    match sequence.truncate(kept) {
        Ok(()) => {}
        Err(Error::WithoutAttention(_)) => return Ok(false),
        Err(error) => return Err(error),
    }
    sequence.append(more, 0..0)?;
    let largest = before.iter().fold(1.0_f32, |most, score| most.max(score.abs()));
    let close = |(a, b): (&f32, &f32)| (a - b).abs() <= SAME_SCORES * largest;
    Ok(before.iter().zip(sequence.scores()).all(close))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention_tap::{AttentionOrigin, KeyCache};

    const ROWS: usize = 4;
    const CELLS: usize = 256;

    /// A layer that looks at everything, in a cache of `cells` cells.
    fn layer(layer: usize, cells: usize) -> LayerReport {
        let cache = Some(KeyCache { name: cells, cells });
        let origin = AttentionOrigin { sinks: false, mask: 7, cache };
        LayerReport { layer, heads: 2, rows: ROWS, least: 1.0, most: 1.0, ahead: 0.0, origin }
    }

    /// The verdict on a model of two layers with these reports.
    fn judged(reports: Vec<LayerReport>) -> AttentionKind {
        let (mut inspection, mut written) = (Inspection::new(ROWS), BTreeSet::new());
        for cache in reports.iter().filter_map(|report| report.origin.cache) {
            written.insert(cache.name);
        }
        for cache in written {
            inspection.wrote(cache, (0..ROWS).collect());
        }
        inspection.reports = reports;
        AttentionTrial { inspection, cells: CELLS, layers: 2 }.judge().kind().clone()
    }

    fn changed(change: impl Fn(&mut LayerReport)) -> Vec<LayerReport> {
        let mut reports = vec![layer(0, CELLS), layer(1, CELLS)];
        change(&mut reports[1]);
        reports
    }

    #[test]
    fn kinds_follow_from_what_layers_show() {
        let sinks = |report: &mut LayerReport| (report.origin.sinks, report.least) = (true, 0.4);
        let kinds = [
            (changed(|_| {}), AttentionKind::Full),
            (vec![layer(0, CELLS), layer(1, 16)], AttentionKind::Windowed { full_layers: 1 }),
            (changed(sinks), AttentionKind::Sinks { full_layers: 2 }),
        ];
        for (reports, kind) in kinds {
            assert_eq!(judged(reports), kind);
        }
    }

    #[test]
    fn what_cannot_be_trusted_is_refused_with_a_reason() {
        let nan = |report: &mut LayerReport| report.most = f32::INFINITY;
        let cases: [(Vec<LayerReport>, &str); 7] = [
            (changed(nan), "not between 0 and 1"),
            (changed(|report| report.least = -0.1), "not between 0 and 1"),
            (changed(|report| report.ahead = 0.01), "looks at later tokens"),
            (changed(|report| report.least = 0.9), "do not sum to 1"),
            (changed(|report| report.origin.cache = None), "stores its tokens"),
            (vec![layer(0, 16), layer(1, 16)], "looks only at nearby tokens"),
            (vec![layer(0, CELLS)], "the attention of only 1 of its 2 layers can be read"),
        ];
        for (reports, expected) in cases {
            let AttentionKind::Unusable { reason, .. } = judged(reports) else {
                panic!("it was taken: {expected}")
            };
            assert!(reason.contains(expected), "{reason}");
        }
    }

    #[test]
    fn tokens_in_other_cells_are_refused() {
        let mut inspection = Inspection::new(ROWS);
        inspection.wrote(CELLS, vec![0, 2, 1, 3]);
        inspection.reports = vec![layer(0, CELLS)];
        let judged = AttentionTrial { inspection, cells: CELLS, layers: 1 }.judge().kind().clone();
        assert!(matches!(judged, AttentionKind::Unusable { .. }), "{judged:?}");
    }

    #[test]
    fn a_trial_that_cannot_tell_windows_apart_is_too_short() {
        let trial = |reports| {
            let mut inspection = Inspection::new(ROWS);
            inspection.reports = reports;
            AttentionTrial { inspection, cells: CELLS, layers: 2 }
        };
        assert!(trial(changed(|report| report.origin.mask = 8)).window_is_too_short());
        assert!(!trial(changed(|_| {})).window_is_too_short());
        assert!(!trial(vec![layer(0, CELLS), layer(1, 16)]).window_is_too_short());
    }
}
