//! What the engine is asked to do.

use serde::{Deserialize, Serialize};

use crate::{
    AddOptions, AskOptions, CorrectionId, DocumentId, EntityForm, ExportForm, GraphId, JobId,
    NameCorrection, NodeId, Password, QuestionId, Role, Tuning, Until, WindowStateChange,
};

/// A line sent to the engine: do this, under this number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobRequest {
    /// The job's number.
    pub job: JobId,
    /// What to do.
    pub request: Request,
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
        /// Do not ask the model about the kinds of the text's names, as in [`GraphOptions`].
        ///
        /// [`GraphOptions`]: crate::GraphOptions
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_entities: bool,
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
    /// Return everything that the window keeps.
    WindowState,
    /// Change what the window keeps.
    SaveWindowState {
        /// The changes, in order.
        changes: Vec<WindowStateChange>,
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
    /// Let other programs read the documents of a collection, or not.
    ShareCollection {
        /// The collection's name.
        collection: String,
        /// Whether other programs may read them.
        shared: bool,
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
    /// Return the entities of a document that may be the same as the one with a name.
    SimilarNames {
        /// The document.
        document: DocumentId,
        /// The name.
        name: String,
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
    /// Write documents with everything that belongs to them to a file, for another library.
    ExportDocuments {
        /// The documents.
        documents: Vec<DocumentId>,
        /// The file; an earlier export there is replaced.
        file: String,
    },
    /// Import the documents of such files, each completely or not at all. Of documents that the
    /// library has, only what is missing is added.
    ImportDocuments {
        /// The files.
        files: Vec<String>,
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
