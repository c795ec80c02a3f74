//! Cargo commands for the whole workspace.

use std::process::Command;

use crate::places::WorkspacePaths;
use crate::shell::cargo;

/// Cargo at the top of the workspace, with its default members. The programs that it runs spin only briefly, like the
/// window's engine.
pub fn workspace(places: &WorkspacePaths, arguments: &[&str]) -> Command {
    let mut cargo = cargo(arguments);
    cargo.current_dir(&places.root).env("PECAN_MODELS", &places.models);
    cargo.env("GOMP_SPINCOUNT", "2000");
    cargo
}
