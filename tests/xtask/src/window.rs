//! Measures the real window on a display of its own.

use std::process::Command;

use anyhow::Result;

use crate::places::WorkspacePaths;
use crate::programs::{self, BuildOptions};
use crate::setup::{self, SetupPurpose, packages};
use crate::shell::{command, run};
use crate::tools;

/// Measures the window's speed and memory and writes the results down; arguments are passed on.
///
/// # Errors
/// If building or measuring fails.
pub fn measure(places: &WorkspacePaths, wishes: BuildOptions, arguments: &[&str]) -> Result<()> {
    setup::run(places, SetupPurpose::Tests, wishes.consent)?;
    tools::provide(places, tools::DRIVER)?;
    programs::build(places, wishes)?;
    let survey = places.program("pecan-desk-survey");
    let mut survey = on_a_display(&[&survey.to_string_lossy()]);
    survey.current_dir(&places.root).env("PATH", places.path_with_tools()?);
    survey.env("PECAN_MODELS", &places.models).env("PECAN_MODEL", "demo");
    survey.arg("--wasm").arg(places.root.join("frontend/dist/pecan_bg.wasm"));
    survey.args(["--json", "docs/desk.json", "--markdown", "docs/measurements.md"]);
    survey.args(["--pictures", "docs/desk"]);
    run(survey.args(arguments))
}

/// A command on its own display and message bus, if these are available.
pub fn on_a_display(words: &[&str]) -> Command {
    if !packages::is_debian() {
        return command(words[0], &words[1..]);
    }
    let mut bus = command("dbus-run-session", &["--", "xvfb-run", "--auto-servernum"]);
    bus.arg("--server-args=-screen 0 1920x1080x24").args(words);
    bus
}
