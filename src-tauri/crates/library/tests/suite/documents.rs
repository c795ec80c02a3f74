use library::{ContentHash, Error, Library, NewDocument};
use protocol::{Code, DocumentPage, DocumentState, Failure};
use tempfile::tempdir;

use crate::book;

#[test]
fn a_document_is_read_as_it_was_added() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"bytes\0 of the file");

    let document = library.document(id).unwrap();
    assert_eq!(document.summary.title, "The Nut");
    assert_eq!(document.summary.author.as_deref(), Some("A. Writer"));
    assert_eq!((document.summary.pages, document.summary.characters), (2, 46));
    assert_eq!(document.summary.state, DocumentState::Read);
    assert_eq!(document.language.as_deref(), Some("en"));
    assert_eq!(library.list().unwrap(), [document.summary]);

    let original = library.original(id).unwrap();
    assert_eq!(original.bytes, b"bytes\0 of the file");
    assert_eq!((original.file_name.as_str(), original.format.as_str()), ("nut.txt", "text"));
    assert_eq!(library.text(id).unwrap(), book::TEXT);
    assert_eq!(library.pages(id, 0..u32::MAX).unwrap(), book::pages());
}

#[test]
fn a_cover_is_kept_as_long_as_its_document() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let [one, other] = [b"one", b"two"].map(|bytes| book::add(&mut library, bytes));
    for cover in [Some(b"a"), None, Some(b"b")] {
        library.set_cover(one, "1.0", cover.map(|png| &png[..])).unwrap();
        assert_eq!(library.cover(one).unwrap().as_deref(), cover.map(|png| &png[..]));
        assert_eq!(library.document(one).unwrap().summary.cover, cover.is_some());
    }
    assert_eq!(library.cover(other).unwrap(), None);
    library.remove_document(one).unwrap();
    assert_eq!(library.cover(one).unwrap(), None);
    assert!(matches!(library.set_cover(one, "1.0", None), Err(Error::DocumentUnknown(_))));
}

#[test]
fn documents_without_a_cover_are_those_of_which_none_was_looked_for() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let [one, two] = [b"one", b"two"].map(|bytes| book::add(&mut library, bytes));
    let without = |library: &Library, version| library.without_cover(version, &["pdf", "text"]);
    assert_eq!(without(&library, "1.0").unwrap(), [one, two]);
    assert_eq!(library.without_cover("1.0", &["pdf"]).unwrap(), [], "of another kind");

    library.set_cover(one, "1.0", Some(b"a")).unwrap();
    library.set_cover(two, "1.0", None).unwrap();
    assert_eq!(without(&library, "1.0").unwrap(), []);
    assert_eq!(without(&library, "1.1").unwrap(), [two], "another version may draw more");
    library.set_cover(two, "1.1", Some(b"b")).unwrap();
    for version in ["1.0", "1.1"] {
        assert_eq!(without(&library, version).unwrap(), []);
    }
}

#[test]
fn the_same_bytes_are_one_document() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"one");
    assert_eq!(book::add(&mut library, b"one"), id);
    assert_ne!(book::add(&mut library, b"two"), id);
    assert_eq!(library.list().unwrap().len(), 2);
    assert_eq!(library.find_by_hash(&ContentHash::of(b"one")).unwrap(), Some(id));
    assert_eq!(library.find_by_hash(&ContentHash::of(b"three")).unwrap(), None);
}

#[test]
fn a_file_without_a_title_is_called_by_its_name() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    for (title, original) in [(None, b"a"), (Some(""), b"b")] {
        let new = NewDocument {
            title,
            author: None,
            language: None,
            format: "text",
            file_name: "nut.txt",
            original,
            text: "",
            paged: false,
            pages: &[],
            outline: &[],
        };
        let id = library.add_document(&new).unwrap();
        assert_eq!(library.document(id).unwrap().summary.title, "nut.txt");
    }
}

#[test]
fn pages_are_found_by_the_characters_on_them() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"one");
    let cases = [(0..1, vec![1]), (19..20, vec![1]), (19..21, vec![1, 2]), (20..46, vec![2])];
    for (range, expected) in cases {
        let pages = library.pages(id, range.clone()).unwrap();
        let numbers: Vec<u32> = pages.iter().map(|page| page.number).collect();
        assert_eq!(numbers, expected, "{range:?}");
    }
}

