//! Finds entities that may be the same although their names do not say so. The reader decides: most of them are not
//! (docs/entities.md).

use entities::NamedEntity;
use hwdag::Embedder;
use hwdag::similarity::cosine;
use protocol::{DocumentId, EntityId, Failure, Outcome, SimilarName, SimilarNames, Until};

use crate::engine::Engine;
use crate::entities::corrections::all_names;
use crate::entities::find::named_entity;

/// The smallest cosine of two names' embeddings by MiniLM. Chosen by F1 with the first 60 novels of LitBank
/// (docs/decisions/0019-entities-from-the-text.md).
const LEAST: f32 = 0.5;
/// The number of names to return.
const MOST: usize = 3;
/// The maximum number of names to compare by their embeddings, which take about a millisecond each.
const COMPARED: usize = 200;

impl Engine {
    /// Returns the entities that may be the same as the one with a name.
    pub(crate) fn similar_names(
        &mut self,
        document: DocumentId,
        name: &str,
        until: Option<Until>,
    ) -> Result<Outcome, Failure> {
        let library = self.access.read()?;
        let wanted = all_names(library, document, until)?;
        let named = self.names.read(library, &wanted)?;
        let entities = &named.read.entities;
        let at = named_entity(entities, &wanted, name)?;
        let similar = similar_names(self.models.embedder()?, entities, at)?;
        let similar = similar.into_iter().map(|(other, similarity)| SimilarName {
            entity: other as EntityId,
            name: entities[other].title().to_owned(),
            similarity,
        });
        let (name, similar) = (entities[at].title().to_owned(), similar.collect());
        Ok(Outcome::SimilarNames(SimilarNames { document, name, similar }))
    }
}

/// Returns the numbers of the entities that may be the same as the one with number `at`, each with the cosine of their
/// names' embeddings, the most similar first.
///
/// # Errors
///
/// If the embedder fails.
pub fn similar_names<E: Embedder>(
    embedder: &mut E,
    entities: &[NamedEntity],
    at: usize,
) -> Result<Vec<(usize, f32)>, E::Error> {
    let own = &entities[at];
    let mut others: Vec<usize> =
        (0..entities.len()).filter(|&other| other != at && own.may_be(&entities[other])).collect();
    others.sort_by_key(|&other| std::cmp::Reverse(entities[other].mentions.len()));
    others.truncate(COMPARED);
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let names = std::iter::once(&at).chain(&others).map(|&one| entities[one].name.as_str());
    let embedded = embedder.embed(&names.collect::<Vec<_>>())?;
    let Some((own, rest)) = embedded.split_first() else { return Ok(Vec::new()) };
    let mut similar: Vec<(usize, f32)> =
        others.into_iter().zip(rest.iter().map(|other| cosine(own, other))).collect();
    similar.retain(|&(_, similarity)| similarity >= LEAST);
    similar.sort_by(|one, other| other.1.total_cmp(&one.1));
    similar.truncate(MOST);
    Ok(similar)
}
