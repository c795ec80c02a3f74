//! Opens the library's file: for reading, shared, or for writing, exclusively.

use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::{Error, Result};
use crate::lock::WriterLock;
use crate::{connect, schema};

pub(crate) const FILE: &str = "library.db";
/// The last writes, until they are checkpointed into the file.
const WAL: &str = "library.db-wal";

/// Returns the library's folder if the user names none: `pecan` in the platform's data folder.
///
/// # Errors
///
/// [`Error::NoDataFolder`] if the platform has none, as for a user without a home.
pub fn default_dir() -> Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "Pecan").ok_or(Error::NoDataFolder)?;
    Ok(folders.data_local_dir().to_owned())
}

/// Creates the folder if it is missing, for its owner alone.
fn make_private(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// Lets only its owner read and write a file, whatever the permissions of the file from which it
/// was copied.
fn make_writable(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    let wanted = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    #[cfg(not(unix))]
    let wanted = {
        let mut wanted = fs::metadata(file)?.permissions();
        wanted.set_readonly(false);
        wanted
    };
    fs::set_permissions(file, wanted)
}

/// A library, for reading. Any number of them can be open beside one [`Writer`]; each call sees
/// everything committed before it began.
#[derive(Debug)]
pub struct Library {
    pub(crate) connection: Connection,
}

/// A library, for reading and writing. There is one at a time among all processes.
///
/// Every method that writes is one transaction, on disk when it returns: after a crash, a power
/// failure or a full disk all of it is there or nothing.
#[derive(Debug)]
pub struct Writer {
    // Closed before the lock is released.
    library: Library,
    found: String,
    _lock: WriterLock,
}

impl Library {
    /// Opens the library in a folder for writing, and creates or upgrades it if needed.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] while another writer is open, here or in another process;
    /// [`Error::ReadOnly`], [`Error::Newer`] (the file stays untouched), [`Error::Broken`],
    /// [`Error::DiskFull`].
    pub fn open(dir: &Path) -> Result<Writer> {
        make_private(dir).map_err(|error| Error::in_folder(dir, &error))?;
        let file = dir.join(FILE);
        connect::refuse_newer(&file)?;
        let lock = WriterLock::take(dir)?;
        let found = Self::stamp(dir);
        let connection = connect::for_writing(&file)?;
        Ok(Writer { library: Self { connection }, found, _lock: lock })
    }

    /// Creates the library in a folder as a copy of the one in another folder, which must not be
    /// open. Returns whether none existed yet.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written; [`Error::Busy`] if another program creates it.
    pub fn begin_with(dir: &Path, other: &Path) -> Result<bool> {
        let (file, part) = (dir.join(FILE), dir.join("library.part"));
        if file.exists() {
            return Ok(false);
        }
        make_private(dir).map_err(|error| Error::in_folder(dir, &error))?;
        let _lock = WriterLock::take(dir)?;
        // All or nothing: a truncated copy would look like a broken library.
        fs::copy(other.join(FILE), &part)
            .and_then(|_| make_writable(&part))
            .and_then(|()| File::open(&part)?.sync_all())
            .and_then(|()| fs::rename(&part, &file))
            .map_err(|error| Error::in_folder(dir, &error))?;
        Ok(true)
    }

    /// Opens the library in a folder for reading, even while another program writes, and even where
    /// writing is not allowed. A missing library reads as an empty one: open it again to see one
    /// that was created since.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::Broken`]. A file of an older schema is upgraded first, which can
    /// fail as in [`Library::open`].
    pub fn open_read_only(dir: &Path) -> Result<Self> {
        let file = dir.join(FILE);
        let Some(connection) = connect::for_reading(&file)? else { return Self::empty() };
        schema::check(&connection)?;
        match schema::version(&connection)? {
            0 => {
                connect::refuse_tables_of_others(&connection)?;
                Self::empty()
            }
            version if version == schema::newest() => Ok(Self { connection }),
            _ => {
                drop(connection);
                drop(Self::open(dir)?);
                Self::open_read_only(dir)
            }
        }
    }

    /// Returns whether there is a library in a folder. It is not opened for it.
    pub fn exists(dir: &Path) -> bool {
        fs::metadata(dir.join(FILE)).is_ok_and(|about| about.len() > 0)
    }

    /// Returns a text that changes whenever the library in a folder is written to. The library is
    /// not opened for it.
    pub fn stamp(dir: &Path) -> String {
        let stamp = |name| match fs::metadata(dir.join(name)) {
            // A reader may leave an empty file.
            Ok(about) if about.len() > 0 => format!("{} {:?}", about.len(), about.modified().ok()),
            _ => String::new(),
        };
        [FILE, WAL].map(stamp).join(", ")
    }

    fn empty() -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        schema::migrate(&mut connection)?;
        Ok(Self { connection })
    }

    /// Runs several queries on one state of the library, whatever is written meanwhile.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let snapshot = self.connection.unchecked_transaction()?;
        work(&snapshot)
    }
}

impl Deref for Writer {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

impl Writer {
    /// The library's [stamp](Library::stamp) when it was opened, as the previous writer left it.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// Closes the library of a folder, and returns its stamp before another program can write.
    pub fn close(self, dir: &Path) -> String {
        let Self { library, _lock, .. } = self;
        drop(library);
        Library::stamp(dir)
    }

