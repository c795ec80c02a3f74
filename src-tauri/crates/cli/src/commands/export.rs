//! `pecan export`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use protocol::{DocumentChoice, Request};
use terminal::{CommandResult, CommonArguments};

use crate::job::{listed, run_and_print};
use crate::paths::absolute_name;

/// `pecan export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The documents' numbers, separated by commas, or the name of a collection
    #[arg(value_name = "ID[,ID…]", value_parser = DocumentChoice::from_str)]
    documents: DocumentChoice,
    /// The file to write, usually named *.pecan; an earlier export is replaced
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes documents with everything that belongs to them to a file.
pub fn run(common: &CommonArguments, arguments: ExportArguments) -> CommandResult {
    let file = absolute_name(&arguments.file)?;
    let documents = match arguments.documents {
        DocumentChoice::Numbers(numbers) => numbers,
        choice @ DocumentChoice::Collection(_) => choice.members(&listed(common)?)?,
    };
    run_and_print(common, Request::ExportDocuments { documents, file })
}
