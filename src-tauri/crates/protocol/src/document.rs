//! The documents of a library, and their text.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, Failure, GraphSummary, Rect};

/// The state of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    /// Its text was read; no graph has been begun.
    Read,
    /// Its graph is being built, or waits to be continued, or lacks sentence embeddings.
    Building,
    /// Its graph is complete, and every node has its sentence embedding.
    Ready,
    /// Reading or building failed.
    Failed,
}

/// A line of the library's list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentSummary {
    /// Its number.
    pub id: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// Its author, if the file names one.
    pub author: Option<String>,
    /// The number of its pages, or of its chapters or parts if it has no pages of its own.
    pub pages: u32,
    /// Whether its pages are printed ones, whose numbers can be cited.
    pub paged: bool,
    /// The number of characters (Unicode scalar values) of its plain text.
    pub characters: u32,
    /// Its state.
    pub state: DocumentState,
    /// Why, if the state is failed.
    pub failure: Option<Failure>,
    /// The number of chunks of its newest graph.
    pub chunks: u32,
    /// The number of nodes of its newest graph, chunks included.
    pub nodes: u32,
    /// The number of levels of its newest graph, the chunks' included.
    pub levels: u32,
    /// When it was added: seconds since 1970-01-01 UTC.
    pub added: i64,
    /// Its graphs, in the order in which they were begun. The last complete one, or else the last,
    /// is shown and asked.
    #[serde(default)]
    pub graphs: Vec<GraphSummary>,
    /// The names of its collections.
    #[serde(default)]
    pub collections: Vec<String>,
    /// The names of those of its collections that other programs may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// Whether it has a cover picture.
    #[serde(default)]
    pub cover: bool,
    /// The beginning of its file's SHA-256, in hexadecimal; it differs once the file has changed.
    #[serde(default)]
    pub content: String,
    /// Parts of its file that could not be read when it was added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// One page (or chapter, or part) of a document's text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// Its position among the pages, from 1.
    pub number: u32,
    /// The printed page number, or the chapter's heading.
    pub label: String,
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Its text.
    pub text: String,
    /// Width and height in points, if it is a page of its own.
    pub size: Option<(f32, f32)>,
    /// The requested rectangles on this page.
    pub marks: Vec<Rect>,
}

/// A document's text, in whole or in part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentText {
    /// The document.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Its language as its file names it, such as `en` or `zh-CN`; not validated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Whether its pages are printed ones.
    pub paged: bool,
    /// The number of all its pages.
    pub pages_total: u32,
    /// The requested pages.
    pub pages: Vec<PageText>,
    /// The headings of the whole document in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<Heading>,
}

/// A heading in a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 for the highest.
    pub level: u8,
    /// Its text on one line.
    pub title: String,
    /// Its first character in the document's plain text.
    pub start: u32,
}
