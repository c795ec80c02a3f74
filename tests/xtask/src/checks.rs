//! The checks that run in addition to the workspace's tests.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::places::WorkspacePaths;
use crate::shell::{run, say, succeeds_within};
use crate::workspace::workspace;

/// A check that Cargo performs.
#[derive(Clone, Copy)]
pub struct Check {
    name: &'static str,
    of: Of,
    arguments: &'static [&'static str],
}

/// The code that is checked.
#[derive(Clone, Copy)]
enum Of {
    /// The default members of the workspace, as built.
    Programs,
    /// The window's content, which is not a default member: compiled for this machine, in the
    /// folder of its WebAssembly build, where its macros are already built.
    Frontend,
}

/// Formatting, of everything.
pub const FORMAT: Check =
    Check { name: "format", of: Of::Programs, arguments: &["fmt", "--all", "--check"] };

/// Licences and sources of dependencies.
const LICENCES: Check = Check {
    name: "licences",
    of: Of::Programs,
    arguments: &["deny", "check", "licenses", "bans", "sources"],
};

/// Style, of everything but the window's content.
pub const CLIPPY: Check = Check {
    name: "clippy",
    of: Of::Programs,
    arguments: &["clippy", "--release", "--all-targets", "--", "--deny", "warnings"],
};

/// Style of the demonstration model's trainer, which is not a default member: only training needs its libraries.
const CLIPPY_TRAINER: Check = Check {
    name: "clippy, trainer",
    of: Of::Programs,
    arguments: &[
        "clippy",
        "--release",
        "--package=pecan-pocket-trainer",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ],
};

/// The checks of the window's content.
pub const OF_FRONTEND: [Check; 2] = [
    Check {
        name: "clippy, frontend",
        of: Of::Frontend,
        arguments: &[
            "clippy",
            "--release",
            "--package=pecan-frontend",
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ],
    },
    Check {
        name: "tests, frontend",
        of: Of::Frontend,
        arguments: &["test", "--release", "--package=pecan-frontend"],
    },
];

/// An installed tool prints its version within this time.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// Runs all checks and returns the names of those that fail. Style checks are skipped if their
/// tools are missing.
pub fn failed(places: &WorkspacePaths) -> Vec<&'static str> {
    let mut failed = failed_of(places, &[FORMAT, LICENCES, CLIPPY, CLIPPY_TRAINER]);
    failed.extend(failed_of(places, &OF_FRONTEND));
    failed
}

/// Runs these checks and returns the names of those that fail.
pub fn failed_of(places: &WorkspacePaths, checks: &[Check]) -> Vec<&'static str> {
    checks.iter().filter(|check| !check.passes(places)).map(|check| check.name).collect()
}

impl Check {
    fn passes(&self, places: &WorkspacePaths) -> bool {
        let tool = self.arguments[0];
        // Cargo's own commands have no version.
        let succeeds = |cargo: Result<Command>| {
            cargo.is_ok_and(|mut cargo| succeeds_within(ANSWER_LIMIT, &mut cargo))
        };
        if tool != "test" && !succeeds(self.cargo(places, &[tool, "--version"])) {
            // Debian's compiler comes without them; style is checked where rustup is installed.
            say(self.name, &format!("skipped: cargo {tool} is not installed"));
            return tool != "deny";
        }
        let passed = self.cargo(places, self.arguments).and_then(|mut cargo| run(&mut cargo));
        say(self.name, if passed.is_ok() { "passed" } else { "failed" });
        passed.is_ok()
    }

    fn cargo(&self, places: &WorkspacePaths, arguments: &[&str]) -> Result<Command> {
        let mut cargo = workspace(places, arguments);
        cargo.env("PATH", places.path_with_tools()?);
        if let Of::Frontend = self.of {
            cargo.env("CARGO_TARGET_DIR", places.wasm_target());
        }
        Ok(cargo)
    }
}
