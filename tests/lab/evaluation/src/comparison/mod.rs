//! Ways to answer from long documents, compared on the same questions: `pecan-lab eval`.
//!
//! Every [method](Method) gets the same model, the same sentence embedder, the same chunks and the same
//! window. Those that choose passages hand them to the search that Pecan itself answers with, as a
//! graph of chunks alone whose walk visits all of them. So prompt, cost and evidence are computed
//! alike, and only the passages that the model is shown differ.
//!
//! An [`Answerer`] answers one question after another; [`run()`] hands questions to as many workers as
//! the machine allows. What was built or answered is in a [`Store`] before the next step, under a key
//! of everything that it depends on, so that an interrupted run can resume.

mod answer_record;
mod answerer;
mod bm25;
mod compression;
mod coordinator;
mod costs;
mod document_reader;
mod graphs;
mod groups;
mod judge;
mod matching;
mod material;
mod memwalker;
mod method;
mod mixture;
mod models;
mod news;
mod passages;
mod plan;
mod pool;
mod progress;
mod raptor;
mod record;
pub mod report;
mod run;
mod store;
mod unbuilt;
mod worker;

pub use answer_record::{AnswerRecord, ConstructionCost, QuestionOutcome, ShownNode};
pub use answerer::{Answerer, Prepared, stopped};
pub use material::{ChunkedDocument, Material};
pub use method::{Embedded, Method, NameSearchOptions, PassageCount, Pick, Unknown, WalkOptions};
pub use models::{ComparisonModels, Encoders, ModelFile};
pub use news::{ComparisonProgress, News, NewsCallback};
pub use plan::ComparisonPlan;
pub use progress::Reached;
pub use record::{AnswerScores, ConstructionRecord, Matched, Record, Results, Usual};
pub use run::{run, run_with};
pub use store::{ConstructionOverrides, Store};

pub(crate) use groups::sample;
pub(crate) use run::SAMPLE_SEED;
