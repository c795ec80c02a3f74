use std::io;
use std::path::{Path, PathBuf};

use protocol::{Code, DocumentId, Failure, GraphId, QuestionId};
use rusqlite::{ErrorCode, ffi};

/// Failures of the library, and what to do about them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another process, or another part of this one, holds the library for writing.
    #[error(
        "Another program is writing to the library. Wait until it has finished, or close it, and \
         try again."
    )]
    Busy,
    /// The folder, the file or the whole disk is write-protected.
    #[error(
        "The library is read-only: its folder, its file or the disk is write-protected. Make it \
         writable, or choose another folder for the library."
    )]
    ReadOnly,
    /// The file's schema is newer than any that this program knows.
    #[error(
        "The library was written by a newer version of Pecan (format {found}; this version \
         supports formats up to {known}). Nothing was changed. Open the library with the newer \
         version."
    )]
    Newer {
        /// The file's schema.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The file is not a library, or is damaged.
    #[error(
        "The library is damaged ({0}). Restore its file library.db from a copy, or move that file \
         away to start a new library."
    )]
    Broken(String),
    /// There was no space left for the data; none of it was written.
    #[error(
        "The library cannot grow: the disk is full, or a quota or the maximum file size is \
         reached. Nothing was lost or left half-written. Free some space and try again."
    )]
    DiskFull,
    /// The document is larger than one SQLite value can be.
    #[error("The document is too large for the library, which accepts files of up to 1 GB.")]
    TooLarge,
    /// There was not enough memory.
    #[error("There is not enough memory for this. Close other programs and try again.")]
    OutOfMemory,
    /// The library's folder or file cannot be opened at all.
    #[error("The library's folder {} cannot be used: {reason}. Choose another folder.", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why, in the system's words.
        reason: String,
    },
    /// The system reported a failure while reading or writing the file.
    #[error("The library could not be read or written: {0}. Check the disk that holds it.")]
    Disk(String),
    /// The platform names no place for a user's data.
    #[error("This system has no folder for the user's data. Choose a folder for the library.")]
    NoDataFolder,
    /// No document has this number.
    #[error("Document {0} is not in the library.")]
    DocumentUnknown(DocumentId),
    /// No graph has this number.
    #[error("Graph {0} is not in the library.")]
    GraphUnknown(GraphId),
    /// No question has this number.
    #[error("Question {0} is not in the library.")]
    QuestionUnknown(QuestionId),
    /// The data to save contradicts the stored data; nothing was saved.
    #[error("This conflicts with the contents of the library and was not saved: {0}.")]
    Refused(String),
    /// The file is not one with documents of a library.
    #[error(
        "This is not a file that `pecan export` wrote, or only a part of one. Nothing was imported."
    )]
    NotPortable,
    /// The file with documents is damaged, or was changed.
    #[error(
        "The file is damaged or was changed ({0}). Nothing was imported. Copy the file again, or \
         export it again."
    )]
    PortableBroken(String),
    /// The file with documents was written by a newer program.
    #[error(
        "The file was written by a newer version of Pecan ({found}; this version knows up to \
         {known}). Nothing was imported. Import it with the newer version."
    )]
    PortableNewer {
        /// What is newer in the file.
        found: String,
        /// The newest that this program knows.
        known: i64,
    },
    /// A document with the same bytes is in the library, with another text.
    #[error(
        "The library has document {0} with the same file, but read in another way, so that nothing \
         in the imported graph would stand where it belongs. Nothing was imported. To take the \
         imported document, remove document {0} first."
    )]
    TextDiffers(DocumentId),
    /// A file for documents cannot be written.
    #[error("{} cannot be written: {reason}.", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        reason: String,
        /// Whether there is no space left.
        is_full: bool,
    },
    /// A file that is no export is where one should be written.
    #[error("{} exists and was not exported by Pecan. Choose another name.", .0.display())]
    Occupied(PathBuf),
    /// It was stopped.
    #[error("Stopped.")]
    Stopped,
    /// SQLite reported an unexpected error.
    #[error("The library's database reported: {0}.")]
    Sqlite(rusqlite::Error),
}

/// SQLite's codes for a write that failed other than for a full disk, and for the file beside the
/// WAL that could not grow: nearly always a quota, a limit on the size of files, or a full disk
/// after all.
const NO_ROOM: [i32; 2] = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE];

