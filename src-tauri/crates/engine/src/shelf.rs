//! The library, opened for writing only once something is to be written.

use std::path::{Path, PathBuf};

use library::{Library, Writer};
use protocol::Failure;

/// Reading takes no lock, so that other programs can write meanwhile; the right to write is kept
/// once it was needed, until it is put back.
pub(crate) struct Shelf {
    folder: PathBuf,
    reader: Option<Library>,
    writer: Option<Writer>,
}

impl Shelf {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, reader: None, writer: None }
    }

    /// The library's folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The library as it is now. Without the right to write it is opened anew, because the file
    /// may have been made since.
    pub(crate) fn read(&mut self) -> Result<&Library, Failure> {
        if let Some(writer) = &self.writer {
            return Ok(writer);
        }
        Ok(self.reader.insert(Library::open_read_only(&self.folder)?))
    }

    /// The library, for writing.
    pub(crate) fn write(&mut self) -> Result<&mut Writer, Failure> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                self.reader = None;
                Library::open(&self.folder)?
            }
        };
        Ok(self.writer.insert(writer))
    }

    /// The library, if it is open for writing.
    pub(crate) fn writer(&mut self) -> Option<&mut Writer> {
        self.writer.as_mut()
    }

    /// Gives the right to write back.
    pub(crate) fn put_back(&mut self) {
        self.writer = None;
    }
}
