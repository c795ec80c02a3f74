//! A reader's corrections of a document's names.

use library::Error;
use protocol::{DocumentId, EntityKind, NameCorrection};
use tempfile::tempdir;

use crate::book;

fn every_correction() -> [NameCorrection; 5] {
    let name = || "Tom".to_owned();
    [
        NameCorrection::Merge { name: name(), other: "The Miller".to_owned() },
        NameCorrection::Split { name: name() },
        NameCorrection::Rename { name: name(), title: "Thomas".to_owned() },
        NameCorrection::SetKind { name: name(), kind: EntityKind::Thing },
        NameCorrection::Discard { name: name() },
    ]
}

#[test]
fn corrections_are_kept_in_their_order_and_forgotten_one_by_one() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let [document, other] = [b"one", b"two"].map(|text| book::add(&mut library, text));
    for correction in every_correction() {
        library.save_name_correction(document, &correction).unwrap();
    }
    let kept = library.name_corrections(document).unwrap();
    let what: Vec<&NameCorrection> = kept.iter().map(|one| &one.what).collect();
    assert_eq!(what, every_correction().each_ref());
    assert!(library.name_corrections(other).unwrap().is_empty());

    assert!(!library.forget_name_correction(other, kept[1].id).unwrap());
    assert!(library.forget_name_correction(document, kept[1].id).unwrap());
    assert!(!library.forget_name_correction(document, kept[1].id).unwrap());
    assert_eq!(library.name_corrections(document).unwrap().len(), 4);

    let missing = library.save_name_correction(DocumentId(99), &every_correction()[0]);
    assert!(matches!(missing, Err(Error::DocumentUnknown(DocumentId(99)))));
}

#[test]
fn corrections_outlive_a_new_version_of_the_text_and_go_with_the_document() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    library.save_name_correction(document, &every_correction()[0]).unwrap();
    crate::replacement::replace(&mut library, document);
    assert_eq!(library.name_corrections(document).unwrap().len(), 1);
    library.remove_document(document).unwrap();
    assert!(library.name_corrections(document).unwrap().is_empty());
}
