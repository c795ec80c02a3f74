//! Addresses in a text, in the real window: the system's own program opens them once the user has
//! agreed, and opens no others.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::browser::{AppWindow, ENTER, has_display};
use tests::guard::{Guard, Trap};
use tests::hostile::links;
use tests::opener::Opener;
use tests::pdfs::PrintedBook;
use tests::{Sandbox, alone, text};

const PAGE: &str = "https://example.org/lamp?of=brass&at=(home)#here";
const MAIL: &str = "mailto:mira@example.org?subject=Lamp";
const BARE: &str = "jon.reed@example.org";
const LINKS: &str = "[data-testid=page] [role=link]";
/// The time limit for the start of the system's program, and the time in which nothing must happen.
const PATIENCE: Duration = Duration::from_secs(30);
const QUIET: Duration = Duration::from_millis(700);

/// A text with addresses, a trick, and multi-byte letters.
fn letter() -> String {
    format!(
        "Süß — Mira, 𝔊 and “others”: see ({PAGE}), or write.\n\nHer address is {MAIL}; Jon's is \
         {BARE}.\n\nNever go to http://bank.com@evil.example/ or to www.example.org.\n"
    )
}

/// In a text, with the pointer and with keys: the window asks first, and opens nothing without a
/// Yes.
#[test]
fn an_address_is_opened_after_asking() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let opener = Opener::put(&sandbox.path("programs"));
    let file = sandbox.path("letter.txt");
    fs::write(&file, letter()).unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let window = AppWindow::open_with(&sandbox.path("library"), opener.folder());
    window.click("open-document");
    window.wait(&format!("return document.querySelectorAll('{LINKS}').length === 3"));
    let guard = Guard::begin(&window);
    assert_eq!(guard.texts(LINKS, "span"), [PAGE, MAIL, BARE]);

    the_question_is_answered_with_no(&window, &opener);
    the_page_is_opened(&window, &opener);
    mails_are_written_with_keys(&window, &opener);
    places_in_the_text_stay_exact(&window);
    assert_eq!(opener.started().len(), 3);
    guard.check("the text with its links");
}

fn the_question_is_answered_with_no(window: &AppWindow, opener: &Opener) {
    for leave in ["visit-cancel", "Escape", "beside"] {
        press_link(window, 0);
        assert_eq!(window.text("address"), PAGE);
        let place = window.script(
            "const dialog = document.querySelector('[role=dialog]');
             const about = document.getElementById(dialog.getAttribute('aria-describedby'));
             return [about.querySelector('strong').innerText, dialog.contains(document.activeElement),
                 about.textContent.includes('example.org.'), dialog.clientHeight < 240]",
        );
        assert_eq!(place, json!(["example.org", true, true, true]));
        match leave {
            "beside" => window.click_at(5, 5),
            "Escape" => window.press("Escape", false),
            cancel => window.click(cancel),
        }
        window.wait("return !document.querySelector('[data-testid=visit]')");
        // A press beside it moves the focus to where it was.
        if leave != "beside" {
            let link = format!("document.querySelector('{LINKS}')");
            window.wait(&format!("return document.activeElement === {link} && '{leave}'"));
        }
    }
    std::thread::sleep(QUIET);
    assert!(opener.started().is_empty(), "{:?}", opener.started());
}

fn the_page_is_opened(window: &AppWindow, opener: &Opener) {
    press_link(window, 0);
    window.click("visit-open");
    window.wait("return !document.querySelector('[data-testid=visit]')");
    assert_eq!(started(opener, 1), format!("1 {PAGE}"));
}

fn mails_are_written_with_keys(window: &AppWindow, opener: &Opener) {
    let bare = format!("mailto:{BARE}");
    for (nth, address) in [(1, MAIL), (2, &bare)] {
        window.script(&format!("document.querySelectorAll('{LINKS}')[{nth}].focus()"));
        window.script(
            "document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))",
        );
        assert_eq!(window.text("address"), address);
        window.write("visit-open", ENTER);
        assert_eq!(started(opener, nth + 1), format!("1 {address}"));
    }
}

/// The pieces between links and marks have correct character positions. Words found within an
/// address are marked there, and its link still leads to the same place.
fn places_in_the_text_stay_exact(window: &AppWindow) {
    window.press("f", true);
    window.write("find", "lamp?of");
    window.wait("return document.querySelector('mark')?.textContent === 'lamp?of'");
    let letters: Vec<char> = letter().chars().collect();
    let pieces = window.script(
        "return [...document.querySelectorAll('[data-testid=page] [data-at]')]
             .map(piece => [+piece.dataset.at, piece.textContent])",
    );
    let pieces: Vec<(usize, String)> = serde_json::from_value(pieces).unwrap();
    assert!(pieces.len() > 8, "{pieces:?}");
    for (at, piece) in pieces {
        let there: String = letters[at..].iter().take(piece.chars().count()).collect();
        let lines = |text: &str| text.replace('\n', " ");
        assert_eq!(lines(&there), lines(&piece), "{at}");
    }
    let links = window.script(&format!(
        "return [...document.querySelectorAll('{LINKS}')].map(link => [link.textContent, link.title])"
    ));
    let bare = format!("mailto:{BARE}");
    assert_eq!(links, json!([[PAGE, PAGE], [MAIL, MAIL], [BARE, bare]]));
    window.press("Escape", false);
    window.wait("return !document.querySelector('[data-testid=find]')");
}

