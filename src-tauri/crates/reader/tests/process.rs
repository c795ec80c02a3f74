//! The reading process, alive and dying.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use documents::ReadOptions;
use protocol::Code;
use reader::{ReadFailure, ReadLimits, ReaderExit, ReaderProcess, SourceFile};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pecan-reader");

fn read(
    program: &Path,
    file: SourceFile<'_>,
    limits: ReadLimits,
) -> Result<documents::Document, ReadFailure> {
    ReaderProcess::open(program, &[], file, limits)?
        .read(BTreeMap::new(), &mut || ControlFlow::Continue(()))
}

fn read_here(
    name: &str,
    bytes: &[u8],
    limits: ReadLimits,
) -> Result<documents::Document, ReadFailure> {
    read(Path::new(PROGRAM), SourceFile { name, bytes, password: None }, limits)
}

/// Writes a program that takes as much input as it needs and then runs `does`.
fn script(folder: &Path, does: &str) -> PathBuf {
    let path = folder.join("reader.sh");
    tests::script::put(&path, does);
    path
}

#[test]
fn a_document_is_what_it_is_in_this_process() {
    let text = "# A title\n\nText, café, 漢字.\n\n## More\n\nThe end.\n";
    let limits = ReadLimits::for_size(text.len() as u64);
    let there = read_here("a.md", text.as_bytes(), limits).unwrap();
    let here = documents::read(text.as_bytes(), "a.md", &ReadOptions::default()).unwrap();
    assert_eq!(there, here);
}

#[test]
fn a_file_can_be_read_more_than_once() {
    let file = SourceFile { name: "a.txt", bytes: b"Some words.", password: None };
    let mut reader =
        ReaderProcess::open(Path::new(PROGRAM), &[], file, ReadLimits::for_size(11)).unwrap();
    let mut keep_on = || ControlFlow::Continue(());
    let first = reader.read(BTreeMap::new(), &mut keep_on).unwrap();
    assert_eq!(reader.read(BTreeMap::new(), &mut keep_on).unwrap(), first);
}

#[test]
fn a_file_without_a_cover_has_none() {
    let file = SourceFile { name: "a.txt", bytes: b"Some words.", password: None };
    let mut reader =
        ReaderProcess::open(Path::new(PROGRAM), &[], file, ReadLimits::for_size(11)).unwrap();
    assert_eq!(reader.cover(&mut || ControlFlow::Continue(())), Ok(None));
}

#[test]
fn a_cover_is_waited_for_only_a_little() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(folder.path(), "exec sleep 60");
    let file = SourceFile { name: "a.pdf", bytes: b"%PDF", password: None };
    let limits = ReadLimits { seconds: 6, ..ReadLimits::for_size(4) };
    let mut reader = ReaderProcess::open(&program, &[], file, limits).unwrap();
    let begun = Instant::now();
    let cover = reader.cover(&mut || ControlFlow::Continue(()));
    assert_eq!(cover, Err(ReadFailure::Died(ReaderExit::TookTooLong(4))));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn a_files_fault_is_reported() {
    let Err(ReadFailure::Failed(failure)) = read_here("a.txt", b"", ReadLimits::for_size(0)) else {
        panic!("an empty file was read");
    };
    assert_eq!(failure.code, Code::FileEmpty);
}

#[test]
fn memory_is_limited() {
    let text = "word ".repeat(20_000_000);
    let limits = ReadLimits { seconds: 60, memory: 180_000_000 };
    let ended = read_here("a.txt", text.as_bytes(), limits).unwrap_err();
    assert_eq!(ended, ReadFailure::Died(ReaderExit::TookTooMuch(limits.memory)));
}

#[test]
fn a_reader_that_dies_says_how() {
    let crashed = |how: &str| ReaderExit::Crashed(how.into());
    for (does, death) in [
        ("kill -SEGV $$", crashed("signal 11")),
        ("kill -XCPU $$", ReaderExit::TookTooLong(7)),
        ("kill -KILL $$", ReaderExit::Killed),
        ("kill -TERM $$", ReaderExit::Killed),
        ("echo 'memory allocation of 9 bytes failed' >&2; exit 1", ReaderExit::TookTooMuch(9)),
        ("exit 3", crashed("exit status: 3")),
        // A reader that says anything unexpected has been taken over.
        (
            "printf '\\005\\000\\000\\000\\000\\000\\000\\000wrong'; exec sleep 60",
            crashed("signal 9"),
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), does);
        let limits = ReadLimits { seconds: 7, memory: 9 };
        let ended =
            read(&program, SourceFile { name: "a.txt", bytes: b"a", password: None }, limits)
                .unwrap_err();
        assert_eq!(death.is_by_file(), death != ReaderExit::Killed, "{does}");
        assert_eq!(ended, ReadFailure::Died(death), "{does}");
    }
}

/// What a terminal sends to its foreground process group does not reach the reader.
#[test]
#[cfg(target_os = "linux")]
fn a_reader_is_in_a_group_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let tells = format!("cut -d ' ' -f 1,5 /proc/$$/stat > {}; exec {PROGRAM}", seen.display());
    let program = script(folder.path(), &tells);
    let file = SourceFile { name: "a.txt", bytes: b"Some words.", password: None };
    assert!(read(&program, file, ReadLimits::for_size(11)).is_ok());
    let seen = fs::read_to_string(seen).unwrap();
    let (process, group) = seen.trim().split_once(' ').unwrap();
    assert_eq!(process, group);
}

#[test]
fn a_reader_ends_when_its_input_closes() {
    let mut child = Command::new(PROGRAM)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn waiting_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(folder.path(), "exec sleep 60");
    let file = SourceFile { name: "a.txt", bytes: b"a", password: None };
    let mut reader = ReaderProcess::open(&program, &[], file, ReadLimits::for_size(1)).unwrap();
    assert_eq!(
        reader.read(BTreeMap::new(), &mut || ControlFlow::Break(())),
        Err(ReadFailure::Stopped)
    );
}

#[test]
fn what_is_done_meanwhile_takes_none_of_the_readers_time() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(folder.path(), &format!("sleep 6; exec {PROGRAM} \"$@\""));
    let file = SourceFile { name: "a.txt", bytes: b"Some words.", password: None };
    // The wall-clock limit is four seconds.
    let limits = ReadLimits { seconds: 1, ..ReadLimits::for_size(11) };
    let mut reader = ReaderProcess::open(&program, &[], file, limits).unwrap();
    let mut answered = false;
    let read = reader.read(BTreeMap::new(), &mut || {
        if !answered {
            std::thread::sleep(Duration::from_secs(5));
            answered = true;
        }
        ControlFlow::Continue(())
    });
    assert_eq!(read.unwrap().text, "Some words.");
}

#[test]
fn a_missing_reader_is_reported() {
    let missing = Path::new("no/such/pecan-reader");
    let file = SourceFile { name: "a.txt", bytes: b"a", password: None };
    let Err(ReadFailure::Failed(failure)) = read(missing, file, ReadLimits::for_size(1)) else {
        panic!("it was started");
    };
    assert_eq!(failure.code, Code::ReaderMissing);
}
