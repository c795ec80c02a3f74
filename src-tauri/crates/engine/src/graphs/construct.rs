//! Constructs a graph batch by batch, from where an earlier run stopped.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use hwdag::{
    ConstructionEvent, ConstructionSettings, ConstructionStep, Cutting, Graph, GraphBuilder,
    PendingStep, TokenCounts,
};
use model::{Session, SessionOptions, Weights};
use protocol::{BuildCost, Code, DocumentId, Event, Failure, GraphId, JobId, Progress, Stage};

use crate::engine::Engine;
use crate::error::{JobError, ended};
use crate::graphs::chunks::{cut, save_chunks};
use crate::graphs::earlier::EarlierGraphs;
use crate::graphs::progress::BuildProgress;
use crate::graphs::rows::{from_rows, save_batch};
use crate::graphs::settings::key;
use crate::jobs::client::{Client, Meanwhile};
use crate::models::autotune::sequences::Batches;
use crate::models::info::lasting;

/// A graph during its build.
pub(crate) struct BuildState {
    pub(super) weights: Arc<Weights>,
    pub(super) document: DocumentId,
    pub(super) id: GraphId,
    pub(super) graph: Graph,
    pub(super) complete: bool,
    pub(super) earlier: EarlierGraphs,
    pub(super) progress: BuildProgress,
    pub(super) cost: BuildCost,
}

impl Engine {
    /// Builds what is missing up to the top level; returns false if the document's text was replaced meanwhile.
    pub(crate) fn construct(
        &mut self,
        job: JobId,
        weights: &Arc<Weights>,
        settings: ConstructionSettings,
        state: &mut BuildState,
        client: &mut dyn Client,
    ) -> Result<bool, JobError> {
        if state.complete {
            return Ok(true);
        }
        let batches = state.batches(settings);
        let options = SessionOptions {
            window: Some(settings.window),
            layers: settings.signal.layers,
            stop: client.stop(job),
            ..SessionOptions::default()
        };
        state.progress.graph(&state.graph);
        let BuildState { document, progress, .. } = &mut *state;
        let watch = &mut |engine: &mut Self, done| {
            engine.serve_meanwhile(Meanwhile::Building(*document), client);
            let progress = Progress { done, ..progress.progress(Stage::Trying) };
            client.report(job, Event::Progress(progress))
        };
        let (mut sequences, collecting) = self.sequences(weights, options, batches, watch)?;
        state.progress.start();
        let construction = GraphBuilder::begin(&mut sequences, settings).map_err(ended)?;
        let construction = construction.collecting(collecting).reusing(state.earlier.take());
        self.build_levels(job, construction, state, client)
    }

    /// Loads the stored graph, or begins one with the document's chunks.
    pub(crate) fn state(
        &mut self,
        document: DocumentId,
        weights: &Arc<Weights>,
        settings: &ConstructionSettings,
    ) -> Result<BuildState, Failure> {
        let known = self.access.read()?.document(document)?.summary;
        self.access.write()?;
        let info = self.models.info(weights, &mut self.access)?;
        let writer = self.access.write()?;
        writer.put_model(&lasting(&info))?;
        let id = writer.begin_graph(document, &info.hash, &key(settings))?;
        let stored = writer.load_graph(id)?;
        let mut graph = from_rows(&stored)?;
        let complete = stored.graph.complete;
        let earlier = match complete {
            true => EarlierGraphs::default(),
            false => EarlierGraphs::of(writer, &stored.graph)?,
        };
        if graph.nodes().is_empty() {
            let cutting = Cutting { ends: settings.ends, earlier: &earlier.chunks() };
            let chunks = cut(weights, &writer.text(document)?, cutting)?;
            save_chunks(writer, id, &chunks)?;
            graph = Graph::new(chunks);
        }
        let progress = BuildProgress::new(document, &known.title);
        let weights = Arc::clone(weights);
        Ok(BuildState {
            weights,
            document,
            id,
            graph,
            complete,
            earlier,
            progress,
            cost: BuildCost::default(),
        })
    }

    /// Builds up to the top level, as long as the document's text is unchanged.
    fn build_levels(
        &mut self,
        job: JobId,
        mut construction: GraphBuilder<'_, Session>,
        state: &mut BuildState,
        client: &mut dyn Client,
    ) -> Result<bool, JobError> {
        let document = state.document;
        loop {
            state.progress.graph(&state.graph);
            let begun = Instant::now();
            let BuildState { graph, progress, .. } = &mut *state;
            let step = construction.next(graph, &mut |event| {
                self.serve_meanwhile(Meanwhile::Building(document), client);
                watch(event, progress, job, client)
            });
            match step.map_err(ended)? {
                ConstructionStep::Batch(mut new) => {
                    state.earlier.mark_quoted(&mut new);
                    let seconds = begun.elapsed().as_secs_f64();
                    state.weights.require_unchanged()?;
                    let writer = self.access.write()?;
                    save_batch(writer, state.id, &new, seconds)?;
                    state.earlier.lend_embeddings(writer, state.id, &new)?;
                    state.apply(&new)?;
                    self.embed_batch(state.id, &state.graph, &new.batch)?;
                    // Its file may have been added again, with changes.
                    if self.access.read()?.graph(state.id)?.earlier {
                        return Ok(false);
                    }
                }
                // The library drops the level when the graph is finished.
                ConstructionStep::Discard { level } => state.graph.discard(level),
                ConstructionStep::Complete { top, counts, flops } => {
                    state.spend(counts, flops);
                    self.access.write()?.finish_graph(state.id, top as u32)?;
                    return Ok(true);
                }
            }
        }
    }
}

impl BuildState {
    /// The batches still to be written for the level being summarised.
    fn batches(&self, settings: ConstructionSettings) -> Batches {
        let read = (settings.window - settings.reserve).max(1);
        let count = match self.graph.pending() {
            PendingStep::Batch { inputs, .. } => {
                self.earlier.new_tokens(&self.graph.nodes()[inputs]).div_ceil(read).max(1)
            }
            _ => 1,
        };
        Batches { count, tokens: settings.window }
    }

    fn spend(&mut self, counts: TokenCounts, flops: f64) {
        self.cost.tokens_evaluated += counts.evaluated;
        self.cost.tokens_restored += counts.restored;
        self.cost.flops += flops;
    }

    fn apply(&mut self, new: &hwdag::SummarisedBatch) -> Result<(), Failure> {
        self.graph.apply(&new.batch, &new.points, &new.edges).map_err(|error| {
            let message =
                format!("Building the graph of document {} failed: {error}.", self.document);
            Failure::new(Code::Internal, message)
        })?;
        self.progress.batch(new.counts.evaluated);
        match new.origin {
            Some(_) => self.cost.batches_reused += 1,
            None => self.cost.batches += 1,
        }
        self.spend(new.counts, new.flops);
        self.cost.quoted += if new.quoted { new.points.len() as u32 } else { 0 };
        self.cost.unsupported += new.unsupported;
        Ok(())
    }
}

fn watch(
    event: ConstructionEvent,
    progress: &mut BuildProgress,
    job: JobId,
    client: &mut dyn Client,
) -> ControlFlow<()> {
    match event {
        ConstructionEvent::Wrote => progress.works(1),
        ConstructionEvent::Read { tokens } => progress.works(tokens),
        ConstructionEvent::Began { .. }
        | ConstructionEvent::Again
        | ConstructionEvent::Quoting
        | ConstructionEvent::Looked { .. } => {}
    }
    client.report(job, Event::Progress(progress.progress(Stage::Building)))
}
