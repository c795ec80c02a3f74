//! Builds the programs of the workspace.
//!
//! Every build covers the whole workspace except the frontend, even if only one package is wanted: otherwise Cargo
//! would choose other features for shared dependencies and compile llama.cpp twice.

use std::process::Command;

use anyhow::{Context, Result};

use crate::frontend;
use crate::gpu::{self, Gpu};
use crate::history;
use crate::places::WorkspacePaths;
use crate::processor;
use crate::setup::{self, Consent, SetupPurpose};
use crate::shell::{command, run, say};
use crate::workspace::workspace;

/// The user's choices for a build.
#[derive(Clone, Copy)]
pub struct BuildOptions {
    /// Whether to ask before installing.
    pub consent: Consent,
    /// The device to build for, if one was named.
    pub gpu: Option<Gpu>,
}

/// Sets up and builds every program for this machine's processor.
///
/// # Errors
/// If something cannot be installed or does not compile.
pub fn build(places: &WorkspacePaths, wishes: BuildOptions) -> Result<()> {
    build_with(places, wishes, processor::write)
}

/// Sets up and builds every program for any processor, which compiles llama.cpp once more.
///
/// # Errors
/// If something cannot be installed or does not compile.
pub fn build_for_any(places: &WorkspacePaths, wishes: BuildOptions) -> Result<()> {
    build_with(places, wishes, processor::forget)
}

fn build_with(
    places: &WorkspacePaths,
    wishes: BuildOptions,
    choose_processor: fn(&WorkspacePaths) -> Result<()>,
) -> Result<()> {
    let gpu = Gpu::choose(wishes.gpu)?;
    let compiler = setup::run(places, SetupPurpose::App, wishes.consent)?;
    frontend::build(places, compiler)?;
    choose_processor(places)?;
    say("programs", "compiling what has changed (takes many minutes the first time)");
    let mut build = workspace(places, &["build", "--release", "--bins"]);
    build.args(gpu.features()).envs(gpu::environment(gpu, places)?);
    let built = run(&mut build);
    match gpu == Gpu::None {
        true => built,
        false => built.context("use --gpu none to build only for the processor"),
    }
}

/// Sets up and builds everything; returns a command of the laboratory's program, which is still to be run.
fn laboratory(places: &WorkspacePaths, wishes: BuildOptions, words: &[&str]) -> Result<Command> {
    build(places, wishes)?;
    let mut laboratory = program(places, "pecan-lab");
    laboratory.current_dir(&places.root).args(words);
    Ok(laboratory)
}

/// Sets up, builds, and runs measurements that are written to the documentation: `measure` for the whole product,
/// `signal` for other edges, `order` for other ways of asking. Arguments are passed on.
///
/// # Errors
/// If building or measuring fails.
pub fn measure(
    places: &WorkspacePaths,
    wishes: BuildOptions,
    what: &str,
    arguments: &[&str],
) -> Result<()> {
    let mut measure = laboratory(places, wishes, &[what])?;
    measure.arg("--json").arg(places.target.join(format!("{what}.json")));
    measure.args(["--markdown", "docs/measurements.md"]);
    run(measure.args(arguments))
}

/// Sets up, builds, and compares ways of answering: `stories` on the story benchmark, `pairs` on it with two models,
/// `sets` on third-party question sets. The most important tables go to docs/evaluation.md, everything else to a folder
/// in `target`. Arguments are passed on. If they do not name the other model, it is an earlier one.
///
/// # Errors
/// If building or comparing fails, or the earlier model is not in the history.
pub fn compare(
    places: &WorkspacePaths,
    wishes: BuildOptions,
    what: &str,
    arguments: &[&str],
) -> Result<()> {
    // Building takes long, so a missing model is reported before it.
    let earlier = match what == "pairs" && !names_other(arguments) {
        true => Some(history::earlier_model(places)?),
        false => None,
    };
    let mut compare = laboratory(places, wishes, &[what])?;
    // Comparisons on the same books share the data built from them.
    let folder = if what == "sets" { what } else { "stories" };
    compare.arg("--folder").arg(places.target.join(folder));
    compare.args(["--page", "docs/evaluation.md"]);
    if let Some(earlier) = earlier {
        compare.arg("--earlier").arg(earlier);
    }
    run(compare.args(arguments))
}

/// Whether the arguments name the other of two models or ask for help.
fn names_other(arguments: &[&str]) -> bool {
    let own = |one: &&str| *one == "--other" || one.starts_with("--other=") || *one == "--help";
    arguments.iter().any(own)
}

/// Sets up, builds, and runs measurements that have a page of their own: `real` for what a model does with real
/// documents, `entities` for the names in novels. Arguments are passed on.
///
/// # Errors
/// If building or measuring fails.
pub fn measure_page(
    places: &WorkspacePaths,
    wishes: BuildOptions,
    what: &str,
    arguments: &[&str],
) -> Result<()> {
    let mut measure = laboratory(places, wishes, &[what])?;
    measure.arg("--folder").arg(places.target.join(what));
    measure.args(["--json", &format!("docs/{what}.json")]);
    measure.args(["--markdown", &format!("docs/{what}.md")]);
    run(measure.args(arguments))
}

/// Sets up, builds, measures how well documents are read, and writes the results down; arguments are passed on.
///
/// # Errors
/// If building or measuring fails.
pub fn survey(places: &WorkspacePaths, wishes: BuildOptions, arguments: &[&str]) -> Result<()> {
    build(places, wishes)?;
    let mut survey = program(places, "pecan-survey");
    survey.current_dir(&places.root).arg("documents");
    survey.arg("--json").arg(places.target.join("documents.json"));
    survey.arg("--vocabulary").arg(places.root.join("src-tauri/crates/pocket/pocket.gguf"));
    survey.args(["--markdown", "docs/measurements.md"]);
    run(survey.args(arguments))
}

/// Sets up, builds, and measures how long reading attention takes; arguments are passed on.
///
/// # Errors
/// If building or measuring fails.
pub fn bench(places: &WorkspacePaths, wishes: BuildOptions, arguments: &[&str]) -> Result<()> {
    let mut bench = laboratory(places, wishes, &["bench", "attention"])?;
    bench.arg("--folder").arg(places.target.join("bench"));
    bench.arg("--pocket").arg(places.root.join("src-tauri/crates/pocket/pocket.gguf"));
    bench.args(["--markdown", "docs/measurements.md"]);
    run(bench.args(arguments))
}

/// A built program of the workspace, which finds the installed models.
pub fn program(places: &WorkspacePaths, name: &str) -> Command {
    let mut program = command(&places.program(name).to_string_lossy(), &[]);
    program.env("PECAN_MODELS", &places.models);
    program
}
