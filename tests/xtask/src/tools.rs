//! Third-party programs that checks, tests and measurements need, compiled into the target folder.

use std::fs;

use anyhow::Result;

use crate::places::WorkspacePaths;
use crate::shell::{cargo, run, say};

/// A package and its version.
pub type Tool = (&'static str, &'static str);

/// Forwards the WebDriver protocol to WebKit's driver, with a Tauri window as the browser.
pub const DRIVER: Tool = ("tauri-driver", "2.1.0");
/// Checks licences.
pub const LICENCES: Tool = ("cargo-deny", "0.20.2");

/// Installs a program, not optimised, which takes half the time, unless it is present.
///
/// # Errors
/// If it cannot be downloaded or does not compile.
pub fn provide(places: &WorkspacePaths, (name, version): Tool) -> Result<()> {
    let listed = fs::read_to_string(places.tools().join(".crates.toml")).unwrap_or_default();
    if listed.contains(&format!("\"{name} {version} ")) {
        say(name, "up to date");
        return Ok(());
    }
    say(
        name,
        &format!("compiling version {version} into {} (takes minutes)", places.tools().display()),
    );
    let mut install = cargo(&["install", "--locked", "--debug", name, "--version", version]);
    install.arg("--root").arg(places.tools()).arg("--target-dir").arg(places.tools().join("build"));
    run(install.current_dir(&places.root))?;
    say(name, "installed");
    Ok(())
}
