//! The method: a hierarchical weighted directed acyclic graph (HWDAG) of Information Points whose
//! edges are a language model's own attention, and the search that walks it. `edges.rs` defines an
//! edge: which attention is averaged, and how it becomes a weight.
//!
//! It follows "PECAN: LLM-Guided Dynamic Progress Control with Attention-Guided Hierarchical
//! Weighted Graph for Long-Document QA" (arXiv 2410.04790, version 2), cited as PECAN, and the
//! paper's first version, cited as GARLIC. The crate is pure logic: no files, no threads, no clock.
//! It reaches the model only through [`LanguageModel`], so tests run all of it on a scripted fake.
//!
//! # From document to graph
//!
//! [`chunks`] cuts the text into the first-level nodes, of 300 tokens each or about as many up to
//! the end of a sentence, and records the exact character range of each (PECAN §3.1).
//! [`construction`] has the model read consecutive nodes of a level together, as many as its window
//! holds, and write a list of Information Points. These are the nodes of the next level, and so on
//! up to a level that came out of one batch. [`prompts`] has the full wording (PECAN appendix A).
//! While the model writes a point, the attention of its tokens to the tokens read is collected. It
//! becomes the weights of the point's edges (`edges.rs`): the mean over tokens, as shares that sum
//! to 1. [`signal`] names the paper's definition and its variants. [`graph`] holds the result,
//! grows batch by batch, and can be rebuilt from stored rows at any time. [`Ablation`] has what
//! only ablations and comparisons change, for the build and for the search.
//!
//! # From question to answer
//!
//! [`search`](mod@search) shows the model the question and the top level and asks whether that is
//! enough to answer (PECAN §3.2.1). [`sufficiency`] reads its Yes or No as a probability, which
//! [`calibration`] corrects for models that say Yes too early or too late. If it is not enough,
//! [`scores`] picks the next node. It follows the edges from the visited nodes that attend to the
//! question, and adds each node's similarity to the question (PECAN §3.2.2; [`similarity`] has the
//! cosines) and the share of the question's words that the node has ([`shared_words()`]). Nothing
//! is computed twice but the few tokens of the assistant header (PECAN appendix B). Once the model
//! says Yes, it answers, and [`evidence`] carries the answer's attention to the visited nodes down
//! to the chunks: the passages to show beside it. [`cost`] counts the operations of both halves
//! (GARLIC §4.1). [`question_generation`] has the model write questions that sentences answer.
//!
//! # Invariants
//!
//! - Nodes are numbered level by level; edges lead from a node to lower numbers only; the edges
//!   down from a point sum to 1.
//! - The next step of a build depends on the graph alone (and on those of earlier versions of the
//!   document), so an interrupted build ends like an uninterrupted one.
//! - The sequence never grows beyond the model's window, and room for the answer is kept.
//! - Tokens evaluated + restored − header tokens evaluated again = tokens in the sequence at the
//!   end of a search, exactly.
//! - The evidence weights of an answer sum to 1.

mod ablation;
pub mod answer_form;
pub mod answer_proximity;
mod bullet_marks;
pub mod calibration;
pub mod chunks;
pub mod construction;
pub mod cost;
pub mod decode;
mod edges;
mod error;
pub mod evidence;
#[cfg(test)]
mod example;
#[cfg(test)]
mod fake;
mod foreign_turn;
mod graph;
mod graph_set;
pub mod grounding;
mod headings;
pub mod language;
pub mod passages;
mod points;
mod prompt_tokens;
pub mod prompts;
pub mod question_generation;
mod quotes;
mod repetition;
pub mod scores;
pub mod search;
mod sequence;
mod shared_words;
pub mod signal;
pub mod similarity;
mod spelling;
pub mod sufficiency;
mod words;
mod workload;
mod writer;

pub use ablation::{Ablation, Normalisation};
pub use calibration::Calibration;
pub use chunks::{CHUNK_TOKENS, Chunk, ChunkBoundaries, Cutting, Misspelled, chunk};
pub use construction::{
    BatchOrigin, Collecting, ConstructionEvent, ConstructionSettings, ConstructionStep,
    ConstructionWatcher, EarlierVersions, GraphBuilder, PointOrigin, SummarisedBatch,
};
pub use error::Error;
pub use evidence::ChunkEvidence;
pub use foreign_turn::TURN_OPENINGS;
pub use graph::{Batch, Edge, Graph, Inconsistent, Node, PendingStep, Point, Prefix};
pub use graph_set::NodeKey;
pub use language::{
    Attention, ChatFrame, Embedder, LanguageModel, LanguageModelShape, ModelInput, ThoughtsFrame,
    Token, TokenCounts,
};
pub use quotes::quotable_sentences;
pub use scores::{NodeScore, Scoring};
pub use search::{
    AskFrequency, AttributedSentence, Exchange, PromptOrder, Query, SearchCost, SearchEvent,
    SearchOutcome, SearchSettings, SearchStopReason, SearchWatcher, Visit, read_opening, search,
    tokens_to_show,
};
pub use shared_words::shared_words;
pub use signal::{Layers, Signal};
pub use sufficiency::Verdict;
pub use workload::Workload;
pub use writer::Ending;
