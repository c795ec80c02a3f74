//! Covers of documents that were read before covers existed.

use std::ops::ControlFlow;
use std::path::Path;

use documents::{ReadOptions, find_pdfium};
use engine::{Client, Config, Engine, JobError, StopSignal, cover, model_folders};
use library::{Library, NewDocument};
use protocol::{Code, DocumentId, Event, JobId, Outcome, Request};

use crate::scanned::{LINES, Leaf, pdf};
use crate::{Wish, open, run};

/// A window with other work waiting, and possibly a request to stop.
struct Hurry(StopSignal);

impl Client for Hurry {
    fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn stop(&self, _job: JobId) -> StopSignal {
        self.0.clone()
    }

    fn others_wait(&mut self) -> bool {
        true
    }
}

/// A library with a page, a PDF with nothing to draw, and a text.
fn before_covers(folder: &Path) {
    let mut library = Library::open(&folder.join("library")).unwrap();
    let page = pdf(&[Leaf::Line(LINES[0])]);
    let files = [("pdf", &page[..]), ("pdf", &b"no page"[..]), ("text", &b"Words."[..])];
    for (format, original) in files {
        let new = NewDocument {
            title: None,
            author: None,
            language: None,
            format,
            file_name: "file",
            original,
            text: "",
            paged: false,
            pages: &[],
            outline: &[],
        };
        library.add_document(&new).unwrap();
    }
}

fn drawn(documents: &[DocumentId], more: bool) -> Result<Outcome, JobError> {
    Ok(Outcome::Covers { drawn: documents.to_vec(), more })
}

fn config(folder: &Path, reader: Option<&str>) -> Config {
    let library = folder.join("library");
    Config { library, model: None, at_once: None, reader: reader.map(Into::into) }
}

#[test]
fn what_has_no_cover_is_drawn_once() {
    let test = "what_has_no_cover_is_drawn_once";
    if let Err(error) = find_pdfium(&ReadOptions::with_pdfium(model_folders())) {
        println!("{test}: skipped. {error}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    before_covers(folder.path());
    let mut without_reader = Engine::new(config(folder.path(), Some("/no/reader")));
    let Err(JobError::Failed(failure)) =
        run(&mut without_reader, Request::Covers, &mut Wish::never())
    else {
        panic!("there is no reader");
    };
    assert_eq!(failure.code, Code::ReaderMissing);
    drop(without_reader);

    let mut engine = open(folder.path());
    assert_eq!(
        run(&mut engine, Request::Covers, &mut Wish::never()),
        drawn(&[DocumentId(1)], false)
    );
    drop(engine);
    let covered = cover(&config(folder.path(), None), DocumentId(1)).unwrap();
    assert!(covered.starts_with(b"\x89PNG"));

    let mut without_reader = Engine::new(config(folder.path(), Some("/no/reader")));
    let again = run(&mut without_reader, Request::Covers, &mut Wish::never());
    assert_eq!(again, drawn(&[], false), "nothing is tried twice");
}

#[test]
fn covers_give_way_to_whatever_else_is_to_be_done() {
    let folder = tempfile::tempdir().unwrap();
    before_covers(folder.path());
    let mut engine = open(folder.path());
    let mut hurry = Hurry(StopSignal::default());
    assert_eq!(engine.run(JobId(1), Request::Covers, &mut hurry), drawn(&[], true));
    hurry.0.request();
    assert_eq!(engine.run(JobId(1), Request::Covers, &mut hurry), Err(JobError::Stopped));
}
