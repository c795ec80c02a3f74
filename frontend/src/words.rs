//! Every word on the screen, in English, a file for each view. Another language is another folder
//! like this one.

mod failures;
mod graph;
mod keys;
mod library;
mod questions;
mod reader;
mod settings;

pub use failures::*;
pub use graph::*;
pub use keys::*;
pub use library::*;
pub use questions::*;
pub use reader::*;
pub use settings::*;

pub const PECAN: &str = "Pecan";
pub const LIBRARY: &str = "Library";
pub const TEXT: &str = "Text";
pub const GRAPH: &str = "Graph";
pub const BOTH: &str = "Both";
pub const SETTINGS: &str = "Settings";
pub const QUESTIONS: &str = "Questions";
pub const DISMISS: &str = "Dismiss";
pub const STOP: &str = "Stop";
pub const STOPPING: &str = "Stopping…";
pub const RETRY: &str = "Try again";
