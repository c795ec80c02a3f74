use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Answer, Code, DocumentId, Failure, GraphId, GraphView, NodeId, Outcome, Place, Request, Step,
};

use super::citing::next;
use super::highlights::page_at;
use super::{App, HighlightedPassage, MainView, ReaderState};
use crate::actions::NavigationDirection;
use crate::picture::{Filter, Map, MapViewport, NodeSortColumn};
use crate::{focus, ipc};

/// The default threshold: edges below this weight are not drawn, as in the paper's figure.
pub(super) const THRESHOLD: f32 = 0.05;
/// A growing graph is requested again when it has grown by this part.
const GROWTH: f32 = 0.05;

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

/// The open document's graph.
#[derive(Clone, Copy)]
pub struct Mapping {
    /// The graph with the positions of its nodes; none if there is no graph.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// Whether the graph is being requested.
    pub loading: RwSignal<bool>,
    /// Why the graph could not be fetched.
    pub failed: RwSignal<Option<Failure>>,
    /// The selected node.
    pub selected: RwSignal<Option<NodeId>>,
    /// The visible part of the picture, and its size.
    pub frame: RwSignal<MapViewport>,
    /// Edges below this weight are not drawn.
    pub threshold: RwSignal<f32>,
    /// The filter for the nodes to highlight or list.
    pub filter: RwSignal<Filter>,
    /// Whether the graph is shown as a table.
    pub listed: RwSignal<bool>,
    /// The column that orders its rows, and whether the order is reversed.
    pub order: RwSignal<(NodeSortColumn, bool)>,
    /// The current page of its rows, from 0.
    pub rows: RwSignal<usize>,
    /// The answer whose search is drawn, on the graph on which it was found.
    pub trace: RwSignal<Option<Arc<Answer>>>,
    /// The nodes on which a sentence of an answer rests, with its share of attention, while the
    /// pointer is on it.
    pub tinted: RwSignal<Vec<(GraphNode, f64)>>,
    /// Whether the search is being replayed.
    pub playing: RwSignal<bool>,
    /// The number of stops of that search to draw; none for all.
    pub stops: RwSignal<Option<usize>>,
    /// The graph to show; none for the newest.
    wanted: RwSignal<Option<GraphId>>,
    /// The newest graph, once it is known.
    newest: RwSignal<Option<GraphId>>,
    /// Whether to request the graph once more when the running request returns.
    again: StoredValue<bool>,
    /// The node to select when the wanted graph has come.
    then: StoredValue<Option<NodeId>>,
}

impl Mapping {
    pub(super) fn new() -> Self {
        Self {
            map: RwSignal::default(),
            loading: RwSignal::new(false),
            failed: RwSignal::default(),
            selected: RwSignal::default(),
            frame: RwSignal::new(MapViewport::whole(600.0, 400.0)),
            threshold: RwSignal::new(THRESHOLD),
            filter: RwSignal::default(),
            listed: RwSignal::new(false),
            order: RwSignal::new((NodeSortColumn::Place, false)),
            rows: RwSignal::new(0),
            trace: RwSignal::default(),
            tinted: RwSignal::default(),
            playing: RwSignal::new(false),
            stops: RwSignal::default(),
            wanted: RwSignal::default(),
            newest: RwSignal::default(),
            again: StoredValue::new(false),
            then: StoredValue::new(None),
        }
    }

    pub(super) fn clear(self) {
        self.map.set(None);
        self.failed.set(None);
        self.selected.set(None);
        self.frame.update(|frame| frame.span = (0.0, 1.0));
        self.filter.set(Filter::default());
        self.rows.set(0);
        self.trace.set(None);
        self.tinted.set(Vec::new());
        self.playing.set(false);
        self.stops.set(None);
        self.wanted.set(None);
        self.newest.set(None);
        self.then.set_value(None);
    }

    /// Makes the picture larger or smaller around the selected node, if it is visible, or else
    /// around its middle; with none, shows the whole picture.
    pub fn zoom_by(self, larger: Option<bool>) {
        let frame = self.frame.get_untracked();
        let seen = self.selected.get_untracked().and_then(|node| {
            let (x, _) = self.map.with_untracked(|map| map.as_ref()?.spot(&frame, node))?;
            (0.0..=frame.width).contains(&x).then_some(x)
        });
        let about = seen.unwrap_or(frame.width / 2.0);
        self.frame.update(|frame| {
            frame.span = match larger {
                Some(true) => frame.zoomed(about, MapViewport::STEP),
                Some(false) => frame.zoomed(about, 1.0 / MapViewport::STEP),
                None => MapViewport::whole(frame.width, frame.height).span,
            };
        });
    }

