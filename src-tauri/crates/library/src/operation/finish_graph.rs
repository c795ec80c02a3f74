//! The end of a graph's construction.

use protocol::GraphId;

use crate::error::{Error, Result};
use crate::open::Writer;
use crate::table::{batches, documents, graphs, nodes};

impl Writer {
    /// Marks a graph as complete, with `top` as its last level. Levels above are discarded in the
    /// same transaction: so a build that found its last level no shorter than the one below ends
    /// without that level, and no crash in between can make it be written again.
    ///
    /// Graphs of earlier texts with the same model and settings are deleted in the same
    /// transaction, unless a question was asked of them; those lose their embeddings.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`]; [`Error::Refused`] if the graph has no such level.
    pub fn finish_graph(&mut self, id: GraphId, top: u32) -> Result<()> {
        self.write(|transaction| {
            let graph = graphs::require_growing(transaction, id)?;
            batches::discard_above(transaction, id, top)?;
            nodes::discard_above(transaction, id, top)?;
            if nodes::last(transaction, id)?.is_none_or(|last| last.level != top) {
                return Err(Error::Refused(format!("graph {id} has no level {top}")));
            }
            graphs::complete(transaction, id)?;
            graphs::forget_earlier(transaction, id)?;
            documents::clear_failure(transaction, graph.document)
        })
    }
}
