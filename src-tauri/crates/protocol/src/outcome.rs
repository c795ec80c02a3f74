//! What the engine returns for a request.

use serde::{Deserialize, Serialize};

use crate::{
    AddedItem, Answer, DocumentId, DocumentSummary, DocumentText, EntityList, Estimate,
    ExportedFile, GraphView, HistoryEntry, ImportItem, ModelInfo, Place, PortableFile, QuestionId,
    Queue, SimilarNames, WindowStateEntry, WordSearchResult,
};

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
    /// Of `SimilarNames`.
    SimilarNames(SimilarNames),
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
    /// Of `ExportDocuments`.
    DocumentsExported(PortableFile),
    /// Of `ImportDocuments`: one item per file.
    DocumentsImported(Vec<ImportItem>),
    /// Of `Covers`.
    Covers {
        /// The documents that have a cover now.
        drawn: Vec<DocumentId>,
        /// Whether it gave way before all were tried.
        more: bool,
    },
    /// Of `WindowState`.
    WindowState(Vec<WindowStateEntry>),
    /// Of `Languages`: by Tesseract's names, such as `deu`.
    Languages(Vec<String>),
    /// Of `ModelInfo`, `OpenModel` and `TuneModel`.
    Model(ModelInfo),
    /// Of `Queue`, `First` and `Pause`.
    Queue(Queue),
    /// Of `Stop`: the job was notified. Of `Collect`, `NameCollection`, `DissolveCollection` and
    /// `SaveWindowState`: it was done.
    Done,
}
