//! The window's command line.

use std::ffi::OsString;
use std::path::PathBuf;

/// The window's command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "pecan-desktop", version, about = "Pecan: ask long documents, and see why.")]
pub struct DesktopArguments {
    /// Keep the library in this folder.
    #[arg(long, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// Use this model (a GGUF file) instead of the one in use.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Documents to add.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Run as the engine's process: read jobs from standard input, write reports to standard
    /// output.
    #[arg(long, hide = true)]
    pub engine: bool,
}

impl DesktopArguments {
    /// Returns the command line of the engine's process that belongs to this window.
    pub fn for_engine(&self) -> Vec<OsString> {
        let mut line = vec![OsString::from("--engine")];
        for (name, value) in [("--library", &self.library), ("--model", &self.model)] {
            if let Some(path) = value {
                line.extend([OsString::from(name), path.clone().into_os_string()]);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn the_engine_gets_the_windows_library_and_model() {
        let line = ["pecan-desktop", "--model", "m.gguf", "--library", "/l", "book.txt"];
        let engine = DesktopArguments::parse_from(line).for_engine();
        assert_eq!(
            engine,
            ["--engine", "--library", "/l", "--model", "m.gguf"].map(OsString::from)
        );

        let read = DesktopArguments::parse_from(
            [OsString::from("pecan-desktop")].into_iter().chain(engine),
        );
        assert!(read.engine && read.files.is_empty());
        assert_eq!(read.library, Some(PathBuf::from("/l")));
        assert_eq!(read.model, Some(PathBuf::from("m.gguf")));
    }
}
