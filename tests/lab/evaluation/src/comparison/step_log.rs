//! A file with a JSON line for every step of long work, so that an interruption costs at most the
//! current step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use protocol::Failure;
use serde::Serialize;

use super::store::unwritten;

/// The steps of some work on disk.
#[derive(Debug)]
pub struct StepLog {
    path: PathBuf,
    /// Opened when there is something to write.
    file: Option<File>,
}

impl StepLog {
    /// Opens the log at a path, which need not exist, and passes each line of an earlier run to
    /// `follow`. A truncated last line is dropped, and so is everything from a line on that `follow`
    /// rejects. Returns that line's number, from 1, and the reason, if there is one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn open<E>(
        path: PathBuf,
        mut follow: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(Self, Option<(usize, E)>), Failure> {
        let failed = |error: io::Error| unwritten(&path, &error);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(failed)?,
        };
        let (mut whole, mut rejected) = (0, None);
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines.filter(|line| line.ends_with(b"\n"))) {
            if let Err(why) = follow(line) {
                rejected = Some((number, why));
                break;
            }
            whole += line.len();
        }
        if whole < bytes.len() {
            cut_off(&path, whole).map_err(failed)?;
        }
        Ok((Self { path, file: None }, rejected))
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a step and flushes it to disk.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn append(&mut self, step: &impl Serialize) -> Result<(), Failure> {
        self.write(step).map_err(|error| unwritten(&self.path, &error))
    }

    fn write(&mut self, step: &impl Serialize) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => opened(&self.path)?,
        };
        let mut line = serde_json::to_string(step)?;
        line.push('\n');
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        self.file = Some(file);
        Ok(())
    }

    /// Deletes the file: the work is complete and stored elsewhere.
    pub fn remove(self) {
        // If it stays, nothing reads it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a file to append to, creating its folder if needed.
fn opened(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().append(true).create(true).open(path)
}

fn cut_off(path: &Path, bytes: usize) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens a log of numbers that count up from 0. Returns it, how many there were, and the number of
    /// the line that is not one of them.
    fn counted(path: &Path) -> (StepLog, usize, Option<usize>) {
        let mut count = 0;
        let (log, rejected) = StepLog::open(path.to_path_buf(), |line| {
            let number: usize = serde_json::from_slice(line).map_err(|_| ())?;
            if number != count {
                return Err(());
            }
            count += 1;
            Ok(())
        })
        .unwrap();
        (log, count, rejected.map(|(line, ())| line))
    }

    #[test]
    fn steps_are_found_again_up_to_the_first_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps/count.jsonl");
        let (mut log, none, _) = counted(&path);
        assert_eq!(none, 0);
        for number in 0..3 {
            log.append(&number).unwrap();
        }
        let whole = fs::read(&path).unwrap();
        assert_eq!(whole, b"0\n1\n2\n");
        for (bytes, known, rejected) in [
            (&whole[..], 3, None),
            // Truncated, damaged, and as if two runs had stored one step.
            (&whole[..5], 2, None),
            (b"0\n1\n\xff\n2\n", 2, Some(3)),
            (b"0\n0\n1\n", 1, Some(2)),
        ] {
            fs::write(&path, bytes).unwrap();
            let (mut log, found, line) = counted(&path);
            assert_eq!((found, line), (known, rejected));
            assert_eq!(fs::read(&path).unwrap(), whole[..2 * known]);
            (known..3).for_each(|number| log.append(&number).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        log.remove();
        assert_eq!(counted(&path).1, 0);
    }
}
