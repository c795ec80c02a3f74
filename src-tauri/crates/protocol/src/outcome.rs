//! What the engine returns for a request.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

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
    Model(Box<ModelInfo>),
    /// Of `Queue`, `First` and `Pause`.
    Queue(Queue),
    /// Of `Stop`: the job was notified. Of `Collect`, `NameCollection`, `DissolveCollection`,
    /// `ShareCollection` and `SaveWindowState`: it was done.
    Done,
}

/// The JSON form of an outcome that programs get: its value alone, as `pecan help json` describes it.
#[derive(Debug, Clone, Copy)]
pub struct OutcomeValue<'a>(&'a Outcome);

impl Outcome {
    /// Returns the outcome's value alone, for serialisation.
    pub fn value(&self) -> OutcomeValue<'_> {
        OutcomeValue(self)
    }
}

impl Serialize for OutcomeValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Outcome::Added(items) => items.serialize(serializer),
            Outcome::Estimate(estimate) => estimate.serialize(serializer),
            Outcome::Documents(documents) => documents.serialize(serializer),
            Outcome::Stamp(stamp) => stamp.serialize(serializer),
            Outcome::Removed(document) => entry(serializer, "removed", document),
            Outcome::Forgotten(question) => entry(serializer, "forgotten", question),
            Outcome::Text(text) => text.serialize(serializer),
            Outcome::Found(found) => found.serialize(serializer),
            Outcome::Places(places) => places.serialize(serializer),
            Outcome::Entities(list) => list.serialize(serializer),
            Outcome::SimilarNames(names) => names.serialize(serializer),
            Outcome::Graph(view) => view.serialize(serializer),
            Outcome::Answer(answer) => answer.with_kind().serialize(serializer),
            Outcome::Languages(languages) => languages.serialize(serializer),
            Outcome::WindowState(entries) => entries.serialize(serializer),
            Outcome::Exported(page) => page.serialize(serializer),
            Outcome::Files(files) => files.serialize(serializer),
            Outcome::DocumentsExported(written) => written.serialize(serializer),
            Outcome::DocumentsImported(items) => items.serialize(serializer),
            Outcome::History(entries) => entries.serialize(serializer),
            Outcome::Model(info) => info.serialize(serializer),
            Outcome::Queue(queue) => queue.serialize(serializer),
            Outcome::Covers { drawn, .. } => drawn.serialize(serializer),
            Outcome::Done => serializer.serialize_unit(),
        }
    }
}

/// Serialises an object with one entry.
fn entry<S: Serializer>(
    serializer: S,
    name: &'static str,
    value: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(1))?;
    object.serialize_entry(name, value)?;
    object.end()
}
