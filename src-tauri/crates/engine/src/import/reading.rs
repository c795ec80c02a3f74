//! A file that is read, and its content.

use documents::Document;
use library::ContentHash;
use protocol::{Failure, JobId};
use reader::SourceFile;

/// A file that is being read.
pub(crate) struct OcrFile<'a> {
    /// The job.
    pub job: JobId,
    /// Its name and bytes.
    pub file: SourceFile<'a>,
    /// The key under which its pages are stored.
    pub hash: &'a ContentHash,
    /// The requested languages.
    pub languages: &'a [String],
}

/// The content of a file.
pub(crate) struct Read {
    /// Its text.
    pub document: Document,
    /// Its cover, as a PNG file.
    pub cover: Option<Vec<u8>>,
    /// Why scanned pages were left without text although they can be recognised here.
    pub unrecognised: Option<Failure>,
}
