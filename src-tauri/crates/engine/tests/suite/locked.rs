//! A file that opens with a password.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use documents::{ReadOptions, find_pdfium};
use engine::{Config, JobError, RenderOptions, model_folders};
use page_images::{DocumentPasswords, PageView, Pages};
use protocol::{AddOptions, AddedItem, Code, DocumentId, Outcome, Password, Request};

use crate::{Wish, open, run};

/// A page with a line of text, which opens with `secret`.
const LOCKED: &[u8] = include_bytes!("fixtures/locked.pdf");

/// Returns why nothing was read, with or without a password.
fn refused(folder: &Path, request: Request) -> Option<Code> {
    match run(&mut open(folder), request, &mut Wish::never()) {
        Ok(Outcome::Added(items)) => match items.as_slice() {
            [AddedItem::Added(_)] => None,
            [AddedItem::Failed { error, .. }] => Some(error.code),
            other => panic!("{other:?}"),
        },
        Err(JobError::Failed(failure)) => Some(failure.code),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_locked_file_is_read_again_and_drawn_with_its_password() {
    let test = "a_locked_file_is_read_again_and_drawn_with_its_password";
    if let Err(error) = find_pdfium(&ReadOptions::with_pdfium(model_folders())) {
        println!("{test}: skipped. {error}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("locked.pdf");
    fs::write(&file, LOCKED).unwrap();
    let add = |password| Request::Add {
        files: vec![file.display().to_string()],
        options: AddOptions { password, ..AddOptions::default() },
    };
    let again =
        |password| Request::ReadAgain { document: DocumentId(1), languages: Vec::new(), password };
    let typed = |typed| Some(Password::new(typed));
    for (request, expected) in [
        (add(None), Some(Code::PasswordNeeded)),
        (add(typed("other")), Some(Code::PasswordWrong)),
        (add(typed("secret")), None),
        (again(None), Some(Code::PasswordNeeded)),
        (again(typed("secret")), None),
    ] {
        assert_eq!(refused(folder.path(), request), expected);
    }

    let keys = DocumentPasswords::default();
    let config =
        Config { library: folder.path().join("library"), model: None, at_once: None, reader: None };
    let mut pages = Pages::new(config, keys.clone());
    let mut drawn = |width| {
        let view =
            PageView { document: DocumentId(1), page: 1, look: RenderOptions::printed(width) };
        let drawn = pages.picture(view, &mut || ControlFlow::Continue(()));
        drawn.map(|png| png.starts_with(b"\x89PNG")).map_err(|failure| failure.code)
    };
    assert_eq!(drawn(80), Err(Code::PasswordNeeded));
    keys.hold(DocumentId(1), Password::new("other"));
    assert_eq!(drawn(80), Err(Code::PasswordWrong));
    keys.hold(DocumentId(1), Password::new("secret"));
    assert_eq!(drawn(80), Ok(true));
    keys.forget(DocumentId(1));
    assert_eq!(drawn(90), Err(Code::PasswordNeeded));
}
