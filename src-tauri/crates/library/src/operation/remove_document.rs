//! The removal of a document from all tables, without a trace on the disk.

use protocol::DocumentId;

use crate::error::Result;
use crate::open::Writer;
use crate::table::existence::require_document;
use crate::table::{documents, recognised_pages, search};

impl Writer {
    /// Removes a document, with its graphs and every question about it, also about it and others
    /// together: their answers may quote it.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn remove_document(&mut self, id: DocumentId) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, id)?;
            search::take_out(transaction, id)?;
            recognised_pages::take_out(transaction, id, None)?;
            documents::delete(transaction, id)
        })?;
        self.clear_up();
        Ok(())
    }

    /// Leaves no trace of removed data on the disk. The data itself is already gone: a failure here
    /// only delays returning the space, and the next removal does that too.
    pub(crate) fn clear_up(&self) {
        let _ = self.give_space_back();
        let _ = self.empty_the_wal();
    }

    fn give_space_back(&self) -> Result<()> {
        let mut statement = self.connection.prepare("PRAGMA incremental_vacuum")?;
        let mut steps = statement.query([])?;
        while steps.next()?.is_some() {}
        Ok(())
    }

    /// Empties the WAL, which holds removed content until it is overwritten.
    pub(crate) fn empty_the_wal(&self) -> Result<()> {
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }
}
