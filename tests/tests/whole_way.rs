//! The whole way in one window: a book is dropped on it and another one picked, its building is stopped
//! and goes on, the engine is killed, answers are followed to their passages and their paths replayed,
//! the model and the language are changed, an answer is saved, and the next day all is as it was.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::browser::{RIGHT, Window, has_display};
use tests::screen::Screen;
use tests::{Desk, alone, dialog, faults, models, one_line, passages, points, text, written};

/// Titles of the native windows.
const MAIN: &str = "Pecan";
const PICK: &str = "Add documents";
const PICK_MODEL: &str = "Open a model";
const SAVE: &str = "Die Antwort speichern";
/// The other model.
const OTHER: &str = "Another model";

#[test]
fn from_the_drop_to_the_next_day() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(61, 30);
    let library = desk.path("library");
    let way = Way { window: Window::open(&library, &[]), desk, story };
    way.window.resize(1_440, 860);
    way.is_built_though_it_is_stopped_and_killed();
    way.another_one_is_picked();
    way.an_answer_is_followed();
    way.the_path_is_replayed_step_by_step();
    way.another_model_answers();
    way.the_language_is_another();
    way.answers_are_saved();
    way.is_as_it_was_the_next_day();
}

/// A window on a library and the story in it.
struct Way {
    window: Window,
    desk: Desk,
    story: PathBuf,
}

/// What is kept from day to day.
const KEPT: &str = "
    const find = id => document.querySelector(`[data-testid=${id}]`);
    const texts = id => [...document.querySelectorAll(`[data-testid=${id}]`)]
        .map(one => one.innerText.trim());
    return {
        title: find('title').innerText,
        view: document.querySelector('main').className,
        page: find('page-number')?.value,
        down: Math.round((find('page')?.scrollTop ?? 0) / 20),
        asked: texts('asked').join(),
        states: texts('document-state').join(),
        language: document.documentElement.lang,
        theme: document.documentElement.dataset.theme,
        model: find('model-badge').innerText,
        library: find('library').clientWidth,
        size: [innerWidth, innerHeight].join(),
    }";

impl Way {
    fn is_built_though_it_is_stopped_and_killed(&self) {
        let (window, book) = (&self.window, self.story.join("story.txt"));
        window.wait_for("add");
        let screen = Screen::open();
        let drag = screen.drag(MAIN, &[&book]);
        window.wait_for("drop");
        drag.let_go();
        // On a slow machine it asks before.
        window.wait(
            "document.querySelector('[data-testid=build-now]')?.click();
             return !!document.querySelector('[data-testid=stop-building]')",
        );
        self.has_grown(1);
        window.click("stop-building");
        window.wait_for("resume-building");
        let kept = self.desk.nodes();
        window.click("resume-building");
        self.has_grown(kept.len() + 1);
        faults::kill_engine(&self.desk.path("library"));
        assert!(window.text("notice").contains("signal 9"));
        window.click("dismiss");
        window.wait_for_text("document-state", "ready");
        assert!(self.desk.nodes().starts_with(&kept), "what was built is built again");
    }

    /// Waits until the graph has a point and so many nodes.
    fn has_grown(&self, count: usize) {
        let begun = std::time::Instant::now();
        while self.desk.nodes().len() < count || !points(&self.desk.json(&["show", "1"]).json, 1) {
            assert!(begun.elapsed().as_secs() < 300, "the graph does not grow");
        }
    }

    fn another_one_is_picked(&self) {
        let other = self.desk.path("other.txt");
        fs::write(&other, "Another story is short. It ends.").unwrap();
        self.window.click("add");
        dialog::answer(&self.desk.tree(), PICK, text(&other));
        self.window.reads("Another story");
        self.window.open_document(1);
    }

    fn an_answer_is_followed(&self) {
        self.window.ask_of(&self.story);
        passages::every_citation_is_marked(&self.window, &self.desk.newest_answer());
    }

