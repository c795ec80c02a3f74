//! Trains the pocket model on the CPU in plain Rust: see `docs/decisions/0005-pocket-trainer.md`.

mod asked;
pub mod attention;
mod attention_supervision;
pub mod checkpoint;
mod chunks;
pub mod decode;
pub mod evaluate;
pub mod example;
pub mod export;
pub mod import;
pub mod levels;
mod lists;
mod matching;
pub mod maths;
pub mod net;
pub mod noise;
pub mod optimizer;
mod points;
pub mod prompt;
mod prose;
pub mod run;
mod search;
pub mod tasks;
pub mod teacher;
pub mod vocabulary;
