//! Files and folders that are added, and later versions of them.

use std::collections::VecDeque;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::{Client, Config, Engine, JobError, Meanwhile};
use library::{Library, NewDocument};
use protocol::{
    AddOptions, AddedItem, AskOptions, Code, DocumentId, DocumentSummary, Event, Failure, JobId,
    JobRequest, Notice, Outcome, Request,
};

use crate::{POCKET, Wish, run};

pub fn add(engine: &mut Engine, path: &Path, options: AddOptions) -> Vec<AddedItem> {
    let files = vec![path.display().to_string()];
    match run(engine, Request::Add { files, options }, &mut Wish::never()) {
        Ok(Outcome::Added(items)) => items,
        other => panic!("{other:?}"),
    }
}

pub fn failure(items: &[AddedItem]) -> &Failure {
    match items {
        [AddedItem::Failed { error, .. }] => error,
        other => panic!("{other:?}"),
    }
}

pub fn open(folder: &Path, reader: Option<PathBuf>) -> Engine {
    let library = folder.join("library");
    Engine::new(Config { library, model: Some(POCKET.into()), at_once: None, reader })
}

/// Returns a program in place of the reader that runs this command first.
#[cfg(unix)]
pub fn reader_that(folder: &Path, does: &str) -> PathBuf {
    let real = reader::find_program().unwrap();
    let script = folder.join("reader.sh");
    tests::script::put(&script, &format!("{does}\nexec {} \"$@\"", real.display()));
    script
}

/// Receives other requests while it waits for a job.
#[derive(Default)]
pub struct Visited {
    pub waiting: VecDeque<Request>,
    pub during: Vec<Meanwhile>,
    pub ended: Vec<Outcome>,
}

impl Client for Visited {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        match event {
            Event::Finished { outcome } => self.ended.push(*outcome),
            Event::Failed { failure } => panic!("{failure}"),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn meanwhile(&mut self, which: Meanwhile) -> Option<JobRequest> {
        self.during.push(which);
        self.waiting.pop_front().map(|request| JobRequest { job: JobId(2), request })
    }
}

#[test]
#[cfg(unix)]
fn what_need_not_wait_is_answered_while_a_file_is_read() {
    let (folder, mut engine) = crate::new_engine();
    let mut waiting = VecDeque::from([Request::List]);
    if crate::has_embedder() {
        let build = Request::Build { document: DocumentId(1), no_entities: false };
        assert_eq!(run(&mut engine, build, &mut Wish::after_a_batch()), Err(JobError::Stopped));
        let options = AskOptions { embedding: false, ..AskOptions::default() };
        let (documents, question) = (vec![DocumentId(1)], "Who keeps the lamp?".to_owned());
        waiting.push_back(Request::Ask { documents, question, options });
    }
    drop(engine);
    let asked = waiting.len();
    let mut engine = open(folder.path(), Some(reader_that(folder.path(), "sleep 2")));
    let other = folder.path().join("other.txt");
    fs::write(&other, "Some words.").unwrap();
    let files = vec![other.display().to_string()];
    let mut client = Visited { waiting, ..Visited::default() };
    let add = Request::Add { files, options: AddOptions::default() };
    let Ok(Outcome::Added(items)) = engine.run(JobId(1), add, &mut client) else {
        panic!("not added")
    };
    assert!(
        matches!(items.as_slice(), [AddedItem::Added(added)] if added.id == DocumentId(2)),
        "{items:?}"
    );
    assert_eq!(client.during[0], Meanwhile::Adding);
    assert_eq!(client.ended.len(), asked);
    assert!(
        matches!(&client.ended[0], Outcome::Documents(documents) if documents.len() == 1),
        "it was answered before the file was read"
    );
    assert!(client.ended[1..].iter().all(|ended| matches!(ended, Outcome::Answer(_))));
}

/// A file at a known path is a later version of the one before, or something else altogether.
#[test]
fn a_file_of_another_text_is_another_document() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document.txt");
    let mut engine = open(folder.path(), None);
    let mut number = |text: &str| {
        fs::write(&file, text).unwrap();
        match add(&mut engine, &file, AddOptions::default()).as_slice() {
            [AddedItem::Added(added)] => added.id,
            other => panic!("{other:?}"),
        }
    };
    let letter = "Dear Anna, the kettle has come. It is red. Thank you! Yours, Bert.";
    assert_eq!(number(letter), DocumentId(1));
    assert_eq!(number(&letter.replace("red", "blue")), DocumentId(1));
    let terms = "Terms of use\n\nAll prices include taxes; what is broken may be sent back.";
    assert_eq!(number(terms), DocumentId(2));
    // The path now belongs to the other; the letter that was there first is known by its content.
    assert_eq!(number(&terms.replace("prices", "fees")), DocumentId(2));
    assert_eq!(number(&letter.replace("red", "blue")), DocumentId(1));
}

