//! Reading in the real window: the outline, finding words, and stored places and sizes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use library::Library;
use protocol::{DocumentId, WindowStateOwner};
use serde_json::Value;
use tests::browser::{AppWindow, END, ENTER, ESCAPE, RIGHT, has_display};
use tests::{Sandbox, alone, text};

/// A book in parts, with headings of two levels. The last part is longer than the window.
fn write_book(file: &Path) {
    let filler = "The river ran past the mill, and nobody heard the wheel turn. ".repeat(4);
    let chapter = |nth: usize| {
        let night = format!("{filler}\n\n").repeat(if nth == 12 { 20 } else { 2 });
        format!("# Chapter {nth}\n\n{filler}\n\n## At night {nth}\n\n{night}")
    };
    fs::write(file, (1..=12).map(chapter).collect::<String>()).unwrap();
}

/// A book without pages is read by its headings, at any size, and with keys alone.
#[test]
fn a_book_is_read_by_its_outline() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.md");
    write_book(&book);
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");

    headings_lead_to_their_places(&window);
    one_reads_on_after_a_mark(&window);
    text_grows(&window);
    what_is_no_page_is_taken_back(&window);
    the_focus_is_led_back(&window);
    a_paragraph_is_asked_about_with_keys(&window);
    settings_lead_back(&window);
}

/// In any language of the window, a text begins on its own script's side.
#[test]
fn a_text_begins_on_its_own_side() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.md");
    fs::write(&book, "# البيت القديم\n\nكان البيت قديما.\n\n# An old house\n\nIt was old.\n")
        .unwrap();
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.wait_for("show-outline");
    window.press("c", false);
    window.wait_for("outline");
    for (texts, right) in [
        ("#page p", [true, true, false, false].as_slice()),
        ("[data-testid=outline] button", &[true, false]),
    ] {
        window.wait(&format!(
            "const begins = text => {{
                 const range = document.createRange();
                 range.selectNodeContents(text);
                 const [box, written] = [text, range].map(one => one.getBoundingClientRect());
                 return box.right - written.right < written.left - box.left;
             }};
             const sides = [...document.querySelectorAll('{texts}')].map(begins);
             return JSON.stringify(sides) === '{right:?}'.replaceAll(' ', '')"
        ));
    }
}

fn headings_lead_to_their_places(window: &AppWindow) {
    window.wait_for("show-outline");
    window.press("c", false);
    window.wait("return document.activeElement.dataset.testid === 'heading-0'");
    let nested = "[data-testid=outline] li li";
    window.wait(&format!("return document.querySelectorAll('{nested}').length === 12"));
    window.write("heading-0", END);
    window.write("heading-23", ENTER);
    window.wait(
        "const mark = document.querySelector('mark');
         return mark?.innerText === 'At night 12' && !!mark.closest('[role=heading][aria-level=\"2\"]')",
    );
    window.wait(
        "return document.querySelector('[data-testid=outline] [aria-current]')
            ?.innerText === 'At night 12'",
    );
    window.write("heading-23", ESCAPE);
    window.wait("return document.activeElement.id === 'page'");
    window.wait("return !document.querySelector('[data-testid=outline]')");
}

/// A user who scrolls away from a mark comes back to where they read, and can remove the mark.
fn one_reads_on_after_a_mark(window: &AppWindow) {
    scroll_to(window, 400);
    for (key, view) in [("g", "graph"), ("r", "text")] {
        window.press(key, false);
        window.wait(&format!("return !!document.querySelector('main.{view}')"));
        // Until the page has been scrolled.
        std::thread::sleep(Duration::from_millis(500));
    }
    let top = window.script("return document.querySelector('[data-testid=page]').scrollTop");
    assert!((390..=410).contains(&top.as_i64().unwrap()), "{top}");
    assert_eq!(window.script("return document.querySelectorAll('#page mark').length"), 1);
    window.press("Escape", false);
    window.wait("return !document.querySelector('#page mark')");
}

fn text_grows(window: &AppWindow) {
    let size = "parseFloat(getComputedStyle(document.querySelector('article')).fontSize)";
    let usual = window.script(&format!("return {size}"));
    scroll_to(window, 300);
    let page = "document.querySelector('[data-testid=page]')";
    let place = format!("{page}.scrollTop / {page}.scrollHeight");
    let was = window.script(&format!("return {place}"));
    window.press("+", false);
    window.wait(&format!("return {size} > {usual} && Math.abs({place} - {was}) < 0.01"));
    let top = window.script(&format!("return {page}.scrollTop"));
    assert!(top.as_f64() > Some(310.0), "the same place is further down a larger page: {top}");
    window.press("0", false);
    window.wait(&format!("return {size} === {usual}"));
}

fn what_is_no_page_is_taken_back(window: &AppWindow) {
    let field = "document.querySelector('[data-testid=page-number]')";
    let page = window.script(&format!("return {field}.value"));
    for typed in ["9999", "abc", "0"] {
        window.script(&format!(
            "{field}.value = '{typed}';
             {field}.dispatchEvent(new Event('change', {{ bubbles: true }}))",
        ));
        window.wait(&format!("return {field}.value === {page}"));
    }
}

