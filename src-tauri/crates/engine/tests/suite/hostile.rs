//! Broken and hostile third-party files, all the way into a library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::{Config, Engine};
use library::{Library, NewDocument};
use protocol::{AddOptions, AddedItem, Code, DocumentId, Outcome, Request};

use crate::{POCKET, Wish, has_embedder, open, run};

/// Folders of the test files that hold such files.
const FOLDERS: [&str; 6] =
    ["pdf/broken", "pdf/hostile", "pdf/password-needed", "epub/malformed", "epub/selfmade", "txt"];
/// The maximum time for one of them.
const LONGEST: Duration = Duration::from_secs(30);
/// The codes of refused files; each occurs.
const SAID: [Code; 6] = [
    Code::FileEmpty,
    Code::NoText,
    Code::FormatUnknown,
    Code::DocumentBroken,
    Code::DocumentEncrypted,
    Code::PasswordNeeded,
];

/// Returns the files below a folder, with their sizes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let size = |entry: &walkdir::DirEntry| entry.metadata().map_or(0, |about| about.len());
    entries.map(|entry| (entry.path().to_owned(), size(&entry))).collect()
}

/// Each file is read or refused with a code that names its problem; nothing is written outside the
/// library, which is sound in the end.
#[test]
fn bad_files_harm_nothing_on_their_way_into_the_library() {
    let Some(corpus) = std::env::var_os("PECAN_CORPUS").map(PathBuf::from) else {
        println!("skipped: PECAN_CORPUS does not name a folder with test files");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (library, around) = (folder.path().join("library"), folder.path().join("around"));
    fs::create_dir(&around).unwrap();
    let config = Config {
        library: library.clone(),
        model: Some(POCKET.into()),
        at_once: None,
        reader: None,
    };
    let mut engine = Engine::new(config);
    let (mut read, mut refused) = (0, BTreeMap::<String, Vec<String>>::new());
    for path in FOLDERS.iter().flat_map(|name| contents(&corpus.join(name)).into_keys()) {
        if !path.is_file() {
            continue;
        }
        // A harmful file would first affect its own folder.
        let file = around.join(path.file_name().unwrap());
        fs::copy(&path, &file).unwrap();
        let before = contents(&around);
        let begun = Instant::now();
        let files = vec![file.display().to_string()];
        let request = Request::Add { files, options: AddOptions::default() };
        let Ok(Outcome::Added(items)) = run(&mut engine, request, &mut Wish::never()) else {
            panic!("{} ended the job", path.display());
        };
        assert!(begun.elapsed() < LONGEST, "{} took {:?}", path.display(), begun.elapsed());
        let is_locked = path.starts_with(corpus.join("pdf/password-needed"));
        match items.as_slice() {
            [AddedItem::Added(_)] if !is_locked => read += 1,
            [AddedItem::Failed { error, .. }] => {
                let is_told = error.code == Code::PasswordNeeded || !is_locked;
                assert!(is_told, "{}: {error}", path.display());
                let of = refused.entry(format!("{:?}", error.code)).or_default();
                of.push(path.display().to_string());
            }
            other => panic!("{}: {other:?}", path.display()),
        }
        assert_eq!(contents(&around), before, "{}", path.display());
    }
    let beside: Vec<PathBuf> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|e| e.path()).collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
    let Ok(Outcome::Documents(documents)) = run(&mut engine, Request::List, &mut Wish::never())
    else {
        panic!("no list");
    };
    assert!(read > 0 && !refused.is_empty() && documents.len() <= read);
    for document in documents {
        let request = Request::Text { document: document.id, first: 1, count: u32::MAX };
        assert!(run(&mut engine, request, &mut Wish::never()).is_ok(), "{}", document.title);
    }
    let said: BTreeSet<String> = SAID.iter().map(|code| format!("{code:?}")).collect();
    assert_eq!(refused.keys().cloned().collect::<BTreeSet<_>>(), said, "{refused:#?}");
}

/// No human writing is that long, and nothing in it can be cut.
#[test]
fn a_word_of_a_hundred_million_letters_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    fs::write(&file, vec![b'a'; 120_000_000]).unwrap();
    let begun = Instant::now();
    let request =
        Request::Add { files: vec![file.display().to_string()], options: AddOptions::default() };
    let Ok(Outcome::Added(items)) = run(&mut open(folder.path()), request, &mut Wish::never())
    else {
        panic!("it ended the job");
    };
    let [AddedItem::Failed { error, .. }] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(error.code, Code::FileUnreadable);
    assert!(error.message.contains("more than 50 MB of plain text"), "{error}");
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
}

/// A library may contain it from an earlier version.
#[test]
fn a_word_of_a_hundred_million_letters_is_estimated_at_once() {
    if !has_embedder() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "a".repeat(120_000_000);
    let new = NewDocument {
        title: None,
        author: None,
        language: None,
        format: "text",
        file_name: "a.txt",
        original: b"a",
        text: &text,
        paged: false,
        pages: &[],
        outline: &[],
    };
    Library::open(&folder.path().join("library")).unwrap().add_document(&new).unwrap();
    let begun = Instant::now();
    let estimate = Request::Estimate { document: DocumentId(1) };
    let estimated = run(&mut open(folder.path()), estimate, &mut Wish::never());
    let Ok(Outcome::Estimate(estimate)) = estimated else { panic!("{estimated:?}") };
    assert!(estimate.tokens > 1_000_000, "{estimate:?}");
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
}
