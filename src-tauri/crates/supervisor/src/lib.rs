//! Runs the engine in a separate process and keeps it running: hands it [`Jobs`], passes its events
//! back, restarts it when it dies, and leaves its queue to the next window. The crate knows no
//! window.

mod child;
mod dispatch;
mod failures;
mod jobs;
mod kept;
mod log;

pub use child::Launch;
pub use dispatch::{Died, Dispatch};
pub use jobs::{Hear, Jobs};
pub use kept::{Kept, Left};
pub use log::Log;
