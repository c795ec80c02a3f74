//! The whole journey in one window: a book is dropped on it and another one is picked, its build is
//! stopped and resumed, the engine is killed, an answer is followed to its passages and its path is
//! replayed, the model and the language are changed, an answer is saved, and the next start
//! restores everything.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::browser::{AppWindow, has_display};
use tests::steps::{self, RunningBuild};
use tests::words::WindowLanguage;
use tests::{Sandbox, alone, dialog, models, one_line, passages, text};

/// The number of chunks of a book whose graph takes a while.
const LONG: usize = 24;
/// The name of the other model.
const OTHER: &str = "Another model";

#[test]
fn from_the_drop_to_the_next_start() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(61, LONG);
    let model = sandbox.path("another.gguf");
    models::write_another(&model, OTHER);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let way = Way { window, sandbox, story };
    way.a_book_is_dropped_and_built();
    way.another_one_is_picked();
    way.an_answer_is_followed();
    way.another_model_answers(&model);
    way.another_language_is_spoken();
    way.the_answer_is_saved();
    way.all_is_as_it_was_at_the_next_start(&model);
}

/// A window on a library, and the story to ask.
struct Way {
    window: AppWindow,
    sandbox: Sandbox,
    story: PathBuf,
}

/// What the next start restores.
const KEPT: &str = "
    const find = id => document.querySelector(`[data-testid=${id}]`);
    const texts = id => [...document.querySelectorAll(`[data-testid=${id}]`)]
        .map(one => one.innerText.trim());
    return {
        title: find('title')?.innerText,
        view: document.querySelector('main')?.className,
        place: find('page')?.scrollTop > 100,
        documents: texts('document-state'),
        asked: texts('asked'),
        answers: [...document.querySelectorAll('[data-testid=answer]')].map(answer =>
            [...answer.childNodes].filter(node => !node.matches?.('sup'))
                .map(node => node.textContent).join('').trim()),
        model: find('model-badge')?.innerText,
        language: document.documentElement.lang,
    }";

impl Way {
    fn a_book_is_dropped_and_built(&self) {
        let (window, sandbox) = (&self.window, &self.sandbox);
        steps::drop_files(window, &[&self.story.join("story.txt")]);
        let building = RunningBuild::begin(window, sandbox);
        let kept = building.stop_and_resume();
        building.outlive_the_engine(&kept);
        window.click("dismiss");
    }

    fn another_one_is_picked(&self) {
        let other = self.sandbox.path("other.txt");
        fs::write(&other, "Another story is short. It ends.").unwrap();
        self.window.click("add");
        dialog::answer(&self.sandbox.tree(), dialog::PICK, text(&other));
        self.window.reads("Another story");
        self.window.open_document(1);
    }

    fn an_answer_is_followed(&self) {
        self.window.ask_of(&self.story);
        passages::every_citation_is_marked(&self.window, &self.sandbox.newest_answer());
        passages::the_path_is_unfolded(&self.window);
        passages::the_path_is_played(&self.window);
    }

    fn another_model_answers(&self, model: &Path) {
        let before = self.sandbox.newest_answer();
        steps::open_model(&self.window, &self.sandbox, model);
        self.window.wait_for_text("model-badge", OTHER);
        self.window.click("show-text");
        self.window.ask_of(&self.story);
        let after = self.sandbox.newest_answer();
        assert_ne!(after["model"], before["model"]);
        passages::every_citation_is_marked(&self.window, &after);
    }

    fn another_language_is_spoken(&self) {
        WindowLanguage::GERMAN.choose(&self.window);
        self.window.wait_for_text("add", &WindowLanguage::GERMAN.words()["add"]);
        self.window.click("show-text");
    }

    fn the_answer_is_saved(&self) {
        let answer = self.sandbox.newest_answer();
        let said = one_line(answer["answer"].as_str().unwrap());
        for form in ["Markdown", "HTML"] {
            let saved = one_line(&steps::save_answer(&self.window, &self.sandbox, form));
            assert!(saved.replace('\\', "").contains(&said), "{form}: {saved} lacks {said}");
        }
        let saved = steps::save_answer(&self.window, &self.sandbox, "JSON");
        assert_eq!(serde_json::from_str::<Value>(&saved).unwrap(), answer);
    }

    fn all_is_as_it_was_at_the_next_start(self, model: &Path) {
        let Self { window, sandbox, .. } = self;
        let before = window.script(KEPT);
        assert_eq!((&before["language"], &before["model"]), (&json!("de"), &json!(OTHER)));
        let counts = ["documents", "asked"].map(|kept| before[kept].as_array().unwrap().len());
        assert!(counts[0] == 2 && counts[1] >= 2, "{before}");
        drop(window);
        let window = AppWindow::open(&sandbox.path("library"), &[]);
        window.wait(&format!(
            "const now = (() => {{ {KEPT} }})(), before = {before};
             return Object.keys(before)
                 .every(key => JSON.stringify(now[key]) === JSON.stringify(before[key]))"
        ));
        window.click("show-settings");
        steps::uses_model(&window, model);
    }
}
