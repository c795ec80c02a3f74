//! The kinds that a model determined for a document's names.

use library::{Error, NameKinds};
use protocol::{DocumentId, EntityCost, EntityKind};
use tempfile::tempdir;

use crate::book::{self, MODEL};

const COST: EntityCost = EntityCost { tokens_evaluated: 40, flops: 5e9, seconds: 0.5 };

#[test]
fn what_is_said_of_names_is_kept_and_its_cost_added_up() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    assert_eq!(library.name_kinds(document).unwrap(), NameKinds::new());
    assert_eq!(library.name_kinds_cost(document).unwrap(), EntityCost::default());

    library.save_name_kinds(document, MODEL, &[("Ada", Some(EntityKind::Person))], COST).unwrap();
    let more = [("Norwich", Some(EntityKind::Place)), ("Zum", None)];
    library.save_name_kinds(document, MODEL, &more, COST).unwrap();
    let known = library.name_kinds(document).unwrap();
    assert_eq!(known.len(), 3);
    assert_eq!((known["Ada"], known["Zum"]), (Some(EntityKind::Person), None));
    let cost = library.name_kinds_cost(document).unwrap();
    assert_eq!((cost.tokens_evaluated, cost.flops, cost.seconds), (80, 1e10, 1.0));

    let missing = library.save_name_kinds(DocumentId(99), MODEL, &more, COST);
    assert!(matches!(missing, Err(Error::DocumentUnknown(DocumentId(99)))));
}

#[test]
fn names_of_a_text_that_is_replaced_are_forgotten() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    library.save_name_kinds(document, MODEL, &[("Ada", Some(EntityKind::Person))], COST).unwrap();
    crate::replacement::replace(&mut library, document);
    assert_eq!(library.name_kinds(document).unwrap(), NameKinds::new());
    assert_eq!(library.name_kinds_cost(document).unwrap(), EntityCost::default());
}
