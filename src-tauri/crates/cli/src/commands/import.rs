//! `pecan import`: files one after another, each with its result.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::Engine;
use protocol::{Code, Failure, ImportItem, JobId, Outcome, Request};
use terminal::{CommandResult, CommonArguments, STOPPED, failure_of, stop_failure};

use crate::job::print_outcome;
use crate::paths::absolute_name;
use crate::progress::ProgressClient;

/// `pecan import`.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// Files that `pecan export` or `pecan add --into` wrote
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Returns one item per file, including files skipped because of a stop; if every file failed, only
/// an error.
pub fn run(common: &CommonArguments, arguments: &ImportArguments) -> CommandResult {
    let mut engine = Engine::new(common.config()?);
    let mut client = ProgressClient::new()?;
    let (mut items, mut stopped) = (Vec::with_capacity(arguments.files.len()), false);
    for path in &arguments.files {
        let imported = match stopped {
            true => Err(stop_failure()),
            false => import(&mut engine, &mut client, path),
        };
        stopped |= matches!(&imported, Err(failure) if failure.code == Code::Stopped);
        let failed = |error| ImportItem::Failed { file: path.display().to_string(), error };
        items.push(imported.unwrap_or_else(failed));
    }
    let failures: Vec<&Failure> = items.iter().filter_map(failure).collect();
    let any_failed = !failures.is_empty();
    if failures.len() == items.len() {
        return Err(none_imported(&items));
    }
    print_outcome(common, &Outcome::DocumentsImported(items))?;
    Ok(ExitCode::from(if stopped { STOPPED } else { u8::from(any_failed) }))
}

/// Imports one file.
///
/// # Errors
///
/// If that fails or is stopped.
pub fn import(
    engine: &mut Engine,
    client: &mut ProgressClient,
    path: &Path,
) -> Result<ImportItem, Failure> {
    let request = Request::ImportDocuments { files: vec![absolute_name(path)?] };
    let ended = engine.run(JobId(1), request, client);
    client.clear();
    match ended.map_err(failure_of)? {
        Outcome::DocumentsImported(mut items) if items.len() == 1 => Ok(items.remove(0)),
        _ => Err(Failure::new(Code::Internal, "The engine returned an unexpected result.")),
    }
}

fn failure(item: &ImportItem) -> Option<&Failure> {
    match item {
        ImportItem::Failed { error, .. } => Some(error),
        ImportItem::Imported { .. } => None,
    }
}

/// Returns why no file was imported: the reason for the first, and that there are others.
fn none_imported(items: &[ImportItem]) -> Failure {
    let mut failures = items.iter().filter_map(|item| match item {
        ImportItem::Failed { file, error } => Some((file, error)),
        ImportItem::Imported { .. } => None,
    });
    let Some((file, first)) = failures.next() else {
        return Failure::new(Code::Internal, "Nothing was imported.");
    };
    let message = match items.len() {
        1 => first.told_of(file),
        files => format!("None of the {files} files was imported. {}", first.told_of(file)),
    };
    Failure::new(first.code, message)
}
