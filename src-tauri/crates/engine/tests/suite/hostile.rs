//! Broken and hostile files of others, all the way into a library.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::{Config, Engine};
use protocol::{AddOptions, AddedItem, Code, Outcome, Request};

use crate::{POCKET, Wish, run};

/// Folders of the test files that hold such files.
const FOLDERS: [&str; 6] =
    ["pdf/broken", "pdf/hostile", "pdf/password-needed", "epub/malformed", "epub/selfmade", "txt"];
/// The longest that one may take.
const LONGEST: Duration = Duration::from_secs(30);

/// What lies below a folder, with its size.
fn contents(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let size = |entry: &walkdir::DirEntry| entry.metadata().map_or(0, |about| about.len());
    entries.map(|entry| (entry.path().to_owned(), size(&entry))).collect()
}

/// Each is read or refused with a code that says what is wrong with it; nothing is written outside
/// the library, and the library is sound in the end.
#[test]
fn bad_files_harm_nothing_on_their_way_into_the_library() {
    let Some(corpus) = std::env::var_os("PECAN_CORPUS").map(PathBuf::from) else {
        println!("skipped: PECAN_CORPUS names no folder with test files");
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
    let (mut read, mut refused) = (0, BTreeMap::<String, usize>::new());
    for path in FOLDERS.iter().flat_map(|name| contents(&corpus.join(name)).into_keys()) {
        if !path.is_file() {
            continue;
        }
        // Beside the file is where it could do harm first.
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
        match items.as_slice() {
            [AddedItem::Added(_)] => read += 1,
            [AddedItem::Failed { error, .. }] => {
                assert_ne!(error.code, Code::Internal, "{}: {error}", path.display());
                *refused.entry(format!("{:?}", error.code)).or_default() += 1;
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
    println!("{read} read, {refused:?} refused");
}
