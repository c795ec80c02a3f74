//! Adds files and folders to the library: reads them, then builds their graphs.

use std::path::Path;

use protocol::{
    AddOptions, Added, AddedItem, Code, DocumentId, Event, Failure, GraphOptions, JobId, Outcome,
    Role,
};

use crate::engine::Engine;
use crate::error::JobError;
use crate::graphs::build::BuildOutcome;
use crate::import::folder;
use crate::import::imported::Imported;
use crate::jobs::client::Client;
use crate::models::files::embedder_file;

impl Engine {
    /// Adds files and the documents of folders, one after another; a failure does not stop the others.
    pub(crate) fn add(
        &mut self,
        job: JobId,
        files: &[String],
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        if options.build {
            // Before any file is read: nothing can be built without the models.
            self.language(Role::Building)?.require_session()?;
            embedder_file()?;
        }
        let mut items = Vec::new();
        for file in files {
            if Path::new(file).is_dir() {
                self.add_folder(job, file, options, client, &mut items)?;
            } else {
                items.push(self.add_item(job, file, options, client)?);
            }
        }
        Ok(Outcome::Added(items))
    }

    /// Adds a folder's documents, as a collection with its name.
    fn add_folder(
        &mut self,
        job: JobId,
        name: &str,
        options: &AddOptions,
        client: &mut dyn Client,
        items: &mut Vec<AddedItem>,
    ) -> Result<(), JobError> {
        let (collection, before) = (folder::name(Path::new(name)), items.len());
        let mut found = match folder::look(Path::new(name)) {
            Ok(found) => found,
            Err(error) => {
                items.push(AddedItem::Failed { file: name.into(), error, collection: None });
                return Ok(());
            }
        };
        let options = AddOptions { collection: Some(collection.clone()), ..options.clone() };
        for path in found.documents {
            let item = match folder::unicode(&path) {
                Ok(file) => self.add_item(job, &file, &options, client)?,
                Err(error) => not_added(&path, error, &collection),
            };
            match &item {
                AddedItem::Failed { error, .. } if is_something_else(&path, error) => {
                    found.others.push(path);
                }
                _ => items.push(item),
            }
        }
        for (path, error) in found.failed {
            items.push(not_added(&path, error, &collection));
        }
        if !found.others.is_empty() || items.len() == before {
            items.push(folder::left_out(name, found.others));
        }
        Ok(())
    }

    fn add_item(
        &mut self,
        job: JobId,
        file: &str,
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<AddedItem, JobError> {
        match self.add_file(job, file, options, client) {
            Ok(added) => {
                if let Some(collection) = &options.collection {
                    self.access.write()?.collect(collection, added.id)?;
                }
                self.tell_listed(job, added.id, client);
                Ok(AddedItem::Added(added))
            }
            Err(JobError::Stopped) => Err(JobError::Stopped),
            Err(JobError::Failed(error)) => {
                let collection = options.collection.clone();
                Ok(AddedItem::Failed { file: file.into(), error, collection })
            }
        }
    }

    /// Resumes building a document's graph.
    pub(crate) fn build_one(
        &mut self,
        job: JobId,
        document: DocumentId,
        no_entities: bool,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let options = GraphOptions { no_entities, ..GraphOptions::default() };
        let graph = self.build(job, document, &options, client);
        // What is built is kept, however the job ended.
        self.tell_listed(job, document, client);
        let built = Imported::known(document);
        Ok(Outcome::Added(vec![AddedItem::Added(self.added(built, graph?)?)]))
    }

    /// Reports a document's list entry, so that a client showing the list need not reload all of it.
    pub(crate) fn tell_listed(
        &mut self,
        job: JobId,
        document: DocumentId,
        client: &mut dyn Client,
    ) {
        // A missing document has no entry, and the job's end says why.
        let known = self.access.read().map(|library| library.document(document));
        if let Ok(Ok(known)) = known {
            let summary = Box::new(known.summary);
            // A request to stop takes effect before the next file.
            let _ = client.report(job, Event::Listed { summary });
        }
    }

    fn add_file(
        &mut self,
        job: JobId,
        file: &str,
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<Added, JobError> {
        let imported = self.import(job, Path::new(file), options, client)?;
        let built = match options.build {
            true => self.build(job, imported.document, &options.graph, client)?,
            false => BuildOutcome::default(),
        };
        Ok(self.added(imported, built)?)
    }

    /// Reads a document's file again.
    pub(crate) fn read_again(
        &mut self,
        job: JobId,
        document: DocumentId,
        options: &AddOptions,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let imported = self.import_again(job, document, options, client)?;
        self.tell_listed(job, document, client);
        let added = self.added(imported, BuildOutcome::default())?;
        Ok(Outcome::Added(vec![AddedItem::Added(added)]))
    }

    fn added(&mut self, imported: Imported, built: BuildOutcome) -> Result<Added, Failure> {
        let Imported { document, unread, unrecognised, damaged } = imported;
        let summary = self.access.read()?.document(document)?.summary;
        Ok(Added {
            id: summary.id,
            title: summary.title,
            pages: summary.pages,
            chunks: summary.chunks,
            nodes: summary.nodes,
            levels: summary.levels,
            state: summary.state,
            cost: built.cost,
            names: built.names,
            notices: built.notices,
            unread,
            unrecognised,
            damaged,
        })
    }
}

/// Reports a file of a collection's folder that is not added.
fn not_added(path: &Path, error: Failure, collection: &str) -> AddedItem {
    let (file, collection) = (path.display().to_string(), Some(collection.to_owned()));
    AddedItem::Failed { file, error, collection }
}

/// Returns whether people would not expect the file to be read: an archive without a document in it, or a file whose
/// name does not reveal its type.
fn is_something_else(path: &Path, error: &Failure) -> bool {
    error.code == Code::FormatUnknown && path.extension().is_none_or(|end| end == "zip")
}
