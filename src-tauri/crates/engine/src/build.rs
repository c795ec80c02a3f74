//! Building a graph, every batch on disk before the next begins.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use hwdag::{
    ConstructionEvent, ConstructionSettings, ConstructionStep, Cutting, Graph, GraphBuilder,
    PendingStep, TokenCounts,
};
use library::NewChunk;
use model::{Session, SessionOptions, Weights};
use protocol::{
    BuildCost, Code, DocumentId, Event, Failure, GraphId, GraphOptions, JobId, ModelTrial, Notice,
    Progress, Role, Stage,
};

use crate::autotune::Batches;
use crate::build_progress::BuildProgress;
use crate::earlier::EarlierGraphs;
use crate::language::{is_beyond_demonstration, unknown_language};
use crate::models::{embedder_file, lasting};
use crate::settings::{Suited, key};
use crate::trial::Need;
use crate::{Client, Engine, JobError, Meanwhile, go_on, graphs};

/// The result of a build.
#[derive(Default)]
pub(crate) struct BuildOutcome {
    pub cost: BuildCost,
    /// Deviations from the usual procedure.
    pub notices: Vec<Notice>,
}

/// A graph during its build.
struct Site {
    document: DocumentId,
    id: GraphId,
    graph: Graph,
    complete: bool,
    earlier: EarlierGraphs,
    pace: BuildProgress,
    cost: BuildCost,
}

impl Engine {
    /// Builds a document's graph with the model in use, resuming where an earlier run stopped. Settings not requested
    /// are those of the graph that was begun last.
    ///
    /// A failure is recorded with the document. A stop is not, nor a model that cannot be used, which is detected
    /// before anything is written.
    pub(crate) fn build(
        &mut self,
        job: JobId,
        document: DocumentId,
        wished: &GraphOptions,
        client: &mut dyn Client,
    ) -> Result<BuildOutcome, JobError> {
        let begun = Instant::now();
        let weights = self.language_for(Role::Building, &[document], client)?;
        weights.require_session()?;
        embedder_file()?;
        let (suited, notices) = self.suited(job, document, &weights, wished, client)?;
        for notice in notices.iter().cloned() {
            go_on(client.report(job, Event::Notice { notice }))?;
        }
        let settings = self.settings(document, &weights, (wished, suited))?;
        let mut built = self.build_with(job, document, &weights, settings, client);
        // The demonstration model knows only the names of its own world.
        if built.is_ok() && !wished.no_entities && !weights.info().demonstration {
            let named = self.name_kinds(job, document, &weights, client);
            built = named.and(built);
        }
        if built.is_ok() && wished.all_pairs {
            let written = self.write_pairs_with(job, (document, None), &weights, client);
            built = written.and(built);
        }
        if let Ok(cost) = &mut built {
            cost.seconds = begun.elapsed().as_secs_f64();
        }
        if let Err(JobError::Failed(failure)) = &built
            && let Ok(writer) = self.access.write()
        {
            // The failure itself matters more than a failure to record it.
            let _ = writer.set_failure(document, Some(failure));
        }
        Ok(BuildOutcome { cost: built?, notices })
    }

    /// Returns how the document's graph is best built with this model, and the notices about it. A model not yet tried
    /// is tried now, unless the options forbid it.
    fn suited(
        &mut self,
        job: JobId,
        document: DocumentId,
        weights: &Arc<Weights>,
        wished: &GraphOptions,
        client: &mut dyn Client,
    ) -> Result<(Suited, Vec<Notice>), JobError> {
        let text = self.access.read()?.text(document)?;
        let unknown = unknown_language(weights, &text);
        let is_beyond = is_beyond_demonstration(weights, &text).map_err(Failure::from)?;
        drop(text);
        let trial = if wished.no_trial {
            ModelTrial::default()
        } else if self.has_built(document, weights)? {
            self.known_trial(weights)?
        } else {
            let title = self.access.read()?.document(document)?.summary.title;
            let mut pace = BuildProgress::new(document, &title);
            let watch = &mut |engine: &mut Self, done| {
                engine.serve_meanwhile(Meanwhile::Building(document), client);
                let progress = Progress { done, ..pace.progress(Stage::TryingModel) };
                client.report(job, Event::Progress(progress))
            };
            self.tried(weights, Need::Building, watch)?
        };
        let suited = Suited {
            chunks: trial.points.map(|points| points.chunks),
            quotes: unknown.is_some() || !trial.writes_points(),
        };
        let mut notices = trial.notices();
        notices.extend(unknown.map(|language| Notice::UnknownLanguage { language }));
        notices.extend(is_beyond.then_some(Notice::DemonstrationModel));
        Ok((suited, notices))
    }

