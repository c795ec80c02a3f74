//! Answers a question and saves everything that led to the answer.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hwdag::LanguageModel as _;
use library::RunningSearchKey;
use model::{Session, SessionOptions, StopSignal, Weights};
use protocol::{Answer, AskOptions, DocumentId, Failure, JobId, ModelInfo, Role};

use crate::ask::answer::AskedModel;
use crate::ask::check::check;
use crate::ask::follow_up::sought;
use crate::ask::input::{AskInput, PreviousSearch};
use crate::ask::name_questions::asked_of::AskedOf;
use crate::ask::options::{confidence, sampling};
use crate::ask::prepare::nothing_before;
use crate::ask::searched_graph::Totals;
use crate::ask::strategy::AskStrategy;
use crate::ask::target::SearchTarget;
use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;
use crate::models::info::lasting;
use crate::models::tuning::tuning;

/// The model that answers a question.
struct AskingModel {
    info: ModelInfo,
    plan: AskStrategy,
    /// The p_yes above which an ask counts as Yes.
    confidence: f64,
    session: Session,
}

impl Engine {
    /// Answers a question and saves the answer with its path.
    pub(crate) fn ask(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        question: &str,
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Answer, JobError> {
        let begun = Instant::now();
        check(documents, question, options)?;
        // If the question cannot be saved, it is not asked: the path would be lost.
        let graphs = self.find_graphs(documents, options)?;
        let earlier = self.followed(documents, options)?;
        self.access.write()?;
        let asked = AskedOf { documents, graphs: &graphs, question, options };
        if let Some(answer) = self.list_names(job, asked, client)? {
            return Ok(answer);
        }
        let AskingModel { info, plan, confidence, mut session } =
            self.asking_model(job, asked, client)?;
        let ids = self.embedded(job, documents, options, client)?;
        let until = self.until(documents, options)?;
        let mut parts = self.searchable_parts((documents, &ids), until, &session)?;
        let sought = sought(&earlier, question);
        let totals = Totals::of(&parts);
        if until.is_some() && totals.nodes == 0 {
            return Err(nothing_before().into());
        }
        let asked = RunningSearchKey { question, options, model_hash: &info.hash, graphs: &ids };
        let interrupted = self.access.read()?.interrupted(&asked)?;
        // An interrupted walk is resumed: the sentences did not suffice.
        let has_begun = !interrupted.is_empty();
        let has_unknown_name = self.has_unknown_name(documents, question, until)?;
        // The sentences nearest to an unknown name are about others.
        let scope = SearchTarget::of(options, plan, has_begun || has_unknown_name);
        let entities = match scope {
            SearchTarget::Graph => None,
            _ => Some(self.entity_search(&sought, &parts, until, options.grains)?),
        };
        let graph_parts = match scope {
            SearchTarget::Graph | SearchTarget::Both => std::mem::take(&mut parts),
            SearchTarget::Sentences | SearchTarget::SentencesFirst => Vec::new(),
        };
        let mut input = AskInput {
            documents: documents.to_vec(),
            ids: ids.clone(),
            graphs: 0,
            parts: Vec::new(),
            totals,
            entities,
            growing: self.growing(documents, &ids)?,
            cosines: Vec::new(),
            words: Vec::new(),
            earlier,
            begun: Vec::new(),
            before: PreviousSearch::default(),
            has_unknown_name,
            is_bounded: until.is_some(),
            confidence,
            plan,
        };
        self.take_graphs(&mut input, graph_parts, &sought, options)?;
        if scope == SearchTarget::Graph {
            input.begun = interrupted.iter().filter_map(|step| input.visit(step)).collect();
        }
        let mut found = self.search(job, &mut session, &mut input, asked, client)?;
        if scope == SearchTarget::SentencesFirst && input.leaves_open(question, &found) {
            input.go_on_from(found);
            self.take_graphs(&mut input, parts, &sought, options)?;
            found = self.search(job, &mut session, &mut input, asked, client)?;
        }
        let model = AskedModel { name: &info.name, shape: session.shape(), begun };
        session.weights().require_unchanged()?;
        let answer = self.answer(&input, asked, &model, found)?;
        let writer = self.access.write()?;
        writer.put_model(&lasting(&info))?;
        writer.save_answer(&answer, &info.hash)?;
        Ok(answer)
    }

    /// Loads the model that answers, and chooses how to ask it.
    fn asking_model(
        &mut self,
        job: JobId,
        AskedOf { documents, options, .. }: AskedOf<'_>,
        client: &mut dyn Client,
    ) -> Result<AskingModel, JobError> {
        if let Some(file) = &options.reranker {
            // Report problems with it before any other work.
            self.models.reranker(Path::new(file))?;
        }
        let weights = self.language_for(Role::Asking, documents)?;
        let info = self.models.info(&weights, &mut self.access)?;
        let plan = self.plan(job, documents, &weights, options, client)?;
        let session = self.session(&weights, options, client.stop(job))?;
        Ok(AskingModel { info, plan, confidence: confidence(options, &weights), session })
    }

    /// Creates an empty sequence for a question.
    fn session(
        &mut self,
        weights: &Arc<Weights>,
        options: &AskOptions,
        stop: StopSignal,
    ) -> Result<Session, Failure> {
        let states = Some(self.models.states(weights, &mut self.access)?);
        let sampling = sampling(options);
        let tuning = tuning(&weights.info().path, &mut self.access)?;
        // A window larger than the model's own is useless.
        let window = tuning.context.map(|tokens| (tokens as usize).min(weights.info().search));
        let options =
            SessionOptions { sampling, stop, states, window, ..SessionOptions::default() };
        Ok(Session::new(weights, &options)?)
    }
}
