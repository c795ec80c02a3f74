//! How many of the documents' files are read.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::news::{ComparisonProgress, News, NewsCallback};
use super::progress::Reached;
use crate::data::{DatasetDocumentContent, DatasetQuestion};

/// How many of the files are read.
pub struct FileReadingProgress<'a> {
    /// Receives the progress, if anyone waits for it.
    pub tell: Option<NewsCallback<'a>>,
    begun: Instant,
    /// The number of files to read.
    pub all: usize,
    /// Those that were read, successfully or not.
    done: HashSet<PathBuf>,
    /// Whether a file is being read for the first time: from then on it is in the library.
    is_first: bool,
}

impl FileReadingProgress<'_> {
    /// Creates the state before the first file.
    pub fn new() -> Self {
        let (begun, done) = (Instant::now(), HashSet::new());
        Self { tell: None, begun, all: 0, done, is_first: false }
    }

    /// Expects these questions' files; of a sample, as many as it may take.
    pub fn expect(&mut self, questions: &[DatasetQuestion], sample: Option<usize>) {
        let mut sets: BTreeMap<&str, Vec<HashSet<&Path>>> = BTreeMap::new();
        for question in questions {
            let files = question.documents.iter().filter_map(|document| match document.content() {
                DatasetDocumentContent::File(path) => Some(path.as_path()),
                DatasetDocumentContent::Text(_) => None,
            });
            sets.entry(&question.dataset).or_default().push(files.collect());
        }
        let files: HashSet<&Path> = sets.values().flatten().flatten().copied().collect();
        let most = |questions: &Vec<HashSet<&Path>>| {
            let each = questions.iter().map(HashSet::len).max().unwrap_or(0);
            sample.map_or(usize::MAX, |count| count.saturating_mul(each))
        };
        let most = sets.values().map(most).fold(0, usize::saturating_add);
        self.all = files.len().min(most);
        self.done.retain(|path| files.contains(path.as_path()));
    }

    /// Begins to read a file.
    pub fn begin(&mut self, path: &Path) {
        self.is_first = !self.done.contains(path);
        self.reach(0.0);
    }

    /// Ends reading a file, successfully or not.
    pub fn end(&mut self, path: &Path) {
        if self.done.insert(path.to_path_buf()) {
            self.reach(0.0);
        }
        self.is_first = false;
    }

    /// Reports the share of the current file that is read, from 0 to 1.
    pub fn reach(&mut self, share: f64) {
        let Some(tell) = self.tell.as_mut().filter(|_| self.is_first) else { return };
        let done = self.done.len();
        let reached = Reached { done: done as f64 + share.clamp(0.0, 1.0), known: 0.0 };
        tell(News::Progress(&ComparisonProgress {
            what: "reading",
            done,
            // More are tried if some cannot be read.
            all: self.all.max(done),
            reached,
            seconds: self.begun.elapsed().as_secs_f64(),
            tokens_per_second: 0.0,
        }));
    }
}
