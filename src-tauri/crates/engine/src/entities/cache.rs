//! The names of the most recently read documents: finding them in a long book takes a second.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use library::Library;
use protocol::Failure;

use crate::entities::document_names::{DocumentNames, EntityRequest, NameSource};

/// The number of documents, or parts of them, whose names are kept.
const KEPT: usize = 4;

/// What the names of a document were read from, and the names.
type CachedNames = (NameSource, Arc<DocumentNames>);

/// The most recently read names, the newest first. Threads share them.
#[derive(Default)]
pub(crate) struct NameCache {
    kept: Mutex<Vec<CachedNames>>,
}

impl NameCache {
    /// Reads the names of a document, or returns the known ones if nothing has changed since: neither its text nor what
    /// a model and the user said of its names.
    pub fn read(
        &self,
        library: &Library,
        wanted: &EntityRequest<'_>,
    ) -> Result<Arc<DocumentNames>, Failure> {
        let source = NameSource::load(library, wanted)?;
        let mut kept = self.kept();
        let known = kept.iter().position(|(known, _)| *known == source);
        let entry = match known {
            Some(at) => kept.remove(at),
            None => {
                // Another thread need not wait for these names.
                drop(kept);
                let named = Arc::new(source.read());
                kept = self.kept();
                (source, named)
            }
        };
        let named = Arc::clone(&entry.1);
        kept.insert(0, entry);
        kept.truncate(KEPT);
        Ok(named)
    }

    /// A panic elsewhere leaves the names intact.
    fn kept(&self) -> MutexGuard<'_, Vec<CachedNames>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
