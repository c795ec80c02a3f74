//! Runs all checks and tests.

use std::process::Command;

use anyhow::{Result, bail};

use crate::checks;
use crate::clients;
use crate::frontend;
use crate::places::WorkspacePaths;
use crate::processor;
use crate::setup::{self, Consent, SetupPurpose};
use crate::shell::{run, say};
use crate::workspace::workspace;
use crate::{tools, window};

/// Sets up, checks, builds, tests. A failed check does not keep the tests from running.
///
/// # Errors
/// If anything cannot be set up or built, or a check or test fails.
pub fn run_all(places: &WorkspacePaths, consent: Consent) -> Result<()> {
    let compiler = setup::run(places, SetupPurpose::Tests, consent)?;
    tools::provide(places, tools::DRIVER)?;
    tools::provide(places, tools::LICENCES)?;
    clients::provide(places);
    frontend::build(places, compiler)?;
    processor::write(places)?;
    let failed = checks::failed(places);
    say("programs", "compiling what has changed (takes many minutes the first time)");
    run(&mut workspace(places, &["build", "--release", "--lib", "--bins", "--tests"]))?;
    if std::env::var_os("PECAN_CORPUS").is_none() {
        say("tests", "PECAN_CORPUS is not set: those on real books will say that they are skipped");
    }
    run(&mut tests(places)?)?;
    if !failed.is_empty() {
        bail!("the tests pass, these checks do not (see above): {}", failed.join(", "));
    }
    Ok(())
}

/// `cargo test`, on a display for windows.
fn tests(places: &WorkspacePaths) -> Result<Command> {
    let mut tests = window::on_a_display(&["cargo", "test", "--release", "--no-fail-fast"]);
    tests
        .current_dir(&places.root)
        .env("PATH", places.path_with_tools()?)
        .env("PECAN_MODELS", &places.models)
        .env("PECAN_CLIENTS", places.clients())
        // Nearly all of the tests use books of the made-up world.
        .env("PECAN_MODEL", "demo");
    Ok(tests)
}
