//! The progress of a file that is read.

use protocol::{Progress, Stage};

/// Returns the progress of a file that has no number yet.
pub(crate) fn progress(name: &str, stage: Stage, done: f32) -> Progress {
    Progress {
        document: None,
        title: name.into(),
        stage,
        level: 1,
        done,
        nodes: 0,
        tokens_per_second: 0.0,
        seconds_left: None,
    }
}
