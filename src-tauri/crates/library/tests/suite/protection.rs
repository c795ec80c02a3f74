//! Tests of a read-only folder. Permissions do not restrict root, so the trial runs in a child
//! process, which root gives to an unprivileged user.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use library::Library;
use protocol::Code;
use tempfile::tempdir;

use crate::book;

const FOLDER: &str = "PECAN_TEST_PROTECTED_FOLDER";
const UNPRIVILEGED: u32 = 65534;

fn protect(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Runs the ignored test `name` of this file in a process that permissions restrict.
fn run_held_back(name: &str, folder: &Path, room: &Path) {
    let program: PathBuf = room.join("trial");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let mut trial = Command::new(&program);
    trial.args(["--exact", name, "--ignored", "--quiet"]).env(FOLDER, folder).current_dir(room);
    if fs::metadata(room).unwrap().uid() == 0 {
        trial.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    let output = trial.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn a_protected_library_is_read_and_not_written() {
    let room = tempdir().unwrap();
    protect(room.path(), 0o755);
    let folder = room.path().join("library");
    let mut library = book::open(&folder);
    let document = book::add(&mut library, b"one");
    book::build(&mut library, document);
    drop(library);

    protect(&folder.join("library.db"), 0o444);
    protect(&folder, 0o555);
    run_held_back("protection::trial_of_a_protected_folder", &folder, room.path());

    protect(&folder, 0o777);
    protect(&folder.join("library.lock"), 0o666);
    run_held_back("protection::trial_of_a_protected_file", &folder, room.path());

    protect(&folder, 0o000);
    run_held_back("protection::trial_of_a_closed_folder", &folder, room.path());
    protect(&folder, 0o755);
}

fn try_to_write(folder: &Path) {
    assert_eq!(Library::open(folder).unwrap_err().code(), Code::LibraryReadOnly);
    let reader = Library::open_read_only(folder).unwrap();
    let documents = reader.list().unwrap();
    assert_eq!(documents.len(), 1);
    let graph = reader.graph_to_ask(documents[0].id).unwrap().unwrap();
    assert_eq!(reader.load_graph(graph).unwrap().nodes.len(), 4);
}

#[test]
#[ignore = "run by a_protected_library_is_read_and_not_written"]
fn trial_of_a_protected_folder() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("run by another test"));
    try_to_write(&folder);
    assert_eq!(
        Library::open(&folder.join("inside")).unwrap_err().code(),
        Code::LibraryReadOnly,
        "a folder that cannot be made"
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "files were left behind");
}

#[test]
#[ignore = "run by a_protected_library_is_read_and_not_written"]
fn trial_of_a_protected_file() {
    try_to_write(&PathBuf::from(std::env::var_os(FOLDER).expect("run by another test")));
}

#[test]
#[ignore = "run by a_protected_library_is_read_and_not_written"]
fn trial_of_a_closed_folder() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("run by another test"));
    // It must not be mistaken for a folder without a library.
    assert_eq!(Library::open_read_only(&folder).unwrap_err().code(), Code::FileUnreadable);
    assert_eq!(Library::open(&folder).unwrap_err().code(), Code::FileUnreadable);
}
