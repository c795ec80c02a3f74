//! Loading the open document's graph.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId, Failure, GraphId, GraphView, NodeId, Outcome, Request};

use crate::graph::map::Map;
use crate::graph::store::GraphStore;
use crate::ipc;

/// A growing graph is requested again when it has grown by this part.
const GROWTH: f32 = 0.05;

impl GraphStore {
    /// Whether this graph is shown, and has these nodes.
    pub fn shows(self, graph: GraphId, nodes: &[NodeId]) -> bool {
        self.map.with_untracked(|map| {
            let map = map.as_ref().filter(|map| map.graph() == graph);
            map.is_some_and(|map| nodes.iter().all(|&node| map.node(node).is_some()))
        })
    }

    fn take_in(self, asked: Option<GraphId>, view: GraphView) {
        let graph = view.graph;
        if asked.is_none() {
            self.newest.set(Some(graph));
        }
        let wanted = self.wanted.get_untracked();
        if wanted != asked && wanted != Some(graph) {
            return;
        }
        let same = self.shows(graph, &[]);
        self.map.set(Some(Arc::new(Map::new(view))));
        let then = self.then.get_value();
        self.then.set_value(None);
        if then.is_some() || !same {
            self.selected.set(then);
        }
    }

    /// Requests the open document's graph. A call during a request is remembered, since the reply
    /// may be out of date.
    pub fn load(self) {
        self.failed.set(None);
        if self.loading.get_untracked() {
            self.again.set_value(true);
            return;
        }
        self.loading.set(true);
        spawn_local(async move {
            loop {
                self.again.set_value(false);
                self.fetch().await;
                if !self.again.get_value() {
                    break;
                }
            }
            self.loading.set(false);
        });
    }

    async fn fetch(self) {
        let Some(document) = self.reader.document.get_untracked() else { return };
        let asked = self.wanted.get_untracked();
        let view = graph_of(document, asked).await;
        if !self.reader.navigation.is_open(document) {
            return;
        }
        match view {
            Ok(view) => self.take_in(asked, view),
            Err(failure) if failure.code == Code::GraphMissing && asked.is_none() => {
                self.map.set(None);
            }
            Err(failure) => {
                if self.wanted.get_untracked() == asked {
                    self.wanted.set(None);
                    self.then.set_value(None);
                }
                // If another graph is on screen, the failure goes into a notice.
                if self.map.with_untracked(Option::is_some) {
                    self.notices.fail(&failure);
                } else {
                    self.failed.set(Some(failure));
                }
            }
        }
    }

    /// Notes that a document's graph has this many nodes now, as a build reports.
    pub fn grew(self, document: DocumentId, nodes: u32) {
        let known = self.map.with_untracked(|map| map.as_ref().map_or(0, |m| m.len()));
        let enough = known as f32 * (1.0 + GROWTH);
        // A report during a request is repeated by the next progress.
        let waits = self.loading.get_untracked() || untrack(|| self.is_older());
        if self.reader.navigation.is_open(document) && !waits && nodes as f32 > enough {
            self.load();
        }
    }

    /// Shows the newest graph again after an older one.
    pub fn show_newest(self) {
        if self.wanted.get_untracked().is_some() {
            self.wanted.set(None);
            self.then.set_value(None);
            self.load();
        }
    }

    /// Shows this graph with these nodes, and selects one of them or none.
    pub fn show_graph(self, graph: GraphId, nodes: &[NodeId], select: Option<NodeId>) {
        let newest = self.newest.get_untracked() == Some(graph);
        self.wanted.set((!newest).then_some(graph));
        if self.shows(graph, nodes) {
            self.then.set_value(None);
            self.selected.set(select);
        } else {
            self.wanted.set(Some(graph));
            self.then.set_value(select);
            self.selected.set(None);
            self.load();
        }
    }
}

/// Requests a graph of a document; none for the newest.
pub async fn graph_of(document: DocumentId, graph: Option<GraphId>) -> Result<GraphView, Failure> {
    match ipc::outcome(Request::Show { document, graph, node: None, until: None }).await? {
        Outcome::Graph(view) => Ok(view),
        _ => Err(ipc::unexpected()),
    }
}
