use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    AddOptions, AddedItem, Answer, AskOptions, CorrectionId, DocumentId, DocumentSummary,
    DocumentText, EntityList, Estimate, Failure, GraphId, GraphView, HistoryEntry, ModelInfo,
    NameCorrection, NodeId, Notice, Password, Place, QuestionId, Role, Step, Tuning, Until,
    WordSearchResult,
};

/// A job's number, assigned by the requester.
pub type JobId = u64;

/// A line sent to the engine: do this, under this number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobRequest {
    /// The job's number.
    pub job: JobId,
    /// What to do.
    pub request: Request,
}

/// The form of an exported answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportForm {
    /// Markdown, with a table.
    Markdown,
    /// An HTML page.
    Html,
    /// JSON, as `pecan history --question` prints it.
    Json,
}

/// The form of a document's exported names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityForm {
    /// A table for spreadsheets: a row for every sentence about a name.
    Csv,
    /// A graph of names that occur together.
    GraphMl,
    /// Linked data in the vocabulary of schema.org.
    JsonLd,
    /// A note for each name, with links between them.
    Markdown,
}

/// A file for other programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    /// A suggested name: no path, and safe on every system.
    pub name: String,
    /// The content.
    pub text: String,
}

/// The engine's requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Request {
    /// Read files into the library and build their graphs.
    Add {
        /// The files, and folders: the documents of a folder become a collection of its name.
        files: Vec<String>,
        /// The options.
        options: AddOptions,
    },
    /// Read a document's file again, as the library has it: text recognition may have been
    /// installed since.
    ReadAgain {
        /// The document.
        document: DocumentId,
        /// The languages of scanned pages, as in [`AddOptions`].
        languages: Vec<String>,
        /// The password, if the file is protected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
    },
    /// Continue building a document's graph.
    Build {
        /// The document.
        document: DocumentId,
    },
    /// Estimate how long building a document's graph takes, by a short trial.
    Estimate {
        /// The document.
        document: DocumentId,
    },
    /// List the library's documents, in the order in which they were added.
    List,
    /// List only the documents that the window shows first, so that the user does not wait for
    /// thousands of others.
    ListFirst {
        /// The maximum number of documents.
        most: u32,
    },
    /// Return a text that changes once another program has written to the library. It is cheap, so
    /// that it can be polled.
    Stamp,
    /// Remove a document from the library.
    Remove {
        /// The document.
        document: DocumentId,
    },
    /// Put a document into a collection, which is created if missing, or take it out. A collection
    /// disappears with its last document.
    Collect {
        /// The document.
        document: DocumentId,
        /// The collection's name.
        collection: String,
        /// Whether to put it in rather than take it out.
        within: bool,
    },
    /// Rename a collection. If the name exists, the two are merged.
    NameCollection {
        /// The current name.
        collection: String,
        /// The new name.
        name: String,
    },
    /// Dissolve a collection. Its documents stay.
    DissolveCollection {
        /// The collection's name.
        collection: String,
    },
    /// Return a document's text.
    Text {
        /// The document.
        document: DocumentId,
        /// The first page, from 1.
        first: u32,
        /// The number of pages.
        count: u32,
    },
    /// Return the places of ranges of a document's text.
    Places {
        /// The document.
        document: DocumentId,
        /// Each range's first character and the one after its last.
        ranges: Vec<(u32, u32)>,
    },
    /// Find titles and pages that contain all of some words.
    Search {
        /// The words; those between quotation marks follow one another, and the last one may be a
        /// prefix.
        words: String,
        /// Search only this document.
        document: Option<DocumentId>,
        /// The maximum number of places.
        most: u32,
        /// Only text before this place of that document.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Until>,
    },
    /// Return a document's graph.
    Show {
        /// The document.
        document: DocumentId,
        /// A graph other than the newest.
        graph: Option<GraphId>,
        /// Only this node and its neighbours.
        node: Option<NodeId>,
        /// Only what follows from the text before this place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Until>,
    },
    /// Return the entities of a document.
    Entities {
        /// The document.
        document: DocumentId,
        /// Only the entity with this name, with all facts about it; otherwise all entities, without
        /// facts.
        name: Option<String>,
        /// Only text before this place.
        until: Option<Until>,
    },
    /// Return the entities of a document as files for other programs.
    ExportEntities {
        /// The document.
        document: DocumentId,
        /// The form.
        form: EntityForm,
        /// Only text before this place.
        until: Option<Until>,
    },
    /// Have the model write questions about a document's entities, each with its answer. They are
    /// kept, and nothing is written twice.
    WritePairs {
        /// The document.
        document: DocumentId,
        /// Only about the entity with this name; otherwise about all that occur in more than one
        /// sentence or in a point, and of which the text says much.
        name: Option<String>,
    },
    /// Correct the meaning of a document's names.
    CorrectNames {
        /// The document.
        document: DocumentId,
        /// The correction. Names are looked up regardless of letter case.
        correction: NameCorrection,
        /// Only names that occur before this place.
        until: Option<Until>,
    },
    /// Undo a correction.
    UndoCorrection {
        /// The document.
        document: DocumentId,
        /// The correction.
        correction: CorrectionId,
        /// The list then covers only text before this place.
        until: Option<Until>,
    },
    /// Answer a question.
    Ask {
        /// The documents to search.
        documents: Vec<DocumentId>,
        /// The question.
        question: String,
        /// The options.
        options: AskOptions,
    },
    /// List earlier questions, newest first.
    History {
        /// Only questions about this document.
        document: Option<DocumentId>,
    },
    /// Return an earlier answer with its whole path.
    Recall {
        /// The question.
        question: QuestionId,
    },
    /// Remove a question from the history, with its answer and its path.
    Forget {
        /// The question.
        question: QuestionId,
    },
    /// Export an earlier answer as a page for other programs.
    Export {
        /// The question.
        question: QuestionId,
        /// The form.
        form: ExportForm,
    },
    /// Draw the covers of documents for which that has not been tried. The job waits until there is
    /// nothing else to do, and gives way to anything that arrives.
    Covers,
    /// List the languages in which scanned pages can be read.
    Languages,
    /// Describe a model file, or the model in use.
    ModelInfo {
        /// The file; `None` for the model in use.
        path: Option<String>,
        /// The role of the model in use.
        role: Role,
    },
    /// Use another model from now on.
    OpenModel {
        /// The file; `None` for the one that comes with Pecan or, for asking, the one that builds
        /// graphs.
        path: Option<String>,
        /// The role.
        role: Role,
    },
    /// Set the share of the machine that the model in use gets from now on.
    TuneModel {
        /// The role of the model.
        role: Role,
        /// The settings.
        tuning: Tuning,
    },
    /// Try what a model can do, and how long building a graph of a hundred pages takes with it.
    TryModel {
        /// Its file; `None` for the model in use.
        path: Option<String>,
    },
    /// List the unfinished long jobs.
    Queue,
    /// Move a waiting job before all others.
    First {
        /// The job.
        target: JobId,
    },
    /// Pause long jobs, also the running one, which later resumes from its current state; or resume
    /// them.
    Pause {
        /// Whether to pause them.
        paused: bool,
    },
    /// Stop a job. Finished work stays.
    Stop {
        /// The job to stop.
        target: JobId,
    },
}

