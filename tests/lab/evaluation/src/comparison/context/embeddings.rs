//! Vectors of the current documents' chunks and points.

use std::sync::Arc;

use hwdag::{Embedder, Graph};
use model::Bert;
use protocol::{Code, Failure};

use super::Context;
use crate::comparison::failures::stopped;
use crate::comparison::prepared::{Embedded, GraphKind};
use crate::comparison::progress::StepProgress;
use crate::comparison::step_log::StepLog;
use crate::comparison::store::Store;

/// Texts embedded between two checks for a stop.
const AT_ONCE: usize = 16;
/// Texts whose vectors are stored together.
const STEP: usize = 64;
/// The kind of stored result that vectors are.
const VECTORS: &str = "vectors";

impl Context {
    /// Embeds a part of the documents.
    ///
    /// # Errors
    ///
    /// If a model fails or the vectors cannot be stored; [`Code::Stopped`].
    pub fn embed(&mut self, what: Embedded) -> Result<(), Failure> {
        match what {
            Embedded::Chunks => self.chunk_vectors(),
            Embedded::Passages => self.passage_vectors(),
            Embedded::Points(kind) => {
                let graph = self.searchable(kind)?;
                self.node_vectors(&graph, kind)
            }
        }
        .map(|_| ())
    }

    /// Returns the sentence embeddings of all nodes of a graph, concatenated.
    ///
    /// # Errors
    ///
    /// As [`embed`](Self::embed).
    pub fn node_vectors(
        &mut self,
        graph: &Graph,
        kind: GraphKind,
    ) -> Result<Arc<Vec<f32>>, Failure> {
        let nodes = self.graph_nodes_key(kind)?;
        let settings = format!("vectors, {nodes}, {}", self.facts.embedder);
        let key = self.facts.built_key(&self.material.key, &settings);
        if let Some(known) = self.prepared.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let chunks = self.chunk_vectors()?;
        let points = graph.nodes()[graph.level(1).len()..].iter();
        let points: Vec<&str> = points.map(|node| node.text.as_str()).collect();
        let points = vectors(&mut self.embedder, &points, &key, &self.store, &self.part)?;
        Ok(self.remember(key, [&chunks[..], &points].concat()))
    }

    /// Returns the sentence embeddings of all chunks, concatenated.
    ///
    /// # Errors
    ///
    /// As [`embed`](Self::embed).
    pub fn chunk_vectors(&mut self) -> Result<Arc<Vec<f32>>, Failure> {
        let key = self.facts.chunks_key(&self.material.key, &self.facts.embedder);
        if let Some(known) = self.prepared.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let texts = self.material.texts();
        let found = vectors(&mut self.embedder, &texts, &key, &self.store, &self.part)?;
        Ok(self.remember(key, found))
    }

    /// Returns the dual encoder's vectors of all chunks, concatenated.
    ///
    /// # Errors
    ///
    /// As [`embed`](Self::embed), and if no encoders were named.
    pub fn passage_vectors(&mut self) -> Result<Arc<Vec<f32>>, Failure> {
        let (Some((_, encoder)), Some([_, hash])) = (&mut self.encoders, &self.facts.encoders)
        else {
            return Err(no_encoders());
        };
        let key = self.facts.chunks_key(&self.material.key, &format!("as trained, {hash}"));
        if let Some(known) = self.prepared.vectors.get(&key) {
            return Ok(Arc::clone(known));
        }
        let found = vectors(encoder, &self.material.texts(), &key, &self.store, &self.part)?;
        Ok(self.remember(key, found))
    }

    fn remember(&mut self, key: String, vectors: Vec<f32>) -> Arc<Vec<f32>> {
        let vectors = Arc::new(vectors);
        self.prepared.vectors.insert(key, Arc::clone(&vectors));
        vectors
    }

    /// Returns a question's vector by the sentence embedder.
    ///
    /// # Errors
    ///
    /// If the embedder fails.
    pub fn question_vector(&mut self, question: &str) -> Result<Vec<f32>, Failure> {
        vector(&mut self.embedder, question)
    }
}

/// Returns a text's vector.
///
/// # Errors
///
/// If the encoder fails.
pub fn vector(encoder: &mut Bert, text: &str) -> Result<Vec<f32>, Failure> {
    Ok(encoder.embed(&[text])?.pop().unwrap_or_default())
}

/// The failure that a dual encoder is to choose passages and none was named.
pub fn no_encoders() -> Failure {
    let message = "The method dual needs two models. Name them with --question-encoder and \
                   --passage-encoder.";
    Failure::new(Code::BadRequest, message)
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
    let mut steps = PartialEmbeddings::open(store, key, encoder.dimension())?;
    let known = steps.known;
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
        steps.add(step.len(), made)?;
    }
    store.put_built(VECTORS, key, &steps.vectors)?;
    steps.log.remove();
    Ok(steps.vectors)
}

/// The vectors of texts that are being embedded, and their file: a line for every complete step, with
/// the number of its first text. When all are there, they are stored in one piece.
struct PartialEmbeddings {
    log: StepLog,
    /// Texts whose vectors are known.
    known: usize,
    vectors: Vec<f32>,
}

impl PartialEmbeddings {
    /// Opens what an earlier run left. Everything from a damaged line on is made again.
    fn open(store: &Store, key: &str, dimension: usize) -> Result<Self, Failure> {
        let path = store.file(VECTORS, key).with_extension("jsonl");
        let (mut known, mut vectors) = (0, Vec::new());
        let (log, _) = StepLog::open(path, |line| {
            let step = serde_json::from_slice::<(usize, Vec<f32>)>(line).map_err(drop)?;
            let (first, made) = step;
            if first != known || made.len() != STEP * dimension {
                return Err(());
            }
            known += STEP;
            vectors.extend(made);
            Ok(())
        })?;
        Ok(Self { log, known, vectors })
    }

    /// Adds the vectors of `texts` more texts, and stores them if they are a complete step.
    fn add(&mut self, texts: usize, made: Vec<f32>) -> Result<(), Failure> {
        if texts == STEP {
            self.log.append(&(self.known, &made))?;
        }
        self.known += texts;
        self.vectors.extend(made);
        Ok(())
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
        // Vectors of another model.
        assert_eq!(PartialEmbeddings::open(&store, "key", 3).unwrap().known, 0);
    }
}
