//! Lists the entities of a document.

use library::Library;
use protocol::{DocumentId, EntityCost, EntityList, Failure};

use crate::entities::cache::NameCache;
use crate::entities::document_names::EntityRequest;
use crate::entities::find::named_entity;
use crate::entities::importance::importances;
use crate::entities::question_pairs::pairs;

/// Returns what asking about a document's names has cost, questions about them included.
pub(crate) fn names_cost(library: &Library, document: DocumentId) -> Result<EntityCost, Failure> {
    Ok(library.name_kinds_cost(document)? + library.latest_pairs(document)?.cost)
}

/// Lists the entities of a document, or one of them.
pub(crate) fn list(
    library: &Library,
    names: &NameCache,
    wanted: &EntityRequest<'_>,
) -> Result<EntityList, Failure> {
    let document = wanted.document;
    let named = names.read(library, wanted)?;
    let mut entities = named.entities(&importances(library, wanted, &named)?);
    let total = entities.len() as u32;
    // What later text costs would reveal its length.
    let cost = match wanted.until {
        Some(_) => EntityCost::default(),
        None => names_cost(library, document)?,
    };
    if let Some(name) = wanted.name {
        let at = named_entity(&named.read.entities, wanted, name)?;
        let mut one = entities.swap_remove(at);
        one.facts = named.facts(library, one.id)?;
        one.pairs = pairs(library, &named, at)?;
        entities = vec![one];
    }
    let (complete, corrections) = (named.complete, named.corrections.clone());
    Ok(EntityList { document, complete, cost, total, entities, corrections })
}
