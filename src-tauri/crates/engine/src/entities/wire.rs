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

pub(crate) fn from_wire(kind: EntityKind) -> NamedEntityKind {
    match kind {
        EntityKind::Person => NamedEntityKind::Person,
        EntityKind::Place => NamedEntityKind::Place,
        EntityKind::Organisation => NamedEntityKind::Organisation,
        EntityKind::Thing => NamedEntityKind::Thing,
    }
}

/// Converts corrections to the form used for finding names.
pub(crate) fn corrected(made: &[Correction]) -> Corrections {
    let mut corrections = Corrections::default();
    for Correction { what, .. } in made {
        match what {
            NameCorrection::Merge { name, other } => corrections.merge(name, other),
            NameCorrection::Split { name } => corrections.split(name),
            NameCorrection::Rename { name, title } => corrections.rename(name, title),
            NameCorrection::SetKind { name, kind } => corrections.set_kind(name, from_wire(*kind)),
            NameCorrection::Discard { name } => corrections.discard(name),
        }
    }
    corrections
}
