//! Ways to answer from long documents, compared on the same questions: `pecan-lab eval`.
//!
//! Every [method](Method) gets the same model, the same sentence embedder, the same chunks and the same
//! window. Those that choose passages hand them to the search that Pecan itself answers with, as a
//! graph of chunks alone whose walk visits all of them. So prompt, cost and evidence are computed
//! alike, and only the passages that the model is shown differ.
//!
//! Each kind of method is one file in `methods/` that implements `AnswerMethod`;
//! the list in `methods/mod.rs` is the only place that knows all of them. An
//! `Answerer` answers one question after another by any method; [`run()`] hands
//! questions to as many workers as the machine allows. What was built or answered is in a
//! `Store` before the next step, under a key of everything that it depends on, so that
//! an interrupted run can resume.

mod answer_record;
mod answerer;
mod construction;
mod context;
mod coordinator;
mod costs;
mod document_reader;
mod evidence;
mod failures;
mod graphs;
mod groups;
mod job;
mod judge;
mod keys;
mod matching;
mod material;
mod method;
mod method_kind;
mod method_text;
mod methods;
mod models;
mod needs;
mod news;
mod plan;
mod pool;
mod prepared;
mod progress;
mod reading_progress;
mod record;
pub mod report;
mod retrieval;
mod run;
mod step_log;
mod store;
mod unbuilt;
mod worker;

pub use answer_record::{AnswerRecord, ConstructionCost, QuestionOutcome, ShownNode};
pub use failures::stopped;
pub use material::Material;
pub use method::Method;
pub use method_text::{MethodTextError, PassageCount};
pub use methods::pecan::options::WalkOptions;
pub use models::{ComparisonModels, Encoders, ModelFile};
pub use news::{ComparisonProgress, News, NewsCallback};
pub use plan::ComparisonPlan;
pub use progress::Reached;
pub use record::{AnswerScores, ConstructionRecord, Matched, Record, Results, Usual};
pub use run::{run, run_with};
pub use store::ConstructionOverrides;

pub use groups::sample;
pub use run::SAMPLE_SEED;
