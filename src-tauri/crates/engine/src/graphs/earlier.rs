//! Graphs of a document's earlier texts, whose unchanged parts a build reuses.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;

use hwdag::{Chunk, Graph, SummarisedBatch};
use library::{Library, Writer};
use protocol::{Failure, GraphId, NodeId};

use crate::graphs::rows::from_rows;

/// The graphs with the same model and settings, the newest first.
#[derive(Default)]
pub(crate) struct EarlierGraphs {
    ids: Vec<GraphId>,
    graphs: Vec<(Graph, bool)>,
    /// For each graph the first points of the batches that were quoted.
    quoted: Vec<HashSet<NodeId>>,
}

impl EarlierGraphs {
    /// The earlier graphs of a graph's document, up to the first complete one: older ones add
    /// nothing to it.
    pub(crate) fn of(library: &Library, graph: &library::GraphRecord) -> Result<Self, Failure> {
        let mut found = Self::default();
        for other in library.graphs(graph.document)?.into_iter().rev() {
            let is_like = other.model_hash == graph.model_hash && other.settings == graph.settings;
            if !other.earlier || !is_like {
                continue;
            }
            found.ids.push(other.id);
            let stored = library.load_graph(other.id)?;
            let quoted = stored.batches.iter().filter(|batch| batch.quoted);
            found.quoted.push(quoted.map(|batch| batch.outputs.start).collect());
            found.graphs.push((from_rows(&stored)?, other.complete));
            if other.complete {
                break;
            }
        }
        Ok(found)
    }

    /// Returns the chunks of the previous text at their current places.
    pub(crate) fn chunks(&self) -> Vec<Chunk> {
        let with_chunks = self.graphs.iter().find(|(graph, _)| !graph.nodes().is_empty());
        let nodes = with_chunks.map_or(&[][..], |(graph, _)| &graph.nodes()[graph.level(1)]);
        let chunk = |node: &hwdag::Node| Chunk {
            tokens: node.tokens.clone(),
            range: node.range.clone().unwrap_or_default(),
            text: node.text.clone(),
        };
        nodes.iter().map(chunk).collect()
    }

    /// Returns the number of tokens of those nodes that are in none of the graphs.
    pub(crate) fn new_tokens(&self, nodes: &[hwdag::Node]) -> usize {
        let all = self.graphs.iter().flat_map(|(graph, _)| graph.nodes());
        let known: HashSet<&str> = all.map(|node| node.text.as_str()).collect();
        let new = nodes.iter().filter(|node| !known.contains(node.text.as_str()));
        new.map(|node| node.tokens.len()).sum()
    }

    /// Takes out the graphs in the method's form.
    pub(crate) fn take(&mut self) -> hwdag::EarlierVersions {
        hwdag::EarlierVersions::new(mem::take(&mut self.graphs))
    }

    /// Marks a reused batch as quoted if its points had been quoted.
    pub(crate) fn mark_quoted(&self, new: &mut SummarisedBatch) {
        if let Some(origin) = &new.origin
            && let Some(quoted) = self.quoted.get(origin.graph)
        {
            new.quoted = quoted.contains(&(origin.batch.outputs.start as NodeId));
        }
    }

    /// Copies the stored embeddings to the nodes of a reused batch.
    pub(crate) fn lend_embeddings(
        &self,
        writer: &mut Writer,
        graph: GraphId,
        new: &SummarisedBatch,
    ) -> Result<(), Failure> {
        let Some(origin) = &new.origin else { return Ok(()) };
        let Some(&source) = self.ids.get(origin.graph) else { return Ok(()) };
        let numbers = |nodes: &Range<usize>| nodes.start as NodeId..nodes.end as NodeId;
        let (from, to) = (&origin.batch, &new.batch);
        if to.level == 2 {
            let first = to.inputs.start as NodeId;
            writer.copy_embeddings((source, numbers(&from.inputs)), (graph, first))?;
        }
        let first = to.outputs.start as NodeId;
        Ok(writer.copy_embeddings((source, numbers(&from.outputs)), (graph, first))?)
    }
}
