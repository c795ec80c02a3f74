//! What is made from some documents once, for all questions about them: graphs and vectors.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use engine::SentenceIndex;
use entities::{Corrections, Entities};
use hwdag::{ConstructionSettings, Embedder, Graph};
use model::{Bert, Session, SessionOptions, Weights};
use protocol::Failure;

use super::{Answerer, no_encoders, stopped};
use crate::comparison::answer_record::ConstructionCost;
use crate::comparison::bm25::Bm25;
use crate::comparison::compression::Readings;
use crate::comparison::graphs::{append_to, cut_off, write};
use crate::comparison::progress::StepProgress;
use crate::comparison::raptor::RaptorSummaryTree;
use crate::comparison::store::unwritten;
use crate::comparison::{Material, Method, NameSearchOptions, Store, WalkOptions, graphs, store};

/// Texts embedded between two checks for a stop.
const AT_ONCE: usize = 16;
/// Texts whose vectors are stored together.
const STEP: usize = 64;
/// The kind of stored result that vectors are.
const VECTORS: &str = "vectors";

/// What was made from the most recent documents.
#[derive(Default)]
pub(in crate::comparison) struct Recent {
    /// The documents' key.
    pub(super) documents: String,
    /// Graphs and trees by what distinguishes them.
    graphs: HashMap<String, (Arc<Graph>, ConstructionCost)>,
    /// Vectors by their keys.
    vectors: HashMap<String, Arc<Vec<f32>>>,
    words: Option<Arc<Bm25>>,
    /// The documents' sentences and the names in them, document by document.
    sentences: Option<Arc<Vec<Arc<SentenceIndex>>>>,
    /// Keys of the nodes of graphs and trees, by what was built.
    points: HashMap<&'static str, String>,
    /// What the compressing model read.
    pub(in crate::comparison) readings: Readings,
    /// RAPTOR's tree, once it is complete.
    pub(in crate::comparison) raptor: Option<(Arc<RaptorSummaryTree>, ConstructionCost)>,
}

impl Answerer {
    /// Forgets what was made from other documents.
    pub(in crate::comparison) fn turn_to(&mut self, material: &Material) {
        if self.recent.documents != material.key {
            self.recent = Recent { documents: material.key.clone(), ..Recent::default() };
        }
    }

    /// Returns the sentences of each document and whom they name. No model is asked for the names.
    pub(super) fn sentences(&mut self, material: &Material) -> Arc<Vec<Arc<SentenceIndex>>> {
        self.turn_to(material);
        let read = |text: &str| {
            let named = Entities::read(text, |_| None, &Corrections::default());
            Arc::new(SentenceIndex::new(text.to_owned(), named, false))
        };
        let made = || Arc::new(material.documents.iter().map(|one| read(&one.text)).collect());
        Arc::clone(self.recent.sentences.get_or_insert_with(made))
    }

