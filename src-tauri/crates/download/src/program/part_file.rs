//! A file of which only the beginning has been received.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use ::download::HubFile;
use protocol::{Code, Failure};
use sha2::{Digest, Sha256};

use crate::disk::unwritten;
use crate::transfer_rate::Meter;

/// The ending of a file that is incomplete.
const ENDING: &str = ".part";
/// Bytes that are read at a time.
const BLOCK: usize = 256 << 10;

/// The beginning of a file, with the hash of its bytes so far. It lies beside the complete file, in
/// a folder that belongs to one hash, so that no bytes of another revision are in it.
#[derive(Debug)]
pub struct PartFile {
    path: PathBuf,
    whole: PathBuf,
    wanted: HubFile,
    file: File,
    hash: Sha256,
    length: u64,
}

impl PartFile {
    /// Opens what an earlier download left of a file in `folder`, or begins it, and reads it once.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn open(folder: &Path, wanted: &HubFile, meter: &mut Meter) -> Result<Self, Failure> {
        let whole = folder.join(wanted.name());
        let path = folder.join(format!("{}{ENDING}", wanted.name()));
        // A complete file may not have been checked by this program.
        if whole.exists() {
            fs::rename(&whole, &path).map_err(|error| unwritten(&whole, &error))?;
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| unwritten(&path, &error))?;
        let (hash, wanted) = (Sha256::new(), wanted.clone());
        let mut part = Self { path, whole, wanted, file, hash, length: 0 };
        part.read_again(meter).map_err(|error| unwritten(&part.path, &error))?;
        Ok(part)
    }

    fn read_again(&mut self, meter: &mut Meter) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        loop {
            let read = match self.file.read(&mut block) {
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.hash.update(&block[..read]);
            self.length += read as u64;
            if self.length > self.wanted.bytes {
                meter.lost(self.length - read as u64);
                return self.empty();
            }
            if read == 0 {
                return Ok(());
            }
            meter.checked(read as u64);
        }
    }

    /// Returns the number of bytes received.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the number of bytes of the whole file.
    pub fn wanted_length(&self) -> u64 {
        self.wanted.bytes
    }

    /// Returns the number of bytes still to receive.
    pub fn missing(&self) -> u64 {
        self.wanted.bytes - self.length
    }

    /// Adds bytes, at most as many as are missing.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() as u64 > self.missing() {
            return Err(wrong_length(&self.wanted, None));
        }
        self.file.write_all(bytes).map_err(|error| unwritten(&self.path, &error))?;
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Forgets all bytes. Returns how many there were.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn restart(&mut self) -> Result<u64, Failure> {
        let length = self.length;
        self.empty().map_err(|error| unwritten(&self.path, &error))?;
        Ok(length)
    }

    fn empty(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        (self.hash, self.length) = (Sha256::new(), 0);
        Ok(())
    }

    /// Checks the complete file's hash, writes it to the disk and gives it its name.
    ///
    /// # Errors
    ///
    /// [`Code::DownloadWrong`] if the hash differs; the file is then removed.
    pub fn finish(self) -> Result<(), Failure> {
        let hash = hexadecimal(self.hash.clone().finalize().as_ref());
        if hash != self.wanted.sha256 || self.missing() > 0 {
            let failure = wrong_hash(&self.wanted, &hash);
            self.remove();
            return Err(failure);
        }
        let named = self.file.sync_all().and_then(|()| fs::rename(&self.path, &self.whole));
        named.map_err(|error| unwritten(&self.path, &error))
    }

    /// Removes the file. If that fails, the next download checks it anyway.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Returns the failure of a hub that sends another number of bytes than it stated.
    pub fn wrong_length(&self, sent: u64) -> Failure {
        wrong_length(&self.wanted, Some(sent))
    }
}

fn wrong_length(wanted: &HubFile, sent: Option<u64>) -> Failure {
    let sent = sent.map_or("more".to_owned(), |sent| format!("{sent} bytes"));
    let message = format!(
        "The hub sends {sent} instead of {} bytes for {}. Nothing of it was kept. Run the command \
         again to start over.",
        wanted.bytes,
        wanted.name(),
    );
    Failure::new(Code::DownloadWrong, message)
}

fn wrong_hash(wanted: &HubFile, hash: &str) -> Failure {
    let message = format!(
        "{} is not the file that was wanted: its SHA-256 is {hash} instead of {}. It was removed. \
         Run the command again to start over.",
        wanted.name(),
        wanted.sha256,
    );
    Failure::new(Code::DownloadWrong, message)
}

/// Returns bytes in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENT: &[u8] = b"the weights of a model";

    fn wanted() -> HubFile {
        let sha256 = hexadecimal(Sha256::digest(CONTENT).as_ref());
        HubFile { path: "deep/er/m.gguf".into(), bytes: CONTENT.len() as u64, sha256 }
    }

    fn open(folder: &Path) -> PartFile {
        PartFile::open(folder, &wanted(), &mut Meter::silent(0)).unwrap()
    }

    #[test]
    fn a_file_is_resumed_where_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).append(&CONTENT[..9]).unwrap();
        let mut part = open(folder.path());
        assert_eq!((part.length(), part.missing()), (9, CONTENT.len() as u64 - 9));
        part.append(&CONTENT[9..]).unwrap();
        part.finish().unwrap();
        assert_eq!(fs::read(folder.path().join("m.gguf")).unwrap(), CONTENT);
        assert_eq!(open(folder.path()).missing(), 0, "a complete file is checked, not trusted");
    }

    #[test]
    fn wrong_bytes_never_become_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut part = open(folder.path());
        assert_eq!(part.append(&[0; 99]).unwrap_err().code, Code::DownloadWrong);
        part.append(&[b'x'; CONTENT.len()]).unwrap();
        assert_eq!(part.finish().unwrap_err().code, Code::DownloadWrong);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_part_that_is_too_long_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("m.gguf.part"), [7; 99]).unwrap();
        let mut part = open(folder.path());
        assert_eq!(part.length(), 0);
        part.append(CONTENT).unwrap();
        part.finish().unwrap();
    }
}
