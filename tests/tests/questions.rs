//! Questions in the real window that are stopped, and questions to a collection.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use library::{Library, Writer};
use serde_json::json;
use tests::browser::{AppWindow, ENTER, has_display};
use tests::faults::PausedEngine;
use tests::{Sandbox, alone, text};

/// A library with a story and another text, both of which can be asked.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    let story = sandbox.story(41, 4).join("story.txt");
    let other = sandbox.path("other.txt");
    fs::write(&other, "Another story is short. It ends.").unwrap();
    for file in [story, other] {
        assert!(sandbox.json(&["add", text(&file)]).succeeded);
    }
    sandbox
}

/// The window with the story open.
fn opened(sandbox: &Sandbox) -> AppWindow {
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.open_document(1);
    can_be_asked(&window);
    window
}

fn can_be_asked(window: &AppWindow) {
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
}

/// A stopped question stays with its document until it is asked again.
#[test]
fn a_stopped_question_is_there_again() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let window = opened(&sandbox);
    let held = PausedEngine::engine(&sandbox.path("library"));
    window.write("question", &format!("Who hides a silver oar?{ENTER}"));
    window.click("stop-asking");
    drop(held);
    window.wait_for("ask-retry");
    let asked = "document.querySelectorAll('[data-testid=asked]').length";
    window.open_document(2);
    window.wait(&format!("return {asked} === 0"));
    window.open_document(1);
    window.wait_for("ask-retry");
    assert_eq!(window.script(&format!("return {asked}")), 1);
    window.click("ask-retry");
    window.wait_for("quiet-line");
    assert_eq!(window.script(&format!("return {asked}")), 1, "it is asked in its place");
}

/// A collection is created and asked, also by its new name, until the document is removed from it.
#[test]
fn a_collection_is_asked_as_long_as_the_document_lies_in_it() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let window = opened(&sandbox);
    window.click("collections");
    window.write("new-collection", &format!("Tales{ENTER}"));
    window.click("ask-collection");
    let is_asked = |name: &str| {
        window.wait(&format!(
            "return document.querySelector('[data-testid=asked-of]')?.value === '{name}'"
        ));
    };
    is_asked("Tales");
    window.click("change-collection");
    window.write("collection-name", &format!("Old tales{ENTER}"));
    is_asked("Old tales");
    two_collections_become_one_when_that_is_agreed_to(&window, &sandbox);
    // Its row is a new element.
    window.wait_for("collections");
    window.click("collections");
    window.click("in-collection");
    window.wait("return !document.querySelector('[data-testid=asked-of]')");
    can_be_asked(&window);
}

/// Giving a collection the name of another one asks first.
fn two_collections_become_one_when_that_is_agreed_to(window: &AppWindow, sandbox: &Sandbox) {
    assert!(sandbox.json(&["collection", "put", "Letters", "2"]).succeeded);
    window.script("dispatchEvent(new Event('focus'))");
    let names = || {
        let names = window.script(
            "return [...document.querySelectorAll('[data-testid=collection] .title')]
                .map(title => title.textContent.trim())",
        );
        serde_json::from_value::<Vec<String>>(names).unwrap()
    };
    window.wait("return document.querySelectorAll('[data-testid=collection]').length === 2");
    assert_eq!(names(), ["Letters", "Old tales"]);
    let rename = || {
        window.script(
            "const row = document.querySelector('[data-testid=collection]');
             row.querySelector('[data-testid=change-collection]').click();
             const field = row.querySelector('[data-testid=collection-name]');
             field.value = 'Old tales';
             field.form.requestSubmit()",
        );
        assert!(window.text("collection-taken").contains("“Old tales”"));
    };
    rename();
    window.click("keep-apart");
    window.wait("return !document.querySelector('[data-testid=collection-taken]')");
    assert_eq!(names(), ["Letters", "Old tales"]);
    window.script("document.querySelector('[data-testid=change-collection]').click()");
    rename();
    window.click("join-collections");
    window.wait("return document.querySelectorAll('[data-testid=collection]').length === 1");
    assert_eq!(names(), ["Old tales"]);
}

/// A user who follows an answer into another document can read on in it, although its column was
/// folded there.
#[test]
fn an_answer_stays_where_it_leads_to_another_document() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    for document in ["1", "2"] {
        assert!(sandbox.json(&["collection", "put", "Tales", document]).succeeded);
    }
    let window = opened(&sandbox);
    let is_folded = |folded: bool| {
        window.wait(&format!(
            "return document.querySelector('.desk').classList.contains('no-questions') === {folded}"
        ));
    };
    window.open_document(2);
    window.click("fold-questions");
    is_folded(true);
    window.open_document(1);
    is_folded(false);
    can_be_asked(&window);
    window.choose("asked-of", "Tales");
    window.write("question", &format!("Who hides a silver oar?{ENTER}"));
    window.click("quiet-line");
    window.wait_for("path");
    // The search began with the points at the top of both.
    let first = json!(window.text("title"));
    window.wait(&format!(
        "if (document.querySelector('[data-testid=title]').innerText.trim() !== {first}) return true;
         const top = document.querySelector('[data-testid=top-level]');
         if (top.ariaExpanded === 'false') top.click();
         const steps = document.querySelectorAll('[data-testid=path] .visited');
         window.turn = (window.turn ?? 0) + 1;
         steps[window.turn % steps.length]?.click();
         return false"
    ));
    is_folded(false);
    window.wait_for("path");
}

