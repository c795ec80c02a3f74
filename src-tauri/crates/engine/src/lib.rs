//! Jobs that combine library, documents, method and model. One thread owns the models and writes
//! the library; a job's [`Client`] receives its events and may stop it. While a model is loaded or
//! tried, that thread waits for it and serves requests that need no model.
//!
//! The command line calls [`Engine::run`] in its own process. The window starts [`serve`] in a
//! child process and exchanges lines of JSON with it.

mod add;
mod ask;
mod ask_input;
mod autotune;
mod background;
mod build;
mod build_progress;
mod client;
mod collections;
mod config;
mod covers;
mod crashed_pages;
mod earlier;
mod embed;
mod entities;
mod entity_export;
mod entity_search;
mod estimate;
mod export;
mod export_folder;
mod folder;
mod follow_up;
mod graphs;
mod import;
mod importance;
mod irregular_verbs;
mod job_queue;
mod keys;
mod language;
mod library_access;
mod limits;
mod list_matching;
mod list_question;
mod loaded;
mod models;
mod name_answers;
mod name_cache;
mod name_corrections;
mod name_count;
mod name_description;
mod name_kinds;
mod name_lookup;
mod ocr;
mod openmp;
pub mod page_images;
mod pages;
mod plan;
mod queries;
mod question_pair_search;
mod question_pairs;
mod question_writer;
pub mod sample;
mod search_log;
mod sentence_index;
mod serve;
mod settings;
mod stops;
mod trial;
mod until;
mod whole_words;

use std::ops::ControlFlow;

use protocol::{AddOptions, Code, Failure, JobId, JobRequest, Outcome, Request};

pub use client::{Client, Meanwhile};
pub use config::{
    Config, DEFAULT, MINILM, POCKET, comes_with_pecan, data_folder, find_model_file, model_file,
    model_folders,
};
pub use covers::cover;
pub use documents::RenderOptions;
pub use entity_search::{
    Candidates, CountedName, EntitySearch, MOST_ROUNDS, MicroPair, ROUNDS, Unpaired, read_of,
    rerank as rerank_sentences,
};
pub use export_folder::{is_plain_name, write_folder};
pub use folder::unicode;
pub use keys::DocumentPasswords;
pub use limits::fail_at_file_limits;
pub use model::StopSignal;
pub use name_kinds::name_kinds;
pub use openmp::{SPIN, limit_spinning};
pub use pages::{PageView, Pages};
pub use plan::{TRIED_NODES, UNJUDGED_NODES, rerank};
pub use question_writer::{PairWriter, WrittenGroup};
pub use sentence_index::SentenceIndex;
pub use serve::serve;

use library_access::LibraryAccess;
use models::EngineModels;
use name_cache::NameCache;

/// The reason why a job did not finish.
#[derive(Debug, Clone, PartialEq)]
pub enum JobError {
    /// It was stopped; the work done by then is kept.
    Stopped,
    /// It failed.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for JobError {
    fn from(failure: F) -> Self {
        match failure.into() {
            Failure { code: Code::Stopped, .. } => Self::Stopped,
            failure => Self::Failed(failure),
        }
    }
}

/// The library and the models, and the operations on them.
pub struct Engine {
    config: Config,
    access: LibraryAccess,
    models: EngineModels,
    names: NameCache,
}

impl Engine {
    /// Creates an engine for a library. Nothing is opened or loaded before it is needed: a job
    /// reports problems with the library or the model.
    pub fn new(config: Config) -> Self {
        let access = LibraryAccess::new(config.library.clone());
        Self { config, access, models: EngineModels::default(), names: NameCache::default() }
    }

    /// Runs a job to its end.
    ///
    /// # Errors
    ///
    /// [`Ended::Stopped`] if the client requested it, [`Ended::Failed`] with a code and a sentence.
    pub fn run(
        &mut self,
        job: JobId,
        request: Request,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        // One job may be served within another.
        let outer = self.models.heed(client.stop(job));
        let ended = self.run_heeding(job, request, client);
        self.models.heed(outer);
        ended
    }

    fn run_heeding(
        &mut self,
        job: JobId,
        request: Request,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        match request {
            Request::Add { files, options } => self.add(job, &files, &options, client),
            Request::ReadAgain { document, languages, password } => {
                let options = AddOptions { languages, password, ..AddOptions::default() };
                self.read_again(job, document, &options, client)
            }
            Request::Build { document } => self.build_one(job, document, client),
            Request::Estimate { document } => self.estimate(document, client),
            Request::Ask { documents, question, options } => {
                let answer = self.ask(job, &documents, &question, &options, client)?;
                Ok(Outcome::Answer(Box::new(answer)))
            }
            Request::ModelInfo { path, role } => {
                Ok(Outcome::Model(self.model_info(path.as_deref(), role, client)?))
            }
            Request::OpenModel { path, role } => {
                Ok(Outcome::Model(self.open_model(path.as_deref(), role, client)?))
            }
            Request::TuneModel { role, tuning } => {
                Ok(Outcome::Model(self.tune_model(role, &tuning, client)?))
            }
            Request::Stamp => Ok(Outcome::Stamp(self.access.written_by_others().to_owned())),
            Request::Covers => self.draw_covers(job, client),
            Request::TryModel { path } => self.try_model(job, path.as_deref(), client),
            Request::Remove { document } => {
                self.access.write()?.remove_document(document)?;
                models::forget_states(&self.access);
                Ok(Outcome::Removed(document))
            }
            Request::Forget { question } => {
                self.access.write()?.forget_question(question)?;
                Ok(Outcome::Forgotten(question))
            }
            Request::WritePairs { document, name } => {
                self.write_pairs(job, document, name.as_deref(), client)
            }
            Request::CorrectNames { document, correction, until } => {
                self.correct_names(document, correction, until)
            }
            Request::UndoCorrection { document, correction, until } => {
                self.undo_correction(document, correction, until)
            }
            Request::Collect { document, collection, within } => {
                self.collect(document, &collection, within)?;
                Ok(Outcome::Done)
            }
            Request::NameCollection { collection, name } => {
                self.name_collection(&collection, &name)?;
                Ok(Outcome::Done)
            }
            Request::DissolveCollection { collection } => {
                self.dissolve_collection(&collection)?;
                Ok(Outcome::Done)
            }
            reading => Ok(self.read(reading)?),
        }
    }

    /// Serves incoming requests that need not wait for the current job; returns whether there were
    /// any.
    fn serve_meanwhile(&mut self, which: Meanwhile, client: &mut dyn Client) -> bool {
        let mut served = false;
        while let Some(JobRequest { job, request }) = client.meanwhile(which) {
            self.serve(job, request, client);
            served = true;
        }
        served
    }
}

/// Turns the client's reply into an end.
fn go_on(said: ControlFlow<()>) -> Result<(), JobError> {
    match said {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(JobError::Stopped),
    }
}

/// Seconds since 1970-01-01 UTC.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs().try_into().unwrap_or(i64::MAX))
}
