//! What must be on the machine before Pecan can be built and run.

mod models;
pub mod packages;
pub mod wasm;
mod wheel;

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail};
use wasm::Compiler;

use crate::places::Places;

/// What the set-up is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To build and run the programs.
    App,
    /// To run the tests too, which open the window on a display of their own.
    Tests,
}

impl Purpose {
    /// Of `setup`'s flags and the environment.
    pub fn of(flags: &[String]) -> Self {
        if in_ci() || flags.iter().any(|flag| flag == "--ci") { Self::Tests } else { Self::App }
    }
}

/// Whether installing with sudo needs a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Given beforehand.
    Given,
    /// To be asked for.
    Ask,
}

impl Consent {
    /// Of a command's flags and the environment.
    pub fn of(flags: &[String]) -> Self {
        let given = flags.iter().any(|flag| flag == "--yes" || flag == "--ci");
        if given || in_ci() { Self::Given } else { Self::Ask }
    }

    /// Asks, unless consent was given.
    ///
    /// # Errors
    /// If the answer is no, or there is nobody to ask.
    fn obtain(self, question: &str) -> Result<()> {
        if self == Self::Given {
            return Ok(());
        }
        if !std::io::stdin().is_terminal() {
            bail!("{question}: nobody is there to ask; run `cargo xtask setup --yes`");
        }
        print!("{question} [Y/n] ");
        std::io::stdout().flush()?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if is_yes(&answer) { Ok(()) } else { bail!("not installed, as you wished") }
    }
}

/// Installs whatever is missing, says one line for each part, and which compiler makes the
/// window's content.
///
/// # Errors
/// If a part cannot be installed; says which, and what to do.
pub fn run(places: &Places, purpose: Purpose, consent: Consent) -> Result<Compiler> {
    packages::install_missing(purpose, consent)?;
    let compiler = wasm::compiler(consent)?;
    models::provide(places, consent)?;
    Ok(compiler)
}

fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false")
}

fn is_yes(answer: &str) -> bool {
    ["", "y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_give_consent() {
        let flags = |flags: &[&str]| flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>();
        assert!(Consent::of(&flags(&["--yes"])) == Consent::Given);
        assert!(Consent::of(&flags(&["--ci"])) == Consent::Given);
        assert!(Purpose::of(&flags(&["--ci"])) == Purpose::Tests);
        assert!(Consent::Given.obtain("Install?").is_ok());
    }

    #[test]
    fn answers() {
        for (answer, yes) in
            [("\n", true), ("y\n", true), ("Yes\n", true), ("n\n", false), ("what?\n", false)]
        {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
