//! Graphs of a document's earlier texts, from which a build takes what has not changed.

use std::collections::HashSet;
use std::mem;
use std::ops::Range;

use hwdag::{Chunk, Graph, NewBatch};
use library::{Library, Writer};
use protocol::{Failure, GraphId, NodeId};

use crate::graphs;

/// The graphs with the same model and settings, the newest first.
#[derive(Default)]
pub(crate) struct Earlier {
    ids: Vec<GraphId>,
    graphs: Vec<(Graph, bool)>,
    /// Of each graph the first points of the batches that were quoted.
    quoted: Vec<HashSet<NodeId>>,
}

impl Earlier {
    /// Those of a graph's document, up to the first that is complete: older ones have nothing that
    /// it lacks.
    pub(crate) fn of(library: &Library, graph: &library::Graph) -> Result<Self, Failure> {
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
            found.graphs.push((graphs::from_rows(&stored)?, other.complete));
            if other.complete {
                break;
            }
        }
        Ok(found)
    }

    /// The chunks of the last text before this one, where they stand now.
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

    /// Tokens of those nodes that are in none of the graphs.
    pub(crate) fn new_tokens(&self, nodes: &[hwdag::Node]) -> usize {
        let all = self.graphs.iter().flat_map(|(graph, _)| graph.nodes());
        let known: HashSet<&str> = all.map(|node| node.text.as_str()).collect();
        let new = nodes.iter().filter(|node| !known.contains(node.text.as_str()));
        new.map(|node| node.tokens.len()).sum()
    }

    /// The graphs as the method takes from them.
    pub(crate) fn take(&mut self) -> hwdag::Earlier {
        hwdag::Earlier::new(mem::take(&mut self.graphs))
    }

    /// Notes with a batch that was taken over whether its points had been quoted.
    pub(crate) fn mark_quoted(&self, new: &mut NewBatch) {
        if let Some(origin) = &new.origin
            && let Some(quoted) = self.quoted.get(origin.graph)
        {
            new.quoted = quoted.contains(&(origin.batch.outputs.start as NodeId));
        }
    }

    /// Gives the nodes of a batch that was taken over the embeddings that they had.
    pub(crate) fn lend_embeddings(
        &self,
        writer: &mut Writer,
        graph: GraphId,
        new: &NewBatch,
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
