//! Collections that were dissolved.

use std::collections::BTreeSet;

use protocol::DocumentId;

/// A collection that was just dissolved and can be restored.
#[derive(Debug, Clone)]
pub struct Dissolved {
    /// The number of this change; the latest has the highest.
    pub number: u32,
    /// Its documents.
    pub documents: BTreeSet<DocumentId>,
}