    /// Returns whether this model has built a complete graph of the document's text.
    fn has_built(&mut self, document: DocumentId, weights: &Weights) -> Result<bool, Failure> {
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let graphs = self.access.read()?.graphs(document)?;
        Ok(graphs.iter().any(|graph| graph.complete && !graph.earlier && graph.model_hash == hash))
    }

    fn build_with(
        &mut self,
        job: JobId,
        document: DocumentId,
        weights: &Arc<Weights>,
        settings: ConstructionSettings,
        client: &mut dyn Client,
    ) -> Result<BuildCost, JobError> {
        let mut site = self.site(document, weights, &settings)?;
        while !self.construct(job, weights, settings, &mut site, client)? {
            let cost = site.cost;
            site = Site { cost, ..self.site(document, weights, &settings)? };
        }
        self.embed_missing(job, document, site.id, Meanwhile::Building(document), client)?;
        let access = self.access.write()?;
        if access.document(document)?.summary.failure.is_some() {
            access.set_failure(document, None)?;
        }
        Ok(site.cost)
    }

    /// Builds what is missing up to the top level; returns false if the document's text was replaced meanwhile.
    fn construct(
        &mut self,
        job: JobId,
        weights: &Arc<Weights>,
        settings: ConstructionSettings,
        site: &mut Site,
        client: &mut dyn Client,
    ) -> Result<bool, JobError> {
        if site.complete {
            return Ok(true);
        }
        let batches = site.batches(settings);
        let options = SessionOptions {
            window: Some(settings.window),
            layers: settings.signal.layers,
            stop: client.stop(job),
            ..SessionOptions::default()
        };
        site.pace.graph(&site.graph);
        let Site { document, pace, .. } = &mut *site;
        let watch = &mut |engine: &mut Self, done| {
            engine.serve_meanwhile(Meanwhile::Building(*document), client);
            let progress = Progress { done, ..pace.progress(Stage::Trying) };
            client.report(job, Event::Progress(progress))
        };
        let (mut sequences, collecting) = self.sequences(weights, options, batches, watch)?;
        site.pace.start();
        let construction = GraphBuilder::begin(&mut sequences, settings).map_err(ended)?;
        let construction = construction.collecting(collecting).reusing(site.earlier.take());
        self.raise(job, construction, site, client)
    }

    /// Loads the stored graph, or begins one with the document's chunks.
    fn site(
        &mut self,
        document: DocumentId,
        weights: &Arc<Weights>,
        settings: &ConstructionSettings,
    ) -> Result<Site, Failure> {
        let known = self.access.read()?.document(document)?.summary;
        self.access.write()?;
        let info = self.models.info(weights, &mut self.access)?;
        let writer = self.access.write()?;
        writer.put_model(&lasting(&info))?;
        let id = writer.begin_graph(document, &info.hash, &key(settings))?;
        let stored = writer.load_graph(id)?;
        let mut graph = graphs::from_rows(&stored)?;
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
        let pace = BuildProgress::new(document, &known.title);
        Ok(Site { document, id, graph, complete, earlier, pace, cost: BuildCost::default() })
    }

