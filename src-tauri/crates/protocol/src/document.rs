use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, Failure, GraphId, Notice, Rect};

/// How far a document has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    /// Its text is there; no graph has been begun.
    Read,
    /// Its graph is being built, or waits to be built further, or lacks sentence embeddings.
    Building,
    /// Its graph is whole, and every node has its sentence embedding.
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
    /// Its author, where the file says so.
    pub author: Option<String>,
    /// Its pages, or its chapters or parts where it has no pages of its own.
    pub pages: u32,
    /// Whether its pages are printed ones, whose numbers can be cited.
    pub paged: bool,
    /// Characters (Unicode scalar values) of its plain text.
    pub characters: u32,
    /// How far it has come.
    pub state: DocumentState,
    /// Why, where the state is failed.
    pub failure: Option<Failure>,
    /// Chunks of its newest graph.
    pub chunks: u32,
    /// Nodes of its newest graph, chunks included.
    pub nodes: u32,
    /// Levels of its newest graph, the chunks' included.
    pub levels: u32,
    /// When it was added: seconds since 1970-01-01 UTC.
    pub added: i64,
    /// Its graphs, in the order in which they were begun. The last complete one, or else the last,
    /// is the one that is shown and asked.
    #[serde(default)]
    pub graphs: Vec<GraphSummary>,
    /// The collections in which it lies, by name.
    #[serde(default)]
    pub collections: Vec<String>,
    /// Whether there is a picture of what it looks like from afar.
    #[serde(default)]
    pub cover: bool,
    /// The beginning of its file's SHA-256, in hexadecimal: another one once the file has changed.
    #[serde(default)]
    pub content: String,
    /// Parts of its file that could not be read, as when it was added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// One of a document's graphs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphSummary {
    /// Its number.
    pub id: GraphId,
    /// The name of the model that built it; empty where it is not known.
    pub model: String,
    /// Whether it reached its top level.
    pub complete: bool,
    /// Where its chunks end.
    pub chunks: ChunkEnds,
    /// What counts as the weight of its edges, in words: `paper`, or the changes to the paper's
    /// definition, separated by commas.
    pub signal: String,
    /// Points that are sentences of the text, or other points, which the model did not write.
    #[serde(default)]
    pub quoted: u32,
    /// Points that the model wrote but that were dropped, because the text does not say so.
    #[serde(default)]
    pub unsupported: u32,
}

/// Where the points of a graph come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointSource {
    /// What the model writes, if it stands in what it read.
    Written,
    /// Sentences of the text, chosen by the model's attention: it writes nothing.
    Quoted,
    /// What the model writes; where none of it stands in what it read, sentences of the text.
    Auto,
}

/// Where the chunks of a document end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkEnds {
    /// After exactly 300 tokens.
    #[default]
    Exact,
    /// Where a sentence ends, after 240 to 360 tokens.
    Sentences,
}

/// In what the weight of an edge differs from the paper's, which is the mean over all tokens, heads
/// and layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalChange {
    /// A token of the point looks from the position before, where it was predicted.
    PredictingRows,
    /// Without the point's punctuation and function words.
    ContentTokens,
    /// Without the punctuation of the nodes.
    SourceWords,
    /// The middle half of the layers.
    MiddleLayers,
}

/// How a document's graph is built, where that was said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GraphOptions {
    /// Where chunks end; none: as in the document's graph that was begun last, or exactly.
    pub chunks: Option<ChunkEnds>,
    /// What counts as the weight of an edge, by its changes to the paper's definition; none: as in
    /// the document's graph that was begun last, or without the punctuation of the nodes.
    pub signal: Option<Vec<SignalChange>>,
    /// Where points come from; none: as in the document's graph that was begun last, or as suits the
    /// model.
    pub points: Option<PointSource>,
    /// Take the model at its word: no trial of what it can do comes before the first build.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_trial: bool,
    /// Do not ask the model what the names of the text name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_entities: bool,
    /// Have the model write questions about all of whom the text says much.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_pairs: bool,
}

/// What building cost in one run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BuildCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Tokens restored from a saved state.
    pub tokens_restored: u64,
    /// Batches summarised.
    pub batches: u32,
    /// Batches that were taken from the graph of an earlier text of the document, because nothing
    /// in them had changed.
    #[serde(default)]
    pub batches_reused: u32,
    /// Points that the model did not write: sentences of the text, or of other points.
    #[serde(default)]
    pub quoted: u32,
    /// Points that the model wrote but that were dropped, because the text does not say so.
    #[serde(default)]
    pub unsupported: u32,
    /// Floating point operations of the model.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A document that was added, or was there already.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Added {
    /// Its number.
    pub id: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// Its pages, or its chapters or parts where it has no pages of its own.
    pub pages: u32,
    /// Chunks of its graph.
    pub chunks: u32,
    /// Nodes of its graph, chunks included.
    pub nodes: u32,
    /// Levels of its graph, the chunks' included.
    pub levels: u32,
    /// How far it has come.
    pub state: DocumentState,
    /// What this run cost.
    pub cost: BuildCost,
    /// What was done otherwise than usual, because of the model or the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// The numbers of scanned pages that were left without text: the program that reads them is not
    /// installed, or they could not be recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<u32>,
    /// Why they could not be recognised; none where the program for that is not installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrecognised: Option<Failure>,
    /// Parts of a damaged file that could not be read, by a chapter's name or its file's or a page's
    /// number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// What documents' names end in, after a dot; `zip` for a FictionBook that is packed. What a file is,
