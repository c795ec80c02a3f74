use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    AddOptions, AddedItem, Answer, AskOptions, CorrectionId, DocumentId, DocumentSummary,
    DocumentText, EntityList, Estimate, Failure, Found, GraphId, GraphView, HistoryEntry,
    ModelInfo, NameCorrection, NodeId, Notice, Password, Place, QuestionId, Role, Step, Tuning,
    Until,
};

/// A job's number, given by whoever asks for it.
pub type JobId = u64;

/// A line into the engine: do this, under this number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobRequest {
    /// The job's number.
    pub job: JobId,
    /// What to do.
    pub request: Request,
}

/// How an answer is written for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportForm {
    /// Markdown, with a table.
    Markdown,
    /// A page of HTML.
    Html,
    /// JSON, as `pecan history --question` prints it.
    Json,
}

/// How a document's names are written for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityForm {
    /// A table for spreadsheets: a row for every sentence about a name.
    Csv,
    /// A graph of what is named together.
    GraphMl,
    /// Linked data in the terms of schema.org.
    JsonLd,
    /// A note for each name, with links between them.
    Markdown,
}

/// A file for other programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    /// What it may be called: no path, and safe on every system.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// What the engine can be asked to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Request {
    /// Read files into the library and build their graphs.
    Add {
        /// The files, and folders: the documents of a folder become a collection of its name.
        files: Vec<String>,
        /// How.
        options: AddOptions,
    },
    /// Read a document's file once more, as the library has it: text recognition may have been
    /// installed since.
    ReadAgain {
        /// The document.
        document: DocumentId,
        /// The languages of scanned pages, as in [`AddOptions`].
        languages: Vec<String>,
        /// What opens the file, if it is protected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Password>,
    },
    /// Go on building a document's graph.
    Build {
        /// The document.
        document: DocumentId,
    },
    /// How long building a document's graph will take: a short trial.
    Estimate {
        /// The document.
        document: DocumentId,
    },
    /// The library's documents, in the order in which they were added.
    List,
    /// Those of them that the window shows first: whoever looks does not wait for thousands of others.
    ListFirst {
        /// How many, at most.
        most: u32,
    },
    /// A text that is another one once another program has written to the library. It costs little, so
    /// that it can be asked for again and again.
    Stamp,
    /// Take a document out of the library.
    Remove {
        /// The document.
        document: DocumentId,
    },
    /// Put a document into a collection, which is begun where there is none, or take it out. A
    /// collection goes with its last document.
    Collect {
        /// The document.
        document: DocumentId,
        /// The collection's name.
        collection: String,
        /// Whether the document is to lie in it.
        within: bool,
    },
    /// Give a collection another name. One that has it already takes its documents in.
    NameCollection {
        /// What it is called.
        collection: String,
        /// What it is to be called.
        name: String,
    },
    /// Take a collection apart. Its documents stay.
    DissolveCollection {
        /// What it is called.
        collection: String,
    },
    /// A document's text.
    Text {
        /// The document.
        document: DocumentId,
        /// The first page wanted, from 1.
        first: u32,
        /// How many pages.
        count: u32,
    },
    /// Where ranges of a document's text stand.
    Places {
        /// The document.
        document: DocumentId,
        /// For each range its first character and the one after its last.
        ranges: Vec<(u32, u32)>,
    },
    /// Titles and pages that have all of some words.
    Search {
        /// The words; those between quotation marks follow one another, and the last one may be a
        /// beginning.
        words: String,
        /// Only of this document.
        document: Option<DocumentId>,
        /// How many places, at most.
        most: u32,
        /// Only what stands before this place of that document.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Until>,
    },
    /// A document's graph.
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
    /// Who and what a document names.
    Entities {
        /// The document.
        document: DocumentId,
        /// Only the entity with this name, with all that is said of it; otherwise all, without that.
        name: Option<String>,
        /// Only what stands before this place.
        until: Option<Until>,
    },
    /// Who and what a document names, as files for other programs.
    ExportEntities {
        /// The document.
        document: DocumentId,
        /// How they are written.
        form: EntityForm,
        /// Only what stands before this place.
        until: Option<Until>,
    },
    /// Have the model write questions about those whom a document names, each with its answer. What was written is
    /// kept, and nothing is written twice.
    WritePairs {
        /// The document.
        document: DocumentId,
        /// Only about the one with this name; otherwise about all who stand in more than one sentence or in a point,
        /// and of whom the text says much.
        name: Option<String>,
    },
    /// Correct what names of a document mean.
    CorrectNames {
        /// The document.
        document: DocumentId,
        /// What to correct. Names are looked up whatever their letter case.
        correction: NameCorrection,
        /// Only names that stand before this place.
        until: Option<Until>,
    },
    /// Take back a correction.
    UndoCorrection {
        /// The document.
        document: DocumentId,
        /// The correction.
        correction: CorrectionId,
        /// Only what stands before this place is listed then.
        until: Option<Until>,
    },
    /// Answer a question.
    Ask {
        /// The documents to look into.
        documents: Vec<DocumentId>,
        /// The question.
        question: String,
        /// How to look.
        options: AskOptions,
    },
    /// Questions asked before, newest first.
    History {
        /// Only of this document.
        document: Option<DocumentId>,
    },
    /// An earlier answer with its whole path.
    Recall {
        /// The question.
        question: QuestionId,
    },
    /// Take a question out of the history, with its answer and its path.
    Forget {
        /// The question.
        question: QuestionId,
    },
    /// An earlier answer as a page for other programs.
    Export {
        /// The question.
        question: QuestionId,
        /// How it is written.
        form: ExportForm,
    },
    /// Draw what documents look like from afar of which that was not tried yet. It waits until there
    /// is nothing else to do, and gives way to whatever comes in.
    Covers,
    /// The languages in which scanned pages can be read.
    Languages,
    /// What is known of a model file, or of the one in use.
    ModelInfo {
        /// The file; none for the one in use.
        path: Option<String>,
        /// For what it is in use.
        role: Role,
    },
    /// Use another model from now on.
    OpenModel {
        /// The file; none for the one that comes with Pecan, or, for questions, for the one that
        /// builds graphs.
        path: Option<String>,
        /// For what.
        role: Role,
    },
    /// Give the model in use for this so much of the machine from now on.
    TuneModel {
        /// The model in use for this.
        role: Role,
        /// How much.
        tuning: Tuning,
    },
    /// What a model can do, and how long building a graph of a hundred pages takes with it: a trial.
    TryModel {
        /// Its file; none for the one in use.
        path: Option<String>,
    },
    /// The long jobs that have not ended.
    Queue,
    /// Put a job that waits before all others.
    First {
        /// The job.
        target: JobId,
    },
    /// Let long jobs wait, also the one under way, which goes on later from where it is; or let them
    /// go on.
    Pause {
        /// Whether they are to wait.
        paused: bool,
    },
    /// Stop a job. What it finished stays.
    Stop {
        /// The job to stop.
        target: JobId,
    },
}

