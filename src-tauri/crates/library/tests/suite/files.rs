use std::fs;
use std::path::Path;

use library::{Error, Library};
use protocol::Code;
use rusqlite::Connection;
use tempfile::tempdir;

use crate::book;

/// Returns every file of a folder with its bytes.
fn contents(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn code_of_both(dir: &Path) -> (Code, Code) {
    let reading = Library::open_read_only(dir).unwrap_err();
    let writing = Library::open(dir).unwrap_err();
    (reading.code(), writing.code())
}

#[test]
fn there_is_one_writer_and_any_number_of_readers() {
    let dir = tempdir().unwrap();
    let mut writer = book::open(dir.path());
    let reader = Library::open_read_only(dir.path()).unwrap();
    assert!(matches!(Library::open(dir.path()), Err(Error::Busy)));

    let document = book::add(&mut writer, b"one");
    let graph = book::begin(&mut writer, document);
    for (chunk, nodes) in [(0, 3), (1, 4)] {
        book::summarise(&mut writer, graph, chunk);
        assert_eq!(reader.load_graph(graph).unwrap().nodes.len(), nodes);
        let late = Library::open_read_only(dir.path()).unwrap();
        assert_eq!(late.list().unwrap(), writer.list().unwrap());
    }
    drop(writer);
    assert_eq!(reader.list().unwrap().len(), 1);
    let mut next = book::open(dir.path());
    book::add(&mut next, b"two");
    assert_eq!(reader.list().unwrap().len(), 2);
}

#[test]
fn the_stamp_changes_with_what_is_written_and_with_nothing_else() {
    let dir = tempdir().unwrap();
    let stamp = || Library::stamp(dir.path());
    let mut stamps = vec![stamp()];
    let mut writer = book::open(dir.path());
    for bytes in ["one", "two"] {
        book::add(&mut writer, bytes.as_bytes());
        stamps.push(stamp());
    }
    stamps.push(writer.close(dir.path()));
    let reader = Library::open_read_only(dir.path()).unwrap();
    assert_eq!(reader.list().unwrap().len(), 2);
    drop(reader);
    assert_eq!(stamps.last(), Some(&stamp()), "it was only read");
    let all = stamps.len();
    stamps.sort();
    stamps.dedup();
    assert_eq!(stamps.len(), all, "{stamps:?}");
}

#[test]
fn a_missing_library_reads_as_empty_and_stays_missing() {
    let dir = tempdir().unwrap();
    let missing = dir.path().join("a/b c?#%");
    let empty = Library::open_read_only(&missing).unwrap();
    assert!(empty.list().unwrap().is_empty());
    assert!(!missing.exists());

    let mut writer = book::open(&missing);
    book::add(&mut writer, b"one");
    assert_eq!(Library::open_read_only(&missing).unwrap().list().unwrap().len(), 1);
}

#[test]
fn an_empty_file_becomes_a_library() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("library.db"), b"").unwrap();
    assert!(Library::open_read_only(dir.path()).unwrap().list().unwrap().is_empty());
    book::add(&mut book::open(dir.path()), b"one");
    assert_eq!(Library::open_read_only(dir.path()).unwrap().list().unwrap().len(), 1);
}

#[test]
fn a_newer_library_is_refused_and_untouched() {
    let dir = tempdir().unwrap();
    book::add(&mut book::open(dir.path()), b"one");
    let file = dir.path().join("library.db");
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 999).unwrap();
    drop(connection);

    let before = contents(dir.path());
    assert_eq!(code_of_both(dir.path()), (Code::LibraryNewer, Code::LibraryNewer));
    let database = |files: &[(String, Vec<u8>)]| {
        files.iter().find(|(name, _)| name == "library.db").unwrap().1.clone()
    };
    assert_eq!(database(&contents(dir.path())), database(&before));
}

