//! What clients of OpenAI's programming interface speak: models, and chat completions. A model is a document or a
//! collection, and its completion is an answer with citations.

mod annotations;
pub mod chat;
mod completion;
mod given_answers;
pub mod models;
mod request;
mod stream;

pub use given_answers::GivenAnswers;