/// On a printed page, the words laid over its picture are links as well.
#[test]
fn an_address_on_a_printed_page_is_opened() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let opener = Opener::put(&sandbox.path("programs"));
    let file = sandbox.path("book.pdf");
    let lines = ["Of the lamp", "", "It is told of (http://example.org/lamp).", "Mira reads it."];
    let pages = [lines.map(str::to_owned).to_vec()];
    fs::write(&file, PrintedBook { title: "A printed book", pages: &pages, front: 0 }.pdf())
        .unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let window = AppWindow::open_with(&sandbox.path("library"), opener.folder());
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=layer] [role=link]')");
    press_link(&window, 0);
    assert_eq!(window.text("address"), "http://example.org/lamp");
    window.click("visit-open");
    assert_eq!(started(&opener, 1), "1 http://example.org/lamp");
    window
        .script("getSelection().selectAllChildren(document.querySelector('[data-testid=layer]'))");
    let selected = window.script("return getSelection().toString()");
    assert!(selected.as_str().unwrap().contains("(http://example.org/lamp). "), "{selected}");
}

/// Addresses of other kinds are plain words in a text, and the program refuses them even when its
/// own page requests them.
#[test]
fn hostile_addresses_are_words_and_are_refused() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let opener = Opener::put(&sandbox.path("programs"));
    let trap = Trap::set();
    let hostile = links::all(&trap.host());
    let sentences = hostile.iter().map(|address| format!("Mira goes to {address} now.\n\n"));
    let file = sandbox.path("hostile.txt");
    fs::write(&file, sentences.collect::<String>()).unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let window = AppWindow::open_with(&sandbox.path("library"), opener.folder());
    window.click("open-document");
    window.reads("Mira goes to");
    let guard = Guard::begin(&window);
    assert_eq!(shown_links(&window), Vec::<String>::new());

    let asked: Value = hostile.iter().map(String::as_str).collect();
    window.script(&format!(
        "const ask = (command, address) => window.__TAURI__.core.invoke(command, {{ address }})
             .then(() => 'done', failure => failure.code);
         const asked = ({asked}).flatMap(address =>
             ['read_address', 'open_address'].map(command => ask(command, address)));
         Promise.all(asked).then(shown => {{ window.__told = shown }})"
    ));
    let shown = window.wait("return window.__told");
    let shown = shown.as_array().unwrap();
    assert_eq!(shown.len(), 2 * hostile.len());
    assert!(shown.iter().all(|code| code == "address_refused"), "{shown:?}");
    std::thread::sleep(QUIET);
    assert!(opener.started().is_empty(), "{:?}", opener.started());
    guard.check("hostile addresses");
    assert!(!trap.sprung(), "something was fetched");
}

/// The links of all pages, turned one after the other.
fn shown_links(window: &AppWindow) -> Vec<String> {
    let number = "+document.querySelector('[data-testid=page-number]').value";
    let mut found = Vec::new();
    let mut page = 1;
    loop {
        window.wait(&format!("return {number} === {page}"));
        let links = window.script(&format!(
            "return [...document.querySelectorAll('{LINKS}')].map(link => link.textContent)"
        ));
        found.extend(serde_json::from_value::<Vec<String>>(links).unwrap());
        let last = window.script(
            "return +document.querySelector('[data-testid=page-number]').parentElement.innerText
                 .replace(/\\D/g, '')",
        );
        if last == page {
            return found;
        }
        window.click("next-page");
        page += 1;
    }
}

/// Presses a link of the page with the pointer, and waits until the window asks.
fn press_link(window: &AppWindow, nth: usize) {
    let place = window.script(&format!(
        "const {{ left, top, height }} =
             document.querySelectorAll('{LINKS}')[{nth}].getClientRects()[0];
         return [Math.round(left) + 8, Math.round(top + height / 2)]"
    ));
    let (x, y) = serde_json::from_value(place).unwrap();
    window.click_at(x, y);
    window.wait_for("visit");
}

/// The arguments of the system's program at its `times`th start.
fn started(opener: &Opener, times: usize) -> String {
    let begun = Instant::now();
    while opener.started().len() < times && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    let started = opener.started();
    assert_eq!(started.len(), times, "{started:?}");
    started[times - 1].clone()
}
