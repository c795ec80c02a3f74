//! The search of an answer, drawn on the graph.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, DocumentId, NodeId, Step};

use crate::dom::focus;
use crate::graph::store::GraphStore;
use crate::graph::strings;

/// The number of passages in the graph of a document on which an answer was found, if it is known.
/// `chunks` is the current number. For several documents it counts only if the sum is that of the
/// answer.
fn passages_of(
    answer: &Answer,
    document: DocumentId,
    chunks: impl Fn(DocumentId) -> Option<u32>,
) -> Option<u32> {
    let all = answer.chunks_total;
    match answer.documents[..] {
        [_] => (all > 0).then_some(all),
        _ => {
            let sum: Option<u32> = answer.documents.iter().map(|&own| chunks(own)).sum();
            chunks(document).filter(|_| sum == Some(all))
        }
    }
}

impl GraphStore {
    /// Removes the path from the graph.
    pub fn leave_path(self) {
        self.playing.set(false);
        self.trace.set(None);
        focus::land();
    }

    /// The name of a step of an answer.
    pub fn step_name(self, answer: &Answer, step: &Step) -> String {
        let summary = |document| untrack(|| self.reader.navigation.library.summary(document));
        let chunks = |document| summary(document).map(|summary| summary.chunks);
        strings::node(step.node, step.level, passages_of(answer, step.document, chunks))
    }

    /// Replays the current path, or pauses.
    pub fn play_path(self) {
        self.playing.update(|playing| *playing = !*playing);
    }

    /// Draws an answer's search on the graph on which it was found, and shows it. For several
    /// documents, that is the open one's graph, or else the first one's.
    pub fn show_trace(self, answer: &Arc<Answer>) {
        let open = self.reader.document.get_untracked();
        let at = answer.documents.iter().position(|&document| open == Some(document));
        let at = at.unwrap_or(0);
        let (Some(&document), Some(&graph)) = (answer.documents.get(at), answer.graphs.get(at))
        else {
            return;
        };
        if !self.reader.navigation.follow_from_answer(document) {
            return;
        }
        let steps = answer.steps.iter().filter(|step| step.document == document);
        let nodes: Vec<NodeId> = steps.map(|step| step.node).collect();
        self.trace.set(Some(Arc::clone(answer)));
        self.stops.set(None);
        self.listed.set(false);
        self.show_graph(graph, &nodes, None);
        self.layout.turn_to_graph();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::answer;

    #[test]
    fn passages_are_counted_as_long_as_graphs_are_as_they_were() {
        let several = answer();
        let now = |chunks: [u32; 2]| {
            let chunks = move |document: DocumentId| chunks.get(document.0 as usize - 1).copied();
            [1, 2, 3].map(|document| passages_of(&several, DocumentId(document), chunks))
        };
        assert_eq!(now([4, 2]), [Some(4), Some(2), None]);
        assert_eq!(now([4, 3]), [None; 3]);
        let one = Answer { documents: vec![DocumentId(1)], ..answer() };
        assert_eq!(passages_of(&one, DocumentId(1), |_| None), Some(6));
        assert_eq!(
            passages_of(&Answer { chunks_total: 0, ..one }, DocumentId(1), |_| Some(6)),
            None
        );
    }
}
