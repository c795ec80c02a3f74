//! Questions in the real window that are stopped, and those that a collection is asked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;

use tests::browser::{ENTER, Window, has_display};
use tests::faults::Held;
use tests::{Desk, alone, text};

/// A library with a story and another text, of both of which questions can be asked.
fn desk() -> Desk {
    let desk = Desk::new();
    let story = desk.story(41, 4).join("story.txt");
    let other = desk.path("other.txt");
    fs::write(&other, "Another story is short. It ends.").unwrap();
    for file in [story, other] {
        assert!(desk.json(&["add", text(&file)]).succeeded);
    }
    desk
}

/// The window with the story open.
fn opened(desk: &Desk) -> Window {
    let window = Window::open(&desk.path("library"), &[]);
    window.open_document(1);
    can_be_asked(&window);
    window
}

fn can_be_asked(window: &Window) {
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
}

/// A question that is stopped stays with its document until it is asked anew.
#[test]
fn a_stopped_question_is_there_again() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = desk();
    let window = opened(&desk);
    let held = Held::engine(&desk.path("library"));
    window.write("question", &format!("Who hides a silver oar?{ENTER}"));
    window.click("stop-asking");
    drop(held);
    window.wait_for("ask-anew");
    let asked = "document.querySelectorAll('[data-testid=asked]').length";
    window.open_document(2);
    window.wait(&format!("return {asked} === 0"));
    window.open_document(1);
    window.wait_for("ask-anew");
    assert_eq!(window.script(&format!("return {asked}")), 1);
    window.click("ask-anew");
    window.wait_for("quiet-line");
    assert_eq!(window.script(&format!("return {asked}")), 1, "it is asked in its place");
}

/// A collection is begun and asked, also by its new name, until the document is taken out of it.
#[test]
fn a_collection_is_asked_as_long_as_the_document_lies_in_it() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = desk();
    let window = opened(&desk);
    window.click("collections");
    window.write("new-collection", &format!("Tales{ENTER}"));
    window.click("ask-collection");
    let is_asked = |name: &str| {
        window.wait(&format!(
            "return document.querySelector('[data-testid=asked-of]')?.value === '{name}'"
        ));
    };
    is_asked("Tales");
    window.click("rename-collection");
    window.write("collection-name", &format!("Old tales{ENTER}"));
    is_asked("Old tales");
    // Its row is a new one.
    window.wait_for("collections");
    window.click("collections");
    window.click("in-collection");
    window.wait("return !document.querySelector('[data-testid=asked-of]')");
    can_be_asked(&window);
}

/// A question leaves the history for good, unless that is undone; also where its document or the window
/// is closed before.
#[test]
fn a_question_is_forgotten() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = desk();
    let library = desk.path("library");
    let kept = || desk.json(&["history", "1"]).json.as_array().map(Vec::len);
    let window = opened(&desk);
    for (before, question) in
        ["Who hides a silver oar?", "Who lives in the mill?"].iter().enumerate()
    {
        can_be_asked(&window);
        window.write("question", &format!("{question}{ENTER}"));
        let answered = "document.querySelectorAll('[data-testid=quiet-line]').length";
        window.wait(&format!("return {answered} > {before}"));
        window.click("ask-on");
    }
    let forget = |window: &Window| {
        window.script("document.querySelector('[data-testid=forget]').click()");
        window.wait("return document.activeElement.dataset.testid === 'undo-forget'");
    };
    let asked = "[...document.querySelectorAll('[data-testid=asked]')].map(one => one.innerText)";
    forget(&window);
    window.click("undo-forget");
    window.wait("return document.activeElement.dataset.testid === 'forget'");
    forget(&window);
    window.press("z", true);
    window.wait("return !document.querySelector('[data-testid=undo-forget]')");
    forget(&window);
    window.open_document(2);
    window.press("z", true);
    window.wait(&format!("return {asked}.length === 2"));
    window.wait("return !document.querySelector('[data-testid=undo-forget]')");
    window.wait_for_text("follows", "Follows “Who hides a silver oar?”");
    forget(&window);
    drop(window);
    assert_eq!(kept(), Some(2), "it can still stay");

    let window = Window::open(&library, &[]);
    window.wait_for("undo-forget");
    window.wait(&format!("return {asked}.join() === 'Who lives in the mill?'"));
    window.wait_for_text("follows", "Follows a question that was removed");
    drop(window);
    assert_eq!(kept(), Some(1));
}

/// Whoever clicks twice on what asks a question has not stopped it.
#[test]
fn a_double_click_asks() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = desk();
    let window = opened(&desk);
    window.write("question", "Who hides a silver oar?");
    let held = Held::engine(&desk.path("library"));
    let place = window.script(
        "const box = document.querySelector('[data-testid=ask]').getBoundingClientRect();
         return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round)",
    );
    let [x, y] = [0, 1].map(|at| place[at].as_i64().unwrap());
    window.double_click_at(x, y);
    window.wait_for("stop-asking");
    drop(held);
    window.wait_for("quiet-line");
    assert_eq!(window.script("return !!document.querySelector('[data-testid=ask-anew]')"), false);
}

/// The field for a question is as high as the question.
#[test]
fn a_long_question_is_seen_whole() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = desk();
    let window = opened(&desk);
    let field = "const field = document.querySelector('[data-testid=question]')";
    let height = || window.script(&format!("{field}; return field.offsetHeight")).as_i64().unwrap();
    let usual = height();
    window.write("question", &"Who hides a silver oar, and where, and why? ".repeat(3));
    let whole = window.script(&format!("{field}; return field.scrollHeight <= field.clientHeight"));
    assert!(whole == true && height() > usual, "{} after {usual}", height());
    window.write("question", ENTER);
    window.wait_for("quiet-line");
    assert_eq!(height(), usual);
}
