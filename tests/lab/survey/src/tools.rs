//! Programs that run only for comparison.

use std::path::Path;
use std::process::{Command, Stdio};

/// A program that prints the text of a PDF, pages ended by form feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceExtractor {
    /// poppler's `pdftotext`.
    Poppler,
    /// MuPDF's `mutool draw`.
    MuPdf,
}

impl ReferenceExtractor {
    /// Returns the command that prints a file's text.
    pub fn command(self, file: &Path) -> Command {
        let mut command = match self {
            Self::Poppler => Command::new("pdftotext"),
            Self::MuPdf => Command::new("mutool"),
        };
        match self {
            Self::Poppler => command.args(["-enc", "UTF-8"]).arg(file).arg("-"),
            Self::MuPdf => command.args(["draw", "-q", "-F", "text"]).arg(file),
        };
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Returns a file's text, page by page; `None` if the program is missing or prints none.
    pub fn pages(self, file: &Path) -> Option<Vec<String>> {
        let output = self.command(file).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
        pages.pop();
        (!pages.is_empty()).then_some(pages)
    }
}

/// Returns what Tesseract reads in each picture that a file lists; `None` if it is missing.
pub fn recognised(list: &Path) -> Option<Vec<String>> {
    let output = Command::new("tesseract")
        .arg(list)
        .args(["stdout", "--psm", "6", "--dpi", "216", "-l", "eng"])
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.trim_end_matches('\u{c}').split('\u{c}').map(str::to_owned).collect())
}
