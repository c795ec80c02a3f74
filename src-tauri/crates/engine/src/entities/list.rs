//! Lists the entities of a document.

use library::Library;
use protocol::{DocumentId, EntityCost, EntityList, Failure};

use crate::entities::cache::NameCache;
use crate::entities::chunk_weights::{ChunkWeights, requested_graph};
use crate::entities::document_names::EntityRequest;
use crate::entities::find::{find, named_entity};
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
    let graph = requested_graph(library, wanted)?;
    let mut entities = named.entities(&importances(graph.as_ref(), &named));
    let total = entities.len() as u32;
    // What later text costs would reveal its length.
    let cost = match wanted.until {
        Some(_) => EntityCost::default(),
        None => names_cost(library, document)?,
    };
    if let Some(name) = wanted.name {
        let names = &named.read.entities;
        let at = match find(&named.dates, name) {
            Some(date) => names.len() + date,
            None => named_entity(names, wanted, name)?,
        };
        let mut one = entities.swap_remove(at);
        let weights = graph.as_ref().map(ChunkWeights::of).unwrap_or_default();
        one.facts = named.facts(library, one.id, &weights)?;
        // Questions are about names.
        if at < names.len() {
            one.pairs = pairs(library, &named, at)?;
        }
        entities = vec![one];
    }
    let (complete, corrections) = (named.complete, named.corrections.clone());
    Ok(EntityList { document, complete, cost, total, entities, corrections })
}
