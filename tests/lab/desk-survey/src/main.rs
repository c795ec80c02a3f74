//! `pecan-desk-survey`: how fast the real window is, how much memory it takes, and how it looks.

mod frames;
mod memory;
mod opening;
mod pages;
#[cfg(target_os = "linux")]
mod pictures;
mod shelves;
mod start;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use protocol::{Code, Failure};
use report::{Goal, MeasurementReport, MeasurementRow, ReportOutput, rows_table};
use serde::Serialize;
use tests::Sandbox;

/// The number of documents in a long list, and of page turns and questions after which memory must
/// not have grown.
const DOCUMENTS: usize = 10_000;
const TURNS: usize = 500;
const QUESTIONS: usize = 100;

/// Measures the real window, which needs a display.
#[derive(Debug, Parser)]
#[command(name = "pecan-desk-survey")]
struct DesktopSurveyArguments {
    /// The window's WebAssembly; without it nothing is measured
    #[arg(long)]
    wasm: Option<PathBuf>,
    #[cfg(target_os = "linux")]
    #[command(flatten)]
    pictures: pictures::Pictures,
    #[command(flatten)]
    output: ReportOutput,
}

#[derive(Serialize)]
struct DesktopMeasurements {
    rows: Vec<MeasurementRow>,
}

fn main() -> ExitCode {
    match run(&DesktopSurveyArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("pecan-desk-survey: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &DesktopSurveyArguments) -> Result<(), Failure> {
    if !tests::browser::has_display() {
        return Err(Failure::new(Code::BadRequest, "There is no display for a window."));
    }
    if let Some(wasm) = &arguments.wasm {
        measure(wasm, &arguments.output)?;
    }
    #[cfg(target_os = "linux")]
    arguments.pictures.take()?;
    Ok(())
}

fn measure(wasm: &Path, output: &ReportOutput) -> Result<(), Failure> {
    let begun = Instant::now();
    let (sandbox, many, large) = (Sandbox::new(), Sandbox::new(), Sandbox::new());
    eprintln!("making libraries");
    shelves::with_a_story(&sandbox)?;
    shelves::with_many_documents(&many, DOCUMENTS)?;
    let shape = shelves::with_a_large_graph(&large)?;

    let mut rows = vec![size(wasm)?];
    eprintln!("starting");
    rows.extend(start::rows(&sandbox, &many));
    eprintln!("drawing {} nodes and {} edges", shape.nodes, shape.edges);
    rows.extend(frames::rows(&large, shape));
    eprintln!("opening a long PDF");
    rows.extend(opening::rows(&Sandbox::new()));
    eprintln!("turning pages");
    rows.extend(pages::rows(&sandbox));
    eprintln!("{TURNS} turns and {QUESTIONS} questions");
    rows.extend(memory::rows(&sandbox, TURNS, QUESTIONS));
    let table = rows_table(&rows);
    let report = MeasurementReport::new(
        "cargo xtask measure sandbox".into(),
        begun,
        DesktopMeasurements { rows },
    );
    output.give("desk", &report, &table)
}

/// The size of the window's program as it could be sent.
fn size(wasm: &Path) -> Result<MeasurementRow, Failure> {
    let compressed = std::process::Command::new("gzip").arg("-9").arg("-c").arg(wasm).output();
    let compressed = compressed.map_err(|error| report::file_failure(wasm, &error))?.stdout.len();
    let megabytes = compressed as f64 / 1e6;
    Ok(MeasurementRow::new("WebAssembly, compressed, MB", Some(megabytes), 1, Goal::AtMost(1.5)))
}
