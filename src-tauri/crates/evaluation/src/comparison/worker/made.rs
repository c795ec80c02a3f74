//! What is made of some documents once, for all questions about them: graphs and vectors.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use hwdag::{ConstructionSettings, Embedder, Graph};
use model::{Bert, Session, SessionOptions, Weights};
use protocol::Failure;

use super::{Worker, no_encoders, stopped};
use crate::comparison::bm25::Bm25;
use crate::comparison::compression::Readings;
use crate::comparison::given::Built;
use crate::comparison::pulse::Part;
use crate::comparison::raptor::Tree;
use crate::comparison::{Material, Store, graphs};

/// Texts embedded between two chances to stop.
const AT_ONCE: usize = 16;

/// What was made of the documents that were asked about last.
#[derive(Default)]
pub(in crate::comparison) struct Recent {
    /// The documents' key.
    pub(super) documents: String,
    /// Graphs and trees by what tells them apart.
    graphs: HashMap<String, (Arc<Graph>, Built)>,
    /// Vectors by their keys.
    vectors: HashMap<String, Arc<Vec<f32>>>,
    words: Option<Arc<Bm25>>,
    /// What the compressing model read.
    pub(in crate::comparison) readings: Readings,
    /// RAPTOR's tree, once it is whole.
    pub(in crate::comparison) raptor: Option<(Arc<Tree>, Built)>,
}

impl Worker {
    /// Forgets what was made of other documents.
    pub(in crate::comparison) fn turn_to(&mut self, material: &Material) {
        if self.recent.documents != material.key {
            self.recent = Recent { documents: material.key.clone(), ..Recent::default() };
        }
    }

