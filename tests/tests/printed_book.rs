//! Reading a printed book in the real window: pages, one or two at a time, and what is found on them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use tests::browser::{AppWindow, ESCAPE, has_display};
use tests::pdfs::{PrintedBook, chapters};
use tests::{Sandbox, alone, text};

/// The number of pages of a printed book, and of those numbered i, ii.
const SHEETS: usize = 7;
const FRONT: usize = 2;

/// A printed book is turned, searched and read by its headings, one page or two at a time, and is
/// restored as it was left.
#[test]
fn a_printed_book_is_read_like_one() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.pdf");
    let pages = chapters(SHEETS);
    fs::write(&book, PrintedBook { title: "A printed book", pages: &pages, front: FRONT }.pdf())
        .unwrap();
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[]);
    window.resize(1_280, 800);
    window.click("open-document");
    is_drawn(&window, 1);
    one_reads_on_beyond_a_page(&window);
    pages_are_called_what_is_printed_on_them(&window);
    a_heading_leads_to_its_page(&window);
    words_are_found_on_their_page(&window);
    two_pages_stand_side_by_side(&window);
    drop(window);
    let window = AppWindow::open(&library, &[]);
    is_on(&window, 5);
    is_drawn(&window, 2);
    window.wait("return !!document.querySelector('[data-testid=outline]')");
}

/// Waits until this many pages are drawn.
fn is_drawn(window: &AppWindow, pages: usize) {
    window.wait(&format!(
        "const images = [...document.querySelectorAll('[data-testid=sheet] img')];
         return images.length === {pages}
             && images.every(image => image.complete && image.naturalWidth > 300)"
    ));
}

/// The printed number of a page of the book.
fn printed(page: usize) -> String {
    ["i", "ii"].get(page - 1).map_or_else(|| (page - FRONT).to_string(), ToString::to_string)
}

/// Waits until a page is shown, by its position from 1.
fn is_on(window: &AppWindow, page: usize) {
    let printed = printed(page);
    window.wait(&format!(
        "const field = document.querySelector('[data-testid=page-number]');
         return field?.value === '{printed}'
             && field.parentElement.innerText.includes('({page} of {SHEETS})')"
    ));
}

/// Scrolling on with the wheel or with keys at a page's end leads to the beginning of the next one;
/// scrolling back, to the end of the one before. A flick turns one page at most.
fn one_reads_on_beyond_a_page(window: &AppWindow) {
    let page = "document.querySelector('[data-testid=page]')";
    let rest = format!("({page}.scrollHeight - {page}.clientHeight - {page}.scrollTop)");
    let begins = format!("return {page}.scrollTop === 0 && {rest} > 20");
    let ends = format!("return {page}.scrollTop > 20 && {rest} < 2");
    let pause = || std::thread::sleep(Duration::from_millis(400));
    let wheel = |down: i32, times: usize| {
        pause();
        window.script(&format!(
            "for (let nth = 0; nth < {times}; nth += 1) {{
                 {page}.dispatchEvent(new WheelEvent('wheel',
                     {{ deltaY: {down}, bubbles: true, cancelable: true }}));
             }}"
        ));
    };
    let key = |key: &str| {
        window.script(&format!(
            "{page}.focus();
             {page}.dispatchEvent(new KeyboardEvent('keydown',
                 {{ key: '{key}', bubbles: true, cancelable: true }}))"
        ));
    };
    window.wait(&begins);
    wheel(120, 1);
    pause();
    is_on(window, 1);
    window.script(&format!("{page}.scrollTop = {page}.scrollHeight"));
    wheel(120, 1);
    is_on(window, 2);
    window.wait(&begins);
    wheel(-120, 1);
    is_on(window, 1);
    window.wait(&ends);
    key("PageDown");
    is_on(window, 2);
    window.wait(&begins);
    key("PageUp");
    is_on(window, 1);
    window.wait(&ends);
    wheel(120, 10);
    pause();
    is_on(window, 2);
}

fn turn_to(window: &AppWindow, typed: &str) {
    window.script(&format!(
        "const field = document.querySelector('[data-testid=page-number]');
         field.value = '{typed}';
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    ));
}

fn pages_are_called_what_is_printed_on_them(window: &AppWindow) {
    for (typed, page, expected) in [("ii", 2, "ii"), ("5", 7, "5"), ("i", 1, "i"), ("6", 6, "4")] {
        turn_to(window, typed);
        is_on(window, page);
        window.wait(&format!(
            "return document.querySelector('[data-testid=sheet] img')?.alt.includes('{expected}')"
        ));
    }
}

fn a_heading_leads_to_its_page(window: &AppWindow) {
    window.click("show-outline");
    window.wait(&format!(
        "return document.querySelectorAll('[data-testid=outline] button').length === {SHEETS}"
    ));
    window.click("heading-3");
    is_on(window, 4);
    window.wait(
        "return document.querySelector('[data-testid=outline] [aria-current]')
            ?.innerText === 'Of the orchard'",
    );
    is_marked(window, 0);
    window.click("next-page");
    window.wait(
        "return document.querySelector('[data-testid=outline] [aria-current]')
            ?.innerText === 'Of the letter'",
    );
}

/// Waits until something is marked on one of the visible pages, and on screen.
fn is_marked(window: &AppWindow, sheet: usize) {
    window.wait(&format!(
        "const sheet = document.querySelectorAll('[data-testid=sheet]')[{sheet}];
         const marks = [...sheet?.querySelectorAll('[data-testid=place]') ?? []];
         const box = sheet?.getBoundingClientRect();
         return marks.length > 0 && marks.map(mark => mark.getBoundingClientRect()).every(
             ({{ left, right, top, bottom, width, height }}) => width > 4 && height > 4
                 && left >= box.left && right <= box.right + 1
                 && top >= box.top && bottom <= box.bottom + 1
                 && bottom > 0 && top < innerHeight)"
    ));
}

fn words_are_found_on_their_page(window: &AppWindow) {
    window.press("f", true);
    window.write("find", "kettle6");
    is_on(window, 6);
    window.wait_for_text("places", "1 of 1");
    is_marked(window, 0);
    window.write("find", ESCAPE);
    window.wait("return !document.querySelector('[data-testid=find]')");
}

/// Two pages have the same height and fill the room side by side; turning turns both; a mark on the
/// second one is visible; the last page may stand alone.
fn two_pages_stand_side_by_side(window: &AppWindow) {
    turn_to(window, "i");
    window.click("two-pages");
    is_drawn(window, 2);
    let apart = window.script(
        "const [one, other] = [...document.querySelectorAll('[data-testid=sheet]')]
             .map(sheet => sheet.getBoundingClientRect());
         const room = document.querySelector('[data-testid=page]');
         return [other.left - one.right, Math.abs(one.top - other.top),
             Math.abs(one.width - other.width), room.scrollWidth - room.clientWidth]",
    );
    let apart: Vec<f64> = serde_json::from_value(apart).unwrap();
    assert!(apart[0] > 4.0 && apart[0] < 40.0, "{apart:?}");
    assert!(apart[1..].iter().all(|gap| *gap < 1.0), "{apart:?}");
    window.click("next-page");
    is_on(window, 3);
    window.press("f", true);
    window.write("find", "kettle4");
    is_on(window, 4);
    window.write("find", ESCAPE);
    turn_to(window, "1");
    is_marked(window, 1);
    turn_to(window, "7");
    is_drawn(window, 1);
    window.click("previous-page");
    is_on(window, 5);
    is_drawn(window, 2);
}