/// A document follows the file that it came from. A copy of that file gets its own document once the two differ, and a
/// moved file takes its document with it.
#[test]
fn copies_and_moved_files_keep_their_documents_apart() {
    const FIRST: &str = "Dear Anna, the kettle has come. It is red. Thank you! Yours, Bert.";
    const SECOND: &str = "Dear Anna, the kettle has come. It is blue. Thank you! Yours, Bert.";
    const THIRD: &str = "Dear Anna, the kettle has come. It is grey. Thank you! Yours, Bert.";
    // What is written to which file; the files then deleted; the document's number.
    type Step<'a> = (&'a str, &'a str, &'a [&'a str], u32);
    let cases: [&[Step<'_>]; 4] = [
        // The file changes after it was copied.
        &[("a", FIRST, &[], 1), ("b", FIRST, &[], 1), ("a", SECOND, &[], 1), ("b", THIRD, &[], 2)],
        // The copy changes.
        &[("a", FIRST, &[], 1), ("b", FIRST, &[], 1), ("b", SECOND, &[], 2), ("a", THIRD, &[], 1)],
        // The file moves, and another one takes its place.
        &[
            ("a", FIRST, &[], 1),
            ("b", FIRST, &["a"], 1),
            ("a", SECOND, &[], 2),
            ("b", THIRD, &[], 1),
        ],
        // A copy replaces a file that was overwritten.
        &[
            ("a", FIRST, &[], 1),
            ("a", "Another text.", &[], 2),
            ("b", FIRST, &[], 1),
            ("b", SECOND, &[], 1),
        ],
    ];
    for case in cases {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = open(folder.path(), None);
        for (name, text, gone, number) in case {
            let file = folder.path().join(format!("{name}.txt"));
            fs::write(&file, text).unwrap();
            for other in *gone {
                fs::remove_file(folder.path().join(format!("{other}.txt"))).unwrap();
            }
            let items = add(&mut engine, &file, AddOptions::default());
            let [AddedItem::Added(added)] = items.as_slice() else { panic!("{items:?}") };
            assert_eq!(added.id, DocumentId(i64::from(*number)), "{name} of {case:?}");
        }
    }
}

#[test]
fn a_document_that_is_there_is_read_again_on_demand_and_stays_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "Some words.").unwrap();
    let mut engine = open(folder.path(), None);
    for again in [false, true, true] {
        let items = add(&mut engine, &book, AddOptions { again, ..AddOptions::default() });
        assert!(
            matches!(items.as_slice(), [AddedItem::Added(added)] if added.id == DocumentId(1)),
            "{items:?}"
        );
    }
}

