//! End to end in the real window: open a book, build, ask, and click through to the passage.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tests::browser::Window;
use tests::processes::{self, Watch};
use tests::{Desk, alone, lines, points};

const ENTER: &str = "\u{e007}";

#[test]
fn from_the_book_to_the_passage() {
    if std::env::var_os("DISPLAY").is_none() {
        println!("skipped: there is no display; `cargo xtask test` makes one");
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(21, 6);
    let library = desk.path("library");
    let watch =
        Watch::begin(&[tests::text(&tests::program("pecan-desktop")), tests::text(&library)]);
    let window = Window::open(&library, &[&story.join("story.txt")]);

    the_book_opens_and_is_built(&window);
    let answer = a_question_is_answered(&window, &story);
    the_path_unfolds(&window);
    a_citation_leads_to_its_passage(&window, &story);
    the_graph_shows_a_point(&window);
    the_command_line_shows_the_same(&desk, &answer);
    the_window_outlives_its_engine(&window, &desk);
    nothing_left_the_machine(watch);
}

/// A book whose building was broken off can be asked, and the answer says what it rests on.
#[test]
fn a_question_on_half_a_graph_says_so() {
    if std::env::var_os("DISPLAY").is_none() {
        println!("skipped: there is no display; `cargo xtask test` makes one");
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let book = desk.story(22, 20).join("story.txt");
    desk.kill_adding(&book, |graph| points(graph, 1));
    let window = Window::open(&desk.path("library"), &[]);
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Who lives here?{ENTER}"));
    window.wait_for("quiet-line");
    assert!(window.text("asked-growing").contains("not whole"));
}

fn the_book_opens_and_is_built(window: &Window) {
    window.wait_for("reader");
    window.wait(
        "const state = document.querySelector('[data-testid=document-state]')?.innerText;
         document.querySelector('[data-testid=build-now]')?.click();
         return state && state.startsWith('ready')",
    );
}

/// Asks what the book answers; a model that does not find it is asked to answer all the same.
fn a_question_is_answered(window: &Window, story: &Path) -> String {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    window.write("question", &format!("{}{ENTER}", question["question"].as_str().unwrap()));
    window.wait("return !!document.querySelector('[data-testid=quiet-line]')");
    if window.script("return !!document.querySelector('[data-testid=not-found]')") == true {
        window.click("answer-anyway");
    }
    window.wait_for("citation-1");
    window.text("answer")
}

/// The line under an answer unfolds its path, whose first points unfold likewise.
fn the_path_unfolds(window: &Window) {
    for line in ["quiet-line", "top-level"] {
        window.wait_for(line);
        let last = format!("[...document.querySelectorAll('[data-testid={line}]')].at(-1)");
        let before = window.script(&format!("return {last}.ariaExpanded"));
        window.click(line);
        window.wait(&format!("return {last}.ariaExpanded !== {before}"));
        window.wait_for("path");
    }
    window.click("quiet-line");
    window.wait("return !document.querySelector('[data-testid=path]')");
}

fn a_citation_leads_to_its_passage(window: &Window, story: &Path) {
    window.click("citation-1");
    let marked = window.wait(
        "return [...document.querySelectorAll('[data-testid=passage]')]
            .map(mark => mark.textContent).join(' ')",
    );
    let book = fs::read_to_string(story.join("story.txt")).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let marked = words(marked.as_str().unwrap());
    assert!(marked.len() > 20, "{marked:?}");
    assert!(words(&book).contains(&marked), "not in the book: {marked:?}");
    let seen = window.wait(
        "const mark = document.querySelector('[data-testid=passage]').getBoundingClientRect();
         return mark.bottom > 0 && mark.top < innerHeight",
    );
    assert_eq!(seen, true, "the passage is on screen");
}

fn the_graph_shows_a_point(window: &Window) {
    window.click("show-graph");
    window.wait_for("picture");
}

fn the_command_line_shows_the_same(desk: &Desk, answer: &str) {
    let list = desk.json(&["list"]).json;
    assert_eq!(list[0]["state"], "ready");
    let history = desk.json(&["history", "1"]).json;
    let kept = history[0]["answer"].as_str().unwrap();
    assert!(!kept.is_empty() && answer.contains(kept), "{kept:?} against {answer:?}");
}

/// The engine is killed; the window stays and answers the next question.
fn the_window_outlives_its_engine(window: &Window, desk: &Desk) {
    kill_engines(&desk.path("library"));
    window.write("question", &format!("Where does nobody live?{ENTER}"));
    window.wait("return document.querySelectorAll('[data-testid=quiet-line]').length >= 2");
}

/// Kills every engine of a library's window, and nothing else.
fn kill_engines(library: &Path) {
    let engines = processes::with_words(&["--engine", tests::text(library)]);
    assert_eq!(engines.len(), 1, "the window has one engine");
    let done = Command::new("kill").args(["-9", &engines[0].to_string()]).status().unwrap();
    assert!(done.success());
}

/// Neither the window nor its engine, nor what shows the page, had a socket that leads outside.
/// The driver's own, within the machine, shows that sockets were seen.
fn nothing_left_the_machine(watch: Watch) {
    let seen = watch.end();
    let names = |start: &str| seen.names.iter().any(|name| name.starts_with(start));
    assert!(names("pecan-desktop") && names("WebKitWeb"), "{:?}", seen.names);
    assert!(!seen.sockets.is_empty(), "the driver drives through a socket");
    let outward: Vec<_> = seen.sockets.iter().filter(|(_, socket)| socket.leaves()).collect();
    assert!(outward.is_empty(), "{outward:?}");
}
