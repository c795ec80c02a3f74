//! A document whose file has changed.

use std::ops::Range;

use library::{ContentHash, NewDocument, Writer};
use protocol::{DocumentId, DocumentPage, DocumentState};
use tempfile::tempdir;

use crate::book::{self, MODEL, SETTINGS};

/// The book with its first sentence changed, two characters shorter.
const NEW: &str = "Ada eats a pecan. 🌰 The squirrel digs it up.";

/// Maps the old text to the new one: 4..10 to 4..8.
fn place(range: Range<u32>) -> Range<u32> {
    let start = match range.start {
        at if at <= 4 => at,
        at => at.saturating_sub(2).max(4),
    };
    start..range.end - 2
}

fn version<'a>(text: &'a str, pages: &'a [DocumentPage]) -> NewDocument<'a> {
    NewDocument {
        title: Some("The Nut, again"),
        author: None,
        language: None,
        format: "text",
        file_name: "nut2.txt",
        original: text.as_bytes(),
        text,
        paged: true,
        pages,
        outline: &[],
    }
}

pub fn replace(library: &mut Writer, document: DocumentId) {
    let mut pages = book::pages();
    for page in &mut pages {
        *page =
            DocumentPage { start: page.start.saturating_sub(2), end: page.end - 2, ..page.clone() };
    }
    library.replace_document(document, &version(NEW, &pages), &place).unwrap();
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let other = book::add(&mut library, b"two");
    let graph = book::build(&mut library, document);
    replace(&mut library, document);

    let found = library.document(document).unwrap();
    assert_eq!(found.summary.title, "The Nut, again");
    assert_eq!((found.summary.characters, found.file_name.as_str()), (44, "nut2.txt"));
    assert_eq!(found.summary.content, ContentHash::of(NEW.as_bytes()).as_str()[..16]);
    assert_eq!((found.summary.state, found.summary.chunks), (DocumentState::Read, 0));
    assert_eq!(found.summary.graphs, []);
    assert_eq!(library.text(document).unwrap(), NEW);
    assert_eq!(library.original(document).unwrap().bytes, NEW.as_bytes());
    assert_eq!(library.pages(document, 0..u32::MAX).unwrap()[1].end, 44);
    assert_eq!(library.graph_to_ask(document).unwrap(), None);
    assert!(library.graph(graph).unwrap().earlier);
    let chunks = library.load_graph(graph).unwrap().nodes;
    assert_eq!(chunks[0].characters, Some(0..20));
    assert_eq!(chunks[1].characters, Some(20..44));
    assert_eq!(chunks[0].text, "Ada plants a pecan. 🌰 ", "what it was");

    let same = library.replace_document(other, &version(NEW, &[]), &|range| range);
    assert!(same.is_err(), "another document has these bytes");
    assert_eq!(library.text(other).unwrap(), book::TEXT);
}

#[test]
fn answers_keep_their_passages() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let answer = book::answer(&[(document, graph)]);
    let id = book::save_answer(&mut library, &answer);
    replace(&mut library, document);
    let after = library.answer(id).unwrap();
    assert_eq!((&after.graphs, &after.steps), (&answer.graphs, &answer.steps));
    for (was, is) in answer.evidence.iter().zip(&after.evidence) {
        assert_eq!(is.text, was.text);
        assert_eq!(is.changed, was.start == 0, "{is:?}");
        let stands: String =
            NEW.chars().skip(is.start as usize).take((is.end - is.start) as usize).collect();
        assert_eq!(stands == is.text, !is.changed, "{stands}");
    }
    assert!(after.evidence.iter().any(|passage| passage.changed));

    let back = |range: Range<u32>| {
        let start = if range.start <= 4 { range.start } else { range.start + 2 };
        start..range.end + 2
    };
    let pages = book::pages();
    library.replace_document(document, &version(book::TEXT, &pages), &back).unwrap();
    for (was, is) in answer.evidence.iter().zip(library.answer(id).unwrap().evidence) {
        let places = [(was.start, was.end), (is.start, is.end)];
        assert_eq!((places[1], is.changed, &is.text), (places[0], false, &was.text));
        let page = if was.start == 0 { (1, "i") } else { (2, "Two") };
        let found = (is.page, is.label.as_deref());
        assert_eq!(found, (Some(page.0), Some(page.1)), "the page it is on now");
    }
}

/// A graph of the new text is begun beside the old one. The old one is deleted when the new one is
/// complete, unless a question led into it.
#[test]
fn the_graph_of_the_earlier_text_stays_while_it_is_needed() {
    for asked in [false, true] {
        let dir = tempdir().unwrap();
        let mut library = book::open(dir.path());
        let document = book::add(&mut library, b"one");
        let old = book::build(&mut library, document);
        library.save_embeddings(old, "bb22", &[(1, &[1.0, 2.0]), (2, &[3.0, 4.0])]).unwrap();
        if asked {
            book::save_answer(&mut library, &book::answer(&[(document, old)]));
        }
        replace(&mut library, document);
        let new = library.begin_graph(document, MODEL, SETTINGS).unwrap();
        assert_ne!(new, old);
        assert_eq!(library.begin_graph(document, MODEL, SETTINGS).unwrap(), new);
        let chunk = library::NewChunk { start: 0, end: 44, text: NEW, tokens: &[1] };
        library.save_chunks(new, &[chunk]).unwrap();
        book::summarise(&mut library, new, 0);
        library.copy_embeddings((old, 2..3), (new, 1)).unwrap();
        assert!(library.copy_embeddings((old, 1..3), (new, 1)).is_err(), "there is no node 2");
        assert_eq!(library.embeddings(new, "bb22").unwrap().vectors, [0.0, 0.0, 3.0, 4.0]);
        library.finish_graph(new, 2).unwrap();
        let left: Vec<_> = library.graphs(document).unwrap().iter().map(|graph| graph.id).collect();
        assert_eq!(left, if asked { vec![old, new] } else { vec![new] });
        if asked {
            assert_eq!(library.embeddings(old, "bb22").unwrap().dimensions, 0);
        }
    }
}

#[test]
fn a_path_leads_to_the_document_that_was_added_from_it_last() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let (one, two) = (book::add(&mut library, b"one"), book::add(&mut library, b"two"));
    assert_eq!(library.find_by_source("/a").unwrap(), None);
    for (document, path) in [(one, "/a"), (one, "/b"), (two, "/a"), (two, "/b")] {
        library.set_source(document, path).unwrap();
        assert_eq!(library.find_by_source(path).unwrap(), Some(document));
        assert_eq!(library.source(document).unwrap().as_deref(), Some(path));
    }
    assert_eq!(library.source(one).unwrap(), None, "both paths are the other's");
    assert_eq!(library.source(DocumentId(99)).unwrap(), None);
    assert_eq!(library.find_by_source("/a").unwrap(), None, "a document came from one path last");
    assert!(library.set_source(DocumentId(99), "/a").is_err());
}

/// A scanned file has more text once its pages can be recognised.
#[test]
fn the_same_file_may_have_another_text() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, NEW.as_bytes());
    library.replace_document(document, &version(NEW, &[]), &place).unwrap();
    assert_eq!(library.text(document).unwrap(), NEW);
    assert_eq!(library.list().unwrap().len(), 1);
}
