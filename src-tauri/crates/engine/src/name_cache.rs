//! The names of the most recently read documents: finding them in a long book takes a second.

use std::sync::Arc;

use library::Library;
use protocol::Failure;

use crate::entities::{DocumentNames, EntityRequest, NameSource};

/// The number of documents, or parts of them, whose names are kept.
const KEPT: usize = 4;

/// The most recently read names, the newest first.
#[derive(Default)]
pub(crate) struct NameCache {
    kept: Vec<(NameSource, Arc<DocumentNames>)>,
}

impl NameCache {
    /// Reads the names of a document, or returns the known ones if nothing has changed since: neither its text nor what
    /// a model and the user said of its names.
    pub fn read(
        &mut self,
        library: &Library,
        wanted: &EntityRequest<'_>,
    ) -> Result<Arc<DocumentNames>, Failure> {
        let source = NameSource::load(library, wanted)?;
        let known = self.kept.iter().position(|(known, _)| *known == source);
        let entry = match known {
            Some(at) => self.kept.remove(at),
            None => {
                let named = Arc::new(source.read());
                (source, named)
            }
        };
        let named = Arc::clone(&entry.1);
        self.kept.insert(0, entry);
        self.kept.truncate(KEPT);
        Ok(named)
    }
}
