//! `pecan entities`.

use std::process::ExitCode;

use protocol::{Outcome, Request};
use serde_json::json;

use crate::args::{Common, Entities};
use crate::print;
use crate::run::{Ran, ask_engine, request};

/// Lists names, or writes them for other programs.
pub fn run(common: &Common, arguments: Entities) -> Ran {
    let Entities { document, name, until, form, out } = arguments;
    let Some(form) = form else {
        return ask_engine(common, Request::Entities { document, name, until });
    };
    if let Some(folder) = &out {
        engine::check_new_folder(folder)?;
    }
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