/// its content tells: this is for offering files to people, and for looking through folders.
pub const EXTENSIONS: &[&str] = &[
    "epub", "pdf", "docx", "docm", "dotx", "odt", "ott", "fodt", "fb2", "zip", "html", "htm",
    "xhtml", "mht", "mhtml", "eml", "md", "markdown", "mdown", "mkd", "txt", "text", "asc", "rst",
    "adoc", "asciidoc", "org", "log",
];

/// How files are added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AddOptions {
    /// Whether to build their graphs at once, or only read them.
    pub build: bool,
    /// How their graphs are built.
    pub graph: GraphOptions,
    /// The languages of scanned pages, by Tesseract's names; none: English and a few others that
    /// it has data for.
    pub languages: Vec<String>,
    /// Opens those that are protected by it.
    pub password: Option<Password>,
    /// The collection that they come into, if they are files.
    pub collection: Option<String>,
    /// Whether to try those again that were refused before.
    pub again: bool,
}

/// What opens a protected file. It goes to the process that reads the file, and into no log,
/// message or library: it shows as nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// A password as it was typed.
    pub fn new(typed: impl Into<String>) -> Self {
        Self(typed.into())
    }

    /// As it was typed.
    pub fn as_typed(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

/// Pages as people write them: `page 7`, `pages 1–4, 7`; of many only the first few runs.
pub fn pages_phrase(pages: &[u32]) -> String {
    let (runs, more) = page_runs(pages);
    let more = if more { " and more" } else { "" };
    format!("page{} {}{more}", if pages.len() == 1 { "" } else { "s" }, runs.join(", "))
}

/// The first few runs of pages, such as `1–4` and `7`, and whether there are more.
pub fn page_runs(pages: &[u32]) -> (Vec<String>, bool) {
    let mut runs = pages.chunk_by(|a, b| a + 1 == *b).map(run_phrase);
    let some = runs.by_ref().take(MOST_RUNS).collect();
    (some, runs.next().is_some())
}

/// The most runs of pages that a sentence names.
const MOST_RUNS: usize = 8;

fn run_phrase(run: &[u32]) -> String {
    match run {
        [first, .., last] => format!("{first}–{last}"),
        run => run.iter().map(u32::to_string).collect(),
    }
}

/// Parts of a file as they are named to people: the first few, none of them long, and whether there
/// are more.
pub fn part_names(parts: &[String]) -> (Vec<String>, bool) {
    let short = |part: &String| match part.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part.clone(),
    };
    (parts.iter().take(MOST_RUNS).map(short).collect(), parts.len() > MOST_RUNS)
}

/// The most letters of a name in a sentence.
const MOST_LETTERS: usize = 60;

/// The same in a sentence: `Chapter 3, p. 7 and more`.
pub fn parts_phrase(parts: &[String]) -> String {
    let (names, more) = part_names(parts);
    names.join(", ") + if more { " and more" } else { "" }
}

/// The most files that are named where some of a folder are left out.
pub const MOST_NAMED: usize = 10;

/// What became of one file that was to be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AddedItem {
    /// It is in the library.
    Added(Added),
    /// It is not.
    Failed {
        /// The file as it was named.
        file: String,
        /// Why.
        error: Failure,
        /// The collection that it would have come into, as a file of a folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        collection: Option<String>,
    },
    /// Files of a folder that are no documents, such as pictures.
    LeftOut {
        /// The folder as it was named.
        folder: String,
        /// How many.
        left_out: u32,
        /// Their paths in the folder, of the first [`MOST_NAMED`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
    },
}

/// One page (or chapter, or part) of a document's text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// Its place among the pages, from 1.
    pub number: u32,
    /// What is printed on it as its number, or the chapter's heading.
    pub label: String,
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Its text.
    pub text: String,
    /// Width and height in points, where it is a page of its own.
    pub size: Option<(f32, f32)>,
    /// Rectangles asked for on this page.
    pub marks: Vec<Rect>,
}

/// A document's text, whole or some pages of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentText {
    /// The document.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Its language as its file names it, such as `en` or `zh-CN`; not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Whether its pages are printed ones.
    pub paged: bool,
    /// All its pages' count.
    pub pages_total: u32,
    /// The pages asked for.
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
    /// Its words on one line.
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
