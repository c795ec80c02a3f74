//! Trains the pocket model on the CPU in plain Rust: see `docs/decisions/0005-pocket-trainer.md`.

mod asked;
pub mod attention;
pub mod checkpoint;
mod chunks;
pub mod decode;
pub mod evaluate;
pub mod example;
pub mod export;
pub mod garble;
mod gaze;
pub mod import;
pub mod levels;
mod lists;
mod matching;
pub mod maths;
pub mod net;
pub mod optimizer;
mod points;
pub mod prompt;
mod prose;
pub mod run;
mod search;
pub mod tasks;
pub mod teacher;
pub mod vocabulary;
