//! Trains the pocket model, in plain Rust on the processor: see
//! `docs/decisions/0005-pocket-trainer.md`.

pub mod attention;
pub mod checkpoint;
pub mod decode;
pub mod evaluate;
pub mod example;
pub mod export;
pub mod import;
pub mod levels;
pub mod maths;
pub mod net;
pub mod optimizer;
pub mod prompt;
mod prose;
pub mod run;
pub mod tasks;
pub mod vocabulary;
