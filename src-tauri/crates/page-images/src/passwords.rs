//! Passwords of protected documents, as the user entered them while the program runs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{DocumentId, Password};

/// The passwords of documents. They exist in memory only, until the program ends, and are never
/// displayed; clones share them.
#[derive(Debug, Clone, Default)]
pub struct DocumentPasswords(Arc<Mutex<HashMap<DocumentId, Password>>>);

impl DocumentPasswords {
    /// Stores the password of a document.
    pub fn hold(&self, document: DocumentId, password: Password) {
        self.all().insert(document, password);
    }

    /// Returns the password of a document, if it is known.
    pub fn of(&self, document: DocumentId) -> Option<Password> {
        self.all().get(&document).cloned()
    }

    /// Forgets the password of a document.
    pub fn forget(&self, document: DocumentId) {
        self.all().remove(&document);
    }

    /// A poisoned lock means that another thread panicked; the data is intact.
    fn all(&self) -> MutexGuard<'_, HashMap<DocumentId, Password>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_hold_the_same_and_show_nothing() {
        let keys = DocumentPasswords::default();
        keys.clone().hold(DocumentId(7), Password::new("secret"));
        assert_eq!(keys.of(DocumentId(7)), Some(Password::new("secret")));
        assert_eq!(keys.of(DocumentId(8)), None);
        assert!(!format!("{keys:?}").contains("secret"));
        keys.clone().forget(DocumentId(7));
        assert_eq!(keys.of(DocumentId(7)), None);
    }
}