#[test]
fn page_texts_are_cut_from_the_text() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"one");
    let cases =
        [(1, 9, vec!["Ada plants a pecan. ", "🌰 The squirrel digs it up."]), (3, 1, vec![])];
    for (first, count, expected) in cases {
        let text = library.page_texts(id, first, count).unwrap();
        let texts: Vec<&str> = text.pages.iter().map(|page| page.text.as_str()).collect();
        assert_eq!(texts, expected);
        assert_eq!((text.pages_total, text.paged, text.title.as_str()), (2, true, "The Nut"));
    }
    let second = library.page_texts(id, 2, u32::MAX).unwrap();
    assert_eq!((second.outline, second.language.as_deref()), (book::outline(), Some("en")));
    assert_eq!(second.pages.len(), 1);
    assert_eq!((second.pages[0].label.as_str(), second.pages[0].size), ("Two", None));
}

#[test]
fn pages_that_do_not_fit_the_text_are_refused() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let page = |number, start, end| DocumentPage {
        number,
        label: String::new(),
        start,
        end,
        size: None,
        words: Vec::new(),
    };
    let cases = [
        vec![page(2, 0, 1)],
        vec![page(1, 0, 4)],
        vec![page(1, 1, 0)],
        vec![page(1, 0, 2), page(2, 1, 3)],
        vec![page(1, 0, 1), page(1, 1, 2)],
    ];
    for pages in cases {
        let new = NewDocument {
            title: None,
            author: None,
            language: None,
            format: "text",
            file_name: "nut.txt",
            original: b"abc",
            text: "abc",
            paged: false,
            pages: &pages,
            outline: &[],
        };
        assert!(matches!(library.add_document(&new), Err(Error::Refused(_))), "{pages:?}");
    }
    assert!(library.list().unwrap().is_empty());
}

#[test]
fn the_list_says_how_far_a_document_has_come() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"one");
    let state = |library: &library::Library| library.document(id).unwrap().summary;

    let graph = book::begin(&mut library, id);
    assert_eq!(state(&library).state, DocumentState::Building);
    assert_eq!((state(&library).chunks, state(&library).nodes, state(&library).levels), (2, 2, 1));

    book::summarise(&mut library, graph, 0);
    let failure = Failure::new(Code::OutOfMemory, "Too little memory.");
    library.set_failure(id, Some(&failure)).unwrap();
    assert_eq!(state(&library).state, DocumentState::Failed);
    assert_eq!(state(&library).failure, Some(failure));

    assert_eq!(library.begin_graph(id, book::MODEL, book::SETTINGS).unwrap(), graph);
    assert_eq!((state(&library).state, state(&library).failure), (DocumentState::Building, None));

    book::summarise(&mut library, graph, 1);
    library.finish_graph(graph, 2).unwrap();
    let vectors: Vec<(u32, &[f32])> = (0..4).map(|node| (node, &[1.0, 0.0][..])).collect();
    let (first, rest) = vectors.split_at(3);
    for (rows, expected) in [
        (&[][..], DocumentState::Building),
        (first, DocumentState::Building),
        (rest, DocumentState::Ready),
    ] {
        library.save_embeddings(graph, "ee55", rows).unwrap();
        // Embeddings by another model do not count here.
        library.save_embeddings(graph, "ff66", &first[..1]).unwrap();
        assert_eq!(state(&library).state, expected, "{} more", rows.len());
    }
    assert_eq!((state(&library).chunks, state(&library).nodes, state(&library).levels), (2, 4, 2));
}