    /// Moves the picture so that a node is visible.
    fn keep_in_view(self, map: &Map, node: NodeId) {
        let frame = self.frame.get_untracked();
        let Some((x, _)) = map.spot(&frame, node) else { return };
        if x < 60.0 || x > frame.width - 20.0 {
            self.frame.update(|frame| frame.span = frame.moved(x - frame.width / 2.0));
        }
    }

    /// Calls `tell` on the graph; returns the default if there is none.
    pub fn with_map<T: Default>(self, tell: impl FnOnce(&Map) -> T) -> T {
        self.map.with(|map| map.as_deref().map(tell).unwrap_or_default())
    }

    /// The nodes that the filter finds. In a document without pages its pages mean parts.
    pub(super) fn find(self, reading: ReaderState) -> Vec<usize> {
        let threshold = self.threshold.get();
        let text = reading.text.get();
        let part = |place: &Place| text.as_ref().map(|text| page_at(text, place.start) as u32 + 1);
        let page_of = |place: &Place| place.page.or_else(|| part(place));
        self.filter.with(|filter| self.with_map(|map| map.found(filter, threshold, page_of)))
    }

    /// The search to draw on the graph, if it was made there.
    pub fn traced(self) -> Option<Arc<Answer>> {
        let graph = self.with_map(|map| Some(map.graph()))?;
        self.trace.get().filter(|answer| answer.graphs.contains(&graph))
    }

    /// Whether the current graph is not the document's newest.
    pub fn is_older(self) -> bool {
        let shown = self.map.with(|map| map.as_ref().map(|map| map.graph()));
        let newest = self.newest.get();
        shown.is_some() && newest.is_some() && shown != newest
    }

    fn shows(self, graph: GraphId, nodes: &[NodeId]) -> bool {
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
}

impl App {
    /// Requests the open document's graph. A call during a request is remembered, since the reply
    /// may be out of date.
    pub fn load_graph(self) {
        let mapping = self.mapping;
        mapping.failed.set(None);
        if mapping.loading.get_untracked() {
            mapping.again.set_value(true);
            return;
        }
        mapping.loading.set(true);
        spawn_local(async move {
            loop {
                mapping.again.set_value(false);
                self.fetch_graph().await;
                if !mapping.again.get_value() {
                    break;
                }
            }
            mapping.loading.set(false);
        });
    }

    async fn fetch_graph(self) {
        let Some(document) = self.reading.document.get_untracked() else { return };
        let mapping = self.mapping;
        let asked = mapping.wanted.get_untracked();
        let view = fetch(document, asked).await;
        if !self.is_open(document) {
            return;
        }
        match view {
            Ok(view) => mapping.take_in(asked, view),
            Err(failure) if failure.code == Code::GraphMissing && asked.is_none() => {
                mapping.map.set(None);
            }
            Err(failure) => {
                if mapping.wanted.get_untracked() == asked {
                    mapping.wanted.set(None);
                    mapping.then.set_value(None);
                }
                // If another graph is on screen, the failure goes into a notice.
                if mapping.map.with_untracked(Option::is_some) {
                    self.fail(&failure);
                } else {
                    mapping.failed.set(Some(failure));
                }
            }
        }
    }

    /// Notes that a document's graph has this many nodes now, as a build reports.
    pub(super) fn graph_grew(self, document: DocumentId, nodes: u32) {
        let mapping = self.mapping;
        let known = mapping.map.with_untracked(|map| map.as_ref().map_or(0, |m| m.len()));
        let enough = known as f32 * (1.0 + GROWTH);
        // A report during a request is repeated by the next progress.
        let waits = mapping.loading.get_untracked() || untrack(|| mapping.is_older());
        if self.is_open(document) && !waits && nodes as f32 > enough {
            self.load_graph();
        }
    }

    /// Shows the newest graph again after an older one.
    pub fn show_newest_graph(self) {
        if self.mapping.wanted.get_untracked().is_some() {
            self.mapping.wanted.set(None);
            self.mapping.then.set_value(None);
            self.load_graph();
        }
    }

    /// Shows this graph with these nodes, and selects one of them or none.
    pub(super) fn show_graph(self, graph: GraphId, nodes: &[NodeId], select: Option<NodeId>) {
        let mapping = self.mapping;
        let newest = mapping.newest.get_untracked() == Some(graph);
        mapping.wanted.set((!newest).then_some(graph));
        if mapping.shows(graph, nodes) {
            mapping.then.set_value(None);
            mapping.selected.set(select);
        } else {
            mapping.wanted.set(Some(graph));
            mapping.then.set_value(select);
            mapping.selected.set(None);
            self.load_graph();
        }
    }

