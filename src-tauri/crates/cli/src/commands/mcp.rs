//! `pecan mcp`.

use std::process::ExitCode;

use clap::Args;
use mcp::Scope;
use terminal::{CommandResult, CommonArguments};

/// `pecan mcp`.
#[derive(Debug, Args)]
pub struct McpArguments {
    /// Share all documents for this run, not only those of shared collections
    #[arg(long)]
    all: bool,
}

/// What the user should know before a client reads.
const WARNING: &str = "pecan: The client may send passages of shared documents to its provider.";

/// Serves the client that started this program.
pub fn run(common: &CommonArguments, arguments: &McpArguments) -> CommandResult {
    eprintln!("{WARNING}");
    let scope = if arguments.all { Scope::All } else { Scope::Shared };
    mcp::serve(common.config()?, scope)?;
    Ok(ExitCode::SUCCESS)
}
