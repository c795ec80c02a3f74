//! The everyday loop: formatting, clippy, and the unit tests of what changed since the last commit.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::checks;
use crate::places::WorkspacePaths;
use crate::shell::{command, printed, run, say};
use crate::workspace::workspace;

/// The crates that Cargo can test alone. The others contain llama.cpp, which it would compile again with other features,
/// or need the window's display.
const TESTED_ALONE: [&str; 8] = [
    "pecan-addresses",
    "pecan-documents",
    "pecan-entities",
    "pecan-hwdag",
    "pecan-library",
    "pecan-pocket",
    "pecan-protocol",
    "pecan-sentences",
];

/// The window's content, which is checked in an output folder of its own.
const FRONTEND: &str = "pecan-frontend";

/// Checks formatting and style, and runs the unit tests of the crates that changed.
///
/// # Errors
/// If a check or test fails.
pub fn run_changed(places: &WorkspacePaths) -> Result<()> {
    let changed = changed_crates(places)?;
    let mut failed = checks::failed_of(places, &[checks::FORMAT, checks::CLIPPY]);
    if changed.contains(FRONTEND) {
        failed.extend(checks::failed_of(places, &checks::OF_FRONTEND));
    }
    for name in &changed {
        match name.as_str() {
            FRONTEND => {}
            alone if TESTED_ALONE.contains(&alone) => {
                let package = format!("--package={alone}");
                let tested = run(&mut workspace(places, &["test", "--release", "--lib", &package]));
                failed.extend(tested.is_err().then_some("unit tests"));
            }
            other => say(other, "changed; `cargo xtask test` runs its tests"),
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("failed (see above): {}", failed.join(", ")),
    }
}

/// Returns the names of the crates that differ from the last commit.
fn changed_crates(places: &WorkspacePaths) -> Result<BTreeSet<String>> {
    let mut git = command("git", &["status", "--porcelain", "--untracked-files=all", "-z"]);
    let files = printed(git.current_dir(&places.root))?;
    let paths = files.split('\0').filter_map(|entry| entry.get(3..));
    Ok(paths.filter_map(|path| crate_of(&places.root, Path::new(path))).collect())
}

/// Returns the name of the crate that a file of the checkout belongs to, if any.
fn crate_of(root: &Path, file: &Path) -> Option<String> {
    let manifest = |folder: &Path| -> PathBuf { root.join(folder).join("Cargo.toml") };
    let own = file.ancestors().skip(1).map(manifest).find(|manifest| manifest.is_file())?;
    let text = std::fs::read_to_string(own).ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \""))?;
    Some(name.trim_end_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_crate_around_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let name = |file: &str| crate_of(&root, Path::new(file));
        assert_eq!(name("tests/xtask/src/check.rs").as_deref(), Some("xtask"));
        assert_eq!(name("src-tauri/crates/hwdag/src/gone.rs").as_deref(), Some("pecan-hwdag"));
        assert_eq!(name("docs/method.md"), None);
    }
}
