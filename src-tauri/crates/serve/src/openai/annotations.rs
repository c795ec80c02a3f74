//! The passages of an answer as citations.

use protocol::{Answer, DocumentSummary, Evidence};
use serde::Serialize;

/// The maximum number of characters quoted of a passage.
const QUOTED: usize = 160;

/// A passage as a citation of a file, as OpenAI's interface has it for answers, with what Pecan knows of the place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Annotation {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The document's number, as text.
    file_id: String,
    /// The document's title.
    filename: String,
    /// The character of the answer after which the citation stands: its end.
    index: usize,
    document: protocol::DocumentId,
    page: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    start: u32,
    end: u32,
    text: String,
    /// The part of the passage that is about the question.
    quote: String,
    weight: f64,
    changed: bool,
}

/// Returns the passages that are shown under an answer. `index` is the number of characters of what the client got.
pub fn annotations(
    answer: &Answer,
    documents: &[DocumentSummary],
    index: usize,
) -> Vec<Annotation> {
    let annotation = |evidence: &Evidence| {
        let named = documents.iter().find(|document| document.id == evidence.document);
        Annotation {
            kind: "file_citation",
            file_id: evidence.document.to_string(),
            filename: named.map_or_else(String::new, |document| document.title.clone()),
            index,
            document: evidence.document,
            page: evidence.page,
            label: evidence.label.clone(),
            start: evidence.start,
            end: evidence.end,
            text: evidence.text.clone(),
            quote: answer.quote(evidence, QUOTED).to_string(),
            weight: evidence.weight,
            changed: evidence.changed,
        }
    };
    answer.passages().iter().map(annotation).collect()
}
