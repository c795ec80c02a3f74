//! A user who opens the window for the first time is offered a sample book and shown what to try
//! with it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use tests::browser::{AppWindow, ENTER, has_display};
use tests::{Sandbox, alone, dialog, sample, text};

/// Each step is over when it is done; the last one leads to a document of one's own.
#[test]
fn the_first_steps_are_followed_to_their_end() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    sample();
    let sandbox = Sandbox::new();
    let own = sandbox.path("own.txt");
    fs::write(&own, "A story of one's own. It is short.").unwrap();
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[]);
    begins(&window);

    is_step(&window, "1 of 3");
    window.click("tour-ask");
    let question = window.wait("return document.querySelector('[data-testid=question]').value");
    let offered = window.text("tour-ask");
    assert_eq!(question, offered);
    window.write("question", ENTER);
    window.wait_for("quiet-line");
    if window.script("return !document.querySelector('[data-testid=citation-1]')") == true {
        is_step(&window, "1 of 3");
        window.click("answer-anyway");
    }
    is_step(&window, "2 of 3");
    assert!(window.text("citation-1").contains("Chapter"), "it says in which part it stands");
    window.click("citation-1");
    is_step(&window, "3 of 3");
    window.click("quiet-line");
    window.click("show-trace");
    window.wait_for("tour-own");
    assert_eq!(window.script("return !!document.querySelector('[data-testid=tour-step]')"), false);
    window.click("tour-own");
    is_gone(&window);
    dialog::answer(&sandbox.tree(), dialog::PICK, text(&own));
    window.wait("return !!document.querySelector('[data-testid=document-2]')");
    does_not_come_back(window, &library);
}

/// On a first start, the sample book is there with its graph. If the window is closed during the
/// first steps, they continue at the next start.
#[test]
fn the_first_window_begins_with_the_sample_book() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    sample();
    let sandbox = Sandbox::new();
    let home = sandbox.path("home");
    let window = AppWindow::open_first(&home);
    is_step(&window, "1 of 3");
    assert_eq!(window.text("document-state"), "ready");
    window.wait("return document.querySelectorAll('[data-testid=open-document]').length === 1");
    window.click("tour-ask");
    window.write("question", ENTER);
    window.wait_for("quiet-line");
    is_step(&window, "2 of 3");
    drop(window);

    let window = AppWindow::open_first(&home);
    window.wait_for("exchange");
    is_step(&window, "2 of 3");
    window.click("citation-1");
    is_step(&window, "3 of 3");
    window.click("tour-close");
    is_gone(&window);
    drop(window);

    let window = AppWindow::open_first(&home);
    window.wait_for("exchange");
    is_gone(&window);
}

/// Closed, the first steps stay away until the user asks for them again.
#[test]
fn the_first_steps_are_closed_and_called_back() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    sample();
    let sandbox = Sandbox::new();
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[]);
    begins(&window);
    window.click("tour-close");
    is_gone(&window);
    // Doing a step does not bring them back.
    window.write("question", &format!("Who lives here?{ENTER}"));
    window.wait_for("quiet-line");
    window.click("show-graph");
    does_not_come_back(window, &library);

    let window = AppWindow::open(&library, &[]);
    window.wait_for("open-document");
    window.press("k", true);
    window.write("everything-field", "getting started");
    window.wait(
        "return document.querySelector('[data-testid=thing][aria-selected=true]')
            ?.innerText.startsWith('Getting started')",
    );
    window.write("everything-field", ENTER);
    is_step(&window, "1 of 3");
}

/// An empty library offers the sample book, which is read and built.
fn begins(window: &AppWindow) {
    window.wait_for("try-sample");
    is_gone(window);
    window.click("try-sample");
    // On a slow machine it asks before it builds.
    window.wait(
        "document.querySelector('[data-testid=build-now]')?.click();
         return document.querySelector('[data-testid=document-state]')?.innerText === 'ready'
             && document.querySelector('[data-testid=question]')?.disabled === false",
    );
}

fn is_step(window: &AppWindow, step: &str) {
    window.wait_for_text("tour-step", step);
}

fn is_gone(window: &AppWindow) {
    window.wait("return !document.querySelector('[data-testid=tour]')");
}

/// They do not come back with another view, another document, or another day.
fn does_not_come_back(window: AppWindow, library: &Path) {
    for view in ["show-text", "show-both", "show-settings"] {
        window.click(view);
        is_gone(&window);
    }
    window.press_in(1, "open-document");
    window.wait_for("quiet-line");
    is_gone(&window);
    drop(window);
    let window = AppWindow::open(library, &[]);
    window.press_in(1, "open-document");
    window.wait_for("exchange");
    is_gone(&window);
}
