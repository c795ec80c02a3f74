//! Whoever has no pointer: real keys, pressed on the display, lead to everything in the real window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;

use tests::browser::{Window, has_display};
use tests::pdfs::{Book, chapters};
use tests::screen::{CONTROL, ESCAPE, SHIFT, Screen};
use tests::tour::Tour;
use tests::{Desk, alone, text};

/// The title of the window.
const MAIN: &str = "Pecan";

/// The views, by the controls that lead to them, and what is there then.
const VIEWS: &[(&str, &str)] = &[
    ("show-text", "sheet"),
    ("show-outline", "outline"),
    ("two-pages", "sheet"),
    ("look-text", "page"),
    ("show-graph", "picture"),
    ("as-table", "graph-table"),
    ("show-both", "page"),
    ("quiet-line", "path"),
    ("show-settings", "settings"),
    ("tuning", "settings"),
];

/// Tab leads to every control of every view in a sensible order and back, and is seen there.
#[test]
fn tab_leads_to_everything_and_is_seen() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(41, 4);
    let pages = chapters(3);
    let book = desk.path("book.pdf");
    fs::write(&book, Book { title: "A printed book", pages: &pages, front: 1 }.pdf()).unwrap();
    for file in [&story.join("story.txt"), &book] {
        let added = desk.json(&["add", text(file)]);
        assert!(added.succeeded, "{}", added.json);
    }
    let window = Window::open(&desk.path("library"), &[]);
    window.wait_for("document-2");
    let screen = Screen::open();
    screen.focus(MAIN);
    let tour = Tour::begin(&window, &screen);
    tour.check("nothing open");
    window.press_in(2, "open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Who runs?{}", tests::browser::ENTER));
    window.wait_for("quiet-line");
    for (press, there) in VIEWS {
        window.click(press);
        window.wait_for(there);
        window.wait("return !document.querySelector('.loading')");
        tour.check(press);
    }
}

/// In a dialog Tab stays within, and what had the focus before has it again afterwards.
#[test]
fn a_dialog_keeps_the_focus_and_gives_it_back() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let window = Window::open(&desk.path("library"), &[]);
    window.wait_for("add");
    let screen = Screen::open();
    screen.focus(MAIN);
    let tour = Tour::begin(&window, &screen);
    let first = tour.step(true).unwrap();
    for (keys, part) in
        [(&[SHIFT, u32::from('?')][1..], "key-sheet"), (&[CONTROL, u32::from('k')], "everything")]
    {
        screen.press(keys);
        window.wait_for(part);
        for forward in [true, true, false] {
            assert_eq!(tour.step(forward).unwrap().part, part);
        }
        screen.press(&[ESCAPE]);
        window.wait(&format!("return !document.querySelector('[data-testid={part}]')"));
        window.wait(&format!("return window.__focused()?.place === {}", first.place));
    }
}
