//! The progress of a build, its speed, and the time it will still take.

use std::time::Instant;

use hwdag::{Graph, PendingStep, Workload};
use protocol::{DocumentId, Progress, Stage};

/// Tracks one build, in tokens read or written.
pub(crate) struct BuildProgress {
    document: DocumentId,
    title: String,
    begun: Instant,
    /// The number of tokens done in this run.
    worked: f64,
    /// The finished and remaining batches.
    work: Workload,
    /// The number of tokens read and written in the current batches.
    under_way: f64,
    /// The level being read.
    level: u32,
    nodes: u32,
    /// The last reported share done: the remaining work may turn out larger, but the report never
    /// goes back.
    reported: f64,
}

impl BuildProgress {
    pub(crate) fn new(document: DocumentId, title: &str) -> Self {
        Self {
            document,
            title: title.into(),
            begun: Instant::now(),
            worked: 0.0,
            work: Workload::default(),
            under_way: 0.0,
            level: 1,
            nodes: 0,
            reported: 0.0,
        }
    }

    /// Starts the clock: earlier work does not count for the speed.
    pub(crate) fn start(&mut self) {
        self.begun = Instant::now();
    }

    /// Takes the graph's current state.
    pub(crate) fn graph(&mut self, graph: &Graph) {
        self.work = Workload::of(graph);
        self.nodes = graph.nodes().len() as u32;
        if let PendingStep::Batch { level, .. } = graph.pending() {
            self.level = level as u32 - 1;
        }
    }

    /// Adds `tokens` tokens that were read or written.
    pub(crate) fn works(&mut self, tokens: usize) {
        self.under_way += tokens as f64;
        self.worked += tokens as f64;
    }

    /// Records a finished batch for which the model evaluated `evaluated` tokens.
    pub(crate) fn batch(&mut self, evaluated: u64) {
        self.under_way = (self.under_way - evaluated as f64).max(0.0);
    }

    /// Returns the current progress.
    pub(crate) fn progress(&mut self, stage: Stage) -> Progress {
        let work = self.work.with(self.under_way);
        self.reported = self.reported.max(work.share());
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = if seconds > 0.0 { self.worked / seconds } else { 0.0 };
        Progress {
            document: Some(self.document),
            title: self.title.clone(),
            stage,
            level: self.level + 1,
            done: self.reported as f32,
            nodes: self.nodes,
            tokens_per_second: rate,
            seconds_left: (rate > 0.0).then(|| work.left / rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use hwdag::Chunk;

    use super::*;

    #[test]
    fn progress_grows_with_what_is_under_way_and_never_goes_back() {
        let chunk = |_| Chunk { tokens: vec![1; 100], range: 0..3, text: "one".into() };
        let mut progress = BuildProgress::new(DocumentId(1), "Emma");
        progress.graph(&Graph::new((0..30).map(chunk).collect()));
        assert_eq!(progress.progress(Stage::Building).done, 0.0);
        progress.works(1250);
        let now = progress.progress(Stage::Building);
        assert!(now.done > 0.1 && now.done < 1.0 && now.seconds_left.is_some(), "{now:?}");
        assert_eq!((now.level, now.nodes), (2, 30));
        // None of the tokens read were of use.
        progress.batch(1250);
        assert_eq!(progress.progress(Stage::Building).done, now.done);
    }
}
