//! Runs the engine in a process of its own and keeps it running: hands it [`Jobs`], passes its events
//! back, starts it again when it dies, and leaves its queue to the next window. It knows no window.

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
