//! Corrections that a user makes to the names of a document.

use entities::NamedEntity;
use library::Library;
use protocol::{
    Code, CorrectionId, DocumentId, EntityKind, Failure, NameCorrection, Outcome, Until,
};

use crate::engine::Engine;
use crate::entities::document_names::{DocumentNames, EntityRequest};
use crate::entities::find::{comparable, find, named_entity, unknown};
use crate::entities::list::list;
use crate::until::bound;

/// The maximum number of characters of an entity's title.
const TITLE: usize = 200;

impl Engine {
    /// Corrects what names mean, and lists the corrected names.
    pub(crate) fn correct_names(
        &mut self,
        document: DocumentId,
        correction: &NameCorrection,
        until: Option<Until>,
    ) -> Result<Outcome, Failure> {
        let library = self.access.read()?;
        let wanted = all_names(library, document, until)?;
        let named = self.names.read(library, &wanted)?;
        let correction = resolved(&wanted, &named, correction.clone())?;
        self.access.write()?.save_name_correction(document, &correction)?;
        Ok(Outcome::Entities(list(self.access.read()?, &self.names, &wanted)?))
    }

    /// Undoes a correction, and lists the resulting names.
    pub(crate) fn undo_correction(
        &mut self,
        document: DocumentId,
        correction: CorrectionId,
        until: Option<Until>,
    ) -> Result<Outcome, Failure> {
        let wanted = all_names(self.access.read()?, document, until)?;
        if !self.access.write()?.forget_name_correction(document, correction)? {
            let message = format!("Document {document} has no correction {correction}.");
            return Err(bad(message));
        }
        Ok(Outcome::Entities(list(self.access.read()?, &self.names, &wanted)?))
    }
}

/// Returns all names of a document before a place.
pub(super) fn all_names(
    library: &Library,
    document: DocumentId,
    until: Option<Until>,
) -> Result<EntityRequest<'static>, Failure> {
    let until = until.map(|until| bound(library, document, until)).transpose()?;
    Ok(EntityRequest { document, name: None, until })
}

/// Returns a correction with names as the text spells them, if it can be made.
fn resolved(
    wanted: &EntityRequest<'_>,
    named: &DocumentNames,
    correction: NameCorrection,
) -> Result<NameCorrection, Failure> {
    let entities = &named.read.entities;
    let number = |name: &str| match find(&named.dates, name) {
        Some(_) => Err(bad(format!("“{name}” is a date. Only names can be corrected."))),
        None => named_entity(entities, wanted, name),
    };
    let entity = |name: &str| Ok::<_, Failure>(&entities[number(name)?]);
    // What separates or removes a name must have the name itself, not a part of it.
    let exact = |name: &str| match find(entities, name) {
        Some(at) => Ok(&entities[at]),
        None => {
            number(name)?;
            Err(unknown(entities, wanted, name))
        }
    };
    // Uses the most frequent name, which a later version of the text most likely still has.
    let name_of = |name: &str| Ok::<_, Failure>(entity(name)?.name.clone());
    Ok(match correction {
        NameCorrection::Merge { name, other } => {
            if number(&name)? == number(&other)? {
                return Err(bad(format!("“{name}” and “{other}” already mean the same.")));
            }
            NameCorrection::Merge { name: name_of(&name)?, other: name_of(&other)? }
        }
        NameCorrection::Split { name } => {
            NameCorrection::Split { name: own_name(exact(&name)?, &name)? }
        }
        NameCorrection::Rename { name, title } => {
            let (title, own) = (checked(&title)?, number(&name)?);
            if find(entities, &title).is_some_and(|other| other != own) {
                let message =
                    "is the name of another entry. If both mean the same, merge them instead.";
                return Err(bad(format!("“{title}” {message}")));
            }
            NameCorrection::Rename { name: entities[own].name.clone(), title }
        }
        NameCorrection::SetKind { kind: EntityKind::Time, .. } => {
            return Err(bad("Dates are times. A name cannot be one.".to_owned()));
        }
        NameCorrection::SetKind { name, kind } => {
            NameCorrection::SetKind { name: name_of(&name)?, kind }
        }
        NameCorrection::Discard { name } => NameCorrection::Discard {
            name: spelled(exact(&name)?, &name).unwrap_or(&exact(&name)?.name).to_owned(),
        },
    })
}

/// Returns a name of an entity as the text spells it; `None` if only the user calls the entity so.
fn spelled<'a>(entity: &'a NamedEntity, name: &str) -> Option<&'a str> {
    let wanted = comparable(name);
    let exact = entity.names.iter().find(|own| *own == name.trim());
    exact.or_else(|| entity.names.iter().find(|own| comparable(own) == wanted)).map(String::as_str)
}

/// Returns a name that can be removed from an entity.
fn own_name(entity: &NamedEntity, name: &str) -> Result<String, Failure> {
    let own = spelled(entity, name).ok_or_else(|| {
        bad(format!("“{name}” is not in the text. Choose one of the other names."))
    })?;
    if entity.names.len() < 2 {
        return Err(bad(format!("“{name}” is listed under no other name.")));
    }
    Ok(own.to_owned())
}

/// Returns an entity's new title, on one line.
fn checked(title: &str) -> Result<String, Failure> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match title.chars().count() {
        0 => Err(bad("Enter a name.".to_owned())),
        length if length > TITLE => {
            Err(bad(format!("A name can have at most {TITLE} characters. This one has {length}.")))
        }
        _ => Ok(title),
    }
}

fn bad(message: String) -> Failure {
    Failure::new(Code::BadRequest, message)
}
