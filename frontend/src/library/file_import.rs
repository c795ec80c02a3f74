//! Files that are being added, and those that were not read.

use protocol::{Code, DocumentId, Failure};
use serde::{Deserialize, Serialize};

use crate::format;
use crate::job::TrackedJob;

/// A file or folder that is being added or is waiting, or a document that is being read again.
#[derive(Debug, Clone, PartialEq)]
pub struct FileImport {
    /// Distinguishes entries.
    pub key: u32,
    /// The file or folder, or the document's title.
    pub file: String,
    /// The document, if one is read again.
    pub again: Option<DocumentId>,
    /// The engine's job.
    pub task: TrackedJob,
}

/// A file that was not read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnreadFile {
    /// The file.
    pub file: String,
    /// Why.
    pub failure: Failure,
    /// The collection that the file will join.
    pub collection: Option<String>,
}

/// What the user can do about a file that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// Enter its password.
    Password,
    /// Retry.
    Again,
    /// Make its scanned pages readable, with a program or in another language, and retry.
    Recognition,
}

impl FileImport {
    /// Returns the name of the file, folder or document.
    pub fn name(&self) -> &str {
        match self.again {
            None => format::file_name(&self.file),
            Some(_) => &self.file,
        }
    }
}

impl UnreadFile {
    /// Returns what the user can do about the failure, if anything.
    pub fn help(failure: &Failure) -> Option<Help> {
        match failure.code {
            Code::PasswordNeeded | Code::PasswordWrong => Some(Help::Password),
            Code::ReaderDied => Some(Help::Again),
            Code::RecogniserMissing | Code::LanguageMissing => Some(Help::Recognition),
            _ => None,
        }
    }
}
