//! What the tools return, as JSON with a schema.

use protocol::{Answer, DocumentSummary, Evidence, Hit, WordSearchResult};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

use crate::points_on_passage::RestingPoint;

/// The documents that the user shares.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Documents {
    pub documents: Vec<Document>,
}

/// A document.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Document {
    /// Its number.
    id: i64,
    title: String,
    author: Option<String>,
    /// The number of its pages, or of its chapters or parts if it has no pages of its own.
    pages: u32,
    /// Whether its pages are printed ones, whose numbers can be cited.
    paged: bool,
    characters: u32,
    collections: Vec<String>,
    /// Whether it can be asked: it has a graph, finished or not.
    askable: bool,
}

/// Places that contain words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Found {
    hits: Vec<FoundPlace>,
    /// Whether there are more.
    more: bool,
}

/// A place that contains words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct FoundPlace {
    document: i64,
    title: String,
    /// Null if the title or the author contains the words.
    passage: Option<Passage>,
}

/// A piece of a document's text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Passage {
    /// The page on which it begins, from 1; null if the document has no pages of its own.
    pub page: Option<u32>,
    /// The printed page number, or the heading of the chapter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its first character in the document's text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    pub text: String,
}

/// An answer with the passages that it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answered {
    /// The question's number in the user's history.
    question: i64,
    /// `answer`, `guess`, `passages` (no answer, only the passages that match best) or `nothing`.
    kind: String,
    /// Empty if there is none.
    answer: String,
    /// What is to be said about the answer, or in its place.
    remark: Option<String>,
    passages: Vec<CitedPassage>,
}

/// A passage that an answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CitedPassage {
    document: i64,
    title: String,
    #[serde(flatten)]
    passage: Passage,
    /// The share of the answer that rests on it.
    weight: f64,
}

/// A part of a document's text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ReadText {
    pub document: i64,
    pub title: String,
    /// The number of the document's pages, chapters or parts.
    pub pages_total: u32,
    /// The text, page by page.
    pub passages: Vec<Passage>,
    /// The character at which to read on, if the part is too long to be read at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_start: Option<u32>,
}

/// The points that rest on a passage.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PointsOnPassage {
    pub document: i64,
    pub title: String,
    /// The points, the most general ones first.
    pub points: Vec<Point>,
    /// Whether there are more.
    pub more: bool,
}

/// A sentence that a language model wrote about a part of a document, or quoted from it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Point {
    /// Its number in the document's graph.
    node: u32,
    /// 2 for points about the text itself, more for points about points.
    level: u32,
    text: String,
    /// The share of it that rests on the passage, from 0 to 1.
    share: f64,
    /// Whether it is a sentence of the text.
    quoted: bool,
}

impl From<&DocumentSummary> for Document {
    fn from(summary: &DocumentSummary) -> Self {
        Self {
            id: summary.id.0,
            title: summary.title.clone(),
            author: summary.author.clone(),
            pages: summary.pages,
            paged: summary.paged,
            characters: summary.characters,
            collections: summary.collections.clone(),
            askable: summary.nodes > 0,
        }
    }
}

impl From<WordSearchResult> for Found {
    fn from(found: WordSearchResult) -> Self {
        let place = |hit: Hit| FoundPlace {
            document: hit.document.0,
            title: hit.title,
            passage: hit.passage.map(|excerpt| Passage {
                page: excerpt.page,
                label: excerpt.label,
                start: excerpt.start,
                end: excerpt.end,
                text: excerpt.text,
            }),
        };
        Self { hits: found.hits.into_iter().map(place).collect(), more: found.more }
    }
}

impl Answered {
    /// Returns what a client gets of an answer.
    pub fn of(answer: &Answer, documents: &[DocumentSummary]) -> Self {
        let cited = |evidence: &Evidence| CitedPassage {
            document: evidence.document.0,
            title: (documents.iter())
                .find(|document| document.id == evidence.document)
                .map_or_else(String::new, |document| document.title.clone()),
            passage: Passage {
                page: evidence.page,
                label: evidence.label.clone(),
                start: evidence.start,
                end: evidence.end,
                text: evidence.text.clone(),
            },
            weight: evidence.weight,
        };
        Self {
            question: answer.id.0,
            kind: answer.kind().word().to_owned(),
            answer: answer.answer.trim().to_owned(),
            remark: answer.remark(),
            passages: answer.passages().iter().map(cited).collect(),
        }
    }
}

impl From<&RestingPoint<'_>> for Point {
    fn from(RestingPoint { point, share }: &RestingPoint<'_>) -> Self {
        Self {
            node: point.id,
            level: point.level,
            text: point.text.clone(),
            share: *share,
            quoted: point.quoted,
        }
    }
}