#[test]
fn a_library_that_was_killed_while_taking_in_its_wal_is_whole() {
    let made = tempdir().unwrap();
    let file = made.path().join("library.db");
    let mut library = book::open(made.path());
    let document = book::add(&mut library, &vec![1; 1 << 16]);
    let wal = fs::read(made.path().join("library.db-wal")).unwrap();
    drop(library);
    let taken_in = fs::read(&file).unwrap();
    for pages in [1, 2, 5] {
        let dir = tempdir().unwrap();
        fs::write(dir.path().join("library.db"), &taken_in[..pages * 4096]).unwrap();
        fs::write(dir.path().join("library.db-wal"), &wal).unwrap();
        let read = |library: &Library| library.original(document).unwrap().bytes.len();
        assert_eq!(read(&Library::open_read_only(dir.path()).unwrap()), 1 << 16, "{pages} pages");
        assert_eq!(read(&Library::open(dir.path()).unwrap()), 1 << 16, "{pages} pages");
    }
}

#[test]
fn a_newer_library_whose_header_is_still_in_the_wal_is_refused_and_untouched() {
    let made = tempdir().unwrap();
    book::add(&mut book::open(made.path()), b"one");
    let newer = Connection::open(made.path().join("library.db")).unwrap();
    newer.pragma_update(None, "user_version", 999).unwrap();
    let dir = tempdir().unwrap();
    for name in ["library.db", "library.db-wal"] {
        fs::copy(made.path().join(name), dir.path().join(name)).unwrap();
    }
    drop(newer);

    let kept = |dir: &Path| -> Vec<_> {
        contents(dir)
            .into_iter()
            .filter(|(name, _)| !name.ends_with("-shm") && !name.ends_with("lock"))
            .collect()
    };
    let before = kept(dir.path());
    assert_eq!(Library::open(dir.path()).unwrap_err().code(), Code::LibraryNewer);
    assert_eq!(kept(dir.path()), before);
    assert_eq!(code_of_both(dir.path()), (Code::LibraryNewer, Code::LibraryNewer));
    assert_eq!(kept(dir.path()), before);
}

#[test]
fn what_is_no_library_is_refused_and_untouched() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("library.db");
    let elsewhere = tempdir().unwrap();
    let foreign = elsewhere.path().join("songs.db");
    let songs = Connection::open(&foreign).unwrap();
    songs.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    drop(songs);
    let cases = [
        b"This is no database, but a text of some length.".repeat(99),
        fs::read(&foreign).unwrap(),
    ];
    for bytes in cases {
        fs::write(&file, &bytes).unwrap();
        assert_eq!(code_of_both(dir.path()), (Code::LibraryBroken, Code::LibraryBroken));
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
}

#[test]
fn damage_is_reported_and_not_a_panic() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, &vec![1; 1 << 16]);
    drop(library);
    let file = dir.path().join("library.db");
    let whole = fs::read(&file).unwrap();
    let mut damaged = 0;
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        fs::write(&file, &bytes).unwrap();
        let read = Library::open_read_only(dir.path()).and_then(|library| {
            library.original(document)?;
            library.pages(document, 0..u32::MAX)?;
            library.list()
        });
        if let Err(error) = read {
            assert_eq!(error.code(), Code::LibraryBroken, "page {page}: {error}");
            damaged += 1;
        }
    }
    assert!(damaged > 5, "only {damaged} damaged pages were noticed");

    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let cut = Library::open(dir.path()).and_then(|library| library.original(document));
    assert_eq!(cut.unwrap_err().code(), Code::LibraryBroken);
}

#[test]
fn a_folder_that_is_a_file_is_named() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("nut.txt");
    fs::write(&file, "text").unwrap();
    for error in [Library::open(&file).unwrap_err(), Library::open_read_only(&file).unwrap_err()] {
        assert_eq!(error.code(), Code::FileUnreadable);
        assert!(error.to_string().contains("nut.txt"), "{error}");
    }
}

#[test]
fn the_default_folder_is_the_users() {
    let folder = library::default_dir().unwrap();
    assert!(folder.is_absolute());
    assert!(folder.components().any(|part| part.as_os_str().eq_ignore_ascii_case("pecan")));
}
