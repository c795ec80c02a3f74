//! The library, opened for writing only once something is to be written.

use std::path::PathBuf;

use library::{Library, Writer};
use protocol::Failure;

/// Reading takes no lock, so that other programs can write meanwhile; the right to write is kept
/// once it was needed.
pub(crate) struct Shelf {
    folder: PathBuf,
    reader: Option<Library>,
    writer: Option<Writer>,
}

impl Shelf {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, reader: None, writer: None }
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
        if self.writer.is_none() {
            self.reader = None;
            self.writer = Some(Library::open(&self.folder)?);
        }
        // It was put there two lines above.
        self.writer
            .as_mut()
            .ok_or_else(|| Failure::new(protocol::Code::Internal, "The library is not open."))
    }
}
