//! The people and things that a document names, as files for other programs.

mod content;
mod csv_table;
#[cfg(test)]
mod example;
pub(crate) mod files;
mod graphml;
mod json_ld;
mod notes;