    /// At every step what was visited then is told with its scores, and no more of the path is drawn
    /// than had been gone by then.
    fn the_path_is_replayed_step_by_step(&self) {
        let window = &self.window;
        let answer = self.desk.newest_answer();
        let steps = answer["steps"].as_array().unwrap();
        let began = steps.iter().position(|step| step["score"]["total"] != 0.0);
        let visited = &steps[began.unwrap_or(steps.len())..];
        assert!(!visited.is_empty(), "{answer}");
        window.click("quiet-line");
        window.click("show-trace");
        let stops = "document.querySelectorAll('.trace circle.stop').length";
        window.wait(&format!("return {stops} === {}", visited.len()));
        for left in (0..visited.len()).rev() {
            window.click("step-back");
            window.wait(&format!("return {stops} === {left}"));
        }
        window.wait("return document.querySelector('[data-testid=step-back]').disabled");
        for (at, step) in visited.iter().enumerate() {
            window.click("step-on");
            window.wait(&format!("return {stops} === {}", at + 1));
            self.tells(step);
        }
        window.wait("return document.querySelector('[data-testid=step-on]').disabled");
    }

    fn tells(&self, step: &Value) {
        let card = one_line(&self.window.text("stop-card"));
        let said = one_line(step["text"].as_str().unwrap());
        let beginning: String = said.chars().take(60).collect();
        assert!(card.contains(&beginning), "{card} lacks {beginning}");
        let total = format!("{:.3}", step["score"]["total"].as_f64().unwrap());
        assert!(card.contains(&total), "{card} lacks {total}");
    }

    fn another_model_answers(&self) {
        let (window, model) = (&self.window, self.desk.path("another.gguf"));
        models::write_another(&model, OTHER);
        window.click("show-settings");
        window
            .wait("return document.querySelector('[data-testid=open-model]')?.disabled === false");
        window.click("open-model");
        dialog::answer(&self.desk.tree(), PICK_MODEL, text(&model));
        window.wait("return document.querySelector('[data-testid=use-model]')?.disabled === false");
        window.click("use-model");
        window.wait_for_text("model-badge", OTHER);
        window.click("show-text");
        window.ask_of(&self.story);
        let answer = self.desk.newest_answer();
        assert_eq!(answer["model"].as_str().unwrap().trim(), OTHER);
        passages::every_citation_is_marked(window, &answer);
    }

    fn the_language_is_another(&self) {
        self.window.click("show-settings");
        self.window.choose("language", "de");
        self.window.wait("return document.documentElement.lang === 'de'");
        self.window.choose("theme", "dark");
        self.window.click("show-text");
    }

    fn answers_are_saved(&self) {
        let answer = self.desk.newest_answer();
        let said = one_line(answer["answer"].as_str().unwrap());
        for form in ["Markdown", "HTML", "JSON"] {
            let file = self.desk.path(&format!("saved.{form}"));
            self.window.choose("export", form);
            dialog::answer(&self.desk.tree(), SAVE, text(&file));
            let saved = written(&file);
            let plain = one_line(&saved.replace('\\', ""));
            assert!(plain.contains(&said), "{form}: {saved} lacks {said}");
            if form == "JSON" {
                assert_eq!(serde_json::from_str::<Value>(&saved).unwrap(), answer);
            }
        }
    }

    fn is_as_it_was_the_next_day(self) {
        let Self { window, desk, .. } = self;
        window.write("divider-library", RIGHT);
        window.script("document.querySelector('[data-testid=page]').scrollTop = 1_500");
        let before = settled(&window);
        assert_eq!((&before["language"], &before["theme"]), (&json!("de"), &json!("dark")));
        assert!(before["down"].as_u64() > Some(10), "{before}");
        drop(window);
        let window = Window::open(&desk.path("library"), &[]);
        window.wait(&format!(
            "const now = (() => {{ {KEPT} }})(), before = {before};
             return Object.keys(before).every(key => now[key] === before[key])"
        ));
        has_only(&desk, 2);
    }
}

/// What is kept, once it is the same as it was just before.
fn settled(window: &Window) -> Value {
    window.wait(&format!(
        "const now = JSON.stringify((() => {{ {KEPT} }})());
         const before = window.settled;
         window.settled = now;
         return now === before && JSON.parse(now)"
    ))
}

fn has_only(desk: &Desk, documents: usize) {
    let listed = desk.json(&["list"]).json;
    assert_eq!(listed.as_array().unwrap().len(), documents, "{listed}");
    assert!(Path::new(&desk.path("library")).join("queue.json").metadata().is_err());
}
