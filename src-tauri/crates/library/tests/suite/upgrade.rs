//! Libraries of every released schema are upgraded to the newest with their whole content.

use std::fs;
use std::path::Path;

use library::{Library, StoredGraph};
use protocol::{DocumentId, DocumentState, GraphId, QuestionId, StopReason};
use rusqlite::Connection;
use tempfile::tempdir;

const SCHEMA_1: &str = include_str!("../../../../../migrations/0001_library.sql");
const ROWS_1: &str = include_str!("fixtures/rows-0001.sql");

/// Creates a library as left by the program that knew only the first schema.
fn of_schema_1(dir: &Path) {
    let connection = Connection::open(dir.join("library.db")).unwrap();
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    connection.execute_batch(SCHEMA_1).unwrap();
    connection.execute_batch(ROWS_1).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
}

#[test]
fn a_library_of_schema_1_is_upgraded() {
    let dir = tempdir().unwrap();
    of_schema_1(dir.path());
    let library = Library::open(dir.path()).unwrap();
    check(&library);
    drop(library);
    check(&Library::open_read_only(dir.path()).unwrap());
}

#[test]
fn reading_a_library_of_schema_1_upgrades_it() {
    let dir = tempdir().unwrap();
    of_schema_1(dir.path());
    check(&Library::open_read_only(dir.path()).unwrap());
    assert!(fs::metadata(dir.path().join("library.db")).unwrap().len() > 0);
}

fn check(library: &Library) {
    let documents = library.list().unwrap();
    assert_eq!(documents.len(), 2);
    assert_eq!(
        (documents[0].title.as_str(), documents[0].state),
        ("The Nut", DocumentState::Building),
        "two of its nodes have no embedding"
    );
    assert_eq!(documents[1].state, DocumentState::Failed);
    assert_eq!(library.text(DocumentId(1)).unwrap(), "Ada plants a pecan.");
    assert_eq!(library.original(DocumentId(1)).unwrap().bytes, b"%PDF");
    let pages = library.pages(DocumentId(1), 0..u32::MAX).unwrap();
    assert_eq!((pages[0].size, pages[0].words.len()), (Some((595.0, 842.0)), 1));
    assert_eq!((pages[0].words[0].end, pages[0].words[0].rect.x), (3, 72.0));
    check_graph(&library.load_graph(GraphId(1)).unwrap());
    assert_eq!(
        library.embeddings(GraphId(1), "bb22").unwrap().vectors,
        [0.0, 0.0, 0.0, 0.0, 1.0, -1.0]
    );
    let answer = library.answer(QuestionId(1)).unwrap();
    assert_eq!((answer.stop, answer.answer.as_str()), (StopReason::Sufficient, "Ada"));
    assert!(!answer.options.words && answer.options.attention, "that search knew no shared words");
    assert_eq!((answer.steps[0].p_yes, answer.cost.tokens_distinct), (Some(0.75), 115));
    assert_eq!((answer.chunks_total, answer.whole_flops, answer.confidence), (2, None, None));
    assert_eq!(
        (answer.evidence[0].text.as_str(), answer.evidence[0].page),
        ("Ada plants", Some(1))
    );
    assert_eq!(answer.evidence[0].cited_page().as_deref(), Some("i"));
    assert_eq!(library.setting("model").unwrap().as_deref(), Some("tiny.gguf"));
    let found = library.search("plants", library::SearchScope::Library, 9).unwrap();
    assert_eq!((found.hits.len(), found.hits[0].document), (1, DocumentId(1)));
}

fn check_graph(graph: &StoredGraph) {
    assert!(graph.graph.complete);
    assert_eq!(graph.graph.model_hash, "aa11");
    let tokens: Vec<&[i32]> = graph.nodes.iter().map(|node| node.tokens.as_slice()).collect();
    assert_eq!(tokens, [&[1, -1][..], &[258], &[]]);
    assert_eq!(graph.nodes[1].characters, Some(10..19));
    assert_eq!(graph.edges[0].weights, [0.25, 0.75]);
    assert_eq!((graph.batches[0].inputs.clone(), graph.batches[0].outputs.clone()), (0..2, 2..3));
}
