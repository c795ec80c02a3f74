//! The exported names of a document, with their sentences.

use library::Library;
use protocol::{Entity, EntityId, FactKind, Failure, Place};

use crate::entities::cache::NameCache;
use crate::entities::chunk_weights::requested_graph;
use crate::entities::document_names::EntityRequest;
use crate::entities::importance::importances;
use crate::entities::wire::fact_kind;

/// The entities of a document, with every sentence that names one of them.
pub(crate) struct Export {
    /// The document's title.
    pub(super) title: String,
    pub(super) entities: Vec<Entity>,
    pub(super) sentences: Vec<ExportedSentence>,
    /// For each entity the numbers of the sentences that name it.
    pub(super) about: Vec<Vec<usize>>,
}

/// A sentence that names at least one entity.
pub(crate) struct ExportedSentence {
    /// The text, on one line.
    pub(super) text: String,
    pub(super) kind: FactKind,
    pub(super) place: Place,
    /// The entities that it names, without repetitions.
    pub(super) entities: Vec<EntityId>,
}

impl Export {
    pub(crate) fn of(
        library: &Library,
        names: &NameCache,
        wanted: &EntityRequest<'_>,
    ) -> Result<Self, Failure> {
        let title = library.document(wanted.document)?.summary.title;
        let named = names.read(library, wanted)?;
        let places = named.places(library, named.statements().iter().map(|one| &one.statement))?;
        let sentences =
            named.statements().iter().zip(places).map(|(dated, place)| ExportedSentence {
                text: named.sentence(&dated.statement),
                kind: fact_kind(dated.statement.kind),
                place,
                entities: named.numbers(dated).collect(),
            });
        let graph = requested_graph(library, wanted)?;
        let entities = named.entities(&importances(graph.as_ref(), &named));
        Ok(Self::new(title, entities, sentences.collect()))
    }

    pub(crate) fn new(
        title: String,
        entities: Vec<Entity>,
        sentences: Vec<ExportedSentence>,
    ) -> Self {
        let mut about = vec![Vec::new(); entities.len()];
        for (number, sentence) in sentences.iter().enumerate() {
            for &entity in &sentence.entities {
                about[entity as usize].push(number);
            }
        }
        Self { title, entities, sentences, about }
    }

    /// Returns the sentences that name an entity, in order.
    pub(super) fn sentences_about(&self, id: EntityId) -> impl Iterator<Item = &ExportedSentence> {
        self.about[id as usize].iter().map(|&number| &self.sentences[number])
    }

    pub(super) fn name(&self, id: EntityId) -> &str {
        &self.entities[id as usize].name
    }
}
