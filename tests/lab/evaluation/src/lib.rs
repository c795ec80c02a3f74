//! Measures Pecan through the whole product ([`product`]), and its speed ([`bench`](mod@bench)). It
//! also has what measuring on other people's question sets needs: their readers ([`data`]), the scores
//! of answers ([`metrics`]), the confidence of a number ([`statistics`]), and the ways to answer
//! ([`comparison`]). One page of the docs has three comparisons: on the story benchmark
//! ([`stories()`]), with one model building and another answering ([`pairs()`]), and on other people's
//! question sets ([`question_sets()`]). Another page shows what a model does with real documents
//! ([`real_documents()`]), and a third how well the names in novels are found ([`named_entities()`]).

pub mod bench;
mod compared_page;
pub mod comparison;
pub mod data;
mod failed;
mod measurement;
pub mod metrics;
mod named_entities;
mod pairs;
pub mod product;
mod question_sets;
mod real_documents;
pub mod statistics;
mod stories;
mod text;

pub use named_entities::{NamedEntities, named_entities};
pub use pairs::{ModelPairArguments, pairs};
pub use question_sets::{QuestionSets, question_sets};
pub use real_documents::{RealDocuments, real_documents};
pub use stories::{Stories, stories};
