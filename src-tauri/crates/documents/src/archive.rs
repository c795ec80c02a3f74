//! ZIP archives with a bound on what they unpack to, whatever they say about it themselves.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use zip::{CompressionMethod, ZipArchive};

/// The most that an archive may unpack to.
pub(crate) const MOST_BYTES: u64 = 512 << 20;
/// The most files that an archive may hold.
const MOST_FILES: usize = 100_000;

/// An opened archive in memory.
pub(crate) struct Archive {
    bytes: Arc<[u8]>,
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
}

impl Archive {
    /// Opens an archive; none where the bytes are no readable ZIP file.
    pub fn open(bytes: &[u8]) -> Option<Self> {
        let bytes: Arc<[u8]> = bytes.into();
        let zip = ZipArchive::new(Cursor::new(Arc::clone(&bytes))).ok()?;
        Some(Self { bytes, zip })
    }

    /// The whole archive for another reader.
    pub fn bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.bytes)
    }

    /// Whether it holds a file of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// A file of the archive, up to `limit` bytes of it.
    pub fn read(&mut self, name: &str, limit: u64) -> Option<Vec<u8>> {
        let file = self.zip.by_name(name).ok()?;
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Whether one of its files is encrypted with a password.
    pub fn has_password(&mut self) -> bool {
        (0..self.zip.len()).any(|nth| self.zip.by_index_raw(nth).is_ok_and(|file| file.encrypted()))
    }

    /// Whether everything in it unpacks to no more than the bounds. Sizes that an archive states
    /// can lie, so this unpacks, into nothing. Files that do not unpack count as far as they go.
    pub fn is_bounded(&mut self) -> bool {
        let mut left = MOST_BYTES;
        self.zip.len() <= MOST_FILES
            && (0..self.zip.len()).all(|nth| {
                let Ok(file) = self.zip.by_index(nth) else { return true };
                if file.compression() == CompressionMethod::Stored {
                    return true;
                }
                let mut file = file.take(left + 1);
                let _ = io::copy(&mut file, &mut io::sink());
                match file.limit().checked_sub(1) {
                    Some(rest) => left = rest,
                    None => return false,
                }
                true
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn files_are_found_and_read_up_to_a_limit() {
        let mut archive = Archive::open(&archive(&[("a/b.txt", b"hello")])).unwrap();
        assert!(archive.contains("a/b.txt") && !archive.contains("b.txt"));
        assert_eq!(archive.read("a/b.txt", 100).unwrap(), b"hello");
        assert_eq!(archive.read("a/b.txt", 2).unwrap(), b"he");
        assert!(archive.read("no", 2).is_none());
        assert!(archive.is_bounded() && !archive.has_password());
    }

    #[test]
    fn what_unpacks_to_too_much_is_found_out() {
        let zeros = vec![0; 130 << 20];
        let files: Vec<(String, &[u8])> =
            (0..4).map(|nth| (nth.to_string(), zeros.as_slice())).collect();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, b)| (name.as_str(), *b)).collect();
        let mut bomb = Archive::open(&archive(&files)).unwrap();
        assert!(!bomb.is_bounded());
        let mut three = Archive::open(&archive(&files[..3])).unwrap();
        assert!(three.is_bounded());
    }

    #[test]
    fn other_bytes_are_no_archive() {
        assert!(Archive::open(b"PK\x03\x04 no").is_none());
        assert!(Archive::open(b"").is_none());
    }
}
