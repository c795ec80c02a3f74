//! The log of the window and its engine.

use std::fs::{self, File, OpenOptions};
use std::io::{Write, stderr};
use std::path::{self, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The size in bytes beyond which a log is set aside when the program starts, replacing the one set
/// aside before.
const LARGEST: u64 = 1 << 20;

/// The log: lines in a file beside the library, for later diagnosis.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl Log {
    /// Opens `pecan.log` in a folder and remembers its absolute path. If the file cannot be
    /// written, lines go only to standard error: a log is no reason to refuse work.
    pub fn open(folder: &Path) -> Self {
        let folder = &path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let path = folder.join("pecan.log");
        let file = open_file(folder, &path);
        if let Err(error) = &file {
            let _ = writeln!(
                stderr(),
                "pecan: the log cannot be written to {}: {error}",
                path.display()
            );
        }
        Self { path, file: Mutex::new(file.ok()) }
    }

    /// Returns the path of the log.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a line, with the time.
    pub fn line(&self, text: &str) {
        // If standard error is closed, the file remains.
        let _ = writeln!(stderr(), "{text}");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = file.as_mut() {
            // A full disk must not stop the work that the line is about.
            let _ = writeln!(file, "{} {text}", utc(now));
        }
    }
}

fn open_file(folder: &Path, path: &Path) -> std::io::Result<File> {
    make_private(folder)?;
    if fs::metadata(path).is_ok_and(|found| found.len() > LARGEST) {
        fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Makes the library's folder if it is missing, for its owner alone: the log exists before the
/// library.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Formats seconds since 1970 as a date and time of day in UTC.
fn utc(seconds: u64) -> String {
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(day);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}Z")
}

/// Returns year, month and day of a day since 1970-01-01. Years are counted from March, so that the
/// leap day is the last of its year; 146,097 days make 400 years.
fn civil(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let era = day / 146_097;
    let of_era = day % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let in_january_or_later = month >= 10;
    let year = era * 400 + year_of_era + u64::from(in_january_or_later);
    (
        year,
        if in_january_or_later { month - 9 } else { month + 3 },
        of_year - (153 * month + 2) / 5 + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_knows_its_whole_path() {
        let folder = tempfile::tempdir().unwrap();
        let here = std::env::current_dir().unwrap();
        let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
        let relative = up.join(folder.path().strip_prefix("/").unwrap());
        let log = Log::open(&relative);
        assert!(relative.is_relative() && log.path().is_absolute(), "{:?}", log.path());
        assert!(folder.path().join("pecan.log").is_file());
    }

    #[test]
    fn dates_are_right() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00:00Z"),
            (951_782_399, "2000-02-28 23:59:59Z"),
            (951_782_400, "2000-02-29 00:00:00Z"),
            (1_709_251_199, "2024-02-29 23:59:59Z"),
            (4_102_444_800, "2100-01-01 00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), date);
        }
    }
}
