use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, Failure, GraphId, Notice, Rect};

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

/// One of a document's graphs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphSummary {
    /// Its number.
    pub id: GraphId,
    /// The name of the model that built it; empty if unknown.
    pub model: String,
    /// Whether it reached its top level.
    pub complete: bool,
    /// Where its chunks end.
    pub chunks: ChunkEnds,
    /// The definition of its edge weights, in words: `paper`, or the changes to the paper's
    /// definition, separated by commas.
    pub signal: String,
    /// The number of points that the model did not write: sentences of the text, or other points.
    #[serde(default)]
    pub quoted: u32,
    /// The number of points that the model wrote but that were dropped, because the text does not
    /// support them.
    #[serde(default)]
    pub unsupported: u32,
}

/// The source of a graph's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointSource {
    /// Text that the model writes, if it occurs in what it read.
    Written,
    /// Sentences of the text, chosen by the model's attention; it writes nothing.
    Quoted,
    /// Text that the model writes; if none of it occurs in what it read, sentences of the text.
    Auto,
}

/// Where the chunks of a document end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkEnds {
    /// After exactly 300 tokens.
    #[default]
    Exact,
    /// At the end of a sentence, after 240 to 360 tokens.
    Sentences,
}

/// How the weight of an edge differs from the paper's, which is the mean over all tokens, heads and
/// layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalChange {
    /// A token of the point attends from the position before, where it was predicted.
    PredictingRows,
    /// Without the point's punctuation and function words.
    ContentTokens,
    /// Without the punctuation of the nodes.
    SourceWords,
    /// The middle half of the layers.
    MiddleLayers,
}

/// The build options of a document's graph, where given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GraphOptions {
    /// Where chunks end; `None`: as in the document's last begun graph, or exactly.
    pub chunks: Option<ChunkEnds>,
    /// The definition of edge weights, as changes to the paper's; `None`: as in the document's last
    /// begun graph, or without the punctuation of the nodes.
    pub signal: Option<Vec<SignalChange>>,
    /// The source of points; `None`: as in the document's last begun graph, or as suits the model.
    pub points: Option<PointSource>,
    /// Trust the model: the first build is not preceded by a trial of its abilities.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_trial: bool,
    /// Do not ask the model about the kinds of the text's names.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_entities: bool,
    /// Have the model write questions about all names of which the text says much.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_pairs: bool,
}

/// The cost of building in one run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BuildCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Tokens restored from a saved state.
    pub tokens_restored: u64,
    /// The number of batches summarised.
    pub batches: u32,
    /// The number of batches taken from the graph of an earlier text of the document, because
    /// nothing in them had changed.
    #[serde(default)]
    pub batches_reused: u32,
    /// The number of points that the model did not write: sentences of the text, or of other
    /// points.
    #[serde(default)]
    pub quoted: u32,
    /// The number of points that the model wrote but that were dropped, because the text does not
    /// support them.
    #[serde(default)]
    pub unsupported: u32,
    /// Floating point operations of the model.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A document that was added, or was already present.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Added {
    /// Its number.
    pub id: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// The number of its pages, or of its chapters or parts if it has no pages of its own.
    pub pages: u32,
    /// The number of chunks of its graph.
    pub chunks: u32,
    /// The number of nodes of its graph, chunks included.
    pub nodes: u32,
    /// The number of levels of its graph, the chunks' included.
    pub levels: u32,
    /// Its state.
    pub state: DocumentState,
    /// The cost of this run.
    pub cost: BuildCost,
    /// Deviations from the usual procedure, because of the model or the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// The numbers of scanned pages left without text: the program that recognises them is not
    /// installed, or recognition failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<u32>,
    /// Why recognition failed; `None` if the program is not installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrecognised: Option<Failure>,
    /// Parts of a damaged file that could not be read, by the chapter's or file's name or the
    /// page's number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// The file extensions of documents, without the dot; `zip` for a packed FictionBook. The content
/// decides what a file is: these only serve to offer files to people and to search folders.
pub const EXTENSIONS: &[&str] = &[
    "epub", "pdf", "docx", "docm", "dotx", "odt", "ott", "fodt", "fb2", "zip", "html", "htm",
    "xhtml", "mht", "mhtml", "eml", "md", "markdown", "mdown", "mkd", "txt", "text", "asc", "rst",
    "adoc", "asciidoc", "org", "log",
];

/// How files are added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddOptions {
    /// Whether to build the graphs at once, or only read the files.
    pub build: bool,
    /// The build options of the graphs.
    pub graph: GraphOptions,
    /// The languages of scanned pages, by Tesseract's names; empty: English and a few others for
    /// which it has data.
    pub languages: Vec<String>,
    /// The password of protected files.
    pub password: Option<Password>,
    /// The collection for added files, though not for those of a folder.
    pub collection: Option<String>,
    /// Whether to retry files that were refused before.
    pub again: bool,
}

/// The password of a protected file. It goes to the process that reads the file, and into no log,
/// message or library: its debug output is empty.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// Takes a password as typed.
    pub fn new(typed: impl Into<String>) -> Self {
        Self(typed.into())
    }

    /// Returns the password as typed.
    pub fn as_typed(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

/// Formats pages for people: `page 7`, `pages 1–4, 7`; of many only the first few runs.
pub fn pages_phrase(pages: &[u32]) -> String {
    let (runs, more) = page_runs(pages);
    let more = if more { " and more" } else { "" };
    format!("page{} {}{more}", if pages.len() == 1 { "" } else { "s" }, runs.join(", "))
}

/// Returns the first few runs of pages, such as `1–4` and `7`, and whether there are more.
pub fn page_runs(pages: &[u32]) -> (Vec<String>, bool) {
    let mut runs = pages.chunk_by(|a, b| a + 1 == *b).map(run_phrase);
    let some = runs.by_ref().take(MOST_RUNS).collect();
    (some, runs.next().is_some())
}

/// The maximum number of page runs in a sentence.
const MOST_RUNS: usize = 8;

fn run_phrase(run: &[u32]) -> String {
    match run {
        [first, .., last] => format!("{first}–{last}"),
        run => run.iter().map(u32::to_string).collect(),
    }
}

/// Returns the displayed names of a file's parts: the first few, shortened, and whether there are
/// more.
pub fn part_names(parts: &[String]) -> (Vec<String>, bool) {
    let short = |part: &String| match part.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part.clone(),
    };
    (parts.iter().take(MOST_RUNS).map(short).collect(), parts.len() > MOST_RUNS)
}

/// The maximum number of letters of a name in a sentence.
const MOST_LETTERS: usize = 60;

/// Formats parts for a sentence: `Chapter 3, p. 7 and more`.
pub fn parts_phrase(parts: &[String]) -> String {
    let (names, more) = part_names(parts);
    names.join(", ") + if more { " and more" } else { "" }
}

/// The maximum number of files listed by name when some of a folder are left out.
pub const MOST_NAMED: usize = 10;

/// The outcome for one file that was to be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AddedItem {
    /// It is in the library.
    Added(Added),
    /// It is not in the library.
    Failed {
        /// The file as given.
        file: String,
        /// Why.
        error: Failure,
        /// The collection that would have received it, as a file of a folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        collection: Option<String>,
    },
    /// Files of a folder that are not documents, such as pictures.
    LeftOut {
        /// The folder as given.
        folder: String,
        /// Their number.
        left_out: u32,
        /// The paths of the first [`MOST_NAMED`] within the folder.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_shows_as_nothing() {
        let options = AddOptions { password: Some(Password::new("secret")), ..Default::default() };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
