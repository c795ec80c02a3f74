//! Files with documents for another library: `.pecan` files. docs/portable-files.md describes them.
//!
//! Such a file is an SQLite database with the rows of a few documents and a hash over all of them. Its
//! tables have the columns of the library's tables but nothing else: no triggers, views, indexes,
//! constraints or virtual tables. What they hold must satisfy the library's own tables once it is
//! imported.

mod content;
mod copier;
mod file;
mod ids;
mod layout;
mod progress;
mod rewrite;
mod row;
mod tables;

pub use file::{PortableSummary, check_vacant};
pub use progress::{FileProgress, Quiet};

pub(crate) use copier::{Copier, Destination, Fate, Selection};
pub(crate) use file::{PortableFile, portable as portable_error, write};
pub(crate) use ids::{Ids, Placed};
pub(crate) use progress::RowCounter;
pub(crate) use row::Row;
pub(crate) use tables::{Entity, Table};
