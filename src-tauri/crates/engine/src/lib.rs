//! Jobs that combine library, documents, method and model. One thread owns the models and writes
//! the library; a job's [`Client`] receives its events and may stop it.
//!
//! The command line calls [`Engine::run`] in its own process. The window starts [`serve`] in a
//! child process and exchanges lines of JSON with it; there, a second thread answers requests that
//! only read the library, so that they wait for no model. A program that serves others has both
//! threads in its own process: [`EngineService`].

mod ask;
mod clock;
mod collections;
mod config;
mod engine;
mod entities;
mod error;
mod export;
mod graphs;
mod import;
mod jobs;
mod language;
mod library_access;
mod limits;
mod models;
mod pages;
pub mod sample;
mod text;
mod until;

pub use self::entities::kinds::name_kinds;
pub use self::entities::question_writer::{PairWriter, WrittenGroup};
pub use self::entities::sentence_index::SentenceIndex;
pub use self::entities::similar_names::similar_names;
pub use ask::sentence_search::candidates::{Candidates, read_of};
pub use ask::sentence_search::count::CountedName;
pub use ask::sentence_search::reranking::rerank as rerank_sentences;
pub use ask::sentence_search::search::{EntitySearch, MOST_ROUNDS, ROUNDS};
pub use ask::sentence_search::unit::{MicroPair, Unpaired};
pub use ask::strategy::{TRIED_NODES, UNJUDGED_NODES, rerank};
pub use config::{
    Config, DEFAULT, MINILM, POCKET, VERSION, comes_with_pecan, data_folder, downloaded_file,
    find_model_file, model_file, model_folders,
};
pub use documents::RenderOptions;
pub use engine::Engine;
pub use error::{JobError, failure as method_failure};
pub use export::documents::check_export;
pub use export::folder::{is_plain_name, write_folder};
pub use import::covers::cover;
pub use import::crashed_pages::{CrashedPages, DrawingPurpose};
pub use import::files::read_file;
pub use import::folder::unicode;
pub use import::watch::{FolderLook, GoneFile, SETTLED, WatchedFolder};
pub use jobs::client::{Client, Meanwhile};
pub use jobs::requests::is_long;
pub use jobs::serve::serve;
pub use jobs::service::{EngineService, RunningJob, died as engine_died};
pub use limits::fail_at_file_limits;
pub use model::StopSignal;
pub use models::downloaded::{
    DownloadedModel, RemovedModel, download_folder, downloaded_model, downloaded_models,
    remove_downloaded,
};
pub use models::files::embedder_file;
pub use models::openmp::{SPIN, limit_spinning};
