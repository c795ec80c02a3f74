//! `pecan entities`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use protocol::{DocumentId, Outcome, Request, Until};
use serde_json::json;

use crate::args::Common;
use crate::print;
use crate::run::{Ran, ask_engine, request};

/// `pecan entities`.
#[derive(Debug, Args)]
pub struct Entities {
    #[arg(value_name = "ID")]
    document: DocumentId,
    /// Only the one with this name, with every sentence that names it
    #[arg(long = "entity", value_name = "NAME")]
    name: Option<String>,
    /// Only what stands before this character of the text that `pecan text ID` prints, or to the end of a page or
    /// chapter, as in page:12 or chapter:3
    #[arg(long, value_name = "N")]
    until: Option<Until>,
    /// All names with all their sentences, for other programs: a table, a graph of what is named together, linked
    /// data, or linked notes that Obsidian opens
    #[arg(long = "as", value_name = "FORM", conflicts_with = "name")]
    form: Option<EntityForm>,
    /// Write the notes into this folder, which must be new or empty
    #[arg(long, value_name = "FOLDER", required_if_eq("form", "markdown"))]
    out: Option<PathBuf>,
}

/// How names are written for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EntityForm {
    Csv,
    Graphml,
    #[value(name = "json-ld")]
    JsonLd,
    Markdown,
}

impl From<EntityForm> for protocol::EntityForm {
    fn from(form: EntityForm) -> Self {
        match form {
            EntityForm::Csv => Self::Csv,
            EntityForm::Graphml => Self::GraphMl,
            EntityForm::JsonLd => Self::JsonLd,
            EntityForm::Markdown => Self::Markdown,
        }
    }
}

/// Lists names, or writes them for other programs.
pub fn run(common: &Common, arguments: Entities) -> Ran {
    let Entities { document, name, until, form, out } = arguments;
    let Some(form) = form else {
        return ask_engine(common, Request::Entities { document, name, until });
    };
    let outcome = request(common, Request::ExportEntities { document, form: form.into(), until })?;
    match (&outcome, &out) {
        (Outcome::Files(files), Some(folder)) => {
            engine::write_folder(folder, files)?;
            let (count, folder) = (files.len(), folder.display().to_string());
            match common.json {
                true => print::json(&json!({ "folder": folder, "files": count }))?,
                false => print::text(&format!("Wrote {count} files to {folder}.\n"))?,
            }
        }
        _ if common.json => print::outcome_json(&outcome)?,
        _ => print::outcome(&outcome)?,
    }
    Ok(ExitCode::SUCCESS)
}
