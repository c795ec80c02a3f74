//! Documents as a file for another library.

use std::path::Path;

use library::PortableSummary;
use protocol::{Code, DocumentId, Failure, JobId, Outcome, PortableFile, Stage};

use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;
use crate::jobs::file_progress::JobFileProgress;

/// Checks, before hours of work for it, that documents can be exported to a file: there is none, or
/// an earlier export.
///
/// # Errors
///
/// If another file is there, or its folder is missing.
pub fn check_export(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let message = format!("The folder {} does not exist. Create it first.", folder.display());
        return Err(Failure::new(Code::FileMissing, message));
    }
    Ok(library::check_export(file)?)
}

impl Engine {
    /// Writes documents to a file.
    pub(crate) fn export_documents(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        file: &str,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let path = Path::new(file);
        check_export(path)?;
        if documents.is_empty() {
            let message = "There is no document to export. Name one that `pecan list` shows.";
            return Err(Failure::new(Code::BadRequest, message).into());
        }
        let library = self.access.read()?;
        let mut progress = JobFileProgress::new(job, path, Stage::Exporting, client);
        let written = library.export_documents(documents, path, &mut progress)?;
        let PortableSummary { documents, graphs, questions, bytes, content } = written;
        let (file, sha256) = (file.to_owned(), content);
        let exported = PortableFile { file, documents, graphs, questions, bytes, sha256 };
        Ok(Outcome::DocumentsExported(exported))
    }
}
