//! Every check and every test.

use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::checks;
use crate::frontend;
use crate::places::Places;
use crate::programs::workspace;
use crate::setup::{self, Consent, Purpose, packages};
use crate::shell::{cargo, command, run, say};

/// Programs that the checks and tests need, with their versions: what passes the WebDriver
/// protocol on to WebKit's driver, with a Tauri window as the browser, and what reads licences.
const TOOLS: [(&str, &str); 2] = [("tauri-driver", "2.1.0"), ("cargo-deny", "0.20.2")];

/// Sets up, checks, builds, tests. What a check finds does not keep the tests from running.
///
/// # Errors
/// If anything cannot be set up or built, or a check or a test fails.
pub fn run_all(places: &Places, consent: Consent) -> Result<()> {
    let compiler = setup::run(places, Purpose::Tests, consent)?;
    for (name, version) in TOOLS {
        provide(places, name, version)?;
    }
    frontend::build(places, compiler)?;
    let failed = checks::failed(places);
    say("programs", "compiling what has changed (many minutes the first time)");
    run(&mut workspace(places, &["build", "--release", "--lib", "--bins", "--tests"]))?;
    if std::env::var_os("PECAN_CORPUS").is_none() {
        say("tests", "PECAN_CORPUS is not set: those on real books will say that they are skipped");
    }
    run(&mut tests(places)?)?;
    if !failed.is_empty() {
        bail!("the tests pass, these checks do not (see above): {}", failed.join(", "));
    }
    Ok(())
}

/// `cargo test`, on a display and a message bus of its own where they can be had.
fn tests(places: &Places) -> Result<Command> {
    let test = ["cargo", "test", "--release", "--no-fail-fast"];
    let mut tests = if packages::is_debian() {
        let mut bus = command("dbus-run-session", &["--", "xvfb-run", "--auto-servernum"]);
        bus.arg("--server-args=-screen 0 1280x800x24").args(test);
        bus
    } else {
        command(test[0], &test[1..])
    };
    tests
        .current_dir(&places.root)
        .env("PATH", places.path_with_tools()?)
        .env("PECAN_MODELS", &places.models);
    Ok(tests)
}

/// Installs a program into the target folder.
fn provide(places: &Places, name: &str, version: &str) -> Result<()> {
    let listed = fs::read_to_string(places.tools().join(".crates.toml")).unwrap_or_default();
    if listed.contains(&format!("\"{name} {version} ")) {
        say(name, "up to date");
        return Ok(());
    }
    say(name, &format!("compiling version {version} into {} (minutes)", places.tools().display()));
    let mut install = cargo(&["install", "--locked", name, "--version", version]);
    install.arg("--root").arg(places.tools()).arg("--target-dir").arg(places.tools().join("build"));
    run(install.current_dir(&places.root))?;
    say(name, "installed");
    Ok(())
}
