//! The pairs that a model wrote about the sentences of a document.

use library::{Error, NewPairs, StoredPair, StoredPairs};
use protocol::{DocumentId, EntityCost};
use tempfile::tempdir;

use crate::book::{self, MODEL};

const COST: EntityCost = EntityCost { tokens_evaluated: 40, flops: 5e9, seconds: 0.5 };

fn pair(start: u32, question: &str) -> StoredPair {
    StoredPair {
        name: "Ada".to_owned(),
        sentence: start..start + 9,
        question: question.to_owned(),
        answer: "a boat".to_owned(),
        attention: 0.5,
    }
}

fn new<'a>(document: DocumentId, shown: &'a [u32], pairs: &'a [StoredPair]) -> NewPairs<'a> {
    NewPairs { document, model_hash: MODEL, name: "Ada", shown, pairs, cost: COST }
}

#[test]
fn pairs_are_kept_once_and_their_cost_added_up() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    assert_eq!(library.pairs(document, MODEL).unwrap(), StoredPairs::default());
    assert_eq!(library.latest_pairs(document).unwrap(), StoredPairs::default());

    let later = [pair(20, "What does Ada own?")];
    library.save_pairs(&new(document, &[20, 40], &later)).unwrap();
    let first = [pair(0, "What does Ada row?")];
    library.save_pairs(&new(document, &[0], &first)).unwrap();
    library.save_pairs(&new(document, &[0], &first)).unwrap();

    let kept = library.pairs(document, MODEL).unwrap();
    assert_eq!(kept.pairs, [first, later].concat());
    let shown = [0, 20, 40].map(|start| ("Ada".to_owned(), start));
    assert_eq!(kept.shown, shown.into_iter().collect());
    assert_eq!(kept.cost, EntityCost { tokens_evaluated: 120, flops: 1.5e10, seconds: 1.5 });
    assert_eq!(library.latest_pairs(document).unwrap(), kept);
    // Another model has written nothing.
    assert_eq!(library.pairs(document, "other").unwrap(), StoredPairs::default());

    let missing = library.save_pairs(&new(DocumentId(99), &[0], &[]));
    assert!(matches!(missing, Err(Error::DocumentUnknown(DocumentId(99)))));
}

#[test]
fn pairs_of_a_text_that_is_replaced_are_forgotten() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    library.save_pairs(&new(document, &[0], &[pair(0, "What does Ada row?")])).unwrap();
    crate::replacement::replace(&mut library, document);
    assert_eq!(library.pairs(document, MODEL).unwrap(), StoredPairs::default());
}
