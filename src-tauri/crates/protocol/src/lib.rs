//! Every type that crosses the wire: between the engine's process and the window, from the window's
//! page to its menu bar, and in the JSON that the command line prints. Only data and serde, no
//! input or output; it compiles to WebAssembly.

mod answer;
mod document;
mod entity;
mod failure;
mod file_name;
mod found;
mod graph;
mod job;
mod menu;
mod model;
mod place;
mod quote;
mod sheet;
mod until;

pub use answer::{
    Answer, AnswerKind, AnswerSentence, AnswerWithKind, AskOptions, Evidence, HistoryEntry,
    ListedName, NameList, QuestionCost, Round, Score, SearchBy, Step, StopReason, best_effort,
    stop_number,
};
pub use document::{
    AddOptions, Added, AddedItem, BuildCost, ChunkEnds, DocumentState, DocumentSummary,
    DocumentText, EXTENSIONS, GraphOptions, GraphSummary, Heading, MOST_NAMED, PageText, Password,
    PointSource, SignalChange, page_runs, pages_phrase, part_names, parts_phrase,
};
pub use entity::{
    Correction, CorrectionId, Entity, EntityCost, EntityId, EntityKind, EntityList, Fact, FactKind,
    Grain, Grains, Importance, NameCorrection, QuestionAnswerPair,
};
pub use failure::{Code, Failure};
pub use file_name::file_name;
pub use found::{Excerpt, Hit, WordSearchResult};
pub use graph::{GraphView, GraphViewEdge, GraphViewNode};
pub use job::{
    EntityForm, Event, ExportForm, ExportedFile, JobEvent, JobId, JobRequest, Outcome, Progress,
    ProgressCount, Queue, Request, Stage,
};
pub use menu::{KeyCombination, Menu, MenuItem, MenuLooks};
pub use model::{
    AnswersTrial, AttentionKind, Estimate, ModelInfo, ModelTrial, Notice, PointsTrial, Role,
    SMALL_MODEL, Tuning, Unreadable, VerdictsTrial,
};
pub use place::{Place, Rect, Turn, printed};
pub use quote::{Quote, after_sentence, from_sentence, quote};
pub use sheet::{PathRow, Sheet, markdown_text, path_rows};
pub use until::Until;

/// A document's number in its library.
pub type DocumentId = i64;
/// A graph's number in its library. One document can have several.
pub type GraphId = i64;
/// A question's number in its library.
pub type QuestionId = i64;
/// A node's number in its graph: from 0, chunks first in reading order, then each level's points in
/// the order in which they were written.
pub type NodeId = u32;
