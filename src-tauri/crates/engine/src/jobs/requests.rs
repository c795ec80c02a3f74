//! Every request, with what the engine does for it: who handles it, whether it can be stopped, in which order it comes,
//! and during which jobs it may run. A new request of the wire compiles only once it has its place here.
//!
//! [`EngineRequest::of`] sorts requests by what they need, and each kind has one handler: `Engine::read`,
//! `Engine::change`, `Engine::work`, and the queue. A handler receives only requests of its own kind.

use protocol::{
    AddOptions, AskOptions, CorrectionId, DocumentId, EntityForm, ExportForm, GraphId, JobId,
    NameCorrection, NodeId, Password, QuestionId, Request, Role, Tuning, Until, WindowStateChange,
};

use crate::jobs::client::Meanwhile;

/// A request, by what it needs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EngineRequest<'a> {
    /// Reads, and needs no model. It is done too soon to be stopped.
    Read(ReadRequest),
    /// Changes the library, and needs no model. It is done too soon to be stopped.
    Change(ChangeRequest<'a>),
    /// Needs a model, or reads files. It can be stopped, also while a model computes.
    Work(WorkRequest<'a>),
    /// Is about other jobs. The queue handles it at once.
    Queue(QueueRequest),
}

/// A request that reads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ReadRequest {
    /// Reads the library.
    Library(LibraryQuery),
    /// Asks whether another program has written to the library, which is not opened for it.
    Stamp,
    /// Asks in which languages scanned pages can be read.
    Languages,
}

/// A request that reads the library. The fields are those of [`Request`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LibraryQuery {
    List,
    ListFirst {
        most: u32,
    },
    Text {
        document: DocumentId,
        first: u32,
        count: u32,
    },
    Places {
        document: DocumentId,
        ranges: Vec<(u32, u32)>,
    },
    Search {
        words: String,
        document: Option<DocumentId>,
        most: u32,
        until: Option<Until>,
    },
    Show {
        document: DocumentId,
        graph: Option<GraphId>,
        node: Option<NodeId>,
        until: Option<Until>,
    },
    Entities {
        document: DocumentId,
        name: Option<String>,
        until: Option<Until>,
    },
    ExportEntities {
        document: DocumentId,
        form: EntityForm,
        until: Option<Until>,
    },
    WindowState,
    History {
        document: Option<DocumentId>,
    },
    Recall {
        question: QuestionId,
    },
    Export {
        question: QuestionId,
        form: ExportForm,
    },
}

