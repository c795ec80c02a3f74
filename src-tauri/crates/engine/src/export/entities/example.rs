//! A document for the tests of all forms.

use protocol::{DocumentId, Entity, EntityId, EntityKind, FactKind, Importance, Place};

use crate::export::entities::content::{Export, ExportedSentence};

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
            document: DocumentId(7),
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
