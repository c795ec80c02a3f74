//! What the window keeps.

use protocol::{DocumentId, QuestionId, WindowStateChange, WindowStateEntry, WindowStateOwner};
use tempfile::tempdir;

use crate::book;

fn change(key: &str, owner: WindowStateOwner, value: Option<&str>) -> WindowStateChange {
    WindowStateChange { key: key.to_owned(), owner, value: value.map(str::to_owned) }
}

fn entry(key: &str, owner: WindowStateOwner, value: &str) -> WindowStateEntry {
    WindowStateEntry { key: key.to_owned(), owner, value: value.to_owned() }
}

#[test]
fn values_are_kept_replaced_and_deleted() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let (whole, one) = (WindowStateOwner::Library, WindowStateOwner::Document { document });
    library
        .save_window_state(&[
            change("folded", whole, Some("[1]")),
            change("draft", one, Some("1")),
            change("layout", one, Some("{}")),
            change("draft", one, Some("2")),
            change("folded", whole, Some("[2]")),
            change("layout", one, None),
            change("never", one, None),
        ])
        .unwrap();
    let kept = library.window_state().unwrap();
    assert_eq!(kept, [entry("draft", one, "2"), entry("folded", whole, "[2]")]);
}

#[test]
fn values_go_with_what_they_are_about() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let documents = [b"one", b"two"].map(|text| book::add(&mut library, text));
    let [one, two] = documents.map(|document| WindowStateOwner::Document { document });
    let gone = WindowStateOwner::Document { document: DocumentId(99) };
    let never_asked = WindowStateOwner::Question { question: QuestionId(7) };
    library
        .save_window_state(&[
            change("draft", one, Some("1")),
            change("draft", two, Some("2")),
            change("draft", gone, Some("3")),
            change("removal", never_asked, Some("4")),
        ])
        .unwrap();
    assert_eq!(library.window_state().unwrap().len(), 2, "only of what is there");
    library.remove_document(documents[0]).unwrap();
    assert_eq!(library.window_state().unwrap(), [entry("draft", two, "2")]);
}
