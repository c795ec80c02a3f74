//! Reports measurements with machine, time and command, as JSON and in a page: figures with goals
//! ([`figures`]) and intervals ([`statistics`]), cases that survive an interruption ([`cases`]), and
//! progress ([`progress`]).

pub mod cases;
pub mod figures;
mod page;
pub mod progress;
mod published;
mod rows;
pub mod statistics;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use protocol::{Code, Failure};
use serde::Serialize;

pub use published::{AllMeasured, published};
pub use rows::{Goal, MeasurementRow, median, rows_table};

/// Numbers and how they were obtained.
#[derive(Debug, Serialize)]
pub struct MeasurementReport<T> {
    machine: String,
    commit: String,
    command: String,
    seconds: f64,
    #[serde(flatten)]
    measured: T,
}

impl<T: Serialize> MeasurementReport<T> {
    /// Creates a report of what a command, which repeats it, has measured since `begun`.
    pub fn new(command: String, begun: Instant, measured: T) -> Self {
        let seconds = begun.elapsed().as_secs_f64();
        Self { machine: machine(), commit: commit(), command, seconds, measured }
    }

    /// Returns the section for a page: where, when and with what, and the table.
    pub fn section(&self, table: &str) -> String {
        let Self { machine, commit, command, seconds, .. } = self;
        format!(
            "Machine: {machine}. Commit: `{commit}`. {seconds:.0} s.\n\n    {command}\n\n{table}"
        )
    }

    /// Writes the numbers as JSON.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_json(&self, path: &Path) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(self)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        fs::write(path, json + "\n").map_err(|error| file_failure(path, &error))
    }
}

/// Where numbers go besides the terminal.
#[derive(Debug, clap::Args)]
pub struct ReportOutput {
    /// Write the numbers to this file as JSON
    #[arg(long, overrides_with = "json")]
    json: Option<PathBuf>,
    /// Write the table into this page, between the lines that mark its beginning and end
    #[arg(long, overrides_with = "markdown")]
    markdown: Option<PathBuf>,
}

impl ReportOutput {
    /// The file for the numbers, if one was named.
    pub fn json_path(&self) -> Option<&Path> {
        self.json.as_deref()
    }

    /// Prints the table, writes it into the page, and writes the numbers as JSON.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn give<T: Serialize>(
        &self,
        name: &str,
        report: &MeasurementReport<T>,
        table: &str,
    ) -> Result<(), Failure> {
        let section = report.section(table);
        println!("{section}");
        write_section(self.markdown.as_deref(), name, &section)?;
        self.json.as_deref().map_or(Ok(()), |path| report.write_json(path))
    }
}

/// Checks that a page has these sections before their content is measured; does nothing without a
/// page.
///
/// # Errors
///
/// If the page cannot be read or lacks one of their lines.
pub fn require_sections<'a>(
    page: Option<&Path>,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    let Some(path) = page else { return Ok(()) };
    let text = fs::read_to_string(path).map_err(|error| file_failure(path, &error))?;
    names.into_iter().try_for_each(|name| page::with_section(&text, name, "").map(|_| ()))
}

/// Writes a section into a page, if there is one.
///
/// # Errors
///
/// If the page has no place for it, or cannot be read or written.
pub fn write_section(page: Option<&Path>, name: &str, section: &str) -> Result<(), Failure> {
    let Some(path) = page else { return Ok(()) };
    let page = fs::read_to_string(path).map_err(|error| file_failure(path, &error))?;
    let page = page::with_section(&page, name, section)?;
    fs::write(path, page).map_err(|error| file_failure(path, &error))
}

/// Returns the processor, the number of usable cores, and the system.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| processor(&text));
    let processor = processor.unwrap_or_else(|| std::env::consts::ARCH.into());
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!("{processor}, {cores}, {}", std::env::consts::OS)
}

/// The first processor that the system lists. A virtual machine may give different processors the
/// same name; only the numbers distinguish them.
fn processor(cpuinfo: &str) -> Option<String> {
    let value = |name: &str| {
        let is_it = |line: &&str| line.split(':').next().is_some_and(|key| key.trim() == name);
        Some(cpuinfo.lines().find(is_it)?.split_once(':')?.1.trim().to_owned())
    };
    let name = value("model name")?;
    let numbers = value("cpu family").zip(value("model")).zip(value("stepping"));
    Some(match numbers {
        Some(((family, model), stepping)) => format!("{name} ({family}.{model}.{stepping})"),
        None => name,
    })
}

/// Returns the commit that is checked out, and whether tracked files have changed since: numbers of
/// changed files belong to no commit. Files in `docs` may have changed, because numbers go there.
pub fn commit() -> String {
    match git(&["rev-parse", "--short", "HEAD"]) {
        None => "unknown".into(),
        Some(commit) => {
            let files = ["--untracked-files=no", "--", ":/", ":(top,exclude)docs"];
            let changed = git(&[&["status", "--porcelain"], &files[..]].concat());
            let mark = if changed.is_none_or(|files| files.is_empty()) { "" } else { "-changed" };
            commit + mark
        }
    }
}

/// Returns git's answer, or `None` if it gives none.
fn git(arguments: &[&str]) -> Option<String> {
    let output = std::process::Command::new("git").args(arguments).output().ok()?;
    let answer =
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned());
    answer.map(|text| text.trim().to_owned())
}

/// Describes a file that cannot be read or written.
pub fn file_failure(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{} cannot be read or written: {error}.", path.display());
    Failure::new(Code::FileUnreadable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_of_one_name_are_distinguished() {
        let text = "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\
                    stepping\t: 1\nprocessor\t: 1\nmodel\t\t: 18\n";
        assert_eq!(processor(text).as_deref(), Some("AMD EPYC (25.17.1)"));
        assert_eq!(processor("model name: Cortex\n").as_deref(), Some("Cortex"));
        assert_eq!(processor("BogoMIPS : 50.00\n"), None);
    }
}