/// The result of every use of the library.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns the code that programs branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Busy => Code::LibraryBusy,
            Self::ReadOnly => Code::LibraryReadOnly,
            Self::Newer { .. } => Code::LibraryNewer,
            Self::Broken(_) => Code::LibraryBroken,
            Self::DiskFull => Code::DiskFull,
            Self::OutOfMemory => Code::OutOfMemory,
            Self::DocumentUnknown(_) => Code::DocumentUnknown,
            Self::GraphUnknown(_) => Code::GraphMissing,
            Self::TooLarge | Self::NoDataFolder | Self::QuestionUnknown(_) => Code::BadRequest,
            Self::Folder { .. } | Self::Disk(_) => Code::FileUnreadable,
            Self::NotPortable => Code::FormatUnknown,
            Self::PortableBroken(_) => Code::DocumentBroken,
            Self::PortableNewer { .. } => Code::LibraryNewer,
            Self::TextDiffers(_) => Code::BadRequest,
            Self::Unwritten { is_full: true, .. } => Code::DiskFull,
            Self::Unwritten { .. } | Self::Occupied(_) => Code::FileUnwritable,
            Self::Stopped => Code::Stopped,
            Self::Refused(_) | Self::Sqlite(_) => Code::Internal,
        }
    }

    /// Returns the error for a file with documents that cannot be written.
    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Self {
        let kind = error.kind();
        let is_full = matches!(
            kind,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        );
        Self::Unwritten { path: path.to_owned(), reason: error.to_string(), is_full }
    }

    /// Returns the error for the failure of SQLite to write a file with documents.
    pub(crate) fn unwritten_rows(path: &Path, error: rusqlite::Error) -> Self {
        match Self::from(error) {
            Self::DiskFull => Self::Unwritten {
                path: path.to_owned(),
                reason: "no space is left".into(),
                is_full: true,
            },
            known @ (Self::OutOfMemory | Self::TooLarge) => known,
            other => {
                let reason = other.to_string().trim_end_matches('.').to_owned();
                Self::Unwritten { path: path.to_owned(), reason, is_full: false }
            }
        }
    }

    /// Returns what an error means while a file with documents is read: what would be damage of the
    /// library, or contradict it, is damage of the file.
    pub(crate) fn of_portable(self) -> Self {
        match self {
            Self::Broken(why) | Self::Refused(why) => Self::PortableBroken(why),
            Self::DocumentUnknown(_) | Self::GraphUnknown(_) | Self::QuestionUnknown(_) => {
                Self::PortableBroken("a row is missing".to_owned())
            }
            Self::Sqlite(error)
                if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) =>
            {
                Self::PortableBroken("its rows contradict one another".to_owned())
            }
            other => other,
        }
    }

    /// Returns the error for the failure of SQLite to read a file with documents.
    pub(crate) fn portable_rows(error: rusqlite::Error) -> Self {
        match Self::from(error) {
            known @ (Self::OutOfMemory | Self::TooLarge) => known,
            Self::Broken(why) => Self::PortableBroken(why),
            other => Self::PortableBroken(other.to_string().trim_end_matches('.').to_owned()),
        }
    }

    /// Returns the error for a failure of the folder itself, before SQLite was involved.
    pub(crate) fn in_folder(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull,
            _ => Self::Folder { path: path.to_owned(), reason: error.to_string() },
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        match &error {
            Sql::FromSqlConversionFailure(..)
            | Sql::IntegralValueOutOfRange(..)
            | Sql::InvalidColumnType(..)
            | Sql::Utf8Error(..) => Self::Broken(error.to_string()),
            _ => match error.sqlite_error() {
                Some(cause) if NO_ROOM.contains(&cause.extended_code) => Self::DiskFull,
                Some(cause) => Self::from_code(cause.code, error),
                None => Self::Sqlite(error),
            },
        }
    }
}

impl Error {
    fn from_code(code: ErrorCode, error: rusqlite::Error) -> Self {
        match code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
            ErrorCode::ReadOnly => Self::ReadOnly,
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Self::Broken(error.to_string()),
            ErrorCode::DiskFull => Self::DiskFull,
            ErrorCode::TooBig => Self::TooLarge,
            ErrorCode::OutOfMemory => Self::OutOfMemory,
            ErrorCode::CannotOpen
            | ErrorCode::SystemIoFailure
            | ErrorCode::PermissionDenied
            | ErrorCode::FileLockingProtocolFailed => Self::Disk(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(code: i32) -> Error {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()
    }

    #[test]
    fn what_sqlite_reports_becomes_a_code() {
        let cases = [
            (ffi::SQLITE_BUSY, Code::LibraryBusy),
            (ffi::SQLITE_LOCKED, Code::LibraryBusy),
            (ffi::SQLITE_READONLY, Code::LibraryReadOnly),
            (ffi::SQLITE_CORRUPT, Code::LibraryBroken),
            (ffi::SQLITE_NOTADB, Code::LibraryBroken),
            (ffi::SQLITE_FULL, Code::DiskFull),
            (ffi::SQLITE_IOERR_WRITE, Code::DiskFull),
            (ffi::SQLITE_IOERR_SHMSIZE, Code::DiskFull),
            (ffi::SQLITE_TOOBIG, Code::BadRequest),
            (ffi::SQLITE_NOMEM, Code::OutOfMemory),
            (ffi::SQLITE_IOERR_READ, Code::FileUnreadable),
            (ffi::SQLITE_CONSTRAINT, Code::Internal),
        ];
        for (reported_code, expected) in cases {
            assert_eq!(reported(reported_code).code(), expected, "SQLite code {reported_code}");
        }
    }

    #[test]
    fn what_the_system_reports_becomes_a_code() {
        let cases = [
            (io::ErrorKind::PermissionDenied, Code::LibraryReadOnly),
            (io::ErrorKind::ReadOnlyFilesystem, Code::LibraryReadOnly),
            (io::ErrorKind::StorageFull, Code::DiskFull),
            (io::ErrorKind::NotADirectory, Code::FileUnreadable),
        ];
        for (kind, expected) in cases {
            let error = Error::in_folder(Path::new("books"), &kind.into());
            assert_eq!(error.code(), expected, "{kind:?}");
        }
    }

    #[test]
    fn a_failure_has_the_code_and_the_sentence() {
        let failure = Failure::from(Error::DocumentUnknown(DocumentId(7)));
        assert_eq!(failure.code, Code::DocumentUnknown);
        assert_eq!(failure.message, "Document 7 is not in the library.");
    }
}
