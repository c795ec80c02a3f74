//! Converts kinds and corrections between the wire and the crate `entities`.

use entities::{Corrections, NamedEntityKind, StatementKind};
use protocol::{Correction, EntityKind, FactKind, NameCorrection};

pub(crate) fn fact_kind(kind: StatementKind) -> FactKind {
    match kind {
        StatementKind::Attribute => FactKind::Attribute,
        StatementKind::Relation => FactKind::Relation,
        StatementKind::Event => FactKind::Event,
    }
}

pub(crate) fn to_wire(kind: NamedEntityKind) -> EntityKind {
    match kind {
        NamedEntityKind::Person => EntityKind::Person,
        NamedEntityKind::Place => EntityKind::Place,
        NamedEntityKind::Organisation => EntityKind::Organisation,
        NamedEntityKind::Thing => EntityKind::Thing,
    }
}

/// Returns `None` for a time, which is no kind of name.
pub(crate) fn from_wire(kind: EntityKind) -> Option<NamedEntityKind> {
    Some(match kind {
        EntityKind::Person => NamedEntityKind::Person,
        EntityKind::Place => NamedEntityKind::Place,
        EntityKind::Organisation => NamedEntityKind::Organisation,
        EntityKind::Thing => NamedEntityKind::Thing,
        EntityKind::Time => return None,
    })
}

/// Converts corrections to the form used for finding names.
pub(crate) fn corrected(made: &[Correction]) -> Corrections {
    let mut corrections = Corrections::default();
    for Correction { what, .. } in made {
        match what {
            NameCorrection::Merge { name, other } => corrections.merge(name, other),
            NameCorrection::Split { name } => corrections.split(name),
            NameCorrection::Rename { name, title } => corrections.rename(name, title),
            NameCorrection::SetKind { name, kind } => {
                if let Some(kind) = from_wire(*kind) {
                    corrections.set_kind(name, kind);
                }
            }
            NameCorrection::Discard { name } => corrections.discard(name),
        }
    }
    corrections
}
