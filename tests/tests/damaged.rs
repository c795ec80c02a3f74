//! Damaged copies of books.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

#[cfg(target_os = "linux")]
use tests::browser::{AppWindow, has_display};
#[cfg(target_os = "linux")]
use tests::pdfs::{PrintedBook, chapters};
use tests::{Sandbox, alone, text};
use zip::write::{SimpleFileOptions, ZipWriter};

/// Removes the last chapter's file from a book. Its table of contents and its spine still name it.
fn lose_last_chapter(book: &Path) {
    let bytes = fs::read(book).unwrap();
    let mut from = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = from.file_names().map(|name| name.unwrap().into_owned()).collect();
    let is_chapter = |name: &&String| name.ends_with("html") && !name.contains("nav");
    let lost = names.iter().filter(is_chapter).max().unwrap();
    let mut to = ZipWriter::new(File::create(book).unwrap());
    for name in names.iter().filter(|name| *name != lost) {
        let mut content = Vec::new();
        from.by_name(name).unwrap().read_to_end(&mut content).unwrap();
        to.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        to.write_all(&content).unwrap();
    }
    to.finish().unwrap();
}

#[test]
fn a_damaged_copy_takes_the_place_of_a_good_one_only_if_asked_to() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(31, 12).join("story.epub");
    let whole = fs::read(&book).unwrap();
    let add = |more: &[&str]| sandbox.json(&[&["add", text(&book)], more].concat());
    let good = add(&[]);
    assert!(good.succeeded && good.json[0]["damaged"].is_null(), "{:?}", good.json);

    lose_last_chapter(&book);
    let refused = add(&[]);
    assert_eq!(refused.code(), "document_broken");
    let list = sandbox.json(&["list"]).json;
    assert_eq!(list[0]["chunks"], good.json[0]["chunks"], "the good one stays");
    assert!(list[0]["damaged"].is_null(), "{list}");

    let taken = add(&["--again"]);
    assert!(taken.succeeded, "{:?}", taken.json);
    assert_eq!(taken.json[0]["damaged"].as_array().map(Vec::len), Some(1));
    assert!(taken.json[0]["chunks"].as_u64() < good.json[0]["chunks"].as_u64());
    let list = sandbox.json(&["list"]).json;
    assert_eq!(list[0]["damaged"], taken.json[0]["damaged"], "it stays known");
    #[cfg(target_os = "linux")]
    the_window_names(&sandbox, &list[0]["damaged"][0]);

    fs::write(&book, whole).unwrap();
    assert!(add(&[]).succeeded);
    let list = sandbox.json(&["list"]).json;
    assert!(list[0]["damaged"].is_null(), "a good copy is good again: {list}");
}

/// The window names the missing part of the open document.
#[cfg(target_os = "linux")]
fn the_window_names(sandbox: &Sandbox, part: &serde_json::Value) {
    if !has_display() {
        return;
    }
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.open_document(1);
    window.wait(&format!(
        "return document.querySelector('[data-testid=document-damaged]')?.innerText.includes({part})",
    ));
}

/// If the stored file of a document is damaged, the text read from it is shown in place of its
/// pages, with the reason.
#[cfg(target_os = "linux")]
#[test]
fn pages_that_cannot_be_drawn_are_read_as_text() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.pdf");
    fs::write(&book, PrintedBook { title: "A printed book", pages: &chapters(3), front: 0 }.pdf())
        .unwrap();
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    overwrite(&sandbox.path("library").join("library.db"), b"/Kids", b"/Gone");
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.open_document(1);
    window.wait(
        "const said = document.querySelector('[data-testid=undrawn]')?.innerText;
         return said?.includes('cannot be displayed') && said.includes('kettle1 beside')",
    );
}

/// Overwrites every place in a file with these bytes; there is at least one.
#[cfg(target_os = "linux")]
fn overwrite<const LENGTH: usize>(file: &Path, was: &[u8; LENGTH], becomes: &[u8; LENGTH]) {
    let mut bytes = fs::read(file).unwrap();
    let places: Vec<usize> =
        bytes.windows(LENGTH).enumerate().filter(|(_, at)| at == was).map(|(at, _)| at).collect();
    assert!(!places.is_empty(), "they stand nowhere");
    for at in places {
        bytes[at..at + LENGTH].copy_from_slice(becomes);
    }
    fs::write(file, bytes).unwrap();
}