/// The field that finds words takes the focus again when it is requested again; closed, it returns
/// the focus.
fn the_focus_is_led_back(window: &AppWindow) {
    let focused = |id: &str| window.wait(&format!("return document.activeElement.id === '{id}'"));
    window.script("document.getElementById('page').focus()");
    for _ in 0..2 {
        window.script(
            "document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }))",
        );
        focused("find");
        window.script("document.getElementById('page').focus()");
    }
    window.press("Escape", false);
    focused("page");
    window.press("?", false);
    window.wait("return document.activeElement.dataset.testid === 'key-sheet'");
    window.press("Escape", false);
    focused("page");
}

fn a_paragraph_is_asked_about_with_keys(window: &AppWindow) {
    window.press("n", false);
    window.wait_for("ask-about");
    let first = window.wait("return getSelection().toString().trim()");
    window.press("n", false);
    window.wait(&format!(
        "const selected = getSelection().toString().trim();
         return !!selected && selected !== {first}",
    ));
    window.press("p", false);
    window.wait(&format!("return getSelection().toString().trim() === {first}"));
}

/// The settings lead back to the view before them.
fn settings_lead_back(window: &AppWindow) {
    for view in ["both", "text"] {
        window.click(&format!("show-{view}"));
        window.click("show-settings");
        window.wait_for("settings");
        window.press("Escape", false);
        window.wait(&format!("return !!document.querySelector('main.{view}')"));
    }
}

/// A document is restored as it was left, in this window and in the next.
#[test]
fn a_document_is_found_as_it_was_left() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let place = sandbox.path("library");
    let story = sandbox.story(27, 4);
    for file in ["story.pdf", "story.txt"] {
        assert!(sandbox.json(&["add", text(&story.join(file))]).succeeded);
    }
    let window = AppWindow::open(&place, &[]);
    window.press_in(1, "open-document");
    window.wait_for("sheet");
    window.click("show-both");
    window.wait_for("threshold");
    let usual = arrangement(&window);
    window.click("next-page");
    window.press("+", false);
    window.press("+", false);
    for (field, value) in [("threshold", "0.2"), ("find-points", "lamp")] {
        window.script(&format!(
            "const field = document.querySelector('[data-testid={field}]');
             field.value = '{value}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))",
        ));
    }
    window.click("fold-questions");
    window.write("divider-library", RIGHT);
    scroll_to(&window, 150);
    let left = arrangement(&window);
    assert!(left["page"] == "2" && left["threshold"] == "0.2" && left["find"] == "lamp", "{left}");
    assert!(left["zoom"].as_f64() > Some(1.5) && left["questions"] == "false", "{left}");
    assert!(left["library"].as_f64() > usual["library"].as_f64(), "{left}");

    window.press_in(2, "open-document");
    window.wait("return document.querySelector('[data-testid=threshold]')?.value === '0.05'");
    window.wait("return document.querySelector('[data-testid=page-number]')?.value === '1'");
    window.press_in(1, "open-document");
    is_arranged(&window, &left);
    window.wait_for_library();
    drop(window);

    let window = AppWindow::open(&place, &[]);
    window.press_in(1, "open-document");
    is_arranged(&window, &left);
    drop(window);

    assert!(sandbox.json(&["remove", "1"]).succeeded);
    let window = AppWindow::open(&place, &[]);
    window.press_in(2, "open-document");
    window.wait_for("threshold");
    drop(window);
    let kept = Library::open_read_only(&place).unwrap().window_state().unwrap();
    let second = WindowStateOwner::Document { document: DocumentId(2) };
    assert!(kept.iter().any(|entry| entry.key == "layout" && entry.owner == second), "{kept:?}");
    assert!(kept.iter().all(|entry| entry.owner == second), "{kept:?}");
}

/// The visible part of a document's arrangement.
const ARRANGEMENT: &str = "
    const find = id => document.querySelector(`[data-testid=${id}]`);
    const value = id => find(id)?.value;
    return {
        view: document.querySelector('main').className,
        page: value('page-number'),
        zoom: +(find('sheet')?.style.getPropertyValue('--zoom') ?? 0),
        down: Math.round((find('page')?.scrollTop ?? 0) / 10),
        threshold: value('threshold'),
        find: value('find-points'),
        questions: find('fold-questions').ariaExpanded,
        library: find('library').clientWidth,
    }";

fn arrangement(window: &AppWindow) -> Value {
    window.script(ARRANGEMENT)
}

fn is_arranged(window: &AppWindow, expected: &Value) {
    let as_expected = format!(
        "const found = (() => {{ {ARRANGEMENT} }})(), expected = {expected};
         return Object.keys(expected).every(key => found[key] === expected[key])",
    );
    window.wait(&as_expected);
}

/// Scrolls the current page.
fn scroll_to(window: &AppWindow, pixels: u32) {
    window.wait(&format!(
        "const page = document.querySelector('[data-testid=page]');
         page.scrollTop = {pixels};
         return page.scrollTop === {pixels}",
    ));
    // Until the window has noticed the scrolling.
    std::thread::sleep(Duration::from_millis(500));
}
