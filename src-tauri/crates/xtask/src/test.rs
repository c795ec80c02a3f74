//! Every check and every test.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::checks;
use crate::frontend;
use crate::places::Places;
use crate::programs::workspace;
use crate::setup::{self, Consent, Purpose, packages};
use crate::shell::{cargo, command, run, say};

/// Passes the WebDriver protocol on to WebKit's driver, with a Tauri window as the browser.
const DRIVER: &str = "tauri-driver";
const DRIVER_VERSION: &str = "2.1.0";

/// Sets up, checks, builds, tests. What a check finds does not keep the tests from running.
///
/// # Errors
/// If anything cannot be set up or built, or a check or a test fails.
pub fn run_all(places: &Places, consent: Consent) -> Result<()> {
    let compiler = setup::run(places, Purpose::Tests, consent)?;
    provide_driver(places)?;
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
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(places.tools().join("bin")).chain(std::env::split_paths(&path));
    tests
        .current_dir(&places.root)
        .env("PATH", std::env::join_paths(folders).context("the PATH")?)
        .env("PECAN_MODELS", &places.models);
    Ok(tests)
}

/// Installs the window's driver into the target folder.
fn provide_driver(places: &Places) -> Result<()> {
    let listed = fs::read_to_string(places.tools().join(".crates.toml")).unwrap_or_default();
    if listed.contains(&format!("\"{DRIVER} {DRIVER_VERSION} ")) {
        say(DRIVER, "up to date");
        return Ok(());
    }
    say(DRIVER, &format!("compiling version {DRIVER_VERSION}"));
    let mut install = cargo(&["install", "--quiet", DRIVER, "--version", DRIVER_VERSION]);
    install.arg("--root").arg(places.tools()).arg("--target-dir").arg(places.tools().join("build"));
    run(install.current_dir(&places.root))?;
    say(DRIVER, "installed");
    Ok(())
}
