//! Finds an entity by its name, and names that no model was asked about.

use std::collections::HashMap;

use library::Library;
use protocol::{Code, DocumentId, Failure};

use crate::entities::document_names::EntityRequest;

/// Returns the number of the entity with a name, regardless of letter case; of several, the one mentioned most.
pub(crate) fn find(entities: &[entities::NamedEntity], name: &str) -> Option<usize> {
    let wanted = name.trim().to_lowercase();
    let is_wanted = |name: &str| name.to_lowercase() == wanted;
    let has = |entity: &entities::NamedEntity| {
        is_wanted(entity.title()) || entity.names.iter().any(|name| is_wanted(name))
    };
    let found = (0..entities.len()).filter(|&at| has(&entities[at]));
    found.max_by_key(|&at| entities[at].mentions.len())
}

pub(crate) fn unknown(wanted: &EntityRequest<'_>, name: &str) -> Failure {
    let part = if wanted.until.is_some() { "This part of document" } else { "Document" };
    let message = format!(
        "{part} {} does not contain the name “{name}”. `pecan entities {0}` lists its names.",
        wanted.document
    );
    Failure::new(Code::EntityUnknown, message)
}

/// Returns the names of a text that a model has not been asked about, each with the first sentence that has it.
pub(crate) fn unasked(
    library: &Library,
    document: DocumentId,
    text: &str,
) -> Result<Vec<entities::FirstMention>, Failure> {
    let known: HashMap<_, _> = library.name_kinds(document)?;
    let mut names = entities::names(text);
    names.retain(|first| !known.contains_key(&first.name) && !entities::is_chinese(&first.name));
    Ok(names)
}