    /// Selects a node of the current graph.
    pub fn show_node(self, node: NodeId) {
        self.mapping.selected.set(Some(node));
        if let Some(map) = self.mapping.map.get_untracked() {
            self.mapping.keep_in_view(&map, node);
        }
        self.turn_to_graph();
    }

    /// Selects the next or previous of the nodes found, wrapping around.
    pub fn step_found(self, forward: bool) {
        let found = self.found.get_untracked();
        let Some(map) = self.mapping.map.get_untracked() else { return };
        let selected = self.mapping.selected.get_untracked();
        let is_selected = |&index: &usize| Some(map.at(index).id) == selected;
        let found: Vec<usize> = found.into_iter().filter(|&index| index < map.len()).collect();
        if let Some(at) = next(found.iter().position(is_selected), found.len(), forward) {
            self.show_node(map.at(found[at]).id);
        }
    }

    /// Clears the selection.
    pub fn leave_node(self) {
        self.mapping.selected.set(None);
        focus::land();
    }

    /// Selects a node in its own graph.
    pub fn show_node_of(self, at: GraphNode) {
        if self.follow_from_answer(at.document) {
            self.show_graph(at.graph, &[at.node], Some(at.node));
            self.turn_to_graph();
        }
    }

    /// Whether the graph is visible.
    pub fn is_graph_seen(self) -> bool {
        let there = self.mapping.map.with(Option::is_some);
        there && self.view.get().has_graph() && self.is_middle_seen()
    }

    /// Whether the graph is visible as a picture.
    pub fn is_picture_seen(self) -> bool {
        self.is_graph_seen() && !self.mapping.listed.get()
    }

    /// Shows the graph as a table, or as a picture again.
    pub fn toggle_table(self) {
        let seen = untrack(|| self.is_graph_seen());
        self.mapping.listed.update(|listed| *listed = !(*listed && seen));
        if !seen {
            self.show(MainView::Graph);
        }
    }

    /// Walks from the selected node to one beside it; starts at the top.
    pub fn walk(self, way: NavigationDirection) {
        let mapping = self.mapping;
        let Some(map) = mapping.map.get_untracked() else { return };
        let next = match mapping.selected.get_untracked() {
            None => map.top(),
            Some(node) => map.next(node, way),
        };
        if let Some(node) = next {
            mapping.selected.set(Some(node));
            mapping.keep_in_view(&map, node);
        }
    }

    /// Lists every point that rests on a range of the open document's text, in descending order of
    /// how much it does.
    pub fn show_resting_on(self, range: Range<u32>) {
        let mapping = self.mapping;
        mapping.order.set((NodeSortColumn::Resting, false));
        mapping.filter.set(Filter { rests_on: Some(range), ..Filter::default() });
        mapping.listed.set(true);
        self.turn_to_graph();
    }

    pub(super) fn turn_to_graph(self) {
        if !self.view.get_untracked().has_graph() {
            self.view.set(MainView::Graph);
        }
        self.turn_to_middle();
    }

    /// Marks the passage of a node of the current graph: its own, or the one from which a point was
    /// mainly written.
    pub fn show_passage_of(self, node: NodeId) {
        let place = self.mapping.map.with_untracked(|map| map.as_ref()?.passage_of(node));
        if let Some(place) = place {
            self.show_place(&place);
        }
    }

    /// Marks the passage of a node of any graph. The current graph stays.
    pub fn show_passage_in(self, at: GraphNode) {
        if self.mapping.shows(at.graph, &[at.node]) {
            self.show_passage_of(at.node);
            return;
        }
        spawn_local(async move {
            match fetch(at.document, Some(at.graph)).await {
                Ok(view) => {
                    if let Some(place) = Map::new(view).passage_of(at.node) {
                        self.show_place(&place);
                    }
                }
                Err(failure) => self.fail(&failure),
            }
        });
    }

    fn show_place(self, place: &Place) {
        self.show_passage(place.document, HighlightedPassage::from(place));
    }
}

async fn fetch(document: DocumentId, graph: Option<GraphId>) -> Result<GraphView, Failure> {
    match ipc::outcome(Request::Show { document, graph, node: None, until: None }).await? {
        Outcome::Graph(view) => Ok(view),
        _ => Err(ipc::unexpected()),
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
            let step = Step { document, ..step(5, 0.1) };
            let expected = graph.map(|graph| GraphNode { document, graph, node: 5 });
            assert_eq!(GraphNode::visited(&answer, &step), expected);
        }
    }
}
