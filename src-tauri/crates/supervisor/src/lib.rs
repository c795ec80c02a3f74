//! Runs the engine in a separate process and keeps it running: hands it [`Jobs`], passes its events
//! back, restarts it when it dies, and leaves its queue to the next window. The crate knows no
//! window.

mod child;
mod engine_process;
mod failures;
mod jobs;
mod log;
mod saved_queue;

pub use child::Launch;
pub use engine_process::EngineProcess;
pub use jobs::{Hear, Jobs};
pub use log::Log;
pub use saved_queue::SavedQueue;
