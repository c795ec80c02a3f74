//! A walk through every state of the real window.

use std::fs;
use std::path::{Path, PathBuf};

use crate::browser::{AppWindow, ENTER, ESCAPE};
use crate::pdfs::{self, PrintedBook, chapters};
use crate::words::WindowLanguage;
use crate::{Sandbox, sample, steps, text};

/// The number of questions asked before the window is opened: enough for a search field.
const ASKED: usize = 5;

/// A library with an example of everything, and files that cannot be added to it.
pub struct House {
    /// The library and the files.
    pub sandbox: Sandbox,
    /// The story to ask, which is its second document.
    pub story: PathBuf,
    broken: [PathBuf; 2],
}

/// A state of the window, and an element that a screen reader finds in it.
#[derive(Debug, Clone, Copy)]
pub struct WindowState {
    /// Its name in error messages.
    pub name: &'static str,
    /// The role and the English name of an element.
    pub shown: (&'static str, &'static str),
    /// Whether it lies over the window and keeps the focus.
    pub over: bool,
}

const fn state(name: &'static str, role: &'static str, shown: &'static str) -> WindowState {
    WindowState { name, shown: (role, shown), over: false }
}

const fn over(name: &'static str, role: &'static str, shown: &'static str) -> WindowState {
    WindowState { over: true, ..state(name, role, shown) }
}

/// An empty library, which `empty` opens.
pub const EMPTY: WindowState = state("an empty library", "button", "Try it with a sample book");

impl House {
    /// Creates the library and the files.
    ///
    /// # Panics
    /// If something cannot be added.
    pub fn furnish() -> Self {
        sample();
        let sandbox = Sandbox::new();
        let story = sandbox.story(42, 6);
        let pages = chapters(4);
        let book = PrintedBook {
            title: "A printed book with a title of some length",
            pages: &pages,
            front: 1,
        };
        let printed = sandbox.path("printed.pdf");
        let deeds = sandbox.path("Deeds and letters");
        fs::create_dir(&deeds).expect("a folder can be made");
        fs::write(deeds.join("deed.txt"), "The mill is let to Mira Holt.").expect("it is written");
        fs::write(&printed, book.pdf()).expect("it is written");
        for file in [&printed, &story.join("story.pdf"), &deeds] {
            let added = sandbox.json(&["add", text(file)]);
            assert!(added.succeeded, "{}", added.json);
        }
        for nth in 0..ASKED {
            let question = format!("Who has kept {nth} boats?");
            assert!(sandbox.json(&["ask", "2", &question, "--fixed-nodes", "1"]).succeeded);
        }
        let broken = ["cut.pdf", "locked.pdf"].map(|name| sandbox.path(name));
        fs::write(&broken[0], "%PDF-1.7\n").expect("it is written");
        fs::write(&broken[1], pdfs::locked()).expect("it is written");
        Self { sandbox, story, broken }
    }

    /// Opens the window for a new user with a language, and drops files on it that cannot be added.
    pub fn open(&self, language: WindowLanguage) -> AppWindow {
        let home = self.sandbox.path(&format!("home-{}", language.tag));
        let window = AppWindow::open_for(&home, &self.library());
        if language.tag != WindowLanguage::ENGLISH.tag {
            language.choose(&window);
            window.press("Escape", false);
        }
        let [cut, locked] = &self.broken;
        steps::drop_files(&window, &[cut, locked]);
        window
    }

    /// The library's folder.
    pub fn library(&self) -> PathBuf {
        self.sandbox.path("library")
    }

    /// Walks through every state.
    ///
    /// # Panics
    /// If a state does not appear.
    pub fn walk(&self, window: &AppWindow, mut look: impl FnMut(WindowState)) {
        window.wait_for("notice");
        window.wait_for("password");
        look(state("a file that failed and one that is locked", "button", "Dismiss"));
        window.click("dismiss");
        window.click("leave-out");
        window.wait("return !document.querySelector('[data-testid=password]')");
        look(state("nothing open", "searchbox", "Search titles and text"));
        read(window, &mut look);
        name(window, &mut look);
        self.ask(window, &mut look);
        self.draw(window, &mut look);
        set_and_search(window, &mut look);
    }

    /// Questions, answers, their paths, and two runs of one question.
    fn ask(&self, window: &AppWindow, look: &mut impl FnMut(WindowState)) {
        window.press_in(2, "open-document");
        window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
        window.click("show-text");
        window.wait_for("find-questions");
        look(state("questions of other days", "searchbox", "Find in questions and answers"));
        window.ask_of(&self.story);
        window.click("citation-1");
        look(state("an answer", "button", "Follow up"));
        window.click("quiet-line");
        window.wait_for("path");
        look(state("its path", "region", "Path"));
        window.click("ask-on");
        window.wait_for("followed");
        window.click("ask-again");
        window.wait("return document.querySelectorAll('[data-testid=compare]').length > 1");
        window.wait("return document.querySelectorAll('[data-testid=stop-asking]').length === 0");
        window.script(
            "const field = document.querySelector('[data-testid=compare]');
             field.selectedIndex = 1;
             field.dispatchEvent(new Event('change', { bubbles: true }))",
        );
        window.wait_for("comparison");
        look(state("two runs of a question", "button", "Ask without context"));
        window.click("ask-afresh");
    }