#[test]
fn a_removed_document_takes_everything_along() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, &vec![7; 1 << 20]);
    let graph = book::build(&mut library, id);
    library.save_embeddings(graph, "bb22", &[(0, &[1.0, 0.0])]).unwrap();
    let question = book::save_answer(&mut library, &book::answer(&[(id, graph)]));
    let kept = book::add(&mut library, b"other");
    let kept_graph = book::build(&mut library, kept);

    library.remove_document(id).unwrap();
    assert_eq!(library.list().unwrap().len(), 1);
    assert_eq!(library.text(id).unwrap_err().code(), Code::DocumentUnknown);
    assert_eq!(library.original(id).unwrap_err().code(), Code::DocumentUnknown);
    assert_eq!(library.load_graph(graph).unwrap_err().code(), Code::GraphMissing);
    assert_eq!(library.answer(question).unwrap_err().code(), Code::BadRequest);
    assert_eq!(library.remove_document(id).unwrap_err().code(), Code::DocumentUnknown);
    assert_eq!(library.load_graph(kept_graph).unwrap().nodes.len(), 4);

    drop(library);
    let file = dir.path().join("library.db");
    assert!(file.metadata().unwrap().len() < 1 << 20, "the space was not given back");
    let rows = rows_left(&file);
    assert!(rows.iter().all(|(_, count)| *count <= 4), "{rows:?}");
    let mut library = book::open(dir.path());
    assert!(book::add(&mut library, b"third") > kept, "a number was given twice");
}

#[test]
fn nothing_of_a_removed_document_stays_on_the_disk() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"Ada plants a pecan");
    book::build(&mut library, id);
    let traces = || -> usize {
        let files = std::fs::read_dir(dir.path()).unwrap();
        let bytes = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        bytes.map(|bytes| bytes.windows(12).filter(|part| part == b"plants a pec").count()).sum()
    };
    assert!(traces() > 0);
    library.remove_document(id).unwrap();
    assert_eq!(traces(), 0);
}

#[test]
fn a_graph_that_is_not_finished_does_not_hide_one_that_is() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let id = book::add(&mut library, b"one");
    let whole = book::build(&mut library, id);
    let vectors: Vec<(u32, &[f32])> = (0..4).map(|node| (node, &[1.0, 0.0][..])).collect();
    library.save_embeddings(whole, "ee55", &vectors).unwrap();
    library.begin_graph(id, "another model", book::SETTINGS).unwrap();
    let summary = library.document(id).unwrap().summary;
    assert_eq!((summary.state, summary.nodes), (DocumentState::Ready, 4));
    assert_eq!(library.graph_to_ask(id).unwrap(), Some(whole));
}

/// Returns the number of rows in each table that belongs to documents.
fn rows_left(file: &std::path::Path) -> Vec<(String, i64)> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let tables = [
        ("originals", 1),
        ("texts", 1),
        ("pages", 2),
        ("graphs", 1),
        ("nodes", 4),
        ("edges", 2),
        ("batches", 2),
        ("embeddings", 0),
        ("questions", 0),
        ("question_documents", 0),
        ("steps", 0),
        ("evidence", 0),
    ];
    let count = |(table, expected): (&str, i64)| {
        let sql = format!("SELECT count(*) FROM {table}");
        let found: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(found, expected, "rows left in {table}");
        (table.to_owned(), found)
    };
    tables.into_iter().map(count).collect()
}

#[test]
fn settings_and_models_are_remembered() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    assert_eq!(library.setting("model").unwrap(), None);
    library.set_setting("model", Some("a.gguf")).unwrap();
    library.set_setting("model", Some("b.gguf")).unwrap();
    assert_eq!(library.setting("model").unwrap().as_deref(), Some("b.gguf"));
    library.set_setting("model", None).unwrap();
    assert_eq!(library.setting("model").unwrap(), None);

    let info = model();
    assert_eq!(library.model(&info.hash).unwrap(), None);
    library.put_model(&info).unwrap();
    let moved = protocol::ModelInfo { path: "elsewhere.gguf".to_owned(), ..info.clone() };
    library.put_model(&moved).unwrap();
    drop(library);
    assert_eq!(book::open(dir.path()).model(&info.hash).unwrap(), Some(moved));
}

fn model() -> protocol::ModelInfo {
    protocol::ModelInfo {
        path: "models/tiny.gguf".to_owned(),
        name: "Tiny".to_owned(),
        architecture: "llama".to_owned(),
        bytes: 15_000_000,
        hash: book::MODEL.to_owned(),
        parameters: 400_000,
        layers: 3,
        heads: 4,
        context: 2048,
        construction: 2048,
        chat_template: true,
        demonstration: true,
        is_default: false,
        talk: None,
        warnings: Vec::new(),
        attention: protocol::AttentionKind::Windowed { full_layers: 2 },
        needed: 2_000,
        free: None,
        tuning: protocol::Tuning::default(),
        card: false,
        cores: 0,
        trial: protocol::ModelTrial::default(),
    }
}
