//! Files that harm their reader, and folders.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Config, Engine};
use protocol::{AddOptions, AddedItem, Code, Failure, Outcome, Request};

use crate::{POCKET, Wish, run};

fn add(engine: &mut Engine, path: &Path, options: AddOptions) -> Vec<AddedItem> {
    let files = vec![path.display().to_string()];
    match run(engine, Request::Add { files, options }, &mut Wish::never()) {
        Ok(Outcome::Added(items)) => items,
        other => panic!("{other:?}"),
    }
}

fn failure(items: &[AddedItem]) -> &Failure {
    match items {
        [AddedItem::Failed { error, .. }] => error,
        other => panic!("{other:?}"),
    }
}

fn open(folder: &Path, reader: Option<PathBuf>) -> Engine {
    let library = folder.join("library");
    Engine::new(Config { library, model: Some(POCKET.into()), at_once: None, reader })
}

#[test]
#[cfg(unix)]
fn a_file_that_kills_its_reader_is_not_tried_in_a_loop() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (tries, script) = (folder.path().join("tries"), folder.path().join("reader.sh"));
    fs::write(&script, format!("#!/bin/sh\necho >> {}\nkill -SEGV $$\n", tries.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "Some words.").unwrap();
    let tried = || fs::read_to_string(&tries).map_or(0, |tries| tries.lines().count());
    let again = AddOptions { again: true, ..AddOptions::default() };

    let mut engine = open(folder.path(), Some(script));
    for (options, tries, said) in [
        (AddOptions::default(), 1, "book.txt makes the program that reads documents crash"),
        (AddOptions::default(), 1, "was not tried again"),
        (again.clone(), 2, "Pecan goes on without it"),
    ] {
        let items = add(&mut engine, &book, options);
        let failure = failure(&items);
        assert_eq!(failure.code, Code::ReaderDied);
        assert!(failure.message.contains(said), "{}", failure.message);
        assert_eq!(tried(), tries);
    }
    drop(engine);
    let mut engine = open(folder.path(), None);
    assert_eq!(failure(&add(&mut engine, &book, AddOptions::default())).code, Code::ReaderDied);
    let items = add(&mut engine, &book, again);
    assert!(matches!(items.as_slice(), [AddedItem::Added(_)]), "{items:?}");
}

#[test]
fn a_folder_is_a_collection() {
    let folder = tempfile::tempdir().unwrap();
    let books = folder.path().join("Old books");
    fs::create_dir_all(books.join("inner")).unwrap();
    for (name, content) in [
        ("b.txt", "The second book."),
        ("a.md", "# The first book"),
        ("inner/c.html", "<p>The third book."),
        ("cover.jpg", "no picture either"),
        ("empty.txt", ""),
        ("broken.pdf", "%PDF-1.7 nothing"),
    ] {
        fs::write(books.join(name), content).unwrap();
    }
    let mut engine = open(folder.path(), None);
    let items = add(&mut engine, &books, AddOptions::default());
    let titles: Vec<&str> = items
        .iter()
        .map(|item| match item {
            AddedItem::Added(added) => added.title.as_str(),
            AddedItem::Failed { file, error, collection } => {
                assert!(matches!(error.code, Code::DocumentBroken | Code::FileEmpty), "{error}");
                assert_eq!(collection.as_deref(), Some("Old books"));
                file.rsplit('/').next().unwrap()
            }
            AddedItem::LeftOut { left_out: 1, .. } => "left out",
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(titles, ["The first book", "b", "broken.pdf", "empty.txt", "c", "left out"]);
    // What could not be read comes into the collection when it can.
    fs::write(books.join("empty.txt"), "The fourth book.").unwrap();
    let options = AddOptions { collection: Some("Old books".to_owned()), ..AddOptions::default() };
    let items = add(&mut engine, &books.join("empty.txt"), options);
    assert!(matches!(items.as_slice(), [AddedItem::Added(_)]), "{items:?}");
    let Ok(Outcome::Documents(list)) = run(&mut engine, Request::List, &mut Wish::never()) else {
        panic!("no list");
    };
    assert_eq!(list.len(), 4);
    assert!(list.iter().all(|document| document.collections == ["Old books"]), "{list:?}");
}
