//! How graphs are built, and how those built in one way are told from others.

use std::fmt::Display;
use std::sync::Arc;

use hwdag::{ConstructionSettings, Signal};
use model::Weights;
use protocol::{ChunkEnds, DocumentId, Failure};

use crate::Engine;

impl Engine {
    /// How a document's graph is built.
    pub(crate) fn settings(
        &mut self,
        document: DocumentId,
        weights: &Arc<Weights>,
        chunks: Option<ChunkEnds>,
    ) -> Result<ConstructionSettings, Failure> {
        let of = |ends| {
            let settings = ConstructionSettings::for_window(weights.info().construction);
            ConstructionSettings { ends, ..settings }
        };
        if let Some(chunks) = chunks {
            return Ok(of(match chunks {
                ChunkEnds::Exact => hwdag::ChunkEnds::Exact,
                ChunkEnds::Sentences => hwdag::ChunkEnds::Sentences,
            }));
        }
        let hash = self.models.hash(&weights.info().path, &mut self.shelf)?;
        let graphs = self.shelf.read()?.graphs(document)?;
        let last = graphs.iter().rfind(|graph| graph.model_hash == hash);
        let ways = [hwdag::ChunkEnds::Exact, hwdag::ChunkEnds::Sentences].map(of);
        let as_begun = ways.iter().find(|way| last.is_some_and(|last| last.settings == key(way)));
        Ok(*as_begun.unwrap_or(&ways[0]))
    }
}

/// What tells graphs of one document and model apart.
pub(crate) fn key(settings: &ConstructionSettings) -> String {
    let ConstructionSettings { window, reserve, signal, ends } = settings;
    let named = |name: &str, value: &dyn Display| format!(r#","{name}":"{value}""#);
    // The paper's ways are not named: they had no name when there was no other.
    let signal = match *signal == Signal::default() {
        true => String::new(),
        false => named("signal", signal),
    };
    let ends = match *ends == hwdag::ChunkEnds::default() {
        true => String::new(),
        false => named("ends", ends),
    };
    format!(
        r#"{{"chunk_tokens":{},"window":{window},"reserve":{reserve}{signal}{ends}}}"#,
        hwdag::CHUNK_TOKENS
    )
}

#[cfg(test)]
mod tests {
    use hwdag::{Layers, signal::Rows};

    use super::*;

    #[test]
    fn graphs_of_other_settings_have_other_keys() {
        let settings = ConstructionSettings::for_window(2_048);
        let key = |signal| key(&ConstructionSettings { signal, ..settings });
        let earlier = r#"{"chunk_tokens":300,"window":2048,"reserve":682}"#;
        assert_eq!(key(Signal::default()), earlier);
        let predicting = Signal { rows: Rows::Predicting, ..Signal::default() };
        let middle = Signal { layers: Layers::MiddleHalf, ..predicting };
        let expected =
            r#"{"chunk_tokens":300,"window":2048,"reserve":682,"signal":"predicting rows"}"#;
        assert_eq!(key(predicting), expected);
        assert_ne!(key(middle), key(predicting));
        let ends = hwdag::ChunkEnds::Sentences;
        let expected = r#"{"chunk_tokens":300,"window":2048,"reserve":682,"ends":"sentences"}"#;
        assert_eq!(super::key(&ConstructionSettings { ends, ..settings }), expected);
    }
}
