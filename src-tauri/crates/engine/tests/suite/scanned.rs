//! Scanned files, if Tesseract and PDFium are installed.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use documents::ocr::Tesseract;
use documents::{PageImage, PdfPages, ReadOptions};
use engine::{Config, Engine, cover, model_folders};
use library::{ContentHash, Library};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use protocol::{AddOptions, AddedItem, Code, DocumentId, Event, Outcome, Progress, Request, Stage};

use crate::adding::reader_that;
use crate::{POCKET, Wish, open, run};

const SIZE: (f32, f32) = (420.0, 120.0);
pub const LINES: [&str; 2] =
    ["The keeper put the letter into the tin box.", "Nobody asked him about it that winter."];

/// A page of a PDF: a line of text, or a picture.
pub enum Leaf<'a> {
    Line(&'a str),
    Scan(&'a PageImage),
}

pub fn pdf(leaves: &[Leaf<'_>]) -> Vec<u8> {
    let [catalog, tree, font] = [1, 2, 3].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let ids = |nth: usize| [0, 1, 2].map(|more| Ref::new(10 + 3 * nth as i32 + more));
    pdf.pages(tree).kids((0..leaves.len()).map(|nth| ids(nth)[0])).count(leaves.len() as i32);
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    for (nth, leaf) in leaves.iter().enumerate() {
        let [page, contents, picture] = ids(nth);
        let mut content = Content::new();
        match leaf {
            Leaf::Line(line) => {
                content.begin_text().set_font(Name(b"F"), 14.0).next_line(40.0, 60.0);
                content.show(Str(line.as_bytes())).end_text();
            }
            Leaf::Scan(scan) => {
                write_picture(&mut pdf, picture, scan);
                content.transform([SIZE.0, 0.0, 0.0, SIZE.1, 0.0, 0.0]).x_object(Name(b"P"));
            }
        }
        pdf.stream(contents, &content.finish());
        let mut leaf = pdf.page(page);
        leaf.parent(tree).media_box(Rect::new(0.0, 0.0, SIZE.0, SIZE.1)).contents(contents);
        let mut resources = leaf.resources();
        resources.fonts().pair(Name(b"F"), font);
        resources.x_objects().pair(Name(b"P"), picture);
        resources.finish();
    }
    pdf.finish()
}

fn write_picture(pdf: &mut Pdf, id: Ref, picture: &PageImage) {
    let mut reader = png::Decoder::new(Cursor::new(&picture.png)).read_info().unwrap();
    let mut greys = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut greys).unwrap();
    let mut image = pdf.image_xobject(id, &greys);
    image.width(picture.width as i32).height(picture.height as i32).bits_per_component(8);
    image.color_space().device_gray();
}

/// A PDF whose pages are pictures of the lines.
fn scanned(options: &ReadOptions) -> Vec<u8> {
    pdf(&scans(options).each_ref().map(Leaf::Scan))
}

fn scans(options: &ReadOptions) -> [PageImage; 2] {
    LINES.map(|line| {
        let pages = PdfPages::open(&pdf(&[Leaf::Line(line)]), options).unwrap();
        pages.scan(1).unwrap()
    })
}

fn with_both(test: &str) -> Option<ReadOptions> {
    let options = ReadOptions::with_pdfium(model_folders());
    let languages = ["eng".to_owned()];
    let found = documents::find_pdfium(&options).map(|_| ());
    match found.and(Tesseract::find(&[], &languages).map(|_| ())) {
        Ok(()) => Some(options),
        Err(error) => {
            println!("{test}: skipped. {error}");
            None
        }
    }
}

fn add(engine: &mut Engine, file: &Path, wish: &mut Wish) -> Result<Outcome, engine::JobError> {
    let languages = vec!["eng".to_owned()];
    let options = AddOptions { languages, ..AddOptions::default() };
    run(engine, Request::Add { files: vec![file.display().to_string()], options }, wish)
}

fn text(engine: &mut Engine) -> String {
    let request = Request::Text { document: DocumentId(1), first: 1, count: 9 };
    match run(engine, request, &mut Wish::never()) {
        Ok(Outcome::Text(text)) => text.pages.iter().map(|page| page.text.as_str()).collect(),
        other => panic!("{other:?}"),
    }
}

fn is_recognising(event: &Event) -> bool {
    matches!(event, Event::Progress(Progress { stage: Stage::Recognising { .. }, .. }))
}

#[test]
fn scanned_pages_are_recognised_one_by_one_and_kept() {
    let test = "scanned_pages_are_recognised_one_by_one_and_kept";
    let Some(options) = with_both(test) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (file, bytes) = (folder.path().join("scan.pdf"), scanned(&options));
    std::fs::write(&file, &bytes).unwrap();
    let kept = || {
        let library = Library::open_read_only(&folder.path().join("library")).unwrap();
        let pages = library.recognised_pages(&ContentHash::of(&bytes), "eng").unwrap();
        pages.into_iter().map(|(page, _)| page).collect::<Vec<_>>()
    };

    let mut engine = open(folder.path());
    let second = |event: &Event| {
        let stage = Stage::Recognising { nth: 2, of: 2 };
        matches!(event, Event::Progress(progress) if progress.stage == stage)
    };
    assert_eq!(add(&mut engine, &file, &mut Wish::at(second)), Err(engine::JobError::Stopped));
    drop(engine);
    assert_eq!(kept(), [1]);

    let mut engine = open(folder.path());
    let mut wish = Wish::never();
    let Ok(Outcome::Added(items)) = add(&mut engine, &file, &mut wish) else { panic!("stopped") };
    assert!(matches!(items.as_slice(), [AddedItem::Added(added)] if added.unread.is_empty()));
    assert_eq!(wish.heard.iter().filter(|event| is_recognising(event)).count(), 2);
    assert_eq!(text(&mut engine), LINES.join("\n\n"));
    drop(engine);
    let (library, model) = (folder.path().join("library"), None);
    let config = Config { library, model, at_once: None, reader: None };
    assert!(cover(&config, DocumentId(1)).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(cover(&config, DocumentId(2)).unwrap_err().code, Code::BadRequest);
    assert_eq!(kept(), [0; 0], "what is in the library is not kept twice");
}

/// Records its number and is killed whenever one of these pages is about to be drawn.
struct Fragile {
    script: PathBuf,
    number: PathBuf,
}

impl Fragile {
    fn new(folder: &Path) -> Self {
        let number = folder.join("number");
        let script = reader_that(folder, &format!("echo $$ > {}", number.display()));
        Self { script, number }
    }

    fn engine(&self, folder: &Path) -> Engine {
        let library = folder.join("library");
        let reader = Some(self.script.clone());
        Engine::new(Config { library, model: Some(POCKET.into()), at_once: None, reader })
    }

    /// Receives the page events without requesting a stop.
    fn dies_at(&self, pages: &'static [u32]) -> Wish {
        let number = self.number.clone();
        Wish::at(move |event| {
            if let Event::Progress(Progress { stage: Stage::Recognising { nth, .. }, .. }) = event
                && pages.contains(nth)
            {
                let number = std::fs::read_to_string(&number).unwrap();
                let killed = Command::new("kill").args(["-ABRT", number.trim()]).status().unwrap();
                assert!(killed.success());
            }
            false
        })
    }
}

fn item(outcome: Result<Outcome, engine::JobError>) -> AddedItem {
    let Ok(Outcome::Added(mut items)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(items.len(), 1);
    items.remove(0)
}

#[test]
#[cfg(unix)]
fn a_page_that_cannot_be_drawn_is_left_out_and_reported() {
    let test = "a_page_that_cannot_be_drawn_is_left_out_and_reported";
    let Some(options) = with_both(test) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (file, bytes) = (folder.path().join("scan.pdf"), scanned(&options));
    std::fs::write(&file, &bytes).unwrap();
    let kept = || {
        let library = Library::open_read_only(&folder.path().join("library")).unwrap();
        let pages = library.recognised_pages(&ContentHash::of(&bytes), "eng").unwrap();
        pages.into_iter().map(|(page, _)| page).collect::<Vec<_>>()
    };
    let fragile = Fragile::new(folder.path());
    let mut engine = fragile.engine(folder.path());
    let added = item(add(&mut engine, &file, &mut fragile.dies_at(&[1])));
    let AddedItem::Added(added) = added else { panic!("{added:?}") };
    let failure = added.unrecognised.unwrap();
    assert_eq!((added.unread.as_slice(), failure.code), (&[1][..], Code::ReaderDied));
    assert!(
        failure.message.starts_with("Page 1 cannot be recognised because it cannot be drawn"),
        "{failure}"
    );
    assert_eq!(text(&mut engine), LINES[1]);
    engine = fragile.engine(folder.path());
    assert_eq!(kept(), [2], "only what is missing is recognised the next time");

    let mut again = |wish: &mut Wish| {
        let languages = vec!["eng".to_owned()];
        let request = Request::ReadAgain { document: DocumentId(1), languages, password: None };
        run(&mut engine, request, wish)
    };
    let added = item(again(&mut Wish::never()));
    assert!(
        matches!(&added, AddedItem::Added(added) if added.unread.is_empty()
            && added.unrecognised.is_none()),
        "{added:?}"
    );
    let Err(engine::JobError::Failed(failure)) = again(&mut fragile.dies_at(&[2])) else {
        panic!("what was recognised was given up");
    };
    assert_eq!(failure.code, Code::ReaderDied);
    assert!(failure.message.contains("lose the text recognised on page 2."), "{failure}");
    assert_eq!(text(&mut engine), LINES.join("\n\n"));
}

#[test]
#[cfg(unix)]
fn a_file_full_of_pages_that_harm_is_soon_given_up() {
    let test = "a_file_full_of_pages_that_harm_is_soon_given_up";
    let Some(options) = with_both(test) else { return };
    let folder = tempfile::tempdir().unwrap();
    let scans = scans(&options);
    let leaves: Vec<Leaf<'_>> = scans.iter().cycle().take(5).map(Leaf::Scan).collect();
    let file = folder.path().join("scan.pdf");
    std::fs::write(&file, pdf(&leaves)).unwrap();
    let fragile = Fragile::new(folder.path());
    let mut engine = fragile.engine(folder.path());
    let mut wish = fragile.dies_at(&[1, 2, 3, 4, 5]);
    let failure = |outcome| match item(outcome) {
        AddedItem::Failed { error, .. } => error,
        other => panic!("{other:?}"),
    };
    let given_up = failure(add(&mut engine, &file, &mut wish));
    assert_eq!(given_up.code, Code::ReaderDied);
    assert_eq!(wish.heard.iter().filter(|event| is_recognising(event)).count(), 3);

    // Nothing would do harm now, but no new attempt is made until it is requested.
    engine = fragile.engine(folder.path());
    let known = failure(add(&mut engine, &file, &mut Wish::never()));
    assert_eq!(known.code, Code::ReaderDied);
    let said = format!("{} Pecan found this when the file was read before", given_up.message);
    assert!(known.message.starts_with(&said), "{known}");
    let languages = vec!["eng".to_owned()];
    let options = AddOptions { languages, again: true, ..AddOptions::default() };
    let request = Request::Add { files: vec![file.display().to_string()], options };
    let added = item(run(&mut engine, request, &mut Wish::never()));
    assert!(matches!(&added, AddedItem::Added(added) if added.unread.is_empty()), "{added:?}");
}
