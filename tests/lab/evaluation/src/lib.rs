//! Measures Pecan through the whole product ([`product`]), and compares ways to answer
//! ([`comparison`]) on question sets: their readers ([`data`]) and the scores of answers
//! ([`metrics`]). One page of the docs has three comparisons: on the story benchmark ([`stories()`]),
//! with one model building and another answering ([`pairs()`]), and on other people's question sets
//! ([`question_sets()`]).

mod compared_page;
pub mod comparison;
pub mod data;
pub mod metrics;
mod pairs;
pub mod product;
mod question_sets;
mod stories;
mod text;

pub use pairs::{ModelPairArguments, pairs};
pub use question_sets::{QuestionSets, question_sets};
pub use stories::{Stories, UNSEEN, stories};
