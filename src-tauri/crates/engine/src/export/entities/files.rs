//! The people and things that a document names, as files for other programs.

use std::fmt::Display;

use library::Library;
use protocol::{Code, EntityForm, ExportedFile, Failure, file_name};

use crate::entities::cache::NameCache;
use crate::entities::document_names::EntityRequest;
use crate::export::entities::content::Export;
use crate::export::entities::{csv_table, graphml, json_ld, notes};

/// Exports the entities of a document in a form: one file, or one per note.
pub(crate) fn export_entities(
    library: &Library,
    names: &NameCache,
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
