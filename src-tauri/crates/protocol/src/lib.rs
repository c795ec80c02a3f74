//! Every type that crosses the wire: between the engine's process and the window, from the window's
//! page to its menu bar, and in the JSON that the command line prints. Also the pages of documents,
//! which one crate reads and another stores. Only data and serde, no input or output; it compiles to
//! WebAssembly. With the feature `rusqlite`, ids are columns of SQLite.

mod added;
mod answer;
mod answer_kind;
mod answer_remarks;
mod ask_options;
mod correction;
mod document;
mod document_choice;
mod entity;
mod entity_kind;
mod event;
mod evidence;
mod export;
mod fact;
mod failure;
mod file_name;
mod found;
mod grain;
mod graph;
mod graph_options;
mod history;
mod id;
mod menu;
mod model;
mod model_list;
mod model_talk;
mod model_trial;
mod name_list;
mod notice;
mod outcome;
mod page;
mod password;
mod phrases;
mod place;
mod portable;
mod progress;
mod queue;
mod quote;
mod request;
mod search_path;
mod sheet;
mod shell;
mod similar_names;
mod tuning;
mod until;
mod window_state;

pub use added::{AddOptions, Added, AddedItem, BuildCost, EXTENSIONS, MOST_NAMED};
pub use answer::{Answer, AnswerSentence, AnswerWithKind, QuestionCost};
pub use answer_kind::{AnswerKind, best_effort};
pub use answer_remarks::{BEST_EFFORT, UNSUPPORTED};
pub use ask_options::{AskOptions, SearchBy};
pub use correction::{Correction, NameCorrection};
pub use document::{DocumentState, DocumentSummary, DocumentText, Heading, PageText};
pub use document_choice::DocumentChoice;
pub use entity::{Entity, EntityCost, EntityList};
pub use entity_kind::{EntityKind, Importance};
pub use event::{Event, JobEvent};
pub use evidence::Evidence;
pub use export::{EntityForm, ExportForm, ExportedFile};
pub use fact::{Fact, FactKind, QuestionAnswerPair};
pub use failure::{Code, Failure};
pub use file_name::file_name;
pub use found::{Excerpt, Hit, WordSearchResult};
pub use grain::{Grain, Grains};
pub use graph::{GraphView, GraphViewEdge, GraphViewNode};
pub use graph_options::{ChunkEnds, GraphOptions, GraphSummary, PointSource, SignalChange};
pub use history::HistoryEntry;
pub use id::{CorrectionId, DocumentId, GraphId, JobId, QuestionId};
pub use menu::{KeyCombination, Menu, MenuItem, MenuLooks};
pub use model::{AttentionKind, Estimate, ModelInfo, Role, SMALL_MODEL, Unreadable};
pub use model_list::{
    DownloadProgress, DownloadStage, FoundModel, FoundQuantisation, LOCK_FILE, ListedModel,
    MANIFEST_FILE, ModelFile, ModelManifest, folder_of_part, model_folder_name, part_folder_name,
};
pub use model_talk::{ModelTalk, ModelWarning, Thinking};
pub use model_trial::{AnswersTrial, ModelTrial, PointsTrial, VerdictsTrial};
pub use name_list::{ListedName, NameList};
pub use notice::Notice;
pub use outcome::{Outcome, OutcomeValue};
pub use page::{DocumentPage, PageWord};
pub use password::Password;
pub use phrases::{page_runs, pages_phrase, part_names, parts_phrase};
pub use place::{Place, Rect, Turn, printed};
pub use portable::{ImportItem, ImportedDocument, PortableFile};
pub use progress::{Progress, ProgressCount, Stage};
pub use queue::Queue;
pub use quote::{Quote, after_sentence, from_sentence, quote};
pub use request::{JobRequest, Request};
pub use search_path::{Round, Score, Step, StopReason, stop_number};
pub use sheet::{PathRow, Sheet, markdown_text, path_rows};
pub use shell::{
    AppDetails, EngineCrash, FilePickerOptions, LinkAddress, SampleBook, UnfinishedQueue,
};
pub use similar_names::{SimilarName, SimilarNames};
pub use tuning::Tuning;
pub use until::Until;
pub use window_state::{WindowStateChange, WindowStateEntry, WindowStateOwner};

/// A node's number in its graph: from 0, chunks first in reading order, then each level's points in
/// the order in which they were written.
pub type NodeId = u32;
/// An entity's number in the list of a document's entities, from 0, in order of first mention.
pub type EntityId = u32;
