use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Answer, Code, DocumentId, Failure, GraphId, GraphView, NodeId, Outcome, Place, Request, Step,
};

use super::citing::next;
use super::marking::page_at;
use super::{Desk, Passage, Reading, View};
use crate::actions::Way;
use crate::picture::{Column, Filter, Frame, Map};
use crate::{focus, ipc};

/// Edges below this weight are not drawn to begin with, as in the paper's figure.
pub(super) const THRESHOLD: f32 = 0.05;
/// A graph that grows is asked for anew when it has grown by this part.
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
    /// What a step of an answer visited.
    pub fn visited(answer: &Answer, step: &Step) -> Option<Self> {
        let at = answer.documents.iter().position(|&document| document == step.document)?;
        let graph = *answer.graphs.get(at)?;
        Some(Self { document: step.document, graph, node: step.node })
    }
}

/// The open document's graph.
#[derive(Clone, Copy)]
pub struct Mapping {
    /// The graph with its places on the picture; none if there is none.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// Whether it is being asked for.
    pub loading: RwSignal<bool>,
    /// Why it could not be had.
    pub failed: RwSignal<Option<Failure>>,
    /// The node looked at.
    pub selected: RwSignal<Option<NodeId>>,
    /// The part of the picture that is seen, and its size.
    pub frame: RwSignal<Frame>,
    /// Edges below this weight are not drawn.
    pub threshold: RwSignal<f32>,
    /// The nodes that stand out, or are listed.
    pub filter: RwSignal<Filter>,
    /// Whether the graph is shown as a table.
    pub listed: RwSignal<bool>,
    /// By what its rows are ordered, and whether backwards.
    pub order: RwSignal<(Column, bool)>,
    /// The page of its rows that is shown, from 0.
    pub rows: RwSignal<usize>,
    /// The answer whose search is drawn, on the graph that it was found on.
    pub trace: RwSignal<Option<Arc<Answer>>>,
    /// The nodes that a sentence of an answer rests on, with its share of attention, while somebody
    /// points at it.
    pub tinted: RwSignal<Vec<(GraphNode, f64)>>,
    /// Whether it is being replayed.
    pub playing: RwSignal<bool>,
    /// Stops of that search that are drawn; none for all.
    pub stops: RwSignal<Option<usize>>,
    /// The graph to be shown; none for the newest.
    wanted: RwSignal<Option<GraphId>>,
    /// The newest graph, once it is known.
    newest: RwSignal<Option<GraphId>>,
    /// Whether the graph is to be asked for once more when what is under way has come.
    again: StoredValue<bool>,
    /// The node to be looked at when the wanted graph has come.
    then: StoredValue<Option<NodeId>>,
}

impl Mapping {
    pub(super) fn new() -> Self {
        Self {
            map: RwSignal::default(),
            loading: RwSignal::new(false),
            failed: RwSignal::default(),
            selected: RwSignal::default(),
            frame: RwSignal::new(Frame::whole(600.0, 400.0)),
            threshold: RwSignal::new(THRESHOLD),
            filter: RwSignal::default(),
            listed: RwSignal::new(false),
            order: RwSignal::new((Column::Place, false)),
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

    /// Makes the picture larger or smaller about the node that is looked at, where that is seen, or else
    /// about its middle; or, with none, shows the whole.
    pub fn zoom_by(self, larger: Option<bool>) {
        let frame = self.frame.get_untracked();
        let seen = self.selected.get_untracked().and_then(|node| {
            let (x, _) = self.map.with_untracked(|map| map.as_ref()?.spot(&frame, node))?;
            (0.0..=frame.width).contains(&x).then_some(x)
        });
        let about = seen.unwrap_or(frame.width / 2.0);
        self.frame.update(|frame| {
            frame.span = match larger {
                Some(true) => frame.zoomed(about, Frame::STEP),
                Some(false) => frame.zoomed(about, 1.0 / Frame::STEP),
                None => Frame::whole(frame.width, frame.height).span,
            };
        });
    }

    /// Moves the picture so that a node is on it.
    fn keep_in_view(self, map: &Map, node: NodeId) {
        let frame = self.frame.get_untracked();
        let Some((x, _)) = map.spot(&frame, node) else { return };
        if x < 60.0 || x > frame.width - 20.0 {
            self.frame.update(|frame| frame.span = frame.moved(x - frame.width / 2.0));
        }
    }

    /// Something that is told of the graph; nothing, or none, where there is no graph.
    pub fn told<T: Default>(self, tell: impl FnOnce(&Map) -> T) -> T {
        self.map.with(|map| map.as_deref().map(tell).unwrap_or_default())
    }

    /// The nodes that are looked for. Of a document without pages the filter means its parts.
    pub(super) fn find(self, reading: Reading) -> Vec<usize> {
        let threshold = self.threshold.get();
        let text = reading.text.get();
        let part = |place: &Place| text.as_ref().map(|text| page_at(text, place.start) as u32 + 1);
        let page_of = |place: &Place| place.page.or_else(|| part(place));
        self.filter.with(|filter| self.told(|map| map.found(filter, threshold, page_of)))
    }

    /// The search that is to be drawn on the graph, if it was made there.
    pub fn traced(self) -> Option<Arc<Answer>> {
        let graph = self.told(|map| Some(map.graph()))?;
        self.trace.get().filter(|answer| answer.graphs.contains(&graph))
    }

    /// Whether the graph shown is not the document's newest.
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

impl Desk {
    /// Asks for the open document's graph. While one is being asked for, this is remembered: what
    /// comes may be out of date.
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
                // Where another graph is on screen, the place for this is a notice.
                if mapping.map.with_untracked(Option::is_some) {
                    self.fail(&failure);
                } else {
                    mapping.failed.set(Some(failure));
                }
            }
        }
    }