    /// Builds up to the top level, as long as the document's text is unchanged.
    fn raise(
        &mut self,
        job: JobId,
        mut construction: GraphBuilder<'_, Session>,
        site: &mut Site,
        client: &mut dyn Client,
    ) -> Result<bool, JobError> {
        let document = site.document;
        loop {
            site.pace.graph(&site.graph);
            let begun = Instant::now();
            let Site { graph, pace, .. } = &mut *site;
            let step = construction.next(graph, &mut |event| {
                self.serve_meanwhile(Meanwhile::Building(document), client);
                watch(event, pace, job, client)
            });
            match step.map_err(ended)? {
                ConstructionStep::Batch(mut new) => {
                    site.earlier.mark_quoted(&mut new);
                    let seconds = begun.elapsed().as_secs_f64();
                    let writer = self.access.write()?;
                    graphs::save_batch(writer, site.id, &new, seconds)?;
                    site.earlier.lend_embeddings(writer, site.id, &new)?;
                    site.apply(&new)?;
                    self.embed_batch(site.id, &site.graph, &new.batch)?;
                    // Its file may have been added again, with changes.
                    if self.access.read()?.graph(site.id)?.earlier {
                        return Ok(false);
                    }
                }
                // The library drops the level when the graph is finished.
                ConstructionStep::Discard { level } => site.graph.discard(level),
                ConstructionStep::Complete { top, counts, flops } => {
                    site.spend(counts, flops);
                    self.access.write()?.finish_graph(site.id, top as u32)?;
                    return Ok(true);
                }
            }
        }
    }
}

impl Site {
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
        self.pace.batch(new.counts.evaluated);
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
    pace: &mut BuildProgress,
    job: JobId,
    client: &mut dyn Client,
) -> ControlFlow<()> {
    match event {
        ConstructionEvent::Wrote => pace.works(1),
        ConstructionEvent::Read { tokens } => pace.works(tokens),
        ConstructionEvent::Began { .. }
        | ConstructionEvent::Again
        | ConstructionEvent::Quoting
        | ConstructionEvent::Looked { .. } => {}
    }
    client.report(job, Event::Progress(pace.progress(Stage::Building)))
}

/// Returns a document's chunks in the model's tokens.
pub(crate) fn cut(
    weights: &Arc<Weights>,
    text: &str,
    cutting: Cutting<'_>,
) -> Result<Vec<hwdag::Chunk>, Failure> {
    let tokens = weights.tokenize(text)?;
    let bytes = |token| weights.bytes(token).to_vec();
    hwdag::chunk(&tokens, bytes, text, cutting).map_err(|error| {
        let message = format!("This model cannot read the document exactly: {error}.");
        Failure::new(Code::ModelUnsupported, message)
    })
}

fn save_chunks(
    writer: &mut library::Writer,
    graph: GraphId,
    chunks: &[hwdag::Chunk],
) -> Result<(), Failure> {
    let rows: Vec<NewChunk<'_>> = chunks
        .iter()
        .map(|chunk| NewChunk {
            start: chunk.range.start as u32,
            end: chunk.range.end as u32,
            text: &chunk.text,
            tokens: &chunk.tokens,
        })
        .collect();
    Ok(writer.save_chunks(graph, &rows)?)
}

/// Turns the method's errors into reported failures.
pub(crate) fn failure(error: hwdag::Error<model::Error>) -> Failure {
    let message = error.to_string();
    match error {
        hwdag::Error::Model(error) => error.into(),
        hwdag::Error::WindowFull { .. } => Failure::new(Code::WindowFull, message),
        hwdag::Error::NoVerdict => Failure::new(Code::ModelUnsupported, message),
        hwdag::Error::Stopped => Failure::new(Code::Stopped, "Stopped."),
        hwdag::Error::Inconsistent(_) => Failure::new(Code::Internal, message),
    }
}

pub(crate) fn ended(error: hwdag::Error<model::Error>) -> JobError {
    failure(error).into()
}
