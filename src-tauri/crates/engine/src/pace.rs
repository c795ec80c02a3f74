//! How far a build is, how fast it goes, and how long it will still take.

use std::time::Instant;

use protocol::{DocumentId, Progress, Stage};

/// Output tokens per input token of a level, before any batch has shown it.
const FIRST_GUESS: f64 = 0.3;

/// Follows one build, in tokens that were read or written.
pub(crate) struct Pace {
    document: DocumentId,
    title: String,
    begun: Instant,
    /// Tokens done in this run.
    worked: f64,
    /// Tokens of the level being summarised, and how many of them have been.
    level_tokens: f64,
    level_done: f64,
    /// Tokens read and written in batches that are done, of this level and those below.
    read: f64,
    written: f64,
    /// Tokens read and written in the batches under way.
    under_way: f64,
    level: u32,
    nodes: u32,
    /// The share done that was told last: what is left may turn out more, but nobody goes back.
    told: f64,
}

impl Pace {
    pub(crate) fn new(document: DocumentId, title: &str) -> Self {
        Self {
            document,
            title: title.into(),
            begun: Instant::now(),
            worked: 0.0,
            level_tokens: 0.0,
            level_done: 0.0,
            read: 0.0,
            written: 0.0,
            under_way: 0.0,
            level: 1,
            nodes: 0,
            told: 0.0,
        }
    }

    /// What came before is no part of the pace.
    pub(crate) fn start(&mut self) {
        self.begun = Instant::now();
    }

    /// A level of `tokens` is about to be summarised, `done` of them have been.
    pub(crate) fn level(&mut self, level: u32, tokens: usize, done: usize, nodes: usize) {
        self.level = level;
        self.level_tokens = tokens as f64;
        self.level_done = done as f64;
        self.nodes = nodes as u32;
    }

    /// So many more tokens were read or written.
    pub(crate) fn works(&mut self, tokens: usize) {
        self.under_way += tokens as f64;
        self.worked += tokens as f64;
    }

    /// A batch is done that had `read` tokens of nodes, and for which the model evaluated so many.
    pub(crate) fn batch(&mut self, read: usize, written: usize, evaluated: u64) {
        self.read += read as f64;
        self.written += written as f64;
        self.under_way = (self.under_way - evaluated as f64).max(0.0);
    }

    /// Output per input: what was seen, or a guess.
    fn ratio(&self) -> f64 {
        if self.read > 0.0 { (self.written / self.read).clamp(0.02, 0.9) } else { FIRST_GUESS }
    }

    /// The state of things. `total` sums the levels still to come as a geometric series.
    pub(crate) fn progress(&mut self, stage: Stage) -> Progress {
        let ratio = self.ratio();
        let per_input = 1.0 + ratio;
        let above = self.level_tokens * per_input * ratio / (1.0 - ratio);
        let here = (self.level_tokens - self.level_done) * per_input - self.under_way;
        let left = here.max(0.0) + above;
        let below = self.read + self.written - self.level_done * per_input;
        let done = below.max(0.0) + self.level_done * per_input + self.under_way;
        self.told = self.told.max(done / (done + left).max(1.0));
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = if seconds > 0.0 { self.worked / seconds } else { 0.0 };
        Progress {
            document: Some(self.document),
            title: self.title.clone(),
            stage,
            level: self.level + 1,
            done: self.told as f32,
            nodes: self.nodes,
            tokens_per_second: rate,
            seconds_left: (rate > 0.0).then(|| left / rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_from_nothing_towards_all() {
        let mut pace = Pace::new(1, "Emma");
        pace.level(1, 3000, 0, 10);
        let mut last = pace.progress(Stage::Building).done;
        assert_eq!(last, 0.0);
        for batch in 1..=3 {
            pace.works(1250);
            assert!(pace.progress(Stage::Building).done > last, "what is under way counts");
            pace.batch(1000, 200, 1250);
            pace.level(1, 3000, batch * 1000, 10 + batch * 8);
            let now = pace.progress(Stage::Building).done;
            assert!(now > last && now < 1.0, "{last} → {now}");
            last = now;
        }
        assert!(last > 0.75, "what is above the first level is a fifth: {last}");
    }
}