    /// A build says that a document's graph has this many nodes by now.
    pub(super) fn graph_grew(self, document: DocumentId, nodes: u32) {
        let mapping = self.mapping;
        let known = mapping.map.with_untracked(|map| map.as_ref().map_or(0, |m| m.len()));
        let enough = known as f32 * (1.0 + GROWTH);
        // What comes while it is being asked for is said again by the next progress.
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

    /// Sees to it that this graph is shown, with these nodes, and looks at one of them or none.
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

    /// Looks at a node of the graph shown.
    pub fn show_node(self, node: NodeId) {
        self.mapping.selected.set(Some(node));
        if let Some(map) = self.mapping.map.get_untracked() {
            self.mapping.keep_in_view(&map, node);
        }
        self.turn_to_graph();
    }

    /// Looks at the next of the nodes that are found, or at the one before, all around.
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

    /// Looks at no node any more.
    pub fn leave_node(self) {
        self.mapping.selected.set(None);
        focus::land();
    }

    /// Looks at a node in its own graph.
    pub fn show_node_of(self, at: GraphNode) {
        if self.follow_from_answer(at.document) {
            self.show_graph(at.graph, &[at.node], Some(at.node));
            self.turn_to_graph();
        }
    }

    /// Whether the graph is seen.
    pub fn is_graph_seen(self) -> bool {
        let there = self.mapping.map.with(Option::is_some);
        there && self.view.get().has_graph() && self.is_middle_seen()
    }

    /// Whether the graph is seen as a picture.
    pub fn is_picture_seen(self) -> bool {
        self.is_graph_seen() && !self.mapping.listed.get()
    }

    /// Shows the graph as a table, or as a picture again.
    pub fn toggle_table(self) {
        let seen = untrack(|| self.is_graph_seen());
        self.mapping.listed.update(|listed| *listed = !(*listed && seen));
        if !seen {
            self.show(View::Graph);
        }
    }

    /// Walks from the node looked at to one beside it; to begin with, to the top.
    pub fn walk(self, way: Way) {
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

    /// Lists every point that rests on a range of the open document's text, the one that rests on it
    /// most first.
    pub fn show_resting_on(self, range: Range<u32>) {
        let mapping = self.mapping;
        mapping.order.set((Column::Resting, false));
        mapping.filter.set(Filter { rests_on: Some(range), ..Filter::default() });
        mapping.listed.set(true);
        self.turn_to_graph();
    }

    pub(super) fn turn_to_graph(self) {
        if !self.view.get_untracked().has_graph() {
            self.view.set(View::Graph);
        }
        self.turn_to_middle();
    }

    /// Marks the passage of a node of the graph shown: its own, or the one that a point was
    /// written from above all.
    pub fn show_passage_of(self, node: NodeId) {
        let place = self.mapping.map.with_untracked(|map| map.as_ref()?.passage_of(node));
        if let Some(place) = place {
            self.show_place(&place);
        }
    }

    /// Marks the passage of a node of whichever graph. The graph that is shown stays.
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
        self.show_passage(place.document, Passage::from(place));
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
