//! Files that harm their reader.

#![cfg(unix)]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::{Config, RenderOptions};
use page_images::{DocumentPasswords, PageView, Pages};
use protocol::{AddOptions, AddedItem, Code, DocumentId, Request};

use crate::adding::{add, failure, open, reader_that};
use crate::{Wish, run};

/// Returns a program in place of the reader that records each start in a file and dies.
fn dying_reader(folder: &Path) -> (PathBuf, PathBuf) {
    let (tries, script) = (folder.join("tries"), folder.join("reader.sh"));
    tests::script::put(&script, &format!("echo >> {}\nkill -SEGV $$", tries.display()));
    (script, tries)
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

#[test]
fn a_reader_that_was_ended_from_outside_may_try_again() {
    for signal in ["KILL", "TERM", "INT", "HUP", "QUIT"] {
        let folder = tempfile::tempdir().unwrap();
        let tried = folder.path().join("tried").display().to_string();
        // The parent process may have made the tests ignore some signals.
        let dies = format!("exec env --default-signal sh -c 'kill -{signal} $$'");
        let dies_once = format!("[ -e {tried} ] || {{ > {tried}; {dies}; }}");
        let mut engine = open(folder.path(), Some(reader_that(folder.path(), &dies_once)));
        let book = folder.path().join("book.txt");
        fs::write(&book, "Some words.").unwrap();
        let items = add(&mut engine, &book, AddOptions::default());
        let failure = failure(&items);
        assert_eq!(failure.code, Code::ReaderDied, "{signal}");
        assert!(failure.message.contains("ran out of memory. Close"), "{signal}: {failure}");
        let items = add(&mut engine, &book, AddOptions::default());
        assert!(matches!(items.as_slice(), [AddedItem::Added(_)]), "{signal}: {items:?}");
    }
}

#[test]
fn a_file_that_kills_its_reader_is_not_tried_in_a_loop() {
    let folder = tempfile::tempdir().unwrap();
    let (script, tries) = dying_reader(folder.path());
    let book = folder.path().join("book.txt");
    fs::write(&book, "Some words.").unwrap();
    let again = AddOptions { again: true, ..AddOptions::default() };

    let mut engine = open(folder.path(), Some(script));
    for (options, tried, said) in [
        (AddOptions::default(), 1, "book.txt crashes the program that reads documents"),
        (AddOptions::default(), 1, "did not try again"),
        (again.clone(), 2, "Pecan continues without it"),
    ] {
        let items = add(&mut engine, &book, options);
        let failure = failure(&items);
        assert_eq!(failure.code, Code::ReaderDied);
        assert!(failure.message.contains(said), "{}", failure.message);
        assert_eq!(lines(&tries), tried);
    }
    drop(engine);
    let mut engine = open(folder.path(), None);
    assert_eq!(failure(&add(&mut engine, &book, AddOptions::default())).code, Code::ReaderDied);
    let items = add(&mut engine, &book, again);
    assert!(matches!(items.as_slice(), [AddedItem::Added(_)]), "{items:?}");
}

#[test]
fn a_page_that_kills_its_reader_is_not_drawn_in_a_loop() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "Some words.").unwrap();
    add(&mut open(folder.path(), None), &book, AddOptions::default());
    let (script, tries) = dying_reader(folder.path());
    let library = folder.path().join("library");
    let config = Config { library, model: None, at_once: None, reader: Some(script) };
    let mut pages = Pages::new(config.clone(), DocumentPasswords::default());
    for (page, tried) in [(1, 1), (1, 1), (2, 2)] {
        let view = PageView { document: DocumentId(1), page, look: RenderOptions::printed(80) };
        let failure = pages.picture(view, &mut || ControlFlow::Continue(())).unwrap_err();
        assert_eq!((failure.code, lines(&tries)), (Code::ReaderDied, tried));
    }
    // Nor is it after a restart, until the whole file is tried again.
    let drawn = || {
        let view = PageView { document: DocumentId(1), page: 1, look: RenderOptions::printed(80) };
        let mut pages = Pages::new(config.clone(), DocumentPasswords::default());
        pages.picture(view, &mut || ControlFlow::Continue(())).unwrap_err();
        lines(&tries)
    };
    assert_eq!(drawn(), 2);
    let again = Request::ReadAgain { document: DocumentId(1), languages: vec![], password: None };
    run(&mut open(folder.path(), None), again, &mut Wish::never()).unwrap();
    assert_eq!(drawn(), 3);
}

#[test]
fn a_file_that_kills_its_reader_is_previewed_once() {
    let folder = tempfile::tempdir().unwrap();
    let (script, tries) = dying_reader(folder.path());
    let [first, second] = ["first.pdf", "second.pdf"].map(|name| folder.path().join(name));
    fs::write(&first, "One file.").unwrap();
    fs::write(&second, "Another file.").unwrap();
    let library = folder.path().join("library");
    let mut engine = open(folder.path(), Some(script.clone()));
    add(&mut engine, &first, AddOptions::default());
    assert_eq!(lines(&tries), 1);
    let preview = |file: &Path| {
        let reader = Some(script.clone());
        let config = Config { library: library.clone(), model: None, at_once: None, reader };
        let mut pages = Pages::new(config, DocumentPasswords::default());
        let go_on = &mut || ControlFlow::Continue(());
        pages.first_of(file, RenderOptions::printed(80), go_on).unwrap_err().code
    };
    for (file, tried) in [(&first, 1), (&second, 2), (&second, 2)] {
        assert_eq!((preview(file), lines(&tries)), (Code::ReaderDied, tried));
    }
    let again = AddOptions { again: true, ..AddOptions::default() };
    add(&mut engine, &second, again);
    assert_eq!(lines(&tries), 3);
    assert_eq!((preview(&second), lines(&tries)), (Code::ReaderDied, 3), "it was refused");
}