/// The situation when a program was missing that reads more of the file.
#[test]
fn a_document_is_read_again_from_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "Some words. And more of them.").unwrap();
    let mut engine = open(folder.path(), None);
    add(&mut engine, &book, AddOptions::default());
    drop(engine);
    fs::remove_file(&book).unwrap();
    let mut library = Library::open(&folder.path().join("library")).unwrap();
    let original = library.original(DocumentId(1)).unwrap();
    let new = NewDocument {
        title: Some("Half a book"),
        author: None,
        language: None,
        format: &original.format,
        file_name: &original.file_name,
        original: &original.bytes,
        text: "Some words.",
        pages: &[],
        paged: false,
        outline: &[],
    };
    library.replace_document(DocumentId(1), &new, &|range| range).unwrap();
    drop(library);

    let mut engine = open(folder.path(), None);
    let mut read = |document| {
        let request = Request::ReadAgain { document, languages: vec![], password: None };
        run(&mut engine, request, &mut Wish::never())
    };
    let Ok(Outcome::Added(items)) = read(DocumentId(1)) else { panic!("it was not read") };
    let [AddedItem::Added(added)] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((added.id, added.title.as_str()), (DocumentId(1), "book"));
    assert!(
        matches!(read(DocumentId(2)), Err(JobError::Failed(failure)) if failure.code == Code::DocumentUnknown)
    );
    drop(engine);
    let library = Library::open_read_only(&folder.path().join("library")).unwrap();
    assert_eq!(library.text(DocumentId(1)).unwrap(), "Some words. And more of them.");
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
        ("program", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\0\0\0\0\0\0\u{2}\0>\0"),
        ("empty.txt", ""),
        ("broken.pdf", "%PDF-1.7 nothing"),
    ] {
        fs::write(books.join(name), content).unwrap();
    }
    let mut engine = open(folder.path(), None);
    let mut client = Wish::never();
    let files = vec![books.display().to_string()];
    let added = Request::Add { files, options: AddOptions::default() };
    let Ok(Outcome::Added(items)) = run(&mut engine, added, &mut client) else {
        panic!("nothing was added");
    };
    let titles: Vec<&str> = items
        .iter()
        .map(|item| match item {
            AddedItem::Added(added) => added.title.as_str(),
            AddedItem::Failed { file, error, collection } => {
                assert!(matches!(error.code, Code::DocumentBroken | Code::FileEmpty), "{error}");
                assert_eq!(collection.as_deref(), Some("Old books"));
                file.rsplit('/').next().unwrap()
            }
            AddedItem::LeftOut { left_out: 2, files, .. } => {
                assert_eq!(files, &["cover.jpg", "program"]);
                "left out"
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(titles, ["The first book", "b", "broken.pdf", "empty.txt", "c", "left out"]);
    let listed: Vec<DocumentSummary> = client
        .heard
        .into_iter()
        .filter_map(|event| match event {
            Event::Listed { summary } => Some(*summary),
            _ => None,
        })
        .collect();
    let list = run(&mut engine, Request::List, &mut Wish::never());
    assert_eq!(list, Ok(Outcome::Documents(listed)), "each was reported as listed");
    // A file that could not be read joins the collection once it can.
    fs::write(books.join("empty.txt"), "The fourth book.").unwrap();
    let options = AddOptions { collection: Some("Old books".to_owned()), ..AddOptions::default() };
    let items = add(&mut engine, &books.join("empty.txt"), options);
    assert!(matches!(items.as_slice(), [AddedItem::Added(_)]), "{items:?}");
    let Ok(Outcome::Documents(list)) = run(&mut engine, Request::List, &mut Wish::never()) else {
        panic!("no list");
    };
    assert_eq!(list.len(), 4);
    let first = run(&mut engine, Request::ListFirst { most: 3 }, &mut Wish::never());
    assert_eq!(first, Ok(Outcome::Documents(list[..3].to_vec())));
    assert!(list.iter().all(|document| document.collections == ["Old books"]), "{list:?}");
}

/// The demonstration model does not silently read a user's own document.
#[test]
fn a_text_outside_the_sample_books_world_is_recognised() {
    if !crate::has_embedder() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut engine = open(folder.path(), None);
    let mut notices = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let options = AddOptions { build: true, ..AddOptions::default() };
        match add(&mut engine, &file, options).remove(0) {
            AddedItem::Added(added) => added.notices,
            other => panic!("{other:?}"),
        }
    };
    let world =
        "Mira Holt carried the green lamp to the cellar. Tom Hale works as a baker in Ostby.";
    assert_eq!(notices("world.txt", world), []);
    let lease =
        "The tenant shall reimburse the landlord for reasonable maintenance of the apparatus.";
    assert_eq!(notices("lease.txt", lease), [Notice::DemonstrationModel]);
}
