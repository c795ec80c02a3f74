//! Documents, their graphs and the questions about them, in one SQLite file: the only crate that
//! knows SQL.
//!
//! [`Library`] reads and [`Writer`] also writes; both open a folder. Data that belongs together is
//! written in one transaction: a document with its pages, a batch with its points and edges, an
//! answer with its path. Rows hold numbers and texts as given; their meaning is known to the code
//! that saves and loads them.
//!
//! ```
//! use library::{Library, NewDocument};
//!
//! # fn main() -> library::Result<()> {
//! # let folder = tempfile::tempdir().expect("a folder");
//! let mut writer = Library::open(folder.path())?;
//! let document = writer.add_document(&NewDocument {
//!     title: Some("The Nut"),
//!     author: None,
//!     language: Some("en"),
//!     format: "text",
//!     file_name: "nut.txt",
//!     original: b"Ada plants a pecan.",
//!     text: "Ada plants a pecan.",
//!     paged: false,
//!     pages: &[],
//!     outline: &[],
//! })?;
//! // Another process may read meanwhile, but not write.
//! let reader = Library::open_read_only(folder.path())?;
//! assert_eq!(reader.text(document)?, "Ada plants a pecan.");
//! assert!(matches!(Library::open(folder.path()), Err(library::Error::Busy)));
//! # Ok(())
//! # }
//! ```

mod blob;
mod connect;
mod error;
mod lock;
mod open;
mod operation;
mod portable;
mod schema;
mod table;
mod words;

pub use error::{Error, Result};
pub use open::{Library, Writer, default_dir};
pub use operation::{Beside, GraphCheck, ImportedRows, StoredGraph};
pub use portable::{FileProgress, PortableSummary, Quiet, check_vacant as check_export};
pub use table::batches::{BatchCost, NewBatch, NewPoint, StoredBatch};
pub use table::documents::{ContentHash, DocumentRecord, NewDocument};
pub use table::edges::StoredEdges;
pub use table::embeddings::Embeddings;
pub use table::graphs::GraphRecord;
pub use table::name_kinds::NameKinds;
pub use table::nodes::{NewChunk, StoredNode};
pub use table::originals::Original;
pub use table::question_pairs::{NewPairs, StoredPair, StoredPairs};
pub use table::running_searches::RunningSearchKey;
pub use table::search::SearchScope;
