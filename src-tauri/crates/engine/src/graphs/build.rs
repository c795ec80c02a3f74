//! Building a graph, every batch on disk before the next begins.

use std::sync::Arc;
use std::time::Instant;

use hwdag::ConstructionSettings;
use model::Weights;
use protocol::{
    BuildCost, DocumentId, EntityCost, Event, Failure, GraphOptions, JobId, ModelTrial, Notice,
    Progress, Role, Stage,
};

use crate::engine::Engine;
use crate::entities::list::names_cost;
use crate::error::{JobError, go_on};
use crate::graphs::construct::BuildState;
use crate::graphs::progress::BuildProgress;
use crate::graphs::settings::Suited;
use crate::jobs::client::{Client, Meanwhile};
use crate::language::{is_beyond_demonstration, unknown_language};
use crate::models::files::embedder_file;
use crate::models::trial::run::Need;

/// The result of a build.
#[derive(Default)]
pub(crate) struct BuildOutcome {
    pub cost: BuildCost,
    /// The cost of asking about names.
    pub names: EntityCost,
    /// Deviations from the usual procedure.
    pub notices: Vec<Notice>,
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
        let weights = self.language_for(Role::Building, &[document])?;
        weights.require_session()?;
        embedder_file()?;
        let (suited, notices) = self.suited(job, document, &weights, wished, client)?;
        for notice in notices.iter().cloned() {
            go_on(client.report(job, Event::Notice { notice }))?;
        }
        let settings = self.settings(document, &weights, (wished, suited))?;
        let mut built = self.build_with(job, document, &weights, settings, client);
        let names_before = names_cost(self.access.read()?, document)?;
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
        let names = names_cost(self.access.read()?, document)? - names_before;
        Ok(BuildOutcome { cost: built?, names, notices })
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
            let mut progress = BuildProgress::new(document, &title);
            let watch = &mut |engine: &mut Self, done| {
                engine.serve_meanwhile(Meanwhile::Building(document), client);
                let progress = Progress { done, ..progress.progress(Stage::TryingModel) };
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
        let mut state = self.state(document, weights, &settings)?;
        while !self.construct(job, weights, settings, &mut state, client)? {
            let cost = state.cost;
            state = BuildState { cost, ..self.state(document, weights, &settings)? };
        }
        let meanwhile = Some(Meanwhile::Building(document));
        self.embed_missing(job, (document, state.id), meanwhile, client)?;
        let access = self.access.write()?;
        if access.document(document)?.summary.failure.is_some() {
            access.set_failure(document, None)?;
        }
        Ok(state.cost)
    }
}
