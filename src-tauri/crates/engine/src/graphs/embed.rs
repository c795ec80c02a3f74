//! Sentence embeddings of a graph's nodes.

use std::time::Instant;

use hwdag::{Batch, Embedder as _, Graph};
use protocol::{DocumentId, Event, Failure, GraphId, JobId, NodeId, Progress, Stage};

use crate::engine::Engine;
use crate::error::{JobError, go_on};
use crate::graphs::rows::load;
use crate::jobs::client::{Client, Meanwhile};

/// The number of nodes embedded and saved at a time.
const GROUP: usize = 16;

impl Engine {
    /// Computes and saves the embeddings of a batch's points, and of its chunks if it read chunks,
    /// as soon as the batch is done. The finished part can then be searched at once, and progress
    /// counts both.
    pub(crate) fn embed_batch(
        &mut self,
        id: GraphId,
        graph: &Graph,
        batch: &Batch,
    ) -> Result<(), Failure> {
        let hash = self.models.embedder_hash(&mut self.access)?;
        let chunks = if batch.level == 2 { batch.inputs.clone() } else { 0..0 };
        for nodes in [chunks, batch.outputs.clone()] {
            let nodes = nodes.start as NodeId..nodes.end as NodeId;
            let missing = self.access.read()?.unembedded(id, &hash, nodes)?;
            for nodes in missing.chunks(GROUP) {
                let text = |&node: &NodeId| graph.nodes()[node as usize].text.clone();
                let texts: Vec<String> = nodes.iter().map(text).collect();
                self.embed(id, &hash, nodes, &texts)?;
            }
        }
        Ok(())
    }

    /// Computes and saves missing embeddings; existing ones are never recomputed. Requests that may run during
    /// such a job are served.
    pub(crate) fn embed_missing(
        &mut self,
        job: JobId,
        (document, graph): (DocumentId, GraphId),
        meanwhile: Option<Meanwhile>,
        client: &mut dyn Client,
    ) -> Result<(), JobError> {
        let hash = self.models.embedder_hash(&mut self.access)?;
        let title = self.access.read()?.document(document)?.summary.title;
        let mut lacked = false;
        loop {
            let missing = self.access.read()?.embeddings(graph, &hash)?.missing;
            if missing.is_empty() {
                if lacked {
                    // A document that lacks none may be ready now.
                    self.tell_listed(job, document, client);
                }
                return Ok(());
            }
            lacked = true;
            let texts = self.texts(graph, &missing)?;
            let mut progress = EmbeddingProgress::new(document, title.clone(), &texts);
            for (nodes, texts) in missing.chunks(GROUP).zip(texts.chunks(GROUP)) {
                self.embed(graph, &hash, nodes, texts)?;
                progress.embedded(texts);
                go_on(client.report(job, Event::Progress(progress.progress())))?;
                if meanwhile.is_some_and(|which| self.serve_meanwhile(which, client)) {
                    // A question may have computed some of the rest.
                    break;
                }
            }
        }
    }

    fn embed(
        &mut self,
        graph: GraphId,
        hash: &str,
        nodes: &[NodeId],
        texts: &[String],
    ) -> Result<(), Failure> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = self.models.embedder()?.embed(&texts)?;
        let rows: Vec<(NodeId, &[f32])> =
            nodes.iter().copied().zip(vectors.iter().map(Vec::as_slice)).collect();
        Ok(self.access.write()?.save_embeddings(graph, hash, &rows)?)
    }

    fn texts(&mut self, graph: GraphId, nodes: &[NodeId]) -> Result<Vec<String>, JobError> {
        let graph = load(self.access.read()?, graph)?;
        Ok(nodes.iter().map(|&node| graph.nodes()[node as usize].text.clone()).collect())
    }
}

/// The progress of the embeddings, in characters: a chunk takes longer than a point.
struct EmbeddingProgress {
    document: DocumentId,
    title: String,
    begun: Instant,
    nodes: usize,
    all: usize,
    done: usize,
}

impl EmbeddingProgress {
    fn new(document: DocumentId, title: String, texts: &[String]) -> Self {
        let all = texts.iter().map(String::len).sum();
        Self { document, title, begun: Instant::now(), nodes: 0, all, done: 0 }
    }

    fn embedded(&mut self, texts: &[String]) {
        self.nodes += texts.len();
        self.done += texts.iter().map(String::len).sum::<usize>();
    }

    fn progress(&self) -> Progress {
        let (done, all) = (self.done as f64, self.all as f64);
        let seconds = self.begun.elapsed().as_secs_f64();
        Progress {
            document: Some(self.document),
            title: self.title.clone(),
            stage: Stage::Embedding,
            level: 1,
            done: (done / all.max(1.0)) as f32,
            nodes: self.nodes as u32,
            // Another model reads them, with tokens of its own.
            tokens_per_second: 0.0,
            seconds_left: (done > 0.0).then(|| seconds * (all - done) / done),
        }
    }
}