/// A line from the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobEvent {
    /// The job it is about.
    pub job: JobId,
    /// What happened.
    pub event: Event,
}

/// An event of a running job. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed`.
///
/// In JSON its name precedes its content: if the name were inside, a parser would have to hold a
/// list of thousands of documents before it knows what it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Progress was made.
    Progress(Progress),
    /// A document is in the library, or has changed there.
    Listed {
        /// Its current entry in the list.
        summary: Box<DocumentSummary>,
    },
    /// Something is done differently than usual, and why.
    Notice {
        /// The notice.
        notice: Notice,
    },
    /// A search began, with these nodes visited from the start: the top level.
    Began {
        /// The top level, in order.
        steps: Vec<Step>,
        /// Documents whose graphs are incomplete: the answer rests on the part built so far.
        growing: Vec<DocumentId>,
        /// The p_yes above which an ask counts as Yes.
        confidence: f64,
    },
    /// A search visited a further node, or asked after one; then the step replaces an earlier one
    /// of the same node.
    Visited {
        /// The step.
        step: Step,
    },
    /// A piece of an answer was written.
    Token {
        /// Its text.
        text: String,
    },
    /// It was running and waits again, because it was paused.
    Waits,
    /// It is done.
    Finished {
        /// The outcome.
        outcome: Box<Outcome>,
    },
    /// It was stopped; the work done by then is kept.
    Stopped,
    /// It could not be done.
    Failed {
        /// Why.
        failure: Failure,
    },
}

