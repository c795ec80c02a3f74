//! Sentence embeddings of a graph's nodes.

use hwdag::Embedder as _;
use protocol::{DocumentId, Event, GraphId, JobId, NodeId, Progress, Stage};

use crate::{Desk, Ended, Engine, go_on, graphs};

/// Nodes embedded and saved at a time.
const GROUP: usize = 16;

impl Engine {
    /// Computes and saves what is missing; what is there is never computed again.
    pub(crate) fn embed_missing(
        &mut self,
        job: JobId,
        document: DocumentId,
        graph: GraphId,
        desk: &mut dyn Desk,
    ) -> Result<(), Ended> {
        let hash = self.models.embedder_hash()?;
        let missing = self.shelf.read()?.embeddings(graph, &hash)?.missing;
        if missing.is_empty() {
            return Ok(());
        }
        let title = self.shelf.read()?.document(document)?.summary.title;
        let texts = self.texts(graph, &missing)?;
        let all = missing.len();
        let groups = missing.chunks(GROUP).zip(texts.chunks(GROUP));
        for (number, (nodes, texts)) in groups.enumerate() {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let vectors = self.models.embedder()?.embed(&texts)?;
            let rows: Vec<(NodeId, &[f32])> =
                nodes.iter().copied().zip(vectors.iter().map(Vec::as_slice)).collect();
            self.shelf.write()?.save_embeddings(graph, &hash, &rows)?;
            let done = (number * GROUP + nodes.len()) as f32 / all as f32;
            let progress = embedding(document, &title, done, all);
            go_on(desk.report(job, Event::Progress(progress)))?;
        }
        Ok(())
    }

    fn texts(&mut self, graph: GraphId, nodes: &[NodeId]) -> Result<Vec<String>, Ended> {
        let graph = graphs::load(self.shelf.read()?, graph)?;
        Ok(nodes.iter().map(|&node| graph.nodes()[node as usize].text.clone()).collect())
    }
}

fn embedding(document: DocumentId, title: &str, done: f32, nodes: usize) -> Progress {
    Progress {
        document: Some(document),
        title: title.into(),
        stage: Stage::Embedding,
        level: 1,
        done,
        nodes: nodes as u32,
        tokens_per_second: 0.0,
        seconds_left: None,
    }
}
