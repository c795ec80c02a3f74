//! Nodes of any graph.

use protocol::{Answer, DocumentId, GraphId, NodeId, Step};

/// A node with its graph: in another graph the same number means another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphNode {
    /// The document.
    pub document: DocumentId,
    /// A graph of the document.
    pub graph: GraphId,
    /// A node of the graph.
    pub node: NodeId,
}

impl GraphNode {
    /// The node that a step of an answer visited.
    pub fn visited(answer: &Answer, step: &Step) -> Option<Self> {
        let at = answer.documents.iter().position(|&document| document == step.document)?;
        let graph = *answer.graphs.get(at)?;
        Some(Self { document: step.document, graph, node: step.node })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{answer, step};

    #[test]
    fn a_step_leads_to_the_graph_of_its_document() {
        let answer = answer();
        for (document, graph) in [(1, Some(7)), (2, Some(8)), (3, None)] {
            let step = Step { document: DocumentId(document), ..step(5, 0.1) };
            let expected = graph.map(|graph| GraphNode {
                document: DocumentId(document),
                graph: GraphId(graph),
                node: 5,
            });
            assert_eq!(GraphNode::visited(&answer, &step), expected);
        }
    }
}