impl Request {
    /// Whether it is one of those that wait for one another where the user sees it: those that add
    /// documents or build their graphs.
    pub fn is_long(&self) -> bool {
        matches!(
            self,
            Self::Add { .. } | Self::ReadAgain { .. } | Self::Build { .. } | Self::Estimate { .. }
        )
    }

    /// Whether it waits until there is nothing else to do.
    pub fn gives_way(&self) -> bool {
        matches!(self, Self::Covers)
    }

    /// What of a long one may outlast the window: all but a password. Where pages are unread, the
    /// window offers to read them again anyway.
    pub fn lasting(&self) -> Option<Self> {
        let lasts = self.is_long() && !matches!(self, Self::ReadAgain { .. });
        let mut lasting = lasts.then(|| self.clone())?;
        if let Self::Add { options, .. } = &mut lasting {
            options.password = None;
        }
        Some(lasting)
    }
}

/// A line out of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The job it is about.
    pub job: JobId,
    /// What happened.
    pub event: Event,
}

/// What happens while a job runs. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed`.
///
/// In JSON its name stands before what is in it: with the name inside, whoever reads it would have to
/// hold a list of thousands of documents before they know that it is one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// How far it is.
    Progress(Progress),
    /// A document is in the library, or has changed there.
    Listed {
        /// What the list shows of it now.
        summary: Box<DocumentSummary>,
    },
    /// Something is done otherwise than usual, and why.
    Notice {
        /// What.
        notice: Notice,
    },
    /// A search began, with these nodes visited from the start: the top level.
    Began {
        /// The top level, in order.
        steps: Vec<Step>,
        /// Documents whose graphs are not whole: the answer rests on what is built so far.
        growing: Vec<DocumentId>,
        /// p_yes above which an ask counts as Yes.
        confidence: f64,
    },
    /// A search visited a further node, or asked after one: the step replaces an earlier one of
    /// the same node.
    Visited {
        /// The step.
        step: Step,
    },
    /// The next piece of an answer.
    Token {
        /// Its text.
        text: String,
    },
    /// It was under way and waits again: it was paused.
    Waits,
    /// It is done.
    Finished {
        /// What came of it.
        outcome: Box<Outcome>,
    },
    /// It was stopped; what was done by then is kept.
    Stopped,
    /// It could not be done.
    Failed {
        /// Why.
        failure: Failure,
    },
}

