//! Documents, with everything that belongs to them, as a file for another library.

use std::path::Path;

use atomic_file::PartialFile;
use protocol::DocumentId;

use crate::error::{Error, Result};
use crate::open::Library;
use crate::portable::{self, FileProgress, PortableSummary};
use crate::table::existence::require_document;

impl Library {
    /// Writes documents to a file, completely or not at all: with their originals, texts, graphs and
    /// embeddings, the questions about nothing but them, and what is known about their names. An
    /// earlier export is replaced.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`]; [`Error::Occupied`] if another file is there;
    /// [`Error::Unwritten`], [`Error::Stopped`].
    pub fn export_documents(
        &self,
        documents: &[DocumentId],
        file: &Path,
        progress: &mut dyn FileProgress,
    ) -> Result<PortableSummary> {
        self.read(|connection| {
            for document in documents {
                require_document(connection, *document)?;
            }
            portable::check_vacant(file)?;
            let unwritten = |error| Error::unwritten(file, &error);
            let part = PartialFile::begin(file).map_err(unwritten)?;
            let numbers: Vec<i64> = documents.iter().map(|document| document.0).collect();
            let summary = portable::write(connection, &numbers, (part.path(), file), progress)?;
            part.finish().map_err(unwritten)?;
            Ok(summary)
        })
    }
}
