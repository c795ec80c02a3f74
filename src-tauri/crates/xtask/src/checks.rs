//! What is checked beside the workspace's tests.

use std::process::Command;
use std::time::Duration;

use crate::places::Places;
use crate::programs::workspace;
use crate::shell::{run, say, succeeds_within};

/// One thing that Cargo checks.
struct Check {
    name: &'static str,
    of: Of,
    arguments: &'static [&'static str],
}

/// What is checked.
#[derive(Clone, Copy)]
enum Of {
    /// The default members of the workspace, as they are built.
    Programs,
    /// The window's content, which is no default member: compiled for this machine, in the
    /// folder of its WebAssembly build, where its macros lie ready.
    Frontend,
}

const CHECKS: [Check; 5] = [
    Check { name: "format", of: Of::Programs, arguments: &["fmt", "--all", "--check"] },
    Check {
        name: "licences",
        of: Of::Programs,
        arguments: &["deny", "check", "licenses", "bans", "sources"],
    },
    Check {
        name: "clippy",
        of: Of::Programs,
        arguments: &["clippy", "--release", "--all-targets", "--", "--deny", "warnings"],
    },
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

/// Within this time a tool that is installed tells its version.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// Runs all checks and names those that fail. A tool that is not installed is left out.
pub fn failed(places: &Places) -> Vec<&'static str> {
    let failed = CHECKS.iter().filter(|check| !check.passes(places));
    failed.map(|check| check.name).collect()
}

impl Check {
    fn passes(&self, places: &Places) -> bool {
        let tool = self.arguments[0];
        // Cargo's own commands have no version.
        let installed = tool == "test"
            || succeeds_within(ANSWER_LIMIT, &mut self.cargo(places, &[tool, "--version"]));
        if !installed {
            say(self.name, &format!("cargo {tool} is not installed, left out"));
            return true;
        }
        let passed = run(&mut self.cargo(places, self.arguments)).is_ok();
        say(self.name, if passed { "passed" } else { "failed" });
        passed
    }

    fn cargo(&self, places: &Places, arguments: &[&str]) -> Command {
        let mut cargo = workspace(places, arguments);
        if let Of::Frontend = self.of {
            cargo.env("CARGO_TARGET_DIR", places.wasm_target());
        }
        cargo
    }
}
