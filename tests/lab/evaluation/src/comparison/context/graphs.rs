//! Graphs and trees of the current documents.

use std::sync::Arc;

use hwdag::{ConstructionSettings, Graph};
use model::{Session, SessionOptions};
use protocol::Failure;

use super::{Context, sequence};
use crate::comparison::answer_record::ConstructionCost;
use crate::comparison::graphs;
use crate::comparison::prepared::{BuiltGraph, GraphKind};
use crate::comparison::store;

impl Context {
    /// Returns the documents' graph or tree in the building model's tokens, and what building it took.
    ///
    /// # Errors
    ///
    /// If the model fails or the graph cannot be stored; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn graph(&mut self, kind: GraphKind) -> Result<BuiltGraph, Failure> {
        if let Some((graph, built)) = self.prepared.graphs.get(&kind) {
            return Ok((Arc::clone(graph), *built));
        }
        let (graph, built) = self.grown(kind)?;
        let graph = Arc::new(graph);
        self.prepared.graphs.insert(kind, (Arc::clone(&graph), built));
        Ok((graph, built))
    }

    fn grown(&self, kind: GraphKind) -> Result<(Graph, ConstructionCost), Failure> {
        let mut graph = match self.facts.is_one_model() {
            true => self.material.graph(),
            false => self.material.graph().retokenized(&self.building()?)?,
        };
        let settings = self.facts.construction(kind);
        let key = self.facts.built_key(&self.material.key, &format!("{settings:?}"));
        let path = self.store.folder().join("graphs").join(format!("{key}.jsonl"));
        let session = || {
            if kind == GraphKind::Graph {
                // Its edges are attention.
                self.builder.require_session()?;
            }
            self.building()
        };
        let tell = |note| self.monitor.note(note);
        let built = graphs::grow(&mut graph, path, session, settings, &self.part, tell)?;
        Ok((graph, built))
    }

    /// Returns an empty sequence of the summarising model. Its attention need not be readable.
    ///
    /// # Errors
    ///
    /// If memory does not suffice.
    pub fn building(&self) -> Result<Session, Failure> {
        let settings = ConstructionSettings::for_window(self.facts.building_window);
        let options = SessionOptions {
            window: Some(settings.window),
            layers: settings.signal.layers,
            stop: self.stop(),
            ..SessionOptions::default()
        };
        sequence(&self.builder, options).map(|(session, _)| session)
    }

    /// Returns the documents' graph or tree in the answering model's tokens.
    ///
    /// # Errors
    ///
    /// As [`graph`](Self::graph).
    pub fn searchable(&mut self, kind: GraphKind) -> Result<Arc<Graph>, Failure> {
        let (graph, _) = self.graph(kind)?;
        if self.facts.is_one_model() {
            return Ok(graph);
        }
        if let Some(graph) = self.prepared.searchable.get(&kind) {
            return Ok(Arc::clone(graph));
        }
        let graph = Arc::new(graph.retokenized(&self.session)?);
        self.prepared.searchable.insert(kind, Arc::clone(&graph));
        Ok(graph)
    }

    /// Returns a key of the nodes of the graph or the tree.
    ///
    /// # Errors
    ///
    /// As [`graph`](Self::graph).
    pub fn graph_nodes_key(&mut self, kind: GraphKind) -> Result<String, Failure> {
        let (graph, _) = self.graph(kind)?;
        let texts = graph.nodes().iter().map(|node| node.text.as_str());
        let key = self.prepared.node_keys.entry(kind.word());
        Ok(key.or_insert_with(|| store::key(texts)).clone())
    }
}