/// Typed text stays with its document, whichever document is opened meanwhile.
#[test]
fn a_question_that_is_being_typed_stays_with_its_document() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let is_typed = |window: &AppWindow, words: &str| {
        let field = "document.querySelector('[data-testid=question]')";
        window.wait(&format!("return {field}?.disabled === false && {field}.value === '{words}'"));
    };
    let window = opened(&sandbox);
    window.write("question", "Who hides");
    window.open_document(2);
    is_typed(&window, "");
    window.write("question", "Who lives");
    window.open_document(1);
    is_typed(&window, "Who hides");
    window.open_document(2);
    is_typed(&window, "Who lives");
    window.wait_for_library();
    drop(window);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    is_typed(&window, "Who lives");
    window.open_document(1);
    is_typed(&window, "Who hides");
}

/// A filter that hides every question says so and can be removed, and a new question is not hidden.
#[test]
fn questions_that_are_searched_are_found_again() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    for nth in 0..5 {
        let question = format!("Who has kept {nth} boats?");
        assert!(sandbox.json(&["ask", "1", &question, "--fixed-nodes", "1"]).succeeded);
    }
    let window = opened(&sandbox);
    let asked = "document.querySelectorAll('[data-testid=asked]').length";
    let asked_are = |count: usize| window.wait(&format!("return {asked} === {count}"));
    asked_are(5);
    window.write("find-questions", "3 boats");
    asked_are(1);
    window.click("forget");
    window.wait_for("no-questions");
    window.wait_for("find-questions");
    window.write("question", &format!("Who lives in the mill?{ENTER}"));
    window.wait("return !document.querySelector('[data-testid=no-questions]')");
    asked_are(5);
}

/// No one else can write to a library as long as this value lives.
fn held(sandbox: &Sandbox) -> Writer {
    loop {
        match Library::open(&sandbox.path("library")) {
            Ok(writer) => return writer,
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// A document that could not be removed stays, also at the next start.
#[test]
fn a_removal_that_failed_is_not_begun_again() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let window = opened(&sandbox);
    let writer = held(&sandbox);
    window.press_in(1, "remove");
    window.wait_for("undo-remove");
    window.wait_for("notice");
    let state = "document.querySelector('[data-testid=document-1] [data-testid=document-state]')";
    window.wait(&format!("return {state}.innerText === 'ready'"));
    drop((window, writer));
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let state = window.wait(&format!("return {state}?.innerText"));
    assert_eq!(state, "ready", "nothing is said of a removal");
}

/// A question leaves the history for good, unless that is undone; also if its document or the
/// window is closed before.
#[test]
fn a_question_is_forgotten() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let library = sandbox.path("library");
    let kept = || sandbox.json(&["history", "1"]).json.as_array().map(Vec::len);
    let window = opened(&sandbox);
    for (before, question) in
        ["Who hides a silver oar?", "Who lives in the mill?"].iter().enumerate()
    {
        can_be_asked(&window);
        window.write("question", &format!("{question}{ENTER}"));
        let answered = "document.querySelectorAll('[data-testid=quiet-line]').length";
        window.wait(&format!("return {answered} > {before}"));
        window.click("ask-on");
    }
    let forget = |window: &AppWindow| {
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
    window.wait_for_library();
    drop(window);
    assert_eq!(kept(), Some(2), "it can still stay");

    let window = AppWindow::open(&library, &[]);
    window.wait_for("undo-forget");
    window.wait(&format!("return {asked}.join() === 'Who lives in the mill?'"));
    window.wait_for_text("follows", "Follows a removed question");
    drop(window);
    assert_eq!(kept(), Some(1));
}

/// A double click on Ask does not stop the question.
#[test]
fn a_double_click_asks() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let window = opened(&sandbox);
    window.write("question", "Who hides a silver oar?");
    let held = PausedEngine::engine(&sandbox.path("library"));
    let place = window.script(
        "const box = document.querySelector('[data-testid=ask]').getBoundingClientRect();
         return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round)",
    );
    let [x, y] = [0, 1].map(|at| place[at].as_i64().unwrap());
    window.double_click_at(x, y);
    window.wait_for("stop-asking");
    drop(held);
    window.wait_for("quiet-line");
    assert_eq!(window.script("return !!document.querySelector('[data-testid=ask-retry]')"), false);
}

/// The question field is as high as the question.
#[test]
fn a_long_question_is_seen_whole() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = sandbox();
    let window = opened(&sandbox);
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

/// The text's own sentences describe a person, and the window says that no model was asked.
#[test]
fn a_person_is_described_in_the_words_of_the_text() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.txt");
    let said = "Anna Holt was the daughter of the miller of Marlow.";
    fs::write(&book, format!("{said} In spring Anna Holt met Tom Bell. It rained for a week."))
        .unwrap();
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let window = opened(&sandbox);
    window.write("question", &format!("Who is Anna Holt?{ENTER}"));
    window.wait_for("list-explained");
    assert!(window.text("answer").contains(said), "{}", window.text("answer"));
    assert!(window.text("list-explained").contains("who this is"));
    assert!(window.text("citation-1").contains("miller"), "{}", window.text("citation-1"));
}
