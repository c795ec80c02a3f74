//! Corrections that a user makes to the names of a document.

use engine::{Engine, JobError};
use protocol::{
    AddOptions, Code, CorrectionId, DocumentId, EntityKind, EntityList, NameCorrection, Outcome,
    Request, Until,
};
use tempfile::TempDir;

use crate::{Wish, open, run};

const TEXT: &str = "Tom Bell met Ann Hill in Norwich. Tom laughed. Then Rattle came to Norwich. \
                    Ann Hill saw Tom. Rattle saw nobody. At last Rattle became Sir Peter Vane.\n";

fn library() -> (TempDir, Engine) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    std::fs::write(&file, TEXT).unwrap();
    let mut engine = open(folder.path());
    let add = Request::Add {
        files: vec![file.display().to_string()],
        options: AddOptions { build: false, ..AddOptions::default() },
    };
    run(&mut engine, add, &mut Wish::never()).unwrap();
    (folder, engine)
}

fn answered(engine: &mut Engine, request: Request) -> Result<EntityList, Code> {
    match run(engine, request, &mut Wish::never()) {
        Ok(Outcome::Entities(list)) => Ok(list),
        Err(JobError::Failed(failure)) => Err(failure.code),
        other => panic!("{other:?}"),
    }
}

fn correct(engine: &mut Engine, correction: NameCorrection) -> Result<EntityList, Code> {
    answered(engine, Request::CorrectNames { document: DocumentId(1), correction, until: None })
}

fn list(engine: &mut Engine, until: Option<u32>) -> EntityList {
    let until = until.map(Until::Character);
    answered(engine, Request::Entities { document: DocumentId(1), name: None, until }).unwrap()
}

fn merge(name: &str, other: &str) -> NameCorrection {
    NameCorrection::Merge { name: name.to_owned(), other: other.to_owned() }
}

fn names_of(list: &EntityList, title: &str) -> Vec<String> {
    let found = list.entities.iter().find(|entity| entity.name == title);
    found.map(|entity| entity.names.clone()).unwrap_or_default()
}

#[test]
fn names_are_corrected_and_corrections_taken_back() {
    let (_folder, mut engine) = library();
    let before = list(&mut engine, None);
    assert_eq!(names_of(&before, "Tom"), ["Tom Bell", "Tom"]);

    let merged = correct(&mut engine, merge("rattle", "sir peter vane")).unwrap();
    assert_eq!(names_of(&merged, "Rattle"), ["Rattle", "Sir Peter Vane"]);
    let title = "Lord  Vane".to_owned();
    let renamed = NameCorrection::Rename { name: "Sir Peter Vane".to_owned(), title };
    let renamed = correct(&mut engine, renamed).unwrap();
    assert_eq!(names_of(&renamed, "Lord Vane"), ["Rattle", "Sir Peter Vane"]);
    let kind = EntityKind::Place;
    let placed = NameCorrection::SetKind { name: "NORWICH".to_owned(), kind };
    correct(&mut engine, placed).unwrap();
    correct(&mut engine, NameCorrection::Split { name: "Tom".to_owned() }).unwrap();
    correct(&mut engine, NameCorrection::Discard { name: "Ann Hill".to_owned() }).unwrap();

    let corrected = list(&mut engine, None);
    assert_eq!(names_of(&corrected, "Tom"), ["Tom"]);
    let norwich = corrected.entities.iter().find(|entity| entity.name == "Norwich").unwrap();
    assert_eq!((norwich.kind, norwich.mentions), (Some(kind), 2));
    assert!(corrected.entities.iter().all(|entity| entity.name != "Ann Hill"));
    let one = Request::Entities {
        document: DocumentId(1),
        name: Some("lord vane".to_owned()),
        until: None,
    };
    assert_eq!(answered(&mut engine, one).unwrap().entities[0].facts.len(), 3);

    for correction in corrected.corrections {
        let undo = Request::UndoCorrection {
            document: DocumentId(1),
            correction: correction.id,
            until: None,
        };
        answered(&mut engine, undo).unwrap();
    }
    assert_eq!(list(&mut engine, None), before);
}

#[test]
fn a_part_of_a_name_suffices_unless_it_is_separated_or_discarded() {
    let (_folder, mut engine) = library();
    let one = |name: &str| Request::Entities {
        document: DocumentId(1),
        name: Some(name.to_owned()),
        until: None,
    };
    for (name, title) in [("Hill", "Ann Hill"), ("sir  peter", "Sir Peter Vane"), ("Tom", "Tom")] {
        assert_eq!(answered(&mut engine, one(name)).unwrap().entities[0].name, title, "{name}");
    }
    assert_eq!(answered(&mut engine, one("Mira")), Err(Code::EntityUnknown));
    let discard = NameCorrection::Discard { name: "Hill".to_owned() };
    assert_eq!(correct(&mut engine, discard), Err(Code::EntityUnknown));
    let split = NameCorrection::Split { name: "Hill".to_owned() };
    assert_eq!(correct(&mut engine, split), Err(Code::EntityUnknown));
    let merged = correct(&mut engine, merge("Hill", "sir peter")).unwrap();
    assert_eq!(names_of(&merged, "Ann Hill"), ["Ann Hill", "Sir Peter Vane"]);
    // "Rattle" is someone else's name.
    let title = "Rattle".to_owned();
    let rename = NameCorrection::Rename { name: "Hill".to_owned(), title };
    assert_eq!(correct(&mut engine, rename), Err(Code::BadRequest));
}

#[test]
fn corrections_tell_nothing_of_what_comes_later() {
    let (_folder, mut engine) = library();
    let until = TEXT.find("At last").unwrap() as u32;
    let before = list(&mut engine, Some(until));
    correct(&mut engine, merge("Rattle", "Sir Peter Vane")).unwrap();
    assert_eq!(list(&mut engine, Some(until)), before);
    let unread = Request::CorrectNames {
        document: DocumentId(1),
        correction: merge("Tom", "Sir Peter Vane"),
        until: Some(Until::Character(until)),
    };
    assert_eq!(answered(&mut engine, unread), Err(Code::EntityUnknown));
}

#[test]
fn what_cannot_be_corrected_is_refused() {
    let (_folder, mut engine) = library();
    let name = |name: &str| name.to_owned();
    let rename = |title: String| NameCorrection::Rename { name: "Tom".to_owned(), title };
    for (correction, code) in [
        (merge("Tom", "Nobody"), Code::EntityUnknown),
        (merge("Nobody", "Nobody"), Code::EntityUnknown),
        (merge("Tom", "Tom Bell"), Code::BadRequest),
        (NameCorrection::Split { name: name("Norwich") }, Code::BadRequest),
        (NameCorrection::Discard { name: name("Nobody") }, Code::EntityUnknown),
        (rename(name(" \n ")), Code::BadRequest),
        (rename("x".repeat(201)), Code::BadRequest),
    ] {
        assert_eq!(correct(&mut engine, correction.clone()), Err(code), "{correction:?}");
    }
    let undo = Request::UndoCorrection {
        document: DocumentId(1),
        correction: CorrectionId(7),
        until: None,
    };
    assert_eq!(answered(&mut engine, undo), Err(Code::BadRequest));
    assert!(list(&mut engine, None).corrections.is_empty());
}
