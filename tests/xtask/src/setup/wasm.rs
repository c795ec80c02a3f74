//! A compiler for WebAssembly.
//!
//! The short way is rustup's target, if its servers can be reached. The long way is Debian's
//! `rustc-web`, which builds the standard library along with the program.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::packages;
use crate::places::WorkspacePaths;
use crate::shell::{cargo, command, find, printed, say, succeeds_within};

/// The target's name.
pub const TARGET: &str = "wasm32-unknown-unknown";

const DEBIAN: &[&str] = &["cargo-web", "lld-19", "rust-web-src", "rustc-web"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LINKER: &str = "wasm-ld-19";

/// Long enough for a download of 20 MB over a slow connection, short enough for an unresponsive
/// server.
const RUSTUP_LIMIT: Duration = Duration::from_secs(150);

/// The compiler for WebAssembly on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    /// The compiler in use, with the target installed.
    Rustup,
    /// Debian's compiler, which also builds the target's standard library.
    Debian,
}

/// Finds a compiler. Debian's may still have to be installed: see [`Compiler::packages`].
///
/// # Errors
/// If neither way works; the error says what to do.
pub fn choose() -> Result<Compiler> {
    // PECAN_WASM=debian takes the long way even if the short one works, for testing.
    let long = std::env::var("PECAN_WASM").is_ok_and(|way| way == "debian");
    let debian = packages::is_debian();
    if !long && has_target()? {
        say("wasm", "up to date (rustup's target)");
        return Ok(Compiler::Rustup);
    }
    if debian && packages::missing(DEBIAN)?.is_empty() {
        say("wasm", "up to date (Debian's rustc-web)");
        return Ok(Compiler::Debian);
    }
    if !long && add_target() {
        return Ok(Compiler::Rustup);
    }
    if !debian {
        bail!(
            "no compiler for WebAssembly: connect to a network and run `rustup target add \
             {TARGET}`"
        );
    }
    say("wasm", "rustup's target is not available; using Debian's rustc-web instead");
    Ok(Compiler::Debian)
}

impl Compiler {
    /// The system packages that it consists of.
    pub fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Rustup => &[],
            Self::Debian => DEBIAN,
        }
    }

    /// `cargo build` for WebAssembly with this compiler, in a separate target folder.
    pub fn build(self, places: &WorkspacePaths) -> Command {
        let build = &["build", "--release", "--target", TARGET];
        let mut cargo = match self {
            Self::Rustup => cargo(build),
            Self::Debian => debian_cargo(build),
        };
        cargo.current_dir(&places.root).arg("--target-dir").arg(places.wasm_target());
        cargo
    }

    /// Its version: a change triggers a rebuild.
    pub fn version(self) -> Result<String> {
        let rustc = match self {
            Self::Rustup => "rustc",
            Self::Debian => DEBIAN_RUSTC,
        };
        printed(&mut command(rustc, &["--version", "--verbose"]))
    }
}

fn debian_cargo(build: &[&str]) -> Command {
    let mut cargo = command(DEBIAN_CARGO, build);
    cargo
        .args(["-Zbuild-std=std,panic_abort"])
        .env("RUSTC", DEBIAN_RUSTC)
        // Building the standard library is not a stable feature of any Cargo.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER)
        // The variables that `cargo xtask` runs with belong to another toolchain.
        .env_remove("CARGO")
        .env_remove("LD_LIBRARY_PATH")
        .env_remove("RUSTUP_TOOLCHAIN");
    cargo
}

fn has_target() -> Result<bool> {
    let print = &["--print", "target-libdir", "--target", TARGET];
    let folder = printed(&mut command("rustc", print)).context("is Rust on the PATH?")?;
    Ok(!folder.trim().is_empty() && Path::new(folder.trim()).is_dir())
}

fn add_target() -> bool {
    if find("rustup").is_none() {
        return false;
    }
    let limit = RUSTUP_LIMIT.as_secs();
    say("wasm", &format!("adding {TARGET} (20 MB) with rustup, within {limit} s"));
    let mut add = command("rustup", &["target", "add", TARGET]);
    let added = succeeds_within(RUSTUP_LIMIT, add.env("RUSTUP_MAX_RETRIES", "0"));
    added && has_target().unwrap_or(false)
}
