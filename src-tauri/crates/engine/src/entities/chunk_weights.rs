//! How much of the model's attention a sentence got when the text was summarised.

use std::ops::Range;

use hwdag::Graph;
use library::Library;
use protocol::Failure;

use crate::entities::document_names::EntityRequest;
use crate::graphs::rows::{before, from_rows};

/// Loads the graph used for questions, limited to what follows from the requested text.
pub(crate) fn requested_graph(
    library: &Library,
    wanted: &EntityRequest<'_>,
) -> Result<Option<Graph>, Failure> {
    let Some(graph) = library.graph_to_ask(wanted.document)? else { return Ok(None) };
    Ok(Some(before(from_rows(&library.load_graph(graph)?)?, wanted.until).graph))
}

/// The chunks of a text, each with the largest weight of an edge from a point to it: the share of the attention of the
/// point that rests on it most.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ChunkWeights(Vec<(Range<usize>, f32)>);

impl ChunkWeights {
    pub fn of(graph: &Graph) -> Self {
        let chunks = graph.level(1).filter_map(|node| {
            let weights = graph.predecessors(node).map(|edge| edge.weight);
            let largest = weights.max_by(f32::total_cmp)?;
            Some((graph.nodes()[node].range.clone()?, largest))
        });
        let mut chunks: Vec<_> = chunks.collect();
        chunks.sort_by_key(|(range, _)| range.start);
        Self(chunks)
    }

    /// Returns the weight of the chunk that contains a character; `None` if no point was written from it.
    pub fn at(&self, character: u32) -> Option<f32> {
        let character = character as usize;
        let next = self.0.partition_point(|(range, _)| range.start <= character);
        let (range, weight) = self.0.get(next.checked_sub(1)?)?;
        range.contains(&character).then_some(*weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_weight_of_its_chunk() {
        let weights = ChunkWeights(vec![(0..10, 0.25), (12..20, 0.5)]);
        let at: Vec<Option<f32>> = [0, 9, 10, 12, 30].map(|at| weights.at(at)).into();
        assert_eq!(at, [Some(0.25), Some(0.25), None, Some(0.5), None]);
        assert_eq!(ChunkWeights::default().at(0), None);
        assert_eq!(ChunkWeights::of(&Graph::new(Vec::new())), ChunkWeights::default());
    }
}
