//! Clients that others publish, at the versions that `tests/clients` names. `cargo xtask test` installs them where
//! Python and npm are installed, and names their folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The environment variable with the folder of the installed clients.
pub const FOLDER: &str = "PECAN_CLIENTS";

/// The folder of the installed clients.
#[derive(Debug, Clone)]
pub struct Clients(PathBuf);

impl Clients {
    /// The installed clients; `None`, with a message, if they are not.
    pub fn find() -> Option<Self> {
        let folder = std::env::var_os(FOLDER).map(PathBuf::from).filter(|folder| folder.is_dir());
        if folder.is_none() {
            eprintln!("skipped: {FOLDER} names no installed clients");
        }
        folder.map(Self)
    }

    /// A script of `tests/clients` in Python, which finds this package; `None`, with a message, if it is not installed.
    pub fn python(&self, script: &str, package: &str) -> Option<Command> {
        let packages = self.0.join("python");
        if !packages.join(package).is_dir() {
            eprintln!("skipped: the Python package {package} is not installed");
            return None;
        }
        let mut python = Command::new("python3");
        python.arg(scripts().join(script)).env("PYTHONPATH", packages);
        Some(python)
    }

    /// A script of `tests/clients` in JavaScript, whose first argument is the folder of its packages; `None`, with a
    /// message, if they are not installed.
    pub fn node(&self, script: &str) -> Option<Command> {
        let packages = self.0.join("node");
        if !packages.join("node_modules/openai").is_dir() {
            eprintln!("skipped: the npm package openai is not installed");
            return None;
        }
        let mut node = Command::new("node");
        node.arg(scripts().join(script)).arg(packages);
        Some(node)
    }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// What a client prints.
///
/// # Panics
/// If it fails or prints no JSON.
pub fn printed(client: &mut Command) -> Value {
    let output = client.output().unwrap_or_else(|error| panic!("{client:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{client:?}: {said}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}