    /// Returns the documents' graph or tree in the building model's tokens, and what building it took.
    ///
    /// # Errors
    ///
    /// If the model fails or the graph cannot be stored; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn graph(
        &mut self,
        material: &Material,
        tree: bool,
    ) -> Result<(Arc<Graph>, ConstructionCost), Failure> {
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

    /// Returns a key of the nodes that a method searches: a graph that was rebuilt after damage or
    /// elsewhere may have other nodes. Empty if none can be built, as the answer explains why.
    pub(super) fn points_of(&mut self, method: &Method, material: &Material) -> String {
        let found = match method {
            Method::Walk(WalkOptions { tree, .. }) => self.points(material, *tree),
            Method::Names(NameSearchOptions { both: true, .. }) => self.points(material, false),
            Method::MemWalker => self.points(material, true),
            Method::RaptorTree { .. } | Method::RaptorCollapsed { .. } => self.digests(material),
            Method::Names(NameSearchOptions { both: false, .. })
            | Method::Passages { .. }
            | Method::Compressed { .. }
            | Method::Whole
            | Method::Closed => Ok(String::new()),
        };
        found.unwrap_or_default()
    }

    /// The same for the graph or the tree.
    fn points(&mut self, material: &Material, tree: bool) -> Result<String, Failure> {
        let (graph, _) = self.graph(material, tree)?;
        let texts = || graph.nodes().iter().map(|node| node.text.as_str());
        let points = self.recent.points.entry(if tree { "tree" } else { "graph" });
        Ok(points.or_insert_with(|| store::key(texts())).clone())
    }

    /// The same for RAPTOR's tree.
    fn digests(&mut self, material: &Material) -> Result<String, Failure> {
        let (tree, _) = self.raptor(material)?;
        let texts = || (0..tree.nodes()).map(|node| tree.text(node, material));
        let points = self.recent.points.entry("raptor");
        Ok(points.or_insert_with(|| store::key(texts())).clone())
    }

    fn grown(&self, material: &Material, tree: bool) -> Result<(Graph, ConstructionCost), Failure> {
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
        let tell = |note| self.monitor.note(note);
        let built = graphs::grow(&mut graph, &path, session, settings, &self.part, tell)?;
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

    /// Returns whether one model both answers and summarises.
    pub(in crate::comparison) fn is_one_model(&self) -> bool {
        self.builder.hash == self.language.hash
    }

    fn graph_path(&self, material: &Material, settings: &ConstructionSettings) -> PathBuf {
        let key = self.graph_key(material, &format!("{settings:?}"));
        self.store.folder().join("graphs").join(format!("{key}.jsonl"))
    }

    /// Returns an empty sequence of the summarising model. Its attention need not be readable.
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

    /// Returns the sentence embeddings of all nodes of a graph, concatenated.
    pub(super) fn node_vectors(
        &mut self,
        material: &Material,
        graph: &Graph,
        tree: bool,
    ) -> Result<Arc<Vec<f32>>, Failure> {
        let (points, embedder) = (self.points(material, tree)?, &self.embedder.hash);
        let key = self.graph_key(material, &format!("vectors, {points}, {embedder}"));
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

    /// Returns the sentence embeddings of all chunks, concatenated.
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

    /// Returns the dual encoder's vectors of all chunks, concatenated.
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

    /// Returns the chunks indexed by their words.
    pub(in crate::comparison) fn words(&mut self, material: &Material) -> Arc<Bm25> {
        self.turn_to(material);
        let words = &mut self.recent.words;
        Arc::clone(words.get_or_insert_with(|| Arc::new(Bm25::new(material.texts()))))
    }
}

/// Returns the vectors of some texts, concatenated. They come from the store, or are made and stored
/// step by step, so that an interruption costs at most the current step.
fn vectors(
    encoder: &mut Bert,
    texts: &[&str],
    key: &str,
    store: &Store,
    part: &StepProgress,
) -> Result<Vec<f32>, Failure> {
    let known: Option<Vec<f32>> = store.built(VECTORS, key);
    // Vectors of another total length are damaged and made again.
    if let Some(known) = known.filter(|known| known.len() == texts.len() * encoder.dimension()) {
        part.reach(1.0, true);
        return Ok(known);
    }
    let mut kept = PartialEmbeddings::open(store, key, encoder.dimension())?;
    let known = kept.known;
    let share = |texts_done: usize| texts_done as f64 / texts.len().max(1) as f64;
    part.reach(share(known), true);
    for (nth, step) in (0..).zip(texts.chunks(STEP)).skip(known / STEP) {
        let mut made = Vec::new();
        for (again, some) in step.chunks(AT_ONCE).enumerate() {
            part.reach(share(nth * STEP + again * AT_ONCE), false);
            if part.stop().is_requested() {
                return Err(stopped());
            }
            made.extend(encoder.embed(some)?.into_iter().flatten());
        }
        kept.add(step.len(), made)?;
    }
    store.put_built(VECTORS, key, &kept.vectors)?;
    kept.remove();
    Ok(kept.vectors)
}

/// The vectors of texts that are being embedded, and their file: a line for every complete step, with
/// the number of its first text. When all are there, they are stored in one piece.
struct PartialEmbeddings {
    path: PathBuf,
    /// Texts whose vectors are known.
    known: usize,
    vectors: Vec<f32>,
}

impl PartialEmbeddings {
    /// Opens what an earlier run left. A truncated last line is dropped, and so is everything from a
    /// damaged line on, which is made again.
    fn open(store: &Store, key: &str, dimension: usize) -> Result<Self, Failure> {
        let path = store.file(VECTORS, key).with_extension("jsonl");
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| unwritten(&path, &error))?,
        };
        let (mut steps, mut whole) = (Self { path, known: 0, vectors: Vec::new() }, 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let Ok((first, made)) = serde_json::from_slice::<(usize, Vec<f32>)>(line) else {
                break;
            };
            let follows = first == steps.known && made.len() == STEP * dimension;
            if !follows || !line.ends_with(b"\n") {
                break;
            }
            steps.known += STEP;
            steps.vectors.extend(made);
            whole += line.len();
        }
        if whole < bytes.len() {
            cut_off(&steps.path, whole).map_err(|error| unwritten(&steps.path, &error))?;
        }
        Ok(steps)
    }

    /// Adds the vectors of `texts` more texts, and stores them if they are a complete step.
    fn add(&mut self, texts: usize, made: Vec<f32>) -> Result<(), Failure> {
        if texts == STEP {
            let written =
                append_to(&self.path).and_then(|mut file| write(&mut file, &(self.known, &made)));
            written.map_err(|error| unwritten(&self.path, &error))?;
        }
        self.known += texts;
        self.vectors.extend(made);
        Ok(())
    }

    /// Deletes the file: the vectors are stored elsewhere now.
    fn remove(&self) {
        // If it stays, nothing reads it.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_kept_step_by_step() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let open = || PartialEmbeddings::open(&store, "key", 2).unwrap();
        let made = |value: f32, texts: usize| vec![value; 2 * texts];
        let mut steps = open();
        assert_eq!(steps.known, 0);
        for value in [0.1, 0.25] {
            steps.add(STEP, made(value, STEP)).unwrap();
        }
        // The last one is an incomplete step.
        steps.add(3, made(0.5, 3)).unwrap();
        let all = [made(0.1, STEP), made(0.25, STEP)].concat();
        assert_eq!((open().known, open().vectors), (2 * STEP, all));
        let whole = fs::read(&steps.path).unwrap();
        // Truncated; damaged; as if two runs had stored one step at once; of another model.
        let line = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let torn = whole[..whole.len() - 1].to_vec();
        let damaged = [&whole[..line], format!("[{STEP},[0.5]]\n").as_bytes()].concat();
        let twice = [&whole[..line], &whole[..line], &whole[line..]].concat();
        for bytes in [torn, damaged, twice] {
            fs::write(&steps.path, bytes).unwrap();
            let again = open();
            assert_eq!((again.known, again.vectors), (STEP, made(0.1, STEP)));
            assert_eq!(fs::read(&steps.path).unwrap(), whole[..line]);
        }
        assert_eq!(PartialEmbeddings::open(&store, "key", 3).unwrap().known, 0);
        steps.remove();
        assert_eq!(open().known, 0);
    }
}