    /// Runs work that is committed as a whole or, if it fails, not at all.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T>,
    ) -> Result<T> {
        let transaction =
            self.library.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let outcome = work(&transaction)?;
        transaction.commit()?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use protocol::Code;
    use tempfile::tempdir;

    use super::*;
    use crate::{BatchCost, Beside, NewBatch, NewChunk, NewDocument, NewPoint};

    fn document<'a>(original: &'a [u8], text: &'a str) -> NewDocument<'a> {
        NewDocument {
            title: None,
            author: None,
            language: None,
            format: "text",
            file_name: "nut.txt",
            original,
            text,
            paged: false,
            pages: &[],
            outline: &[],
        }
    }

    /// Lets the file grow by at most `pages` pages, as on a nearly full disk.
    fn leave_room(library: &Writer, pages: i64) {
        let connection = &library.connection;
        let used: i64 =
            connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        connection
            .pragma_update_and_check(None, "max_page_count", used + pages, |_| Ok(()))
            .unwrap();
    }

    #[test]
    fn a_library_begins_with_what_another_has_and_never_again() {
        let (from, to) = (tempdir().unwrap(), tempdir().unwrap());
        let mut writer = Library::open(from.path()).unwrap();
        writer.set_setting("a", Some("1")).unwrap();
        drop(writer);
        let mut wanted = fs::metadata(from.path().join(FILE)).unwrap().permissions();
        wanted.set_readonly(true);
        fs::set_permissions(from.path().join(FILE), wanted).unwrap();
        let to = to.path().join("new");
        assert!(Library::begin_with(&to, from.path()).unwrap());
        let mut own = Library::open(&to).unwrap();
        assert_eq!(own.setting("a").unwrap().as_deref(), Some("1"));
        own.set_setting("a", Some("2")).unwrap();
        drop(own);
        assert!(!Library::begin_with(&to, from.path()).unwrap());
        let own = Library::open_read_only(&to).unwrap();
        assert_eq!(own.setting("a").unwrap().as_deref(), Some("2"));
        assert!(!to.join("library.part").exists());
    }

    #[test]
    fn without_the_other_there_is_none() {
        let folder = tempdir().unwrap();
        assert!(Library::begin_with(folder.path(), &folder.path().join("none")).is_err());
        assert!(!folder.path().join(FILE).exists());
    }

    #[test]
    fn a_full_disk_loses_nothing_and_leaves_nothing_half_written() {
        let dir = tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let kept = library.add_document(&document(b"one", "text")).unwrap();
        let graph = library.begin_graph(kept, "aa", "{}").unwrap();
        let chunk = NewChunk { start: 0, end: 4, text: "text", tokens: &[1] };
        library.save_chunks(graph, &[chunk]).unwrap();
        let before = (library.list().unwrap(), library.load_graph(graph).unwrap());

        let long = "long ".repeat(10_000);
        let points = [NewPoint { text: &long, tokens: &[1], weights: &[1.0] }; 3];
        let cost = BatchCost::default();
        let batch = NewBatch {
            level: 2,
            inputs: 0..1,
            points: &points,
            quoted: false,
            unsupported: 0,
            cost,
        };
        for pages in [0, 1, 5, 20] {
            leave_room(&library, pages);
            let large = library.add_document(&document(&[7; 1 << 20], &long)).unwrap_err();
            assert_eq!(large.code(), Code::DiskFull, "{pages} pages: {large}");
            let batch = library.save_batch(graph, &batch).unwrap_err();
            assert_eq!(batch.code(), Code::DiskFull, "{pages} pages: {batch}");
            let after = (library.list().unwrap(), library.load_graph(graph).unwrap());
            assert_eq!(after, before, "{pages} pages");
        }
        // The document fits, but its cover does not.
        let beside =
            Beside { source: Some("/two"), cover: Some(&[7; 1 << 20]), version: "1", damaged: &[] };
        leave_room(&library, 20);
        let two = library.add_file(&document(b"two", "text"), &beside).unwrap_err();
        assert_eq!((two.code(), library.list().unwrap()), (Code::DiskFull, before.0));
        leave_room(&library, 1000);
        assert_eq!(library.save_batch(graph, &batch).unwrap(), 1..4);
        library.add_document(&document(&[7; 1 << 20], &long)).unwrap();
        drop(library);
        assert_eq!(Library::open_read_only(dir.path()).unwrap().list().unwrap().len(), 2);
    }

    #[test]
    fn every_commit_is_synced_and_rows_keep_their_owners() {
        let dir = tempdir().unwrap();
        let library = Library::open(dir.path()).unwrap();
        let pragma = |name: &str| -> rusqlite::types::Value {
            library.connection.pragma_query_value(None, name, |row| row.get(0)).unwrap()
        };
        assert_eq!(pragma("synchronous"), 2.into());
        assert_eq!(pragma("foreign_keys"), 1.into());
        assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
        assert_eq!(pragma("auto_vacuum"), 2.into());
        assert_eq!(pragma("application_id"), 0x5065_636e.into());
    }

    #[test]
    fn a_reader_cannot_write() {
        let dir = tempdir().unwrap();
        drop(Library::open(dir.path()).unwrap());
        let reader = Library::open_read_only(dir.path()).unwrap();
        let written = reader.connection.execute("DELETE FROM settings", []);
        assert_eq!(Error::from(written.unwrap_err()).code(), Code::LibraryReadOnly);
    }
}
