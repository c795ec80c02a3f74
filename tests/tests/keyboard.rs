//! Whoever has no pointer: real keys, pressed on the display, lead to everything in the real window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::accessible::Tree;
use tests::browser::{Window, has_display};
use tests::pdfs::{Book, chapters};
use tests::screen::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, RIGHT, SHIFT, Screen, TAB, UP};
use tests::tour::Tour;
use tests::{Desk, alone, dialog, processes, program, text};

/// Titles of the native windows.
const MAIN: &str = "Pecan";
const PICK: &str = "Add documents";

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

/// A whole visit with the keyboard alone: a file is added, asked, read, looked at as a graph, removed
/// and taken back, and the window is closed.
#[test]
fn everything_is_done_with_keys_alone() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(42, 6);
    let library = desk.path("library");
    let window = Window::open(&library, &[]);
    window.wait_for("add");
    let visit = Visit { screen: Screen::open(), window };
    visit.screen.focus(MAIN);
    visit.adds(&desk, &story.join("story.pdf"));
    visit.asks(&story);
    visit.reads();
    visit.walks_through_the_graph();
    visit.sets();
    visit.removes_and_takes_back();
    visit.screen.press(&[CONTROL, u32::from('q')]);
    let words = [text(&program("pecan-desktop")).to_owned(), text(&library).to_owned()];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let begun = std::time::Instant::now();
    while !processes::with_words(&words).is_empty() {
        assert!(begun.elapsed().as_secs() < 60, "the window stays");
    }
}

/// A window and the keyboard.
struct Visit {
    screen: Screen,
    window: Window,
}

impl Visit {
    fn key(&self, letter: char) {
        self.screen.press(&[u32::from(letter)]);
    }

    fn control(&self, letter: char) {
        self.screen.press(&[CONTROL, u32::from(letter)]);
    }

    /// Does something by its name.
    fn command(&self, words: &str, name: &str) {
        self.control('k');
        self.window.wait("return document.activeElement.role === 'combobox'");
        self.screen.write(words);
        self.window.wait(&format!(
            "return document.querySelector('[data-testid=thing][aria-selected=true]')
                ?.innerText.startsWith('{name}')"
        ));
        self.screen.press(&[ENTER]);
        self.window.wait("return !document.querySelector('[data-testid=everything]')");
    }

    /// Presses Tab until something with a test id has the focus.
    fn tab_to(&self, id: &str) {
        let tour = Tour::begin(&self.window, &self.screen);
        let most = tour.names().len() + 5;
        let found = (0..most).any(|_| tour.step(true).is_some_and(|stop| stop.name == id));
        assert!(found, "Tab does not lead to {id}: {:?}", tour.names());
    }

    fn shows(&self, view: &str) {
        self.window.wait(&format!("return !!document.querySelector('main.{view}')"));
    }

    fn adds(&self, desk: &Desk, file: &Path) {
        self.control('o');
        let tree = Tree::of(&[text(&program("pecan-desktop")), text(&desk.path("library"))]);
        dialog::answer(&tree, PICK, text(file));
        self.screen.focus(MAIN);
        self.window.wait_for("sheet");
        let state = "document.querySelector('[data-testid=document-state]').innerText";
        self.window.wait(&format!(
            "return {state} === 'ready' || !!document.querySelector('[data-testid=build-now]')"
        ));
        if self.window.script("return !!document.querySelector('[data-testid=build-now]')") == true
        {
            self.tab_to("build-now");
            self.screen.press(&[ENTER]);
        }
        self.window.wait(&format!("return {state} === 'ready'"));
    }

    /// A question is asked, its passages are gone through, and its path is unfolded and replayed.
    fn asks(&self, story: &Path) {
        let questions = tests::lines(&story.join("questions.jsonl"));
        let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
        self.focus_leaves_fields();
        self.key('/');
        self.window.wait("return document.activeElement.id === 'ask-field'");
        self.screen.write(question["question"].as_str().unwrap());
        self.screen.press(&[ENTER]);
        self.window.wait_for("quiet-line");
        if self.window.script("return !!document.querySelector('[data-testid=answer-anyway]')")
            == true
        {
            self.tab_to("answer-anyway");
            self.screen.press(&[ENTER]);
            self.window
                .wait("return document.querySelectorAll('[data-testid=quiet-line]').length === 2");
        }
        self.window.wait_for("citation-1");
        self.focus_leaves_fields();
        self.key('j');
        self.window.wait("return !!document.querySelector('[data-testid=place]')");
        self.tab_to("citation-1");
        self.screen.press(&[ENTER]);
        self.tab_to("quiet-line");
        self.screen.press(&[ENTER]);
        self.window.wait_for("path");
        self.command("path graph", "Show the path");
        self.window.wait_for("scrubber");
        self.tab_to("step-back");
        self.screen.press(&[u32::from(' ')]);
        self.window.wait_for("stop-card");
        self.tab_to("play");
        self.screen.press(&[ENTER]);
        self.window.wait(
            "return document.querySelector('[data-testid=play]').ariaPressed === 'false'
                 && document.querySelector('[data-testid=step-on]').disabled",
        );
    }

