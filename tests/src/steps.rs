//! Steps in the window that several tests share.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::browser::AppWindow;
use crate::screen::Screen;
use crate::settings::show_settings;
use crate::words::WindowLanguage;
use crate::{Sandbox, dialog, faults, points, text, written};

/// The time limit for a graph to grow.
const PATIENCE: Duration = Duration::from_secs(300);

/// Drops files on a window, as from another program.
///
/// # Panics
/// If it does not accept them.
pub fn drop_files(window: &AppWindow, files: &[&Path]) {
    window.wait_for("add");
    let screen = Screen::open();
    let drag = screen.drag(dialog::MAIN, files);
    window.wait_for("drop");
    drag.let_go();
    window.wait("return !document.querySelector('[data-testid=drop]')");
}

/// Opens another model with the system's dialog, and uses it once it was inspected.
///
/// # Panics
/// If it is not in use afterwards.
pub fn open_model(window: &AppWindow, sandbox: &Sandbox, file: &Path) {
    show_settings(window);
    window.wait("return document.querySelector('[data-testid=open-model]')?.disabled === false");
    window.click("open-model");
    let words = WindowLanguage::spoken(window).words();
    dialog::answer(&sandbox.tree(), &words["open-model-title"], text(file));
    window.wait("return document.querySelector('[data-testid=use-model]')?.disabled === false");
    window.click("try-picked");
    window
        .wait("return /\\d/.test(document.querySelector('[data-testid=tried-picked]')?.innerText)");
    window.click("use-model");
    uses_model(window, file);
}

/// Picks another model for questions with the system's dialog.
pub fn open_questions_model(window: &AppWindow, sandbox: &Sandbox, file: &Path) {
    show_settings(window);
    window.click("choose-questions-model");
    let words = WindowLanguage::spoken(window).words();
    dialog::answer(&sandbox.tree(), &words["open-model-title"], text(file));
    window.wait("return document.querySelector('[data-testid=use-model]')?.disabled === false");
    window.click("use-model");
    answers_with(window, file);
    window.click("show-text");
}

/// Waits until the settings, which are visible, show that a model is in use.
pub fn uses_model(window: &AppWindow, file: &Path) {
    names(window, "model-file", file);
}

/// Waits until the settings, which are visible, show that another model answers questions.
pub fn answers_with(window: &AppWindow, file: &Path) {
    names(window, "questions-model-file", file);
}

/// Waits until an element contains the name of a file.
fn names(window: &AppWindow, element: &str, file: &Path) {
    let file = text(file);
    window.wait(&format!(
        "return document.querySelector('[data-testid={element}]')?.innerText === '{file}'"
    ));
}

/// Saves the latest answer in a format, and returns the file's content.
///
/// # Panics
/// If there is no such file.
pub fn save_answer(window: &AppWindow, sandbox: &Sandbox, form: &str) -> String {
    let file = sandbox.path(&format!("saved.{form}"));
    window.choose("export", form);
    let words = WindowLanguage::spoken(window).words();
    dialog::answer(&sandbox.tree(), &words["save-answer"], text(&file));
    written(&file)
}

/// The library's first document, while its graph is built.
pub struct RunningBuild<'a> {
    window: &'a AppWindow,
    sandbox: &'a Sandbox,
}

impl<'a> RunningBuild<'a> {
    /// Waits until the build runs; on a slow machine, confirms it first.
    pub fn begin(window: &'a AppWindow, sandbox: &'a Sandbox) -> Self {
        window.wait(
            "document.querySelector('[data-testid=build-now]')?.click();
             return !!document.querySelector('[data-testid=stop-building]')",
        );
        Self { window, sandbox }
    }

    /// Stops the build once something is built, resumes it, and returns the nodes from in between.
    ///
    /// # Panics
    /// If nothing was built by then.
    pub fn stop_and_resume(&self) -> Vec<String> {
        self.grow(1);
        self.window.script("document.querySelector('[data-testid=stop-building]').click()");
        self.window.wait_for("resume-building");
        let kept = self.sandbox.nodes();
        assert!(points(&self.sandbox.json(&["show", "1"]).json, 1), "something is built");
        self.window.click("resume-building");
        kept
    }

    /// Reloads the page once there are more nodes than these. The build continues, the new page
    /// shows it, and none of these nodes is built again. Returns the nodes from in between.
    ///
    /// # Panics
    /// If the build does not continue.
    pub fn outlive_the_page(&self, kept: &[String]) -> Vec<String> {
        self.grow(kept.len() + 1);
        self.window.load_again();
        self.window.wait_for("stop-building");
        let all = self.sandbox.nodes();
        assert!(all.len() > kept.len() && all.starts_with(kept), "{kept:?} are not in {all:?}");
        all
    }

    /// Kills the engine once there are more nodes than these. The window reports it, and the build
    /// continues to its end, with none of these nodes built again.
    ///
    /// # Panics
    /// If the build does not continue.
    pub fn outlive_the_engine(&self, kept: &[String]) {
        self.grow(kept.len() + 1);
        faults::kill_engine(&self.sandbox.path("library"));
        let shown = self.window.text("notice");
        assert!(shown.contains("The engine stopped") && shown.contains("signal 9"), "{shown:?}");
        self.window.wait_for_text("document-state", "ready");
        let all = self.sandbox.nodes();
        assert!(all.len() > kept.len() && all.starts_with(kept), "{kept:?} are not in {all:?}");
    }

    /// Waits until there are at least this many nodes, one of them a point.
    fn grow(&self, count: usize) {
        let begun = Instant::now();
        let graph = || self.sandbox.json(&["show", "1"]).json;
        while self.sandbox.nodes().len() < count || !points(&graph(), 1) {
            assert!(begun.elapsed() < PATIENCE, "the graph does not grow");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
