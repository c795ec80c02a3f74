//! Measures how fast files are read, each in a separate process, in turn with other readers, and
//! how soon one can be viewed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use documents::RenderOptions;
use reader::{ALLOCATOR, ReadFailure, ReadLimits, SourceFile};

use crate::hostile::ReaderPaths;
use crate::tools::ReferenceExtractor;

/// The width in pixels at which the window draws a page.
const WIDTH: u32 = 1_200;
/// The number of pages whose drawing is timed.
const PAGES: u32 = 20;

/// Times in seconds, the best of several, including process start.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub struct Times {
    /// This project's reader.
    pub ours: f64,
    /// `pdftotext`, if it is there.
    pub poppler: Option<f64>,
    /// PDFium through pypdfium2, text only, if it is there.
    pub pdfium: Option<f64>,
    /// The peak memory of this project's reader, in MiB.
    pub memory: f64,
}

impl Times {
    /// Returns how many times faster it was than `pdftotext`.
    pub fn against_poppler(&self) -> Option<f64> {
        Some(self.poppler? / self.ours)
    }
}

/// Seconds from starting `pecan-reader` with a file.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub struct Opening {
    /// Until the picture of the first page is ready.
    pub first_page: f64,
    /// Until the whole text is ready.
    pub text: f64,
    /// For each further page, as printed.
    pub page: f64,
    /// The same, with light letters on dark paper.
    pub dark_page: f64,
}

/// Times how soon a PDF can be viewed, the way the window does it: the best of `rounds` rounds.
///
/// # Errors
///
/// If it cannot be read or drawn.
pub fn open(place: &ReaderPaths, bytes: &[u8], rounds: usize) -> Result<Opening> {
    let never = f64::INFINITY;
    let mut best = Opening { first_page: never, text: never, page: never, dark_page: never };
    for _ in 0..rounds.max(1) {
        let draw = |reader: &mut reader::ReaderProcess| {
            reader.draw(1, Some(RenderOptions::printed(WIDTH)), &mut on).map(drop)
        };
        let read =
            |reader: &mut reader::ReaderProcess| reader.read(BTreeMap::new(), &mut on).map(drop);
        best.first_page = best.first_page.min(opened(place, bytes, draw)?);
        best.text = best.text.min(opened(place, bytes, read)?);
        best.page = best.page.min(drawn(place, bytes, false)?);
        best.dark_page = best.dark_page.min(drawn(place, bytes, true)?);
    }
    Ok(best)
}

/// Returns the seconds that drawing a page takes, the mean of some after the first.
fn drawn(place: &ReaderPaths, bytes: &[u8], dark: bool) -> Result<f64> {
    let look = RenderOptions { width: WIDTH, dark };
    let mut seconds = 0.0;
    opened(place, bytes, |reader| {
        reader.draw(1, Some(look), &mut on)?;
        let begun = Instant::now();
        for page in 2..2 + PAGES {
            reader.draw(page, Some(look), &mut on)?;
        }
        seconds = begun.elapsed().as_secs_f64() / f64::from(PAGES);
        Ok(())
    })?;
    Ok(seconds)
}

fn on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns the seconds until a new reader that gets these bytes has done some work on them.
fn opened(
    place: &ReaderPaths,
    bytes: &[u8],
    work: impl FnOnce(&mut reader::ReaderProcess) -> Result<(), ReadFailure>,
) -> Result<f64> {
    let begun = Instant::now();
    let file = SourceFile { name: "made.pdf", bytes, password: None };
    let limits = ReadLimits::for_size(bytes.len() as u64);
    let reader = reader::ReaderProcess::open(&place.program, &place.folders, file, limits);
    let done = reader.and_then(|mut reader| work(&mut reader));
    done.map_err(|ended| anyhow!("the made file cannot be read: {ended:?}"))?;
    Ok(begun.elapsed().as_secs_f64())
}

/// The program that a Python with pypdfium2 runs.
const PYPDFIUM: &str = "import sys, pypdfium2
for page in pypdfium2.PdfDocument(sys.argv[1]): page.get_textpage().get_text_range()";

/// Times a file, `rounds` times each way.
///
/// # Errors
///
/// If this project's reader cannot read it.
pub fn time(file: &Path, python: &str, rounds: usize) -> Result<Times> {
    let ours = std::env::current_exe()?;
    let memory = memory(&ours, file)?;
    let mut best = [None; 3];
    for _ in 0..rounds {
        let mut pdfium = Command::new(python);
        pdfium.args(["-c", PYPDFIUM]).arg(file);
        let mut own = Command::new(&ours);
        own.arg("read").arg(file).envs(ALLOCATOR);
        for (best, mut command) in
            best.iter_mut().zip([own, ReferenceExtractor::Poppler.command(file), pdfium])
        {
            let seconds = run(&mut command);
            *best = seconds.map(|now: f64| best.map_or(now, |best: f64| best.min(now)));
        }
    }
    let [ours, poppler, pdfium] = best;
    Ok(Times { ours: ours.context("the file cannot be read")?, poppler, pdfium, memory })
}

/// Returns the seconds that a command takes, if it succeeds.
fn run(command: &mut Command) -> Option<f64> {
    let begun = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.ok().filter(std::process::ExitStatus::success).map(|_| begun.elapsed().as_secs_f64())
}

fn memory(ours: &Path, file: &Path) -> Result<f64> {
    let output = Command::new(ours).arg("read").arg(file).envs(ALLOCATOR).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let kibibytes: f64 = said.trim().parse().context("not a number of KiB")?;
    Ok(kibibytes / 1024.0)
}

/// Returns the peak memory of this process in KiB, as Linux counts it.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