    /// Where nothing is typed letters are keys.
    fn focus_leaves_fields(&self) {
        let is_typing = "return ['INPUT', 'TEXTAREA', 'SELECT']
            .includes(document.activeElement.tagName)";
        self.window.script(
            "if (window.escapes === undefined) {
                 window.escapes = 0;
                 addEventListener('keyup', event => {
                     if (event.key === 'Escape') window.escapes += 1;
                 }, true);
             }",
        );
        // What is open is closed first.
        while self.window.script(is_typing) == true {
            let before = self.window.script("return window.escapes");
            self.screen.press(&[ESCAPE]);
            self.window.wait(&format!("return window.escapes > {before}"));
        }
    }

    fn reads(&self) {
        let number = "document.querySelector('[data-testid=page-number]').value";
        self.key('r');
        self.shows("text");
        let page = self.window.script(&format!("return +{number}")).as_u64().unwrap();
        self.key(if page == 1 { ']' } else { '[' });
        self.window.wait(&format!("return +{number} !== {page}"));
        self.control('f');
        self.window.wait("return document.activeElement.id === 'find'");
        self.screen.write("the ");
        self.window.wait("return document.activeElement.value === 'the '");
        let first = self.window.text("places");
        self.screen.press(&[ENTER]);
        let places = "document.querySelector('[data-testid=places]').innerText";
        self.window.wait(&format!("return {places} !== {}", json!(first)));
        self.screen.press(&[SHIFT, ENTER]);
        self.window.wait(&format!("return {places} === {}", json!(first)));
        self.screen.press(&[ESCAPE]);
        self.window.wait("return !document.querySelector('[data-testid=find]')");
        let zoom = "return document.querySelector('[data-testid=sheet]')
            .style.getPropertyValue('--zoom')";
        self.key('+');
        self.window.wait(&format!("return (() => {{ {zoom} }})() > 1"));
        self.key('0');
        self.window.wait(&format!("return (() => {{ {zoom} }})() === '1'"));
        self.command("pages text", "Printed pages as text");
        self.window.wait("return !document.querySelector('[data-testid=sheet]')");
        self.key('n');
        self.window.wait_for("ask-about");
        self.tab_to("ask-about");
        self.screen.press(&[ENTER]);
        self.window.wait("return document.querySelector('[data-testid=question]').value !== ''");
        self.window.wait("return document.activeElement.id === 'ask-field'");
    }

    /// Arrow keys walk over the picture; Enter leads to a passage; the table is gone through likewise.
    fn walks_through_the_graph(&self) {
        self.focus_leaves_fields();
        self.key('g');
        self.shows("graph");
        self.tab_to("picture");
        let name = "document.querySelector('[data-testid=point-name]')?.innerText";
        let mut last = Value::Null;
        for key in [UP, DOWN, RIGHT] {
            self.screen.press(&[key]);
            last = self
                .window
                .wait(&format!("const now = {name} ?? ''; return now && now !== {last} && now"));
        }
        self.screen.press(&[ENTER]);
        self.window.wait("return !!document.querySelector('[data-testid=passage]')");
        self.key('t');
        self.window.wait_for("graph-table");
        self.tab_to("threshold");
        self.screen.press(&[RIGHT]);
        self.window
            .wait("return document.querySelector('[data-testid=threshold]').value !== '0.05'");
        self.tab_to("find-points");
        self.screen.write("the");
        self.window
            .wait("return / of /.test(document.querySelector('[data-testid=found]')?.innerText)");
        self.screen.press(&[CONTROL, u32::from('a')]);
        self.screen.press(&[DELETE]);
        self.window.wait("return document.querySelector('[data-testid=find-points]').value === ''");
        self.focus_leaves_fields();
        self.key('b');
        self.shows("both");
    }

    /// The settings: a list is chosen from, a number is written.
    fn sets(&self) {
        self.control(',');
        self.window.wait_for("settings");
        self.tab_to("theme");
        self.screen.press(&[DOWN]);
        self.window.wait("return document.querySelector('[data-testid=theme]').value !== 'system'");
        self.tab_to("patience");
        self.screen.press(&[CONTROL, u32::from('a')]);
        self.screen.write("5");
        self.screen.press(&[TAB]);
        self.window.wait("return document.querySelector('[data-testid=patience]').value === '5'");
        self.focus_leaves_fields();
        self.screen.press(&[ESCAPE]);
        self.shows("both");
    }

    fn removes_and_takes_back(&self) {
        self.tab_to("remove");
        self.screen.press(&[ENTER]);
        self.window.wait("return document.activeElement.dataset.testid === 'undo-remove'");
        self.control('z');
        self.window.wait_for_text("document-state", "ready");
    }
}
