//! Questions that are answered from the sentences about names, without a model: lists, counts, and who someone is.

mod answer;
mod answers;
pub(crate) mod asked_of;
mod clause;
mod condition_part;
pub(crate) mod count_question;
mod irregular_verbs;
mod list_condition;
mod list_matching;
mod list_question;
mod listing;
mod passages;
mod restrictions;
mod word_classes;
