//! Harmful files: how the reader ends on each, in what time, with how much memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use documents::PageImage;
use protocol::Failure;
use reader::{ReadFailure, ReadLimits, ReaderProcess, SourceFile};
use serde::Serialize;

use crate::good::{self, Good};
use crate::mutations::mutate;

/// Folders of files that are broken, hostile or locked, with their names in a table.
const BAD: [(&str, &str); 7] = [
    ("broken PDFs", "pdf/broken"),
    ("hostile PDFs", "pdf/hostile"),
    ("malformed EPUBs", "epub/malformed"),
    ("hostile EPUBs", "epub/selfmade"),
    ("PDFs with a password", "pdf/password-needed"),
    ("scanned PDFs", "pdf/scanned-no-text"),
    ("PDFs with odd fonts and filters", "pdf/font-and-filter-trouble"),
];

/// The outcomes for the files of one kind.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Ends {
    /// The number of files.
    pub files: usize,
    /// The number of files that were read.
    pub read: usize,
    /// The number of files that could not be read, by code.
    pub failed: BTreeMap<String, usize>,
    /// The number of files with a cover.
    pub covers: usize,
    /// The number of files that ended their reader, by cause.
    pub died: BTreeMap<String, usize>,
    /// The longest time that a file took, drawing included, in seconds.
    pub slowest: f64,
    /// The most memory that a file took, in bytes, if the reader survived to report it.
    pub most_memory: u64,
}

impl ReaderPaths {
    /// Uses the `pecan-reader` beside this program.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn new(folders: &[PathBuf]) -> Result<Self> {
        let program =
            reader::find_program().context("pecan-reader is missing beside this program")?;
        Ok(Self { program, folders: folders.to_vec() })
    }
}

/// The outcomes by kind of file.
pub type EndsByKind = BTreeMap<String, Ends>;

/// The locations of the reader and of PDFium.
#[derive(Debug, Clone)]
pub struct ReaderPaths {
    /// `pecan-reader`.
    pub program: PathBuf,
    /// Folders that may contain PDFium.
    pub folders: Vec<PathBuf>,
}

/// Reads the bad files of a folder of test files, and `count` damaged copies of good files.
///
/// # Errors
///
/// If a folder is missing.
pub fn survey(corpus: &Path, place: &ReaderPaths, count: usize) -> Result<EndsByKind> {
    let mut kinds = EndsByKind::new();
    for (kind, folder) in BAD {
        for (name, bytes) in good::files(&corpus.join(folder))? {
            let file = SourceFile { name: &name, bytes: &bytes, password: None };
            one(place, file, kinds.entry(kind.into()).or_default());
        }
    }
    one(
        place,
        SourceFile { name: "empty.pdf", bytes: b"", password: None },
        kinds.entry("an empty file".into()).or_default(),
    );
    kinds.extend(mutations(place, &good::all(corpus)?, count));
    Ok(kinds)
}

/// Returns the outcomes of each kind as a table.
pub fn table(kinds: &EndsByKind) -> String {
    let counted = |counts: &BTreeMap<String, usize>| {
        let each = counts.iter().map(|(what, count)| format!("{what} {count}"));
        each.collect::<Vec<_>>().join(", ")
    };
    let row = |(kind, ends): (&String, &Ends)| {
        format!(
            "| {kind} | {} | {} | {} | {} | {:.1} | {:.0} |\n",
            ends.files,
            ends.read,
            counted(&ends.failed),
            counted(&ends.died),
            ends.slowest,
            ends.most_memory as f64 / 1e6,
        )
    };
    let rows: String = kinds.iter().map(row).collect();
    format!(
        "| files | how many | read | explained | ended their reader | slowest, s | most \
         memory, MB |\n|---|---|---|---|---|---|---|\n{rows}"
    )
}

/// Reads `count` mutations of good files, in turn, each in a separate process.
pub fn mutations(place: &ReaderPaths, good: &[Good], count: usize) -> EndsByKind {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut ends = EndsByKind::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count || good.is_empty() {
                return ends;
            }
            let Good { name, kind, bytes } = &good[nth % good.len()];
            let bad = mutate(bytes, nth as u64);
            let file = SourceFile { name, bytes: &bad, password: None };
            one(place, file, ends.entry(kind.clone()).or_default());
        }
    };
    let mut all = EndsByKind::new();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for ends in workers.into_iter().filter_map(|worker| worker.join().ok()).flatten() {
            all.entry(ends.0).or_default().add(ends.1);
        }
    });
    all
}

/// Reads one file, draws its cover, and notes how that ended.
pub fn one(place: &ReaderPaths, file: SourceFile<'_>, ends: &mut Ends) {
    let begun = Instant::now();
    let limits = ReadLimits::for_size(file.bytes.len() as u64);
    let mut reader = ReaderProcess::open(&place.program, &place.folders, file, limits);
    let read = match &mut reader {
        Ok(reader) => reader.read(BTreeMap::new(), &mut || ControlFlow::Continue(())).map(drop),
        Err(ended) => Err(ended.clone()),
    };
    let cover = cover(&mut reader, &read);
    ends.files += 1;
    ends.slowest = ends.slowest.max(begun.elapsed().as_secs_f64());
    ends.most_memory =
        ends.most_memory.max(reader.ok().and_then(|reader| reader.peak_memory()).unwrap_or(0));
    match read {
        Ok(()) => ends.read += 1,
        Err(ReadFailure::Failed(failure) | ReadFailure::Scanned { failure, .. }) => {
            *ends.failed.entry(code(&failure)).or_default() += 1
        }
        Err(ReadFailure::Died(death)) => *ends.died.entry(death.to_string()).or_default() += 1,
        Err(ReadFailure::Stopped) => {}
    }
    match cover {
        Some(Ok(Some(_))) => ends.covers += 1,
        Some(Err(ReadFailure::Died(death))) => {
            *ends.died.entry(format!("its cover {death}")).or_default() += 1;
        }
        Some(Ok(None) | Err(_)) | None => {}
    }
}

/// Draws a file's cover if its reader survived, whether the file was read or not.
fn cover(
    reader: &mut Result<ReaderProcess, ReadFailure>,
    read: &Result<(), ReadFailure>,
) -> Option<Result<Option<PageImage>, ReadFailure>> {
    let reader = reader.as_mut().ok().filter(|_| !matches!(read, Err(ReadFailure::Died(_))))?;
    Some(reader.cover(&mut || ControlFlow::Continue(())))
}

fn code(failure: &Failure) -> String {
    let code = serde_json::to_value(failure.code).unwrap_or_default();
    code.as_str().unwrap_or_default().to_owned()
}

impl Ends {
    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.read += other.read;
        self.covers += other.covers;
        for (code, files) in other.failed {
            *self.failed.entry(code).or_default() += files;
        }
        for (how, files) in other.died {
            *self.died.entry(how).or_default() += files;
        }
        self.slowest = self.slowest.max(other.slowest);
        self.most_memory = self.most_memory.max(other.most_memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_files_are_read_and_drawn_and_soon_over() {
        let Some(corpus) = std::env::var_os("PECAN_CORPUS") else {
            println!("skipped: PECAN_CORPUS does not name a folder with test files");
            return;
        };
        let place = ReaderPaths::new(&crate::folders()).unwrap();
        let kinds = survey(Path::new(&corpus), &place, 0).unwrap();
        assert!(kinds["hostile PDFs"].covers > 0, "{kinds:?}");
        assert_eq!(kinds["an empty file"].covers, 0, "{kinds:?}");
        assert!(kinds.values().all(|ends| ends.slowest < 30.0), "{kinds:?}");
    }
}