/// The current part of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Reading the file.
    Reading,
    /// Recognising the text of its scanned pages, one after another.
    Recognising {
        /// The current page among them, from 1.
        nth: u32,
        /// Their number.
        of: u32,
    },
    /// Measuring how the model builds fastest on this machine, once for each model.
    Trying,
    /// Testing what the model can do.
    TryingModel,
    /// Summarising batches of nodes into points.
    Building,
    /// Computing sentence embeddings.
    Embedding,
    /// Asking the model about the kinds of the text's names.
    Naming,
    /// Having the model write questions about the text's entities.
    Questioning,
}

/// The progress of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The document, once it has a number.
    pub document: Option<DocumentId>,
    /// Its title or file name.
    pub title: String,
    /// The current stage.
    pub stage: Stage,
    /// The level being built, 2 for the first points.
    pub level: u32,
    /// The share done, from 0 to 1.
    pub done: f32,
    /// The number of nodes in the graph so far; while embedding, of nodes embedded so far.
    pub nodes: u32,
    /// Tokens that the language model reads and writes per second; 0 if it takes no part.
    pub tokens_per_second: f64,
    /// The estimated seconds left; `None` before an estimate exists.
    pub seconds_left: Option<f64>,
}

/// A number done out of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgressCount {
    /// The number done.
    pub done: usize,
    /// The total.
    pub all: usize,
}

impl Progress {
    /// Returns the progress of a job about a document's names, in which all steps take about
    /// equally long.
    pub fn counted(
        (document, title): (DocumentId, &str),
        stage: Stage,
        count: ProgressCount,
        elapsed: Duration,
    ) -> Self {
        let share = count.done as f64 / count.all.max(1) as f64;
        let left = elapsed.as_secs_f64() * (1.0 - share) / share;
        Self {
            document: Some(document),
            title: title.to_owned(),
            stage,
            level: 0,
            done: share as f32,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: Some(left).filter(|left| left.is_finite()),
        }
    }

    /// Returns the progress of a model's trial without a document.
    pub fn of_trial(done: f32) -> Self {
        Self {
            document: None,
            title: String::new(),
            stage: Stage::TryingModel,
            level: 0,
            done,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: None,
        }
    }
}

/// The unfinished long jobs: those that add documents or build their graphs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// Whether all wait until the user resumes them.
    pub paused: bool,
    /// The running jobs: one, and perhaps another that is done meanwhile.
    pub running: Vec<JobId>,
    /// The waiting jobs, the next one first.
    pub waiting: Vec<JobId>,
}

impl Queue {
    /// Returns whether there is nothing to report: nothing runs or waits, and the queue is not
    /// paused.
    pub fn is_empty(&self) -> bool {
        !self.paused && self.running.is_empty() && self.waiting.is_empty()
    }
}

/// The outcome of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub enum Outcome {
    /// Of `Add`, `ReadAgain` and `Build`: one item per file.
    Added(Vec<AddedItem>),
    /// Of `Estimate`.
    Estimate(Estimate),
    /// Of `List` and `ListFirst`.
    Documents(Vec<DocumentSummary>),
    /// Of `Stamp`.
    Stamp(String),
    /// Of `Remove`: the removed document.
    Removed(DocumentId),
    /// Of `Text`.
    Text(DocumentText),
    /// Of `Places`, in their order.
    Places(Vec<Place>),
    /// Of `Search`.
    Found(WordSearchResult),
    /// Of `Show`.
    Graph(GraphView),
    /// Of `Entities`; of `WritePairs`, `CorrectNames` and `UndoCorrection`, the list after the change.
    Entities(EntityList),
    /// Of `Ask` and `Recall`.
    Answer(Box<Answer>),
    /// Of `History`.
    History(Vec<HistoryEntry>),
    /// Of `Forget`: the removed question.
    Forgotten(QuestionId),
    /// Of `Export`.
    Exported(String),
    /// Of `ExportEntities`.
    Files(Vec<ExportedFile>),
    /// Of `Covers`.
    Covers {
        /// The documents that have a cover now.
        drawn: Vec<DocumentId>,
        /// Whether it gave way before all were tried.
        more: bool,
    },
    /// Of `Languages`: by Tesseract's names, such as `deu`.
    Languages(Vec<String>),
    /// Of `ModelInfo`, `OpenModel` and `TuneModel`.
    Model(ModelInfo),
    /// Of `Queue`, `First` and `Pause`.
    Queue(Queue),
    /// Of `Stop`: the job was notified. Of `Collect`, `NameCollection` and `DissolveCollection`: it
    /// was done.
    Done,
}
