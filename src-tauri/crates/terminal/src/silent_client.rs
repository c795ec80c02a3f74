use std::ops::ControlFlow;

use engine::Client;
use protocol::{Event, JobId};

/// A client for quick requests: nothing to show, nothing to stop.
pub struct SilentClient;

impl Client for SilentClient {
    fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
