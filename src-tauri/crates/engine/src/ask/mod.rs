//! Questions: what is searched, how, and the answer with its evidence.

mod answer;
mod check;
mod follow_up;
mod input;
mod name_questions;
mod options;
mod prepare;
mod question;
mod search;
mod search_log;
mod searched_graph;
pub(crate) mod sentence_search;
pub(crate) mod strategy;
mod target;
mod whole_words;
