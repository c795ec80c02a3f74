//! Programs that a test writes, in place of real ones.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Writes a shell program with these commands at `path`.
///
/// # Panics
/// If it cannot be written.
pub fn put(path: &Path, does: &str) {
    let draft = path.with_extension("draft");
    fs::write(&draft, format!("#!/bin/sh\n{does}\n")).expect("a program can be written");
    let runs = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&draft, runs).expect("a program can be made to run");
    // A file that this process has open for writing is also open in a process that another thread
    // starts just then, and no program runs while it is open for writing. So another process writes
    // it.
    let copied = Command::new("cp").arg("-p").args([&draft, path]).status();
    assert!(copied.expect("cp can be started").success(), "a program can be copied");
    fs::remove_file(&draft).expect("a draft can be removed");
}
