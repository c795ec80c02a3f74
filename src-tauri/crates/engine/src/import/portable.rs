//! Imports documents from files that another library wrote.

use std::fs;
use std::path::Path;

use library::{ImportedRows, StoredGraph};
use protocol::{Code, Failure, ImportItem, ImportedDocument, JobId, Outcome, Stage};

use crate::engine::Engine;
use crate::error::JobError;
use crate::graphs::rows::from_rows;
use crate::import::files::unreadable;
use crate::jobs::client::Client;
use crate::jobs::file_progress::JobFileProgress;

impl Engine {
    /// Imports files, one after another; a failure does not stop the others.
    pub(crate) fn import_documents(
        &mut self,
        job: JobId,
        files: &[String],
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let mut items = Vec::with_capacity(files.len());
        for file in files {
            items.push(match self.import_portable(job, Path::new(file), client) {
                Ok(documents) => ImportItem::Imported { file: file.clone(), documents },
                Err(JobError::Failed(error)) => ImportItem::Failed { file: file.clone(), error },
                Err(JobError::Stopped) => return Err(JobError::Stopped),
            });
        }
        Ok(Outcome::DocumentsImported(items))
    }

    fn import_portable(
        &mut self,
        job: JobId,
        file: &Path,
        client: &mut dyn Client,
    ) -> Result<Vec<ImportedDocument>, JobError> {
        check_file(file)?;
        let mut progress = JobFileProgress::new(job, file, Stage::Importing, client);
        let rows = self.access.write()?.import_documents(file, &check_graph, &mut progress)?;
        let mut documents = Vec::with_capacity(rows.len());
        for row in rows {
            self.tell_listed(job, row.document, client);
            documents.push(self.imported(row)?);
        }
        Ok(documents)
    }

    fn imported(&mut self, row: ImportedRows) -> Result<ImportedDocument, Failure> {
        let ImportedRows { document, known, graphs, questions } = row;
        let summary = self.access.read()?.document(document)?.summary;
        let (title, state) = (summary.title, summary.state);
        Ok(ImportedDocument { id: document, title, state, known, graphs, questions })
    }
}

/// Checks that a file is there and is an ordinary one.
fn check_file(file: &Path) -> Result<(), Failure> {
    let about = fs::metadata(file).map_err(|error| unreadable(file, &error))?;
    if about.is_file() {
        // It must be possible to read it: what SQLite says of one that cannot be opened is no help.
        return fs::File::open(file).map(drop).map_err(|error| unreadable(file, &error));
    }
    let shown = file.display();
    let (code, message) = match about.is_dir() {
        true => (Code::IsFolder, format!("{shown} is a folder. Choose a file.")),
        false => (Code::FileUnreadable, format!("{shown} is not an ordinary file.")),
    };
    Err(Failure::new(code, message))
}

/// Checks that a graph is one that a build could have made.
fn check_graph(stored: &StoredGraph) -> Result<(), String> {
    from_rows(stored).map(drop).map_err(|_| "a graph contradicts itself".to_owned())
}