/// A request that changes the library. The fields are those of [`Request`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ChangeRequest<'a> {
    Remove { document: DocumentId },
    Collect { document: DocumentId, collection: &'a str, within: bool },
    NameCollection { collection: &'a str, name: &'a str },
    DissolveCollection { collection: &'a str },
    ShareCollection { collection: &'a str, shared: bool },
    CorrectNames { document: DocumentId, correction: &'a NameCorrection, until: Option<Until> },
    UndoCorrection { document: DocumentId, correction: CorrectionId, until: Option<Until> },
    Forget { question: QuestionId },
    SaveWindowState { changes: &'a [WindowStateChange] },
}

/// A request that takes long or may have to wait for a model. The fields are those of [`Request`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum WorkRequest<'a> {
    Add { files: &'a [String], options: &'a AddOptions },
    ReadAgain { document: DocumentId, languages: &'a [String], password: Option<&'a Password> },
    Build { document: DocumentId, no_entities: bool },
    Estimate { document: DocumentId },
    WritePairs { document: DocumentId, name: Option<&'a str> },
    SimilarNames { document: DocumentId, name: &'a str, until: Option<Until> },
    Ask { documents: &'a [DocumentId], question: &'a str, options: &'a AskOptions },
    ExportDocuments { documents: &'a [DocumentId], file: &'a str },
    ImportDocuments { files: &'a [String] },
    Covers,
    ModelInfo { path: Option<&'a str>, role: Role },
    OpenModel { path: Option<&'a str>, role: Role },
    TuneModel { role: Role, tuning: &'a Tuning },
    TryModel { path: Option<&'a str> },
}

/// A request about other jobs. The fields are those of [`Request`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QueueRequest {
    Queue,
    First { target: JobId },
    Pause { paused: bool },
    Stop { target: JobId },
}

/// When a waiting request has its turn: the earliest of the first kind that waits comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A user waits for it.
    Soon,
    /// It is one of the long jobs, which queue visibly for the user and can be paused.
    Long,
    /// It waits until there is nothing else to do.
    Idle,
}

/// The jobs during which a request may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// All that let others run: it adds no file, removes no document and builds no graph.
    All,
    /// Those that build the graph of another document than this one, or of any: it changes no other document and builds
    /// no graph.
    BuildingOthers(Option<DocumentId>),
    /// None.
    Nothing,
}

impl<'a> EngineRequest<'a> {
    /// Sorts a request by what it needs.
    pub(crate) fn of(request: &'a Request) -> Self {
        use self::{ChangeRequest as Change, LibraryQuery as Query, WorkRequest as Work};
        match *request {
            Request::List => Self::query(Query::List),
            Request::ListFirst { most } => Self::query(Query::ListFirst { most }),
            Request::Text { document, first, count } => {
                Self::query(Query::Text { document, first, count })
            }
            Request::Places { document, ref ranges } => {
                Self::query(Query::Places { document, ranges: ranges.clone() })
            }
            Request::Search { ref words, document, most, until } => {
                Self::query(Query::Search { words: words.clone(), document, most, until })
            }
            Request::Show { document, graph, node, until } => {
                Self::query(Query::Show { document, graph, node, until })
            }
            Request::Entities { document, ref name, until } => {
                Self::query(Query::Entities { document, name: name.clone(), until })
            }
            Request::ExportEntities { document, form, until } => {
                Self::query(Query::ExportEntities { document, form, until })
            }
            Request::History { document } => Self::query(Query::History { document }),
            Request::Recall { question } => Self::query(Query::Recall { question }),
            Request::Export { question, form } => Self::query(Query::Export { question, form }),
            Request::WindowState => Self::query(Query::WindowState),
            Request::Stamp => Self::Read(ReadRequest::Stamp),
            Request::Languages => Self::Read(ReadRequest::Languages),

            Request::Remove { document } => Self::Change(Change::Remove { document }),
            Request::Collect { document, ref collection, within } => {
                Self::Change(Change::Collect { document, collection, within })
            }
            Request::NameCollection { ref collection, ref name } => {
                Self::Change(Change::NameCollection { collection, name })
            }
            Request::DissolveCollection { ref collection } => {
                Self::Change(Change::DissolveCollection { collection })
            }
            Request::ShareCollection { ref collection, shared } => {
                Self::Change(Change::ShareCollection { collection, shared })
            }
            Request::CorrectNames { document, ref correction, until } => {
                Self::Change(Change::CorrectNames { document, correction, until })
            }
            Request::UndoCorrection { document, correction, until } => {
                Self::Change(Change::UndoCorrection { document, correction, until })
            }
            Request::Forget { question } => Self::Change(Change::Forget { question }),
            Request::SaveWindowState { ref changes } => {
                Self::Change(Change::SaveWindowState { changes })
            }

            Request::Add { ref files, ref options } => Self::Work(Work::Add { files, options }),
            Request::ReadAgain { document, ref languages, ref password } => {
                let password = password.as_ref();
                Self::Work(Work::ReadAgain { document, languages, password })
            }
            Request::Build { document, no_entities } => {
                Self::Work(Work::Build { document, no_entities })
            }
            Request::Estimate { document } => Self::Work(Work::Estimate { document }),
            Request::WritePairs { document, ref name } => {
                Self::Work(Work::WritePairs { document, name: name.as_deref() })
            }
            Request::SimilarNames { document, ref name, until } => {
                Self::Work(Work::SimilarNames { document, name, until })
            }
            Request::Ask { ref documents, ref question, ref options } => {
                Self::Work(Work::Ask { documents, question, options })
            }
            Request::ExportDocuments { ref documents, ref file } => {
                Self::Work(Work::ExportDocuments { documents, file })
            }
            Request::ImportDocuments { ref files } => Self::Work(Work::ImportDocuments { files }),
            Request::Covers => Self::Work(Work::Covers),
            Request::ModelInfo { ref path, role } => {
                Self::Work(Work::ModelInfo { path: path.as_deref(), role })
            }
            Request::OpenModel { ref path, role } => {
                Self::Work(Work::OpenModel { path: path.as_deref(), role })
            }
            Request::TuneModel { role, ref tuning } => Self::Work(Work::TuneModel { role, tuning }),
            Request::TryModel { ref path } => Self::Work(Work::TryModel { path: path.as_deref() }),

            Request::Queue => Self::Queue(QueueRequest::Queue),
            Request::First { target } => Self::Queue(QueueRequest::First { target }),
            Request::Pause { paused } => Self::Queue(QueueRequest::Pause { paused }),
            Request::Stop { target } => Self::Queue(QueueRequest::Stop { target }),
        }
    }

    fn query(query: LibraryQuery) -> Self {
        Self::Read(ReadRequest::Library(query))
    }

    /// Returns when it has its turn.
    pub(crate) fn turn(&self) -> Turn {
        match self {
            Self::Read(_) | Self::Change(_) | Self::Queue(_) => Turn::Soon,
            Self::Work(work) => work.turn(),
        }
    }

    /// Returns during which jobs it may run.
    pub(crate) fn beside(&self) -> Beside {
        match self {
            Self::Read(_) => Beside::All,
            Self::Change(change) => change.beside(),
            Self::Work(work) => work.beside(),
            Self::Queue(_) => Beside::Nothing,
        }
    }
}

impl ChangeRequest<'_> {
    fn beside(self) -> Beside {
        match self {
            Self::Remove { document } => Beside::BuildingOthers(Some(document)),
            Self::Collect { .. }
            | Self::NameCollection { .. }
            | Self::DissolveCollection { .. }
            | Self::ShareCollection { .. }
            | Self::CorrectNames { .. }
            | Self::UndoCorrection { .. }
            | Self::Forget { .. }
            | Self::SaveWindowState { .. } => Beside::All,
        }
    }
}

impl WorkRequest<'_> {
    fn turn(self) -> Turn {
        match self {
            Self::Add { .. }
            | Self::ReadAgain { .. }
            | Self::Build { .. }
            | Self::Estimate { .. } => Turn::Long,
            Self::WritePairs { .. }
            | Self::SimilarNames { .. }
            | Self::Ask { .. }
            | Self::ExportDocuments { .. }
            | Self::ImportDocuments { .. }
            | Self::ModelInfo { .. }
            | Self::OpenModel { .. }
            | Self::TuneModel { .. }
            | Self::TryModel { .. } => Turn::Soon,
            Self::Covers => Turn::Idle,
        }
    }

    fn beside(self) -> Beside {
        match self {
            Self::Add { options, .. } if options.build => Beside::Nothing,
            Self::Add { .. } => Beside::BuildingOthers(None),
            Self::ReadAgain { document, .. } => Beside::BuildingOthers(Some(document)),
            Self::Estimate { .. }
            | Self::WritePairs { .. }
            | Self::SimilarNames { .. }
            | Self::Ask { .. }
            | Self::ExportDocuments { .. }
            | Self::ModelInfo { path: None, .. }
            | Self::TryModel { path: None } => Beside::All,
            Self::Build { .. }
            | Self::ImportDocuments { .. }
            | Self::Covers
            | Self::ModelInfo { path: Some(_), .. }
            | Self::OpenModel { .. }
            | Self::TuneModel { .. }
            | Self::TryModel { path: Some(_) } => Beside::Nothing,
        }
    }
}

impl Beside {
    /// Returns whether this job is one of them.
    pub(crate) fn allows(self, running: Meanwhile) -> bool {
        match (self, running) {
            (Self::All, _) => true,
            (Self::BuildingOthers(own), Meanwhile::Building(built)) => own != Some(built),
            (Self::BuildingOthers(_), Meanwhile::Adding) | (Self::Nothing, _) => false,
        }
    }
}

/// Returns whether a request is one of the long jobs, which queue visibly for the user: those that add documents or
/// build their graphs.
pub fn is_long(request: &Request) -> bool {
    EngineRequest::of(request).turn() == Turn::Long
}

#[cfg(test)]
mod tests;
