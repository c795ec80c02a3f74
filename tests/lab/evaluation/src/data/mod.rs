//! Questions with their documents and answers, from files with one JSON object per line, or with one
//! list.
//!
//! Seven forms are read, recognised by the fields of each line and not by a file's name: those of
//! LongBench, NarrativeQA, Qasper, HotpotQA, MuSiQue and QuALITY, and a plain one for anyone's own
//! questions (see [`Form`]). A line that cannot be used is reported with its file and what is wrong
//! with it, and left out; nothing is shortened.

mod document;
mod forms;
mod gold;
mod lines;
mod place;
mod problem;
mod question;
mod reader;
mod whole;

#[cfg(test)]
mod corpus;

pub use document::{DatasetDocument, DatasetDocumentContent};
pub use forms::DatasetFormat;
pub use place::DatasetLocation;
pub use problem::{DatasetError, Problem};
pub use question::{AtLeastOne, Choice, DatasetQuestion, NonBlankText, ReferenceAnswers};
pub use reader::{DatasetLimits, Questions, read};
