//! ZIP archives with a limit on their unpacked size, whatever size they declare.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use zip::{CompressionMethod, ZipArchive};

use crate::{Error, Format, encoding};

/// The maximum unpacked size of an archive, in bytes.
pub(crate) const MOST_BYTES: u64 = 512 << 20;
/// The maximum number of files in an archive.
const MOST_FILES: usize = 100_000;
/// The maximum size of one XML file in an archive, in bytes.
const LONGEST_XML: u64 = 128 << 20;

/// An opened archive in memory.
pub(crate) struct Archive {
    bytes: Arc<[u8]>,
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
}

impl Archive {
    /// Opens an archive; `None` if the bytes are not a readable ZIP file.
    pub fn open(bytes: &[u8]) -> Option<Self> {
        let bytes: Arc<[u8]> = bytes.into();
        let zip = ZipArchive::new(Cursor::new(Arc::clone(&bytes))).ok()?;
        Some(Self { bytes, zip })
    }

    /// Returns the whole archive for another reader.
    pub fn bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.bytes)
    }

    /// Returns whether it contains a file of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// Returns the number of files and folders in it.
    pub fn len(&self) -> usize {
        self.zip.len()
    }

    /// Returns at most `limit` bytes of a file in the archive.
    pub fn read(&mut self, name: &str, limit: u64) -> Option<Vec<u8>> {
        self.read_nth(self.zip.index_for_name(name)?, limit)
    }

    /// Returns at most `limit` bytes of the file at a position in the archive.
    pub fn read_nth(&mut self, nth: usize, limit: u64) -> Option<Vec<u8>> {
        let file = self.zip.by_index(nth).ok()?;
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Returns an XML file of the archive as text; `None` if the file is missing.
    pub fn xml(&mut self, name: &str, format: Format) -> Result<Option<String>, Error> {
        let nth = self.zip.index_for_name(name);
        nth.map(|nth| self.xml_nth(nth, format)).transpose()
    }

    /// Returns the XML file at a position in the archive as text.
    pub fn xml_nth(&mut self, nth: usize, format: Format) -> Result<String, Error> {
        let unreadable = || Error::broken(format, "part of it cannot be unpacked");
        let bytes = self.read_nth(nth, LONGEST_XML + 1).ok_or_else(unreadable)?;
        match bytes.len() as u64 > LONGEST_XML {
            true => Err(Error::TooLarge { format, megabytes: LONGEST_XML >> 20 }),
            false => Ok(encoding::decode_markup(&bytes)),
        }
    }

    /// Returns whether one of its files is encrypted with a password.
    pub fn has_password(&mut self) -> bool {
        (0..self.zip.len()).any(|nth| self.zip.by_index_raw(nth).is_ok_and(|file| file.encrypted()))
    }

    /// Returns whether the unpacked content is within the limits. Declared sizes can lie, so this
    /// unpacks everything and discards it. Files that do not unpack count as far as they go.
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
    fn xml_files_are_read_whole_or_not_at_all() {
        let long = vec![b' '; (128 << 20) + 1];
        let files: [(&str, &[u8]); 3] = [("a.xml", b"<a>\xc3\xa4</a>"), ("b/", b""), ("c", &long)];
        let mut archive = Archive::open(&archive(&files)).unwrap();
        assert_eq!(archive.xml("a.xml", Format::Docx), Ok(Some("<a>ä</a>".to_owned())));
        assert_eq!(archive.xml("no", Format::Docx), Ok(None));
        let too_large = Error::TooLarge { format: Format::Docx, megabytes: 128 };
        assert_eq!(archive.xml("c", Format::Docx), Err(too_large));
        assert_eq!((archive.len(), archive.read_nth(2, 1)), (3, Some(vec![b' '])));
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
