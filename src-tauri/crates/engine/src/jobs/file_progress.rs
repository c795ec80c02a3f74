//! The progress of a file that the library exports or imports.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use library::FileProgress;
use protocol::{Event, JobId, Progress, Stage};

use crate::jobs::client::Client;

/// Reports the progress of a file to a job's client, which may stop it.
pub(crate) struct JobFileProgress<'c> {
    job: JobId,
    name: String,
    stage: Stage,
    begun: Instant,
    client: &'c mut dyn Client,
}

impl<'c> JobFileProgress<'c> {
    pub(crate) fn new(job: JobId, file: &Path, stage: Stage, client: &'c mut dyn Client) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { job, name, stage, begun: Instant::now(), client }
    }
}

impl FileProgress for JobFileProgress<'_> {
    fn done(&mut self, share: f64) -> ControlFlow<()> {
        if self.client.stop(self.job).is_requested() {
            return ControlFlow::Break(());
        }
        let progress = Progress::of_file(&self.name, self.stage, share, self.begun.elapsed());
        self.client.report(self.job, Event::Progress(progress))
    }
}
