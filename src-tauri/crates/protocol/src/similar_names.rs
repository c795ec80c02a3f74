//! Names that may mean the same as another one.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, EntityId};

/// Entities that may be the same as another one, for the reader to decide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimilarNames {
    /// The document.
    pub document: DocumentId,
    /// The name of the entity that they were compared with.
    pub name: String,
    /// The entities, the most similar first.
    pub similar: Vec<SimilarName>,
}

/// An entity that may be the same as another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimilarName {
    /// Its number among the document's names.
    pub entity: EntityId,
    /// Its name.
    pub name: String,
    /// The cosine of the two names' embeddings.
    pub similarity: f32,
}
