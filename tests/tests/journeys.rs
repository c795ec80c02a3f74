//! Whole journeys through the real window: from files that are dropped or picked to answers that
//! are followed, exported, and there again at the next start.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;

use serde_json::{Value, json};
use tests::browser::{AppWindow, ENTER, has_display};
use tests::guard::Guard;
use tests::steps::{self, RunningBuild};
use tests::{Sandbox, alone, dialog, models, passages, text};

/// The number of chunks of a book whose graph takes a while.
const LONG: usize = 40;

/// Files are added by a drop, as from another program, and through the system's dialog; the last
/// one read is open at the next start.
#[test]
fn files_are_dropped_and_picked() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let files = ["one", "two", "three"].map(|name| {
        let file = sandbox.path(&format!("{name}.txt"));
        fs::write(&file, format!("The story of {name}. It is short.")).unwrap();
        file
    });
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    steps::drop_files(&window, &[&files[0], &files[1]]);
    window.reads("The story of one");
    window.click("add");
    dialog::answer(&sandbox.tree(), dialog::PICK, text(&files[2]));
    window.reads("The story of three");
    let listed = sandbox.json(&["list"]).json;
    assert_eq!(listed.as_array().unwrap().len(), 3, "{listed}");
    assert!(files.iter().all(|file| file.is_file()), "what is dropped stays where it is");
    window.wait_for("document-3");
    drop(window);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.reads("The story of three");
}

/// Nodes built before a stop, before a reload of the page, or before the engine died are not built
/// again.
#[test]
fn a_long_build_is_stopped_goes_on_and_outlives_page_and_engine() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(31, LONG).join("story.txt");
    let window = AppWindow::open(&sandbox.path("library"), &[&book]);
    let building = RunningBuild::begin(&window, &sandbox);
    let kept = building.stop_and_resume();
    let kept = building.outlive_the_page(&kept);
    building.outlive_the_engine(&kept);
}

/// Every citation leads to its passage, every step of the path to its own, and the path is played
/// from its beginning to its end.
#[test]
fn an_answer_is_followed_wherever_it_leads() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(32, 6);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.ask_of(&story);
    let answer = sandbox.newest_answer();
    passages::every_citation_is_marked(&window, &answer);
    passages::a_number_leads_on(&window, &answer);
    let before = answer["id"].clone();
    window.write("question", &format!("Who hides a silver oar?{ENTER}"));
    window.wait("return document.querySelectorAll('[data-testid=quiet-line]').length === 2");
    let answer = sandbox.newest_answer();
    assert_ne!(answer["id"], before);
    passages::every_step_is_shown(&window, &answer);
    passages::the_path_is_played(&window);
    a_question_follows_another(&window, &sandbox, &answer["id"]);
}

/// The window shows what the next question follows and what an earlier one followed, and offers a
/// new topic.
fn a_question_follows_another(window: &AppWindow, sandbox: &Sandbox, last: &Value) {
    window.click("ask-on");
    window.wait_for("followed");
    window.write("question", &format!("And where?{ENTER}"));
    window.wait("return document.querySelectorAll('[data-testid=quiet-line]').length === 3");
    assert_eq!(&sandbox.newest_answer()["options"]["follows"], last);
    window.wait_for("follows");
    window.click("ask-afresh");
    window.wait("return !document.querySelector('[data-testid=followed]')");
}

/// Another model is opened with the system's dialog, and answers.
#[test]
fn another_model_is_opened_and_asked() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(33, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let model = sandbox.path("another.gguf");
    models::write_another(&model, "Another model");
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.ask_of(&story);
    let before = sandbox.newest_answer();
    steps::open_model(&window, &sandbox, &model);
    window.wait_for_text("model-badge", "Another model");
    window.ask_of(&story);
    let after = sandbox.newest_answer();
    assert_ne!(after["model"], before["model"]);
    assert_eq!(after["model"].as_str().unwrap().trim(), "Another model");
    drop(window);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("show-settings");
    steps::uses_model(&window, &model);
}

/// A second model answers on the graph of the first, also after a restart, until it is removed.
#[test]
fn one_model_builds_and_another_answers() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(37, 4);
    let model = sandbox.path("asking.gguf");
    models::write_another(&model, "A model for questions");
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[&story.join("story.txt")]);
    window.wait_for_text("document-state", "ready");
    steps::open_questions_model(&window, &sandbox, &model);
    window.wait_for_text("model-badge", "demonstration model");
    window.ask_of(&story);
    let asked =
        |sandbox: &Sandbox| sandbox.newest_answer()["model"].as_str().unwrap().trim().to_owned();
    assert_eq!(asked(&sandbox), "A model for questions");
    passages::every_citation_is_marked(&window, &sandbox.newest_answer());
    assert_eq!(sandbox.json(&["list"]).json[0]["graphs"][0]["model"], "Pecan Pocket");
    drop(window);
    let window = AppWindow::open(&library, &[]);
    window.click("show-settings");
    steps::answers_with(&window, &model);
    window.click("same-model-again");
    window.wait("return !document.querySelector('[data-testid=questions-model-file]')");
    window.click("show-text");
    window.ask_of(&story);
    assert_eq!(asked(&sandbox), "Pecan Pocket");
}