/// The part of the work that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Reading the file.
    Reading,
    /// Recognising the text of its scanned pages, one after another.
    Recognising {
        /// Which of them, from 1.
        nth: u32,
        /// How many there are.
        of: u32,
    },
    /// Trying out how the model builds fastest on this machine, once for each model.
    Trying,
    /// Finding out what the model can do.
    TryingModel,
    /// Summarising batches of nodes into points.
    Building,
    /// Computing sentence embeddings.
    Embedding,
    /// Asking the model what the names of the text name.
    Naming,
    /// Having the model write questions about those whom the text names.
    Questioning,
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The document, once it has a number.
    pub document: Option<DocumentId>,
    /// Its title or file name.
    pub title: String,
    /// What is being done.
    pub stage: Stage,
    /// The level being built, 2 for the first points.
    pub level: u32,
    /// Done, from 0 to 1.
    pub done: f32,
    /// Nodes in the graph by now; while embedding, nodes embedded by now.
    pub nodes: u32,
    /// Tokens that the language model reads and writes per second; 0 where it has no part.
    pub tokens_per_second: f64,
    /// Seconds that are likely left; none before anything is known.
    pub seconds_left: Option<f64>,
}

/// How many of some things are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Those that are done.
    pub done: usize,
    /// All of them.
    pub all: usize,
}

impl Progress {
    /// How far a job about a document's names is, in which each step takes about as long as the others.
    pub fn counted(
        (document, title): (DocumentId, &str),
        stage: Stage,
        count: Count,
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

    /// How far the trial of a model is, where it is tried for no document.
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

/// The long jobs that have not ended: those that add documents or build their graphs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// Whether they all wait until the user says so.
    pub paused: bool,
    /// Those under way: one, and perhaps another that is done meanwhile.
    pub running: Vec<JobId>,
    /// Those that wait, the next one first.
    pub waiting: Vec<JobId>,
}

impl Queue {
    /// Whether there is nothing to tell: nothing is done or waits, and nothing would have to.
    pub fn is_empty(&self) -> bool {
        !self.paused && self.running.is_empty() && self.waiting.is_empty()
    }
}

/// What came of a job.
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
    /// Of `Remove`: the document that is gone.
    Removed(DocumentId),
    /// Of `Text`.
    Text(DocumentText),
    /// Of `Places`, in their order.
    Places(Vec<Place>),
    /// Of `Search`.
    Found(Found),
    /// Of `Show`.
    Graph(GraphView),
    /// Of `Entities`; of `WritePairs`, `CorrectNames` and `UndoCorrection`, the list after the change.
    Entities(EntityList),
    /// Of `Ask` and `Recall`.
    Answer(Box<Answer>),
    /// Of `History`.
    History(Vec<HistoryEntry>),
    /// Of `Forget`: the question that is gone.
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
    /// Of `Stop`: the job was told. Of `Collect`, `NameCollection` and
    /// `DissolveCollection`: it was done.
    Told,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_does_not_outlast_the_window() {
        let add = |password| Request::Add {
            files: vec!["a.pdf".to_owned()],
            options: AddOptions { password, ..AddOptions::default() },
        };
        assert_eq!(add(Some(Password::new("secret"))).lasting(), Some(add(None)));
        assert_eq!(Request::List.lasting(), None);
    }
}
