//! Selecting nodes, and showing the passages on which they rest.

use std::ops::Range;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{NodeId, Place};

use crate::cyclic;
use crate::dom::focus;
use crate::graph::direction::NavigationDirection;
use crate::graph::graph_node::GraphNode;
use crate::graph::loading::graph_of;
use crate::graph::map::Map;
use crate::graph::map::filter::Filter;
use crate::graph::map::order::NodeSortColumn;
use crate::graph::store::GraphStore;
use crate::reader::passage::HighlightedPassage;

impl GraphStore {
    /// Selects a node of the current graph.
    pub fn show_node(self, node: NodeId) {
        self.selected.set(Some(node));
        if let Some(map) = self.map.get_untracked() {
            self.keep_in_view(&map, node);
        }
        self.layout.turn_to_graph();
    }

    /// Selects the next or previous of the nodes found, wrapping around.
    pub fn step_found(self, forward: bool) {
        let found = self.found.get_untracked();
        let Some(map) = self.map.get_untracked() else { return };
        let selected = self.selected.get_untracked();
        let is_selected = |&index: &usize| Some(map.at(index).id) == selected;
        let found: Vec<usize> = found.into_iter().filter(|&index| index < map.len()).collect();
        if let Some(at) = cyclic::next(found.iter().position(is_selected), found.len(), forward) {
            self.show_node(map.at(found[at]).id);
        }
    }

    /// Clears the selection.
    pub fn leave_node(self) {
        self.selected.set(None);
        focus::land();
    }

    /// Selects a node in its own graph.
    pub fn show_node_of(self, at: GraphNode) {
        if self.reader.navigation.follow_from_answer(at.document) {
            self.show_graph(at.graph, &[at.node], Some(at.node));
            self.layout.turn_to_graph();
        }
    }

    /// Walks from the selected node to one beside it; starts at the top.
    pub fn walk(self, way: NavigationDirection) {
        let Some(map) = self.map.get_untracked() else { return };
        let next = match self.selected.get_untracked() {
            None => map.top(),
            Some(node) => map.next(node, way),
        };
        if let Some(node) = next {
            self.selected.set(Some(node));
            self.keep_in_view(&map, node);
        }
    }

    /// Lists every point that rests on a range of the open document's text, in descending order of
    /// how much it does.
    pub fn show_resting_on(self, range: Range<u32>) {
        self.order.set((NodeSortColumn::Resting, false));
        self.filter.set(Filter { rests_on: Some(range), ..Filter::default() });
        self.listed.set(true);
        self.layout.turn_to_graph();
    }

    /// Marks the passage of a node of the current graph: its own, or the one from which a point was
    /// mainly written.
    pub fn show_passage_of(self, node: NodeId) {
        let place = self.map.with_untracked(|map| map.as_ref()?.passage_of(node));
        if let Some(place) = place {
            self.show_place(&place);
        }
    }

    /// Marks the passage of a node of any graph. The current graph stays.
    pub fn show_passage_in(self, at: GraphNode) {
        if self.shows(at.graph, &[at.node]) {
            self.show_passage_of(at.node);
            return;
        }
        spawn_local(async move {
            match graph_of(at.document, Some(at.graph)).await {
                Ok(view) => {
                    if let Some(place) = Map::new(view).passage_of(at.node) {
                        self.show_place(&place);
                    }
                }
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    fn show_place(self, place: &Place) {
        self.reader.show_passage(place.document, HighlightedPassage::from(place));
    }
}
