//! Measures a download, and reports how far it is.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use ::download::Event;
use protocol::{DownloadProgress, DownloadStage};

use crate::report;

/// The time over which the rate is measured.
const WINDOW: Duration = Duration::from_secs(5);
/// The time between two reports.
const PAUSE: Duration = Duration::from_millis(200);

/// How far a download is, and how fast.
#[derive(Debug)]
pub struct Meter {
    total: u64,
    done: u64,
    samples: VecDeque<(Instant, u64)>,
    reported: Option<Instant>,
    /// Where reports go.
    send: fn(&Event),
}

impl Meter {
    /// Begins a download of `total` bytes; 0 if that is not known yet. The caller gets the reports.
    pub fn new(total: u64) -> Self {
        Self { total, done: 0, samples: VecDeque::new(), reported: None, send: report::send }
    }

    /// Does the same without reports.
    #[cfg(test)]
    pub fn silent(total: u64) -> Self {
        Self { send: |_| (), ..Self::new(total) }
    }

    /// Counts bytes that an earlier download had left.
    pub fn checked(&mut self, bytes: u64) {
        self.done += bytes;
        self.report_soon(DownloadStage::Checking);
    }

    /// Counts bytes that were received.
    pub fn received(&mut self, bytes: u64) {
        let now = Instant::now();
        self.done += bytes;
        while self.samples.front().is_some_and(|(then, _)| now.duration_since(*then) > WINDOW) {
            self.samples.pop_front();
        }
        self.samples.push_back((now, self.done));
        self.report_soon(DownloadStage::Receiving);
    }

    /// Takes back bytes that have to be received again.
    pub fn lost(&mut self, bytes: u64) {
        self.done = self.done.saturating_sub(bytes);
        self.samples.clear();
    }

    /// Waits, and says so.
    pub fn wait(&mut self, wait: Duration) {
        self.report(DownloadStage::Waiting { seconds: wait.as_secs_f64() });
        thread::sleep(wait);
    }

    /// Reports a stage at once.
    pub fn report(&mut self, stage: DownloadStage) {
        self.reported = Some(Instant::now());
        (self.send)(&Event::Progress(self.progress(stage)));
    }

    fn report_soon(&mut self, stage: DownloadStage) {
        if self.reported.is_none_or(|then| then.elapsed() > PAUSE) {
            self.report(stage);
        }
    }

    fn progress(&self, stage: DownloadStage) -> DownloadProgress {
        let rate = self.rate();
        let left = self.total.saturating_sub(self.done) as f64;
        DownloadProgress {
            stage,
            done: self.done,
            total: self.total,
            bytes_per_second: rate,
            seconds_left: (rate > 0.0).then(|| left / rate),
        }
    }

    fn rate(&self) -> f64 {
        let (Some(first), Some(last)) = (self.samples.front(), self.samples.back()) else {
            return 0.0;
        };
        let seconds = last.0.duration_since(first.0).as_secs_f64();
        if seconds > 0.0 { (last.1.saturating_sub(first.1)) as f64 / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_last_seconds() {
        let mut meter = Meter::silent(1_000);
        meter.checked(500);
        assert_eq!(meter.progress(DownloadStage::Checking).seconds_left, None);
        let now = Instant::now();
        meter.samples.extend([(now, 600), (now + Duration::from_secs(2), 800)]);
        meter.done = 800;
        let progress = meter.progress(DownloadStage::Receiving);
        assert_eq!((progress.bytes_per_second, progress.seconds_left), (100.0, Some(2.0)));
        meter.lost(300);
        assert_eq!(meter.progress(DownloadStage::Receiving).done, 500);
    }
}
