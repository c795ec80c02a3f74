//! Documents from a file that another library wrote.

use std::path::Path;

use protocol::{DocumentId, GraphId, QuestionId};
use rusqlite::Transaction;

use super::check_imported::{GraphCheck, check_imported};
use super::match_known::KnownRows;
use crate::error::{Error, Result};
use crate::open::Writer;
use crate::portable::{
    Copier, Entity, FileProgress, Ids, PortableFile, RowCounter, Selection, portable_error,
};
use crate::table::{documents, graphs, search};

/// What an import took in of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedRows {
    /// The document.
    pub document: DocumentId,
    /// Whether the library had it before.
    pub known: bool,
    /// The number of its graphs that are new.
    pub graphs: u32,
    /// The number of questions about it that are new.
    pub questions: u32,
}

impl Writer {
    /// Imports the documents of a file that someone else wrote, with everything that belongs to them:
    /// all of it or nothing. Of a document that the library has, only what is missing is added.
    ///
    /// # Errors
    ///
    /// [`Error::NotPortable`], [`Error::PortableNewer`], [`Error::PortableBroken`],
    /// [`Error::TextDiffers`], [`Error::DiskFull`], [`Error::Stopped`].
    pub fn import_documents(
        &mut self,
        path: &Path,
        check: GraphCheck<'_>,
        progress: &mut dyn FileProgress,
    ) -> Result<Vec<ImportedRows>> {
        let mut counter = RowCounter::twice(progress, path);
        let rows = PortableFile::open(path, &mut counter)?.at_newest_schema()?;
        let selection = Selection::whole(&rows.file).map_err(portable_error)?;
        self.write(|transaction| {
            let mut known = KnownRows::new(&rows.file, transaction)?;
            let copier = Copier {
                from: &rows.file,
                to: transaction,
                layout: &rows.layout,
                is_whole: true,
                unwritten: &Error::from,
            };
            let ids =
                copier.run(&selection, &mut known, &mut counter).map_err(Error::of_portable)?;
            known.finish()?;
            settle(transaction, &ids)?;
            check_imported(transaction, &ids, check).map_err(Error::of_portable)?;
            count(transaction, &ids)
        })
    }
}

/// Makes new documents searchable. A failure to build that an imported graph makes good is
/// forgotten.
fn settle(transaction: &Transaction<'_>, ids: &Ids) -> Result<()> {
    for document in ids.of(Entity::Document).iter().filter(|placed| !placed.known) {
        search::put(transaction, DocumentId(document.to)).map_err(Error::of_portable)?;
    }
    for graph in ids.of(Entity::Graph).iter().filter(|placed| !placed.known) {
        let graph = graphs::load(transaction, GraphId(graph.to))?;
        if graph.complete && !graph.earlier {
            documents::clear_failure(transaction, graph.document)?;
        }
    }
    Ok(())
}

/// Returns what is new about each document.
fn count(transaction: &Transaction<'_>, ids: &Ids) -> Result<Vec<ImportedRows>> {
    let row = |placed: &crate::portable::Placed| ImportedRows {
        document: DocumentId(placed.to),
        known: placed.known,
        graphs: 0,
        questions: 0,
    };
    let mut imported: Vec<ImportedRows> = ids.of(Entity::Document).iter().map(row).collect();
    for graph in ids.of(Entity::Graph).iter().filter(|placed| !placed.known) {
        let document = graphs::load(transaction, GraphId(graph.to))?.document;
        let own = imported.iter_mut().filter(|row| row.document == document);
        own.for_each(|row| row.graphs += 1);
    }
    for question in ids.of(Entity::Question).iter().filter(|placed| !placed.known) {
        let asked = crate::table::question_documents::load(transaction, QuestionId(question.to))?.0;
        let own = imported.iter_mut().filter(|row| asked.contains(&row.document));
        own.for_each(|row| row.questions += 1);
    }
    Ok(imported)
}
