//! The people and things that a document names, as files for other programs.

mod csv_table;
mod graphml;
mod json_ld;
mod notes;

use std::fmt::Display;

use library::Library;
use protocol::{
    Code, Entity, EntityForm, EntityId, ExportedFile, FactKind, Failure, Place, file_name,
};

use crate::entities::{EntityRequest, fact_kind};
use crate::importance::importances;
use crate::name_cache::NameCache;

/// The entities of a document, with every sentence that names one of them.
struct Export {
    /// The document's title.
    title: String,
    entities: Vec<Entity>,
    sentences: Vec<ExportedSentence>,
    /// For each entity the numbers of the sentences that name it.
    about: Vec<Vec<usize>>,
}

/// A sentence that names at least one entity.
struct ExportedSentence {
    /// The text, on one line.
    text: String,
    kind: FactKind,
    place: Place,
    /// The entities that it names, without repetitions.
    entities: Vec<EntityId>,
}

/// Exports the entities of a document in a form: one file, or one per note.
pub(crate) fn export(
    library: &Library,
    names: &mut NameCache,
    wanted: &EntityRequest<'_>,
    form: EntityForm,
) -> Result<Vec<ExportedFile>, Failure> {
    let export = Export::of(library, names, wanted)?;
    let title = file_name(&export.title).unwrap_or_else(|| "Names".to_owned());
    let one = |ending: &str, text| vec![ExportedFile { name: format!("{title}.{ending}"), text }];
    Ok(match form {
        EntityForm::Csv => one("csv", csv_table::written(&export).map_err(unwritten)?),
        EntityForm::GraphMl => one("graphml", graphml::written(&export).map_err(unwritten)?),
        EntityForm::JsonLd => one("jsonld", json_ld::written(&export).map_err(unwritten)?),
        EntityForm::Markdown => notes::written(&export),
    })
}

fn unwritten(error: impl Display) -> Failure {
    Failure::new(Code::Internal, format!("The names cannot be written: {error}."))
}

impl Export {
    fn of(
        library: &Library,
        names: &mut NameCache,
        wanted: &EntityRequest<'_>,
    ) -> Result<Self, Failure> {
        let title = library.document(wanted.document)?.summary.title;
        let named = names.read(library, wanted)?;
        let places = named.places(library, &named.read.statements)?;
        let sentences =
            named.read.statements.iter().zip(places).map(|(statement, place)| ExportedSentence {
                text: named.sentence(statement),
                kind: fact_kind(statement.kind),
                place,
                entities: statement.entities.iter().map(|&entity| entity as EntityId).collect(),
            });
        let entities = named.entities(&importances(library, wanted, &named)?);
        Ok(Self::new(title, entities, sentences.collect()))
    }

    fn new(title: String, entities: Vec<Entity>, sentences: Vec<ExportedSentence>) -> Self {
        let mut about = vec![Vec::new(); entities.len()];
        for (number, sentence) in sentences.iter().enumerate() {
            for &entity in &sentence.entities {
                about[entity as usize].push(number);
            }
        }
        Self { title, entities, sentences, about }
    }

    /// Returns the sentences that name an entity, in order.
    fn sentences_about(&self, id: EntityId) -> impl Iterator<Item = &ExportedSentence> {
        self.about[id as usize].iter().map(|&number| &self.sentences[number])
    }

    fn name(&self, id: EntityId) -> &str {
        &self.entities[id as usize].name
    }
}

#[cfg(test)]
mod example {
    use protocol::{EntityKind, Importance};

    use super::*;

    /// A document whose names and sentences look like markup, formulas and paths.
    pub(super) fn hostile() -> Export {
        let entity = |(id, name, kind): (EntityId, &str, Option<EntityKind>)| Entity {
            id,
            name: name.to_owned(),
            names: vec![name.to_owned(), format!("Sir {name}")],
            kind,
            importance: Importance::Specific,
            mentions: 2,
            facts: Vec::new(),
            pairs: Vec::new(),
        };
        let entities = [
            (0, "Ann <b>", Some(EntityKind::Person)),
            (1, "../etc", Some(EntityKind::Place)),
            (2, "CON", None),
            (3, "con", Some(EntityKind::Organisation)),
        ];
        let sentence = |(at, (text, entities)): (usize, (&str, &[EntityId]))| ExportedSentence {
            text: text.to_owned(),
            kind: FactKind::ALL[at % FactKind::ALL.len()],
            place: Place {
                document: 7,
                page: Some(at as u32 + 1),
                start: at as u32 * 10,
                end: at as u32 * 10 + 5,
                rects: Vec::new(),
            },
            entities: entities.to_vec(),
        };
        let sentences: [(&str, &[EntityId]); 3] = [
            ("=2+3 said Ann, \"twice\" & more.", &[0, 1]),
            ("# Ann [[met]] `them` in ../etc | CON.\u{1}", &[0, 1, 2]),
            ("con came.", &[3]),
        ];
        Export::new(
            "A / B: \"C\"".to_owned(),
            entities.map(entity).into_iter().collect(),
            sentences.into_iter().enumerate().map(sentence).collect(),
        )
    }
}
