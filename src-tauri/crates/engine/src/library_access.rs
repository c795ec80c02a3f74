//! The library, opened for writing only when something is to be written.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use library::{Library, Writer};
use protocol::Failure;

/// Reading takes no lock, so that other programs can write meanwhile. The right to write is kept
/// from its first use until it is put back.
pub(crate) struct LibraryAccess {
    folder: PathBuf,
    reader: Option<Library>,
    writer: Option<Writer>,
    /// Shared by the accesses of all threads. It is locked while one of them opens or closes the library: the first to
    /// open it may have to create or upgrade it.
    stamps: Arc<Mutex<LibraryStamps>>,
}

/// What tells whether another program has written to a library.
struct LibraryStamps {
    /// Whether the library is open for writing here.
    is_open: bool,
    /// The library's stamp when it was last written or checked here.
    own: String,
    /// The last stamp that another program left.
    theirs: String,
}

impl LibraryAccess {
    pub(crate) fn new(folder: PathBuf) -> Self {
        let own = Library::stamp(&folder);
        let stamps = LibraryStamps { is_open: false, theirs: own.clone(), own };
        Self { folder, reader: None, writer: None, stamps: Arc::new(Mutex::new(stamps)) }
    }

    /// Returns an access to the same library for another thread.
    pub(crate) fn another(&self) -> Self {
        let (folder, stamps) = (self.folder.clone(), Arc::clone(&self.stamps));
        Self { folder, reader: None, writer: None, stamps }
    }

    /// The library's folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the library in its current state. Without the right to write it is opened again,
    /// because the file may have been created since.
    pub(crate) fn read(&mut self) -> Result<&Library, Failure> {
        if let Some(writer) = &self.writer {
            return Ok(writer);
        }
        let _opening = lock(&self.stamps);
        Ok(self.reader.insert(Library::open_read_only(&self.folder)?))
    }

    /// Returns the library for writing.
    pub(crate) fn write(&mut self) -> Result<&mut Writer, Failure> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                self.reader = None;
                let mut stamps = lock(&self.stamps);
                let writer = Library::open(&self.folder)?;
                stamps.look_at(writer.found().to_owned());
                stamps.is_open = true;
                writer
            }
        };
        Ok(self.writer.insert(writer))
    }

    /// Returns a text that changes when another program has written.
    pub(crate) fn written_by_others(&self) -> String {
        let mut stamps = lock(&self.stamps);
        // The holder of the right to write is the only writer.
        if !stamps.is_open {
            stamps.look_at(Library::stamp(&self.folder));
        }
        stamps.theirs.clone()
    }

    /// Returns the library, if it is open for writing.
    pub(crate) fn writer(&mut self) -> Option<&mut Writer> {
        self.writer.as_mut()
    }

    /// Releases the right to write.
    pub(crate) fn put_back(&mut self) {
        if let Some(writer) = self.writer.take() {
            let mut stamps = lock(&self.stamps);
            stamps.own = writer.close(&self.folder);
            stamps.is_open = false;
        }
    }

    /// Closes the library until it is read the next time.
    pub(crate) fn rest(&mut self) {
        self.reader = None;
    }
}

impl LibraryStamps {
    /// Notices what another program has written, by comparing the library's current stamp.
    fn look_at(&mut self, now: String) {
        if now != self.own {
            self.theirs.clone_from(&now);
            self.own = now;
        }
    }
}

/// A panic elsewhere leaves the stamps intact.
fn lock(stamps: &Mutex<LibraryStamps>) -> MutexGuard<'_, LibraryStamps> {
    stamps.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_by_others_are_distinguished_from_own_writes() {
        let folder = tempfile::tempdir().unwrap();
        let others = |value| {
            Library::open(folder.path()).unwrap().set_setting("theirs", Some(value)).unwrap();
        };
        others("1");
        let mut access = LibraryAccess::new(folder.path().to_owned());
        let mut before = access.written_by_others();
        let mut is_news = |access: &mut LibraryAccess| {
            let now = access.written_by_others();
            std::mem::replace(&mut before, now) != access.written_by_others()
        };
        assert!(!is_news(&mut access));
        access.write().unwrap().set_setting("own", Some("1")).unwrap();
        assert!(!is_news(&mut access));
        access.put_back();
        assert!(!is_news(&mut access));
        others("2");
        assert!(is_news(&mut access) && !is_news(&mut access));
        others("3");
        access.write().unwrap().set_setting("own", Some("2")).unwrap();
        access.put_back();
        assert!(is_news(&mut access), "it was written just before");
    }
}