    /// The graph, its points, and the path on it.
    fn draw(&self, window: &AppWindow, look: &mut impl FnMut(WindowState)) {
        let path = "return !!document.querySelector('[data-testid=path]')";
        if window.script(path) == false {
            window.click("quiet-line");
        }
        window.click("show-trace");
        window.wait("return !!document.querySelector('.trace circle.stop')");
        window.click("step-back");
        look(state("a path on the graph", "slider", "Path, step by step"));
        window.script("document.querySelector('[data-testid=find-points]').focus()");
        window.write("find-points", &format!("the{ENTER}"));
        window.wait_for("point");
        look(state("a point", "button", "Show in text"));
        window.click("show-both");
        look(state("graph and text", "button", "Zoom in"));
        window.click("as-table");
        window.wait_for("graph-table");
        look(state("the table", "table", "Graph"));
        window.click("as-table");
        window.script(
            "const field = document.querySelector('[data-testid=find-points]');
             field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true }))",
        );
        window.press("Escape", false);
        window.wait("return !document.querySelector('[data-testid=point]')");
        window.click("show-text");
    }
}

/// Pages, headings, and words that are found and selected in a printed book.
fn read(window: &AppWindow, look: &mut impl FnMut(WindowState)) {
    window.press_in(1, "open-document");
    window.wait_for("sheet");
    window.click("show-text");
    look(state("a printed page", "button", "Two pages"));
    window.press("c", false);
    window.wait_for("outline");
    window.click("two-pages");
    look(state("headings and two pages", "navigation", "Outline"));
    window.click("two-pages");
    window.press("c", false);
    window.wait("return !document.querySelector('[data-testid=outline]')");
    window.press("f", true);
    window.write("find", "somebody");
    look(state("words that are found", "button", "Next match (Enter)"));
    window.write("find", ESCAPE);
    window.click("look-text");
    window.press("n", false);
    window.wait_for("ask-about");
    look(state("a page's text with words selected", "button", "Ask about this"));
    window.click("look-page");
}

/// The names in the story, and the sentences about one of them.
fn name(window: &AppWindow, look: &mut impl FnMut(WindowState)) {
    window.open_document(2);
    window.click("show-names");
    let first = "document.querySelector('[data-testid=names] li button')";
    window.wait(&format!("return !!{first}"));
    look(state("names", "searchbox", "Find a name"));
    window.script(&format!("{first}.click()"));
    window.wait_for("name-fact-0");
    look(state("somebody who is named", "button", "All names"));
    window.click("name-fact-0");
    window.wait("return !!document.querySelector('[data-testid=names] [aria-current]')");
    look(state("what is said of them", "button", "All names"));
    window.click("show-names");
    window.wait("return !document.querySelector('[data-testid=names]')");
}

/// The settings, sheets over the window, searches, and the first steps.
fn set_and_search(window: &AppWindow, look: &mut impl FnMut(WindowState)) {
    window.click("show-settings");
    window.wait_for("settings");
    window.click("tuning");
    look(state("the settings", "heading", "Model"));
    window.press("Escape", false);
    window.press("?", false);
    window.wait_for("key-sheet");
    look(over("the sheet of keys", "dialog", "Keyboard shortcuts"));
    window.press("Escape", false);
    window.press("k", true);
    window.write("everything-field", "the");
    window.wait_for("thing");
    look(over("the search of everything", "combobox", "Search everything"));
    window.press("Escape", false);
    window.write("search", "mill");
    window.wait_for("hit");
    look(state("what is found in the library", "searchbox", "Search titles and text"));
    window.script(
        "const field = document.querySelector('[data-testid=search]');
         field.value = ''; field.dispatchEvent(new Event('input'))",
    );
    window.wait_for("document-1");
    window.press_in(1, "remove");
    window.wait_for("undo-remove");
    look(state("a document that will be removed", "button", "Undo"));
    window.click("undo-remove");
    first_steps(window);
    window.wait_for("tour");
    // The sample book is the fourth document. On a slow machine it is built only with consent.
    window.wait(
        "const find = (id, within = document) => within?.querySelector(`[data-testid=${id}]`);
         const row = nth => find(`document-${nth}`);
         const state = nth => find('document-state', row(nth))?.innerText;
         find('build-now')?.click();
         return find('open-document', row(4))?.ariaCurrent === 'true' && state(4) === state(1)
             && find('question').disabled === false && !find('queue')",
    );
    look(state("the first steps", "complementary", "Getting started"));
    window.click("tour-close");
}

/// Opens the first steps, by their name in the current language.
fn first_steps(window: &AppWindow) {
    let words = WindowLanguage::spoken(window).words();
    let called = &words["tour"];
    window.press("k", true);
    window.write("everything-field", called);
    window.wait(&format!(
        "return document.querySelector('[data-testid=thing][aria-selected=true]')
            ?.innerText.startsWith('{called}')"
    ));
    window.write("everything-field", ENTER);
}

/// Opens the window on an empty library, which offers the sample book.
///
/// # Panics
/// If it does not.
pub fn empty(library: &Path) -> AppWindow {
    sample();
    let window = AppWindow::open(library, &[]);
    window.wait_for("try-sample");
    window
}
