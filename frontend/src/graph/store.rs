//! The graph of the open document, and what is shown of it.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, Failure, GraphId, NodeId, Place};

use crate::app::layout::{LayoutStore, MainView};
use crate::app::notices::NoticeStore;
use crate::graph::graph_node::GraphNode;
use crate::graph::map::Map;
use crate::graph::map::filter::Filter;
use crate::graph::map::order::NodeSortColumn;
use crate::graph::map::viewport::MapViewport;
use crate::reader::passage::page_at;
use crate::reader::store::ReaderStore;

/// The default threshold: edges below this weight are not drawn, as in the paper's figure.
pub const THRESHOLD: f32 = 0.05;
/// The open document's graph.
#[derive(Clone, Copy)]
pub struct GraphStore {
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
    pub wanted: RwSignal<Option<GraphId>>,
    /// The newest graph, once it is known.
    pub newest: RwSignal<Option<GraphId>>,
    /// Whether to request the graph once more when the running request returns.
    pub again: StoredValue<bool>,
    /// The node to select when the wanted graph has come.
    pub then: StoredValue<Option<NodeId>>,
    /// The nodes that the filter finds, cached.
    pub found: Memo<Vec<usize>>,
    /// The open document's text, and the way to other documents.
    pub reader: ReaderStore,
    /// What the window shows.
    pub layout: LayoutStore,
    /// The messages for the user.
    pub notices: NoticeStore,
}

impl GraphStore {
    /// Returns a store without a graph.
    pub fn new(reader: ReaderStore) -> Self {
        let (map, threshold, filter) =
            (RwSignal::default(), RwSignal::new(THRESHOLD), RwSignal::default());
        let found = Memo::new(move |_| find(map, threshold, filter, reader));
        Self {
            map,
            loading: RwSignal::new(false),
            failed: RwSignal::default(),
            selected: RwSignal::default(),
            frame: RwSignal::new(MapViewport::whole(600.0, 400.0)),
            threshold,
            filter,
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
            found,
            reader,
            layout: reader.layout,
            notices: reader.notices,
        }
    }

    /// Removes the graph.
    pub fn clear(self) {
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
    pub fn keep_in_view(self, map: &Map, node: NodeId) {
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

    /// Whether the graph is visible.
    pub fn is_seen(self) -> bool {
        let there = self.map.with(Option::is_some);
        there && self.layout.view.get().has_graph() && self.layout.is_middle_seen()
    }

    /// Whether the graph is visible as a picture.
    pub fn is_picture_seen(self) -> bool {
        self.is_seen() && !self.listed.get()
    }

    /// Shows the graph as a table, or as a picture again.
    pub fn toggle_table(self) {
        let seen = untrack(|| self.is_seen());
        self.listed.update(|listed| *listed = !(*listed && seen));
        if !seen {
            self.show_view(MainView::Graph);
        }
    }

    /// Shows a view in the middle. If the user opens the graph directly, not from an answer, they see
    /// the newest.
    pub fn show_view(self, view: MainView) {
        if view.has_graph() && !self.layout.view.get_untracked().has_graph() {
            self.show_newest();
        }
        self.layout.show(view);
    }
}

/// The nodes that the filter finds. In a document without pages its pages mean parts.
fn find(
    map: RwSignal<Option<Arc<Map>>>,
    threshold: RwSignal<f32>,
    filter: RwSignal<Filter>,
    reader: ReaderStore,
) -> Vec<usize> {
    let threshold = threshold.get();
    let text = reader.text.get();
    let part = |place: &Place| text.as_ref().map(|text| page_at(text, place.start) as u32 + 1);
    let page_of = |place: &Place| place.page.or_else(|| part(place));
    filter.with(|filter| {
        map.with(|map| map.as_deref().map(|map| map.found(filter, threshold, page_of)))
            .unwrap_or_default()
    })
}

/// Returns the store of the window that contains a view.
pub fn use_graph() -> GraphStore {
    expect_context()
}
