//! The settings of graphs, and the keys that distinguish graphs built in different ways.

use std::fmt::Display;
use std::sync::Arc;

use hwdag::prompts::{SUMMARIZE_CLOSE, SUMMARIZE_OPEN};
use hwdag::signal::SignalVariant;
use hwdag::{ConstructionSettings, PointOrigin, Signal};
use model::Weights;
use protocol::{ChunkEnds, DocumentId, Failure, GraphOptions, SignalChange};
use serde::Deserialize;

use crate::engine::Engine;

impl Engine {
    /// Returns the settings of a document's graph: those requested, otherwise those of the graph begun last, otherwise
    /// the best ones.
    pub(crate) fn settings(
        &mut self,
        document: DocumentId,
        weights: &Arc<Weights>,
        (wished, suited): (&GraphOptions, Suited),
    ) -> Result<ConstructionSettings, Failure> {
        let usual = usual(weights, suited);
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let graphs = self.access.read()?.graphs(document)?;
        let last = graphs.iter().rfind(|graph| graph.model_hash == hash);
        let mut settings = last.and_then(|last| of_key(&last.settings, usual)).unwrap_or(usual);
        if let Some(chunks) = wished.chunks {
            settings.ends = ends(chunks);
        }
        match wished.points {
            Some(source) => settings.points = point_source(source),
            // If the model cannot write points, they are quoted, whatever the source of an earlier graph's points.
            None if suited.quotes => settings.points = PointOrigin::Quoted,
            None => {}
        }
        if let Some(changes) = &wished.signal {
            settings.signal = Signal::changed(changes.iter().copied().map(change));
        }
        Ok(settings)
    }
}

/// The best way to build a graph, from a trial of the model and a look at the document.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Suited {
    /// The number of chunks read at once; `None`: as many as the window holds.
    pub chunks: Option<u32>,
    /// Whether to quote points, because the model cannot write them.
    pub quotes: bool,
}

fn usual(weights: &Weights, suited: Suited) -> ConstructionSettings {
    let most = weights.info().construction;
    let sized = match suited.chunks {
        Some(chunks) => {
            ConstructionSettings::for_chunks(chunks as usize, prompt_tokens(weights), most)
        }
        None => ConstructionSettings::for_window(most),
    };
    // The demonstration model restates what it reads in its own words, correctly.
    let points = match weights.info().demonstration {
        true => PointOrigin::Unchecked,
        false => PointOrigin::Auto,
    };
    ConstructionSettings { points, ..sized }
}

/// Returns the number of tokens of the prompt for a summary, without the nodes. A chat template may add hundreds.
pub(crate) fn prompt_tokens(weights: &Weights) -> usize {
    let words = [SUMMARIZE_OPEN, SUMMARIZE_CLOSE];
    let count = |text: &str| weights.tokenize(text).map_or(0, |tokens| tokens.len());
    let frame = weights.frame().map_or(0, |frame| frame.open.len() + frame.reply.len());
    frame + words.into_iter().map(count).sum::<usize>()
}

fn ends(chunks: ChunkEnds) -> hwdag::ChunkBoundaries {
    match chunks {
        ChunkEnds::Exact => hwdag::ChunkBoundaries::Exact,
        ChunkEnds::Sentences => hwdag::ChunkBoundaries::Sentences,
    }
}

fn point_source(source: protocol::PointSource) -> PointOrigin {
    match source {
        protocol::PointSource::Written => PointOrigin::Written,
        protocol::PointSource::Quoted => PointOrigin::Quoted,
        protocol::PointSource::Auto => PointOrigin::Auto,
    }
}

/// Returns the name of a source of points in a graph's settings. Unchecked points have no name because they were once
/// the only kind.
fn point_source_name(source: PointOrigin) -> Option<&'static str> {
    match source {
        PointOrigin::Unchecked => None,
        PointOrigin::Written => Some("written"),
        PointOrigin::Quoted => Some("quoted"),
        PointOrigin::Auto => Some("auto"),
    }
}

fn change(change: SignalChange) -> SignalVariant {
    match change {
        SignalChange::PredictingRows => SignalVariant::PredictingRows,
        SignalChange::ContentTokens => SignalVariant::ContentTokens,
        SignalChange::SourceWords => SignalVariant::SourceWords,
        SignalChange::MiddleLayers => SignalVariant::MiddleLayers,
    }
}

/// Returns the settings with this key, based on the usual ones.
fn of_key(wanted: &str, usual: ConstructionSettings) -> Option<ConstructionSettings> {
    #[derive(Deserialize)]
    struct SettingsKey {
        signal: Option<String>,
        points: Option<String>,
    }
    let named: SettingsKey = serde_json::from_str(wanted).ok()?;
    let signal = named.signal.map_or(Ok(Signal::PAPER), |name| name.parse()).ok()?;
    let sources =
        [PointOrigin::Unchecked, PointOrigin::Written, PointOrigin::Quoted, PointOrigin::Auto];
    let named = |source: &PointOrigin| point_source_name(*source) == named.points.as_deref();
    let points = sources.into_iter().find(named)?;
    let ways = [hwdag::ChunkBoundaries::Exact, hwdag::ChunkBoundaries::Sentences];
    let settings = ways.map(|ends| ConstructionSettings { signal, ends, points, ..usual });
    settings.into_iter().find(|settings| key(settings) == wanted)
}

/// Returns the key that distinguishes graphs of one document and model.
pub(crate) fn key(settings: &ConstructionSettings) -> String {
    // Documents always become graphs, never trees.
    let ConstructionSettings { window, reserve, signal, ends, points, ablation: _ } = settings;
    let named = |name: &str, value: &dyn Display| format!(r#","{name}":"{value}""#);
    // The paper's variants are not named: they were once the only ones.
    let signal = match *signal == Signal::PAPER {
        true => String::new(),
        false => named("signal", signal),
    };
    let ends = match *ends == hwdag::ChunkBoundaries::default() {
        true => String::new(),
        false => named("ends", ends),
    };
    let points = point_source_name(*points).map(|name| named("points", &name));
    let points = points.unwrap_or_default();
    format!(
        r#"{{"chunk_tokens":{},"window":{window},"reserve":{reserve}{signal}{ends}{points}}}"#,
        hwdag::CHUNK_TOKENS
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: &str = r#"{"chunk_tokens":300,"window":2048,"reserve":682}"#;

    #[test]
    fn graphs_of_other_settings_have_other_keys() {
        let usual = ConstructionSettings::for_window(2_048);
        let keys = [
            (Signal::PAPER, hwdag::ChunkBoundaries::Exact, PAPER),
            (
                Signal::default(),
                hwdag::ChunkBoundaries::Exact,
                r#"{"chunk_tokens":300,"window":2048,"reserve":682,"signal":"source words"}"#,
            ),
            (
                Signal::PAPER.with(SignalVariant::PredictingRows),
                hwdag::ChunkBoundaries::Sentences,
                r#"{"chunk_tokens":300,"window":2048,"reserve":682,"signal":"predicting rows","ends":"sentences"}"#,
            ),
        ];
        for (signal, ends, expected) in keys {
            let settings = ConstructionSettings { signal, ends, ..usual };
            assert_eq!(key(&settings), expected);
            assert_eq!(of_key(expected, usual), Some(settings));
        }
    }

    #[test]
    fn settings_of_another_window_are_not_gone_on_with() {
        assert_eq!(of_key(PAPER, ConstructionSettings::for_window(4_096)), None);
        assert_eq!(of_key("{}", ConstructionSettings::for_window(2_048)), None);
    }
}
