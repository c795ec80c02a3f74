//! Adding documents: the options and the outcome.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, DocumentState, EntityCost, Failure, GraphOptions, Notice, Password};

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
    /// The cost of building its graph in this run.
    pub cost: BuildCost,
    /// The cost of asking the model about its names in this run.
    #[serde(default)]
    pub names: EntityCost,
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