    /// The documents' graph, or their tree, in the building model's tokens, and what building it
    /// took.
    ///
    /// # Errors
    ///
    /// If the model fails or the graph cannot be kept; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn graph(
        &mut self,
        material: &Material,
        tree: bool,
    ) -> Result<(Arc<Graph>, Built), Failure> {
        self.turn_to(material);
        let name = format!("tree: {tree}");
        if let Some((graph, built)) = self.recent.graphs.get(&name) {
            return Ok((Arc::clone(graph), *built));
        }
        let (graph, built) = self.grown(material, tree)?;
        let graph = Arc::new(graph);
        self.recent.graphs.insert(name, (Arc::clone(&graph), built));
        Ok((graph, built))
    }

    fn grown(&self, material: &Material, tree: bool) -> Result<(Graph, Built), Failure> {
        let weights = &self.builder.model;
        let mut graph = match self.is_one_model() {
            true => material.graph(),
            false => material.graph().retokenized(&self.building(weights)?)?,
        };
        let settings = self.construction(tree);
        let path = self.graph_path(material, &settings);
        let session = || match tree {
            true => self.building(weights),
            false => self.seeing(weights),
        };
        let built = graphs::grow(&mut graph, &path, session, settings, &self.part)?;
        Ok((graph, built))
    }

    /// The same in the answering model's tokens.
    pub(in crate::comparison) fn searchable(
        &mut self,
        material: &Material,
        tree: bool,
    ) -> Result<Arc<Graph>, Failure> {
        let (graph, built) = self.graph(material, tree)?;
        if self.is_one_model() {
            return Ok(graph);
        }
        let name = format!("tree: {tree}, searchable");
        if let Some((graph, _)) = self.recent.graphs.get(&name) {
            return Ok(Arc::clone(graph));
        }
        let graph = Arc::new(graph.retokenized(&self.session)?);
        self.recent.graphs.insert(name, (Arc::clone(&graph), built));
        Ok(graph)
    }

    /// Whether the model that answers is the one that sums up.
    pub(in crate::comparison) fn is_one_model(&self) -> bool {
        self.builder.hash == self.language.hash
    }

    fn graph_path(&self, material: &Material, settings: &ConstructionSettings) -> PathBuf {
        let key = self.graph_key(material, &format!("{settings:?}"));
        self.store.folder().join("graphs").join(format!("{key}.jsonl"))
    }

    /// An empty sequence of the model that sums up. What it writes for summaries need not be looked at.
    pub(in crate::comparison) fn building(
        &self,
        weights: &Arc<Weights>,
    ) -> Result<Session, Failure> {
        let settings = ConstructionSettings::for_window(weights.info().construction);
        let options = SessionOptions {
            window: Some(settings.window),
            layers: settings.signal.layers,
            stop: self.stop.clone(),
            ..SessionOptions::default()
        };
        super::session(weights, options).map(|(session, _)| session)
    }

    /// The same for a graph, whose edges are attention.
    fn seeing(&self, weights: &Arc<Weights>) -> Result<Session, Failure> {
        weights.require_session()?;
        self.building(weights)
    }

    /// The sentence embeddings of all nodes of a graph, one after another.
    pub(super) fn node_vectors(
        &mut self,
        material: &Material,
        graph: &Graph,
        tree: bool,
    ) -> Result<Arc<Vec<f32>>, Failure> {
        let (built, embedder) = (self.construction(tree), &self.embedder.hash);
        let key = self.graph_key(material, &format!("vectors, {built:?}, {embedder}"));
        if let Some(known) = self.recent.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let chunks = self.chunk_vectors(material)?;
        let points: Vec<&str> =
            graph.nodes()[graph.level(1).len()..].iter().map(|node| node.text.as_str()).collect();
        let points = vectors(&mut self.embedder.model, &points, &key, &self.store, &self.part)?;
        let all = Arc::new([&chunks[..], &points].concat());
        self.recent.vectors.insert(key, Arc::clone(&all));
        Ok(all)
    }

    /// The sentence embeddings of all chunks, one after another.
    pub(in crate::comparison) fn chunk_vectors(
        &mut self,
        material: &Material,
    ) -> Result<Arc<Vec<f32>>, Failure> {
        self.turn_to(material);
        let key = self.chunks_key(material, &self.embedder.hash);
        if let Some(known) = self.recent.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let texts = material.texts();
        let found = vectors(&mut self.embedder.model, &texts, &key, &self.store, &self.part)?;
        let found = Arc::new(found);
        self.recent.vectors.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// The vectors of all chunks by the dual encoder, one after another.
    pub(in crate::comparison) fn dual_vectors(
        &mut self,
        material: &Material,
    ) -> Result<Arc<Vec<f32>>, Failure> {
        self.turn_to(material);
        let (_, passage) = self.encoders.as_ref().ok_or_else(no_encoders)?;
        let key = self.chunks_key(material, &format!("as trained, {}", passage.hash));
        if let Some(known) = self.recent.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let (_, passage) = self.encoders.as_mut().ok_or_else(no_encoders)?;
        let texts = material.texts();
        let found = vectors(&mut passage.model, &texts, &key, &self.store, &self.part)?;
        let found = Arc::new(found);
        self.recent.vectors.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// The chunks by their words.
    pub(in crate::comparison) fn words(&mut self, material: &Material) -> Arc<Bm25> {
        self.turn_to(material);
        let words = &mut self.recent.words;
        Arc::clone(words.get_or_insert_with(|| Arc::new(Bm25::new(material.texts()))))
    }
}

/// The vectors of some texts, one after another, from the store or else made and kept there.
fn vectors(
    encoder: &mut Bert,
    texts: &[&str],
    key: &str,
    store: &Store,
    part: &Part,
) -> Result<Vec<f32>, Failure> {
    if let Some(known) = store.built("vectors", key) {
        part.reach(1.0, true);
        return Ok(known);
    }
    let mut vectors = Vec::new();
    for (nth, some) in texts.chunks(AT_ONCE).enumerate() {
        part.reach((nth * AT_ONCE) as f64 / texts.len() as f64, false);
        if part.stop().is_requested() {
            return Err(stopped());
        }
        vectors.extend(encoder.embed(some)?.into_iter().flatten());
    }
    store.put_built("vectors", key, &vectors)?;
    Ok(vectors)
}
