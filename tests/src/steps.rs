//! Steps through the window that several tests take.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::browser::Window;
use crate::screen::Screen;
use crate::words::Language;
use crate::{Desk, dialog, faults, points, text, written};

/// How long a graph may take to grow.
const PATIENCE: Duration = Duration::from_secs(300);

/// Drops files on a window, as from another program.
///
/// # Panics
/// If it does not take them.
pub fn drop_files(window: &Window, files: &[&Path]) {
    window.wait_for("add");
    let screen = Screen::open();
    let drag = screen.drag(dialog::MAIN, files);
    window.wait_for("drop");
    drag.let_go();
    window.wait("return !document.querySelector('[data-testid=drop]')");
}

/// Shows the settings, if they are not shown already: what shows them puts them away, too.
pub fn show_settings(window: &Window) {
    if window.script("return !document.querySelector('[data-testid=settings]')") == true {
        window.click("show-settings");
    }
    window.wait_for("settings");
}

/// Opens another model with the system's dialog, and has it used once it was looked at.
///
/// # Panics
/// If it is not in use then.
pub fn open_model(window: &Window, desk: &Desk, file: &Path) {
    show_settings(window);
    window.wait("return document.querySelector('[data-testid=open-model]')?.disabled === false");
    window.click("open-model");
    let words = Language::spoken(window).words();
    dialog::answer(&desk.tree(), &words["open-model-title"], text(file));
    window.wait("return document.querySelector('[data-testid=use-model]')?.disabled === false");
    window.click("try-picked");
    window
        .wait("return /\\d/.test(document.querySelector('[data-testid=tried-picked]')?.innerText)");
    window.click("use-model");
    uses_model(window, file);
}

/// Has another model answer questions, which is picked with the system's dialog.
pub fn open_questions_model(window: &Window, desk: &Desk, file: &Path) {
    show_settings(window);
    window.click("choose-questions-model");
    let words = Language::spoken(window).words();
    dialog::answer(&desk.tree(), &words["open-model-title"], text(file));
    window.wait("return document.querySelector('[data-testid=use-model]')?.disabled === false");
    window.click("use-model");
    answers_with(window, file);
    window.click("show-text");
}

/// Waits until the settings, which are shown, say that a model is in use.
pub fn uses_model(window: &Window, file: &Path) {
    names(window, "model-file", file);
}

/// Waits until the settings, which are shown, say that another model answers questions.
pub fn answers_with(window: &Window, file: &Path) {
    names(window, "questions-model-file", file);
}

/// Waits until an element has the name of a file.
fn names(window: &Window, element: &str, file: &Path) {
    let file = text(file);
    window.wait(&format!(
        "return document.querySelector('[data-testid={element}]')?.innerText === '{file}'"
    ));
}

/// Saves the latest answer in a form, and gives what is in the file then.
///
/// # Panics
/// If there is no such file.
pub fn save_answer(window: &Window, desk: &Desk, form: &str) -> String {
    let file = desk.path(&format!("saved.{form}"));
    window.choose("export", form);
    let words = Language::spoken(window).words();
    dialog::answer(&desk.tree(), &words["save-answer"], text(&file));
    written(&file)
}

/// The library's first document, while its graph is built.
pub struct Building<'a> {
    window: &'a Window,
    desk: &'a Desk,
}

impl<'a> Building<'a> {
    /// Waits until it is being built, which on a slow machine is asked before.
    pub fn begin(window: &'a Window, desk: &'a Desk) -> Self {
        window.wait(
            "document.querySelector('[data-testid=build-now]')?.click();
             return !!document.querySelector('[data-testid=stop-building]')",
        );
        Self { window, desk }
    }

    /// Stops it once something is built, has it go on, and gives the nodes that there were in between.
    ///
    /// # Panics
    /// If nothing was built by then.
    pub fn stop_and_resume(&self) -> Vec<String> {
        self.grow(1);
        self.window.script("document.querySelector('[data-testid=stop-building]').click()");
        self.window.wait_for("resume-building");
        let kept = self.desk.nodes();
        assert!(points(&self.desk.json(&["show", "1"]).json, 1), "something is built");
        self.window.click("resume-building");
        kept
    }

    /// Loads the page anew once there are more nodes than these. The document is built on, which this
    /// page shows, with none of these built again; gives the nodes that there were in between.
    ///
    /// # Panics
    /// If it is not.
    pub fn outlive_the_page(&self, kept: &[String]) -> Vec<String> {
        self.grow(kept.len() + 1);
        self.window.load_again();
        self.window.wait_for("stop-building");
        let all = self.desk.nodes();
        assert!(all.len() > kept.len() && all.starts_with(kept), "{kept:?} are not in {all:?}");
        all
    }

    /// Kills the engine once there are more nodes than these. The window says so, and the document is
    /// built to its end, with none of these built again.
    ///
    /// # Panics
    /// If it is not.
    pub fn outlive_the_engine(&self, kept: &[String]) {
        self.grow(kept.len() + 1);
        faults::kill_engine(&self.desk.path("library"));
        let told = self.window.text("notice");
        assert!(told.contains("The engine ended") && told.contains("signal 9"), "{told:?}");
        self.window.wait_for_text("document-state", "ready");
        let all = self.desk.nodes();
        assert!(all.len() > kept.len() && all.starts_with(kept), "{kept:?} are not in {all:?}");
    }

    /// Waits until there are so many nodes, and a point among them.
    fn grow(&self, count: usize) {
        let begun = Instant::now();
        let graph = || self.desk.json(&["show", "1"]).json;
        while self.desk.nodes().len() < count || !points(&graph(), 1) {
            assert!(begun.elapsed() < PATIENCE, "the graph does not grow");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
