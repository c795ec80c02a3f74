//! Questions with their documents and answers, from files of one JSON object a line, or of one list.
//!
//! Seven forms are read, told by the fields of each line and not by a file's name: those that
//! LongBench, NarrativeQA, Qasper, HotpotQA, MuSiQue and QuALITY are given out in, and a plain one
//! for anybody's own questions (see [`Form`]). A line that cannot be used is named with its file and
//! what is wrong with it, and left out; nothing is shortened.

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

pub use document::{Content, Document};
pub use forms::Form;
pub use place::Place;
pub use problem::{Flaw, Problem};
pub use question::{Answers, AtLeastOne, Choice, Phrase, Question};
pub use reader::{Limits, Questions, read};
