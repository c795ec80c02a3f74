//! The system's packages.

use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::{Consent, SetupPurpose};
use crate::shell::{command, find, printed, run, say};

/// Packages for llama.cpp and its bindings, SQLite, and Tauri's window.
const TO_BUILD: &[&str] = &[
    "build-essential",
    "clang",
    "cmake",
    "libayatana-appindicator3-dev",
    "libclang-dev",
    "librsvg2-dev",
    "libsoup-3.0-dev",
    "libwebkit2gtk-4.1-dev",
    "libxdo-dev",
    "ninja-build",
    "pkg-config",
];

/// Has the glyphs that Chinese, Japanese and Korean PDFs reference without embedding them. Without
/// it, their pages stay blank, and vertical lines lose their text, too.
pub const CJK_FONT: &str = "fonts-droid-fallback";

/// Fetches models.
pub const PIP: &str = "python3-pip";

/// Packages for a window on its own display, for driving it from outside, and for reading scanned
/// pages.
const TO_TEST: &[&str] = &[
    "at-spi2-core",
    "dbus-daemon",
    "dbus-x11",
    "fonts-dejavu-core",
    "libgl1-mesa-dri",
    "tesseract-ocr",
    "webkit2gtk-driver",
    "xauth",
    "xvfb",
];

const ELSEWHERE: &str = "only Debian and its derivatives are set up automatically; install a C and \
    C++ compiler, CMake, Ninja, Clang with libclang, pkg-config, and what Tauri 2 requires on this \
    system (Linux: WebKitGTK 4.1, libsoup 3, librsvg, libayatana-appindicator, libxdo; macOS: the \
    Xcode command line tools; Windows: the Visual Studio build tools and WebView2); see \
    docs/platforms.md";

/// The system packages needed for a purpose; none on systems with other package names.
pub fn wanted(purpose: SetupPurpose) -> Vec<&'static str> {
    if !is_debian() {
        say("packages", ELSEWHERE);
        return Vec::new();
    }
    let mut wanted = [TO_BUILD, &[CJK_FONT]].concat();
    if purpose == SetupPurpose::Tests {
        wanted.extend(TO_TEST);
    }
    wanted
}

/// Installs the missing packages, after a question if sudo is needed.
///
/// # Errors
/// If consent is refused, or apt-get fails.
pub fn install(missing: &[&str], consent: Consent) -> Result<()> {
    let root = is_root()?;
    if !root {
        if find("sudo").is_none() {
            bail!("sudo is missing; run as root: apt-get install {}", missing.join(" "));
        }
        consent.obtain("Install these packages with sudo?")?;
    }
    // If the lists cannot be updated, the old ones may do; otherwise the installation fails.
    if run(&mut apt(root, &["update"])).is_err() {
        say("packages", "the package lists could not be updated; trying the old ones");
    }
    say("packages", "installing (a few minutes)");
    run(apt(root, &["install", "--yes", "--no-install-recommends"]).args(missing))?;
    say("packages", "installed");
    Ok(())
}

/// The packages that are not installed.
pub fn missing<'a>(wanted: &[&'a str]) -> Result<Vec<&'a str>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = command("dpkg-query", &["--show", "--showformat=${Package} ${Status}\\n"]);
    Ok(not_listed(wanted, &printed(query.args(wanted))?))
}

/// Whether this system installs packages with apt-get.
pub fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists() && find("apt-get").is_some()
}

fn not_listed<'a>(wanted: &[&'a str], listing: &str) -> Vec<&'a str> {
    let installed = |package: &str| {
        listing.lines().any(|line| {
            line.split_once(' ').is_some_and(|(name, status)| {
                name == package && status.trim_end().ends_with(" installed")
            })
        })
    };
    wanted.iter().copied().filter(|package| !installed(package)).collect()
}

fn apt(root: bool, arguments: &[&str]) -> Command {
    let mut apt = if root { command("env", &[]) } else { command("sudo", &["env"]) };
    apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"]).args(arguments);
    // The output is thousands of lines in a log, but shows progress on a terminal.
    if !std::io::stdout().is_terminal() {
        apt.stdout(Stdio::null());
    }
    apt
}

fn is_root() -> Result<bool> {
    let id = printed(&mut command("id", &["-u"])).context("who you are")?;
    Ok(id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_wholly_installed_counts() {
        let listing = "cmake install ok installed\n\
                       clang deinstall ok config-files\n\
                       xvfb install ok half-configured\n\
                       libclang-dev-extra install ok installed\n";
        let wanted = ["clang", "cmake", "libclang-dev", "xauth", "xvfb"];
        assert_eq!(not_listed(&wanted, listing), ["clang", "libclang-dev", "xauth", "xvfb"]);
        assert_eq!(not_listed(&wanted, ""), wanted);
        assert!(not_listed(&["cmake"], listing).is_empty());
    }

    #[test]
    fn every_package_is_named_once() {
        let mut all: Vec<_> = TO_BUILD.iter().chain(TO_TEST).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