/// A saved answer has its passages, and a page for browsers does nothing, whatever the book's title
/// is.
#[test]
fn answers_are_saved_as_files() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(35, 4);
    let title = "</title><img src=x onerror=self.__ran=1>[a](javascript:self.__ran=2) *b*";
    let book = sandbox.path("book.html");
    fs::write(&book, page(title, &fs::read_to_string(story.join("story.txt")).unwrap())).unwrap();
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    assert_eq!(sandbox.json(&["list"]).json[0]["title"], title);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let guard = Guard::begin(&window);
    window.click("open-document");
    window.ask_of(&story);
    let answer = sandbox.newest_answer();
    let saved =
        ["Markdown", "HTML", "JSON"].map(|form| steps::save_answer(&window, &sandbox, form));
    let [markdown, html, json] = saved;
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), answer);
    let read = markdown_text(&markdown);
    let shown = inert_text(&window, &html);
    let passages = answer["evidence"].as_array().unwrap();
    for wanted in [&answer["question"], &answer["answer"], &passages[0]["text"], &json!(title)] {
        let wanted = tests::one_line(wanted.as_str().unwrap());
        assert!(read.contains(&wanted), "{wanted:?} is not in {read}");
        assert!(shown.contains(&wanted), "{wanted:?} is not in {shown}");
    }
    guard.check("the window after saving");
}

/// At the next start the document is open at its last place, with its questions, and the window has
/// the same language and the same colours.
#[test]
fn everything_is_as_it_was_at_the_next_start() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(36, 10);
    let other = "Another story goes on and on, as stories do.\n\n".repeat(300);
    fs::write(sandbox.path("other.txt"), other).unwrap();
    for file in [sandbox.path("other.txt"), story.join("story.pdf")] {
        assert!(sandbox.json(&["add", text(&file)]).succeeded);
    }
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[]);
    window.wait_for("document-2");
    window.open_document(1);
    window.reads("Another story");
    window.script("document.querySelector('[data-testid=page]').scrollTop = 4_000");
    let seen = window.wait(SEEN);
    window.open_document(2);
    let answer = window.ask_of(&story);
    window.click("show-settings");
    window.choose("theme", "dark");
    window.choose("language", "de");
    window.click("show-both");
    window.wait_for("sheet");
    window.click("next-page");
    window.click("next-page");
    let place = "document.querySelector('[data-testid=page-number]')?.value";
    window.wait(&format!("return {place} === '3'"));
    let title = window.text("title");
    window.wait_for_disk();
    drop(window);

    let window = AppWindow::open(&library, &[]);
    window.wait(&format!("return {place} === '3'"));
    window.wait_for_text("title", &title);
    // The numbers of the passages come with the path, after the answer.
    window.wait_for_text("answer", &answer);
    assert_eq!(
        window.script(
            "return [document.documentElement.lang, document.documentElement.dataset.theme,
                document.querySelector('main').classList.contains('both')]"
        ),
        json!(["de", "dark", true])
    );
    window.open_document(1);
    window.wait(&format!("const seen = (() => {{ {SEEN} }})(); return seen === {seen}"));
    window.open_document(2);
    window.wait(&format!("return {place} === '3'"));
}

/// A removal that was pending when the window was closed can still be undone at the next start.
#[test]
fn a_removal_can_be_undone_at_the_next_start() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (file, library) = (sandbox.path("tale.txt"), sandbox.path("library"));
    fs::write(&file, "A tale is short. It ends.").unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let window = AppWindow::open(&library, &[]);
    window.press_in(1, "remove");
    window.wait_for("undo-remove");
    window.wait_for_library();
    drop(window);
    let window = AppWindow::open(&library, &[]);
    window.click("undo-remove");
    window.wait_for_text("document-state", "ready");
    let listed = sandbox.json(&["list"]).json;
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

/// The paragraph at the top of the page; none until the page is scrolled.
const SEEN: &str = "
    const page = document.querySelector('[data-testid=page]');
    const top = page?.getBoundingClientRect().top;
    const seen = [...page?.querySelectorAll('p') ?? []]
        .findIndex(one => one.getBoundingClientRect().bottom > top);
    return seen > 0 && seen";

/// A text as a page with a title.
fn page(title: &str, text: &str) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let paragraphs: String =
        text.split("\n\n").map(|part| format!("<p>{}</p>\n", escaped(part))).collect();
    format!(
        "<!doctype html><html><head><meta charset=utf-8><title>{}</title></head><body>{paragraphs}\
         </body></html>",
        escaped(title)
    )
}

/// A Markdown text without its escapes.
fn markdown_text(markdown: &str) -> String {
    let mut text = String::new();
    let mut letters = markdown.chars();
    while let Some(letter) = letters.next() {
        text.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    tests::one_line(&text)
}

/// The text of a page. It has only the elements of every export, none of which can do anything.
fn inert_text(window: &AppWindow, html: &str) -> String {
    const KINDS: &[&str] = &[
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "h2",
        "p",
        "blockquote",
        "table",
        "tbody",
        "tr",
        "th",
        "td",
    ];
    let read = window.script(&format!(
        "const page = new DOMParser().parseFromString({}, 'text/html');
         const all = [...page.querySelectorAll('*')];
         return [page.body.textContent, all.map(one => one.localName),
             all.flatMap(one => [...one.attributes].map(({{ name, value }}) => name + '=' + value))]",
        json!(html)
    ));
    for kind in read[1].as_array().unwrap() {
        assert!(KINDS.contains(&kind.as_str().unwrap()), "{kind} in {html}");
    }
    assert_eq!(read[2], json!(["lang=en", "charset=utf-8"]), "{html}");
    tests::one_line(read[0].as_str().unwrap())
}
