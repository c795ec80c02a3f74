use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId, NodeId, Outcome, Request, Step};

use super::{Desk, Passage, View};
use crate::ipc;
use crate::picture::{Frame, Map};

/// Edges below this weight are not drawn to begin with, as in the paper's figure.
const THRESHOLD: f32 = 0.05;
/// A graph that grows is asked for anew when it has grown by this part.
const GROWTH: f32 = 0.05;

/// The open document's graph.
#[derive(Clone, Copy)]
pub struct Mapping {
    /// The graph with its places on the picture; none if there is none.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// Whether it is being asked for.
    pub loading: RwSignal<bool>,
    /// The node looked at.
    pub selected: RwSignal<Option<NodeId>>,
    /// The part of the picture that is seen, and its size.
    pub frame: RwSignal<Frame>,
    /// Edges below this weight are not drawn.
    pub threshold: RwSignal<f32>,
    /// The search that is drawn on it.
    pub trace: RwSignal<Arc<Vec<Step>>>,
}

impl Mapping {
    pub(super) fn new() -> Self {
        Self {
            map: RwSignal::default(),
            loading: RwSignal::new(false),
            selected: RwSignal::default(),
            frame: RwSignal::new(Frame::whole(600.0, 400.0)),
            threshold: RwSignal::new(THRESHOLD),
            trace: RwSignal::default(),
        }
    }

    pub(super) fn clear(self) {
        self.map.set(None);
        self.selected.set(None);
        self.frame.update(|frame| frame.span = (0.0, 1.0));
        self.trace.set(Arc::default());
    }
}

impl Desk {
    pub(super) fn load_graph(self, document: DocumentId) {
        if self.mapping.loading.get_untracked() {
            return;
        }
        self.mapping.loading.set(true);
        spawn_local(async move {
            let show = Request::Show { document, graph: None, node: None };
            let graph = ipc::outcome(show).await;
            self.mapping.loading.set(false);
            if !self.is_open(document) {
                // Another document was opened in the meantime, and its graph was not asked for.
                if let Some(open) = self.reading.document.get_untracked() {
                    self.load_graph(open);
                }
                return;
            }
            match graph {
                Ok(Outcome::Graph(view)) => self.mapping.map.set(Some(Arc::new(Map::new(view)))),
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) if failure.code == Code::GraphMissing => self.mapping.map.set(None),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// A build says that a document's graph has this many nodes by now.
    pub(super) fn graph_grew(self, document: DocumentId, nodes: u32) {
        let known = self.mapping.map.with_untracked(|map| map.as_ref().map_or(0, |m| m.len()));
        let enough = known as f32 * (1.0 + GROWTH);
        if self.is_open(document) && nodes as f32 > enough {
            self.load_graph(document);
        }
    }

    /// Looks at a node, on the graph.
    pub fn show_node(self, node: NodeId) {
        self.mapping.selected.set(Some(node));
        if matches!(self.view.get_untracked(), View::Text | View::Settings) {
            self.view.set(View::Graph);
        }
    }

    /// Marks the passage of a node: its own, or the one that a point was written from above all.
    pub fn show_passage_of(self, node: NodeId) {
        let place = self.mapping.map.with_untracked(|map| map.as_ref()?.passage_of(node));
        if let Some(place) = place {
            self.show_passage(Passage { start: place.start, end: place.end });
        }
    }

    /// Draws a search on the graph and shows it.
    pub fn show_trace(self, steps: Arc<Vec<Step>>) {
        self.mapping.trace.set(steps);
        self.mapping.selected.set(None);
        if self.view.get_untracked() != View::Both {
            self.view.set(View::Graph);
        }
    }
}
