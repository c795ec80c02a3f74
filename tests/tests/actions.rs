//! Every action that is available everywhere in the real window is done with keys alone: with its
//! own, or by its name in the search of everything.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::browser::{AppWindow, has_display};
use tests::keyboard::KeyboardUser;
use tests::screen::{CONTROL, DELETE, ENTER, ESCAPE, SHIFT};
use tests::states::House;
use tests::user_actions::{
    Deed, FOCUS, LOOKS, MARKED, PAGE, POINT, QUESTION, READING, SELECTED, SHEETS, TOOLS, VIEW,
    WALKING, WRITING, key,
};
use tests::words::WindowLanguage;
use tests::{alone, dialog, one_line, processes, program, question_of, text, written};

/// The last question, with its answer.
const LAST: &str = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)";

/// Every action of the table is reachable, and has its effect.
#[test]
fn everything_is_done_with_keys_alone() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let house = House::furnish();
    let window = AppWindow::open(&house.library(), &[]);
    window.wait_for("document-2");
    let keyboard = KeyboardUser::on(&window);
    let visit = Visit { window: &window, keyboard, house: &house, done: RefCell::default() };
    visit.does_all(SHEETS);
    visit.reads();
    visit.does_all(LOOKS);
    visit.asks();
    visit.walks();
    visit.saves_and_asks_again();
    visit.saves_names();
    visit.removes_and_takes_back();
    visit.adds();
    visit.ends();
}

/// A user who presses keys in a window.
struct Visit<'a> {
    window: &'a AppWindow,
    keyboard: KeyboardUser<'a>,
    house: &'a House,
    /// The names of the actions done.
    done: RefCell<BTreeSet<String>>,
}

impl Visit<'_> {
    fn does_all(&self, deeds: &[Deed<'_>]) {
        deeds.iter().for_each(|deed| self.does(deed));
    }

    /// Does an action, and waits for its effect.
    fn does(&self, (name, keys, watched, becomes): &Deed<'_>) {
        let was = self.sees(watched);
        match keys {
            [] => self.keyboard.choose(name),
            keys => self.keyboard.press(keys),
        }
        self.window.wait(&format!(
            "{TOOLS} const was = {was}, now = ({watched}) ?? null;
             return now !== was && !!({becomes})"
        ));
        self.notes(name);
    }

    fn sees(&self, watched: &str) -> Value {
        self.window.script(&format!("{TOOLS} return ({watched}) ?? null"))
    }

    fn notes(&self, name: &str) {
        self.done.borrow_mut().insert(name.to_owned());
    }

    /// Opens a document by its title.
    fn opens(&self, document: usize) {
        let title = self.house.sandbox.json(&["list"]).json[document - 1]["title"].clone();
        self.keyboard.choose(title.as_str().unwrap());
        self.window.wait_for_text("title", title.as_str().unwrap());
        self.window.wait(&format!("{TOOLS} return !find('question').disabled && !!({PAGE})"));
    }

    fn reads(&self) {
        self.opens(1);
        self.does_all(READING);
        let copied = self.sees(SELECTED);
        self.keyboard.press(&[CONTROL, key('c')]);
        self.does(&("Ask a question", &[key('/')], FOCUS, "now === 'ask-field'"));
        self.keyboard.press(&[CONTROL, key('v')]);
        let copied = one_line(copied.as_str().unwrap());
        self.window.wait(&format!(
            "{TOOLS} return {QUESTION}.split(/\\s+/).filter(word => word).join(' ') === {}",
            json!(copied)
        ));
        self.notes("Copy");
        self.does_all(WRITING);
        self.keyboard.press(&[DELETE]);
        self.keyboard.leave_fields();
        self.does(&("Find in document", &[CONTROL, key('f')], FOCUS, "now === 'find'"));
        self.does(&("Stop or close", &[ESCAPE], "!!find('find')", "!now"));
    }

    /// Asks a question that the story answers, and walks through the passages.
    fn asks(&self) {
        self.opens(2);
        self.keyboard.press(&[key('/')]);
        self.window.wait("return document.activeElement.id === 'ask-field'");
        self.keyboard.write(&question_of(&self.house.story));
        let asked = self.sees("count('[data-testid=exchange]')");
        self.keyboard.press(&[ENTER]);
        // Escape would stop the search.
        self.window.wait(&format!(
            "{TOOLS} return count('[data-testid=exchange]') > {asked}
                 && !!{LAST}.querySelector('[data-testid=quiet-line]')"
        ));
        if self.sees("!!find('answer-anyway')") == true {
            self.keyboard.press_on("answer-anyway");
        }
        self.window.wait(&format!("return !!{LAST}.querySelector('[data-testid=citation-1]')"));
        self.keyboard.leave_fields();
        self.does(&("Next cited passage", &[key('j')], MARKED, "now > 0"));
        for turn in [']', '[', '['] {
            if self.sees(MARKED) == 0 {
                break;
            }
            self.keyboard.press_within(key(turn));
        }
        self.does(&("Previous cited passage", &[key('k')], MARKED, "now > 0"));
    }

    /// Replays the path, and moves from passage to point and back.
    fn walks(&self) {
        self.does(&("Show path on graph", &[], VIEW, "now.includes('graph')"));
        self.window.wait(&format!("{TOOLS} return count('.trace circle.stop') > 0"));
        self.keyboard.reach("picture");
        let plays = "find('play').ariaPressed";
        self.does(&("Replay path on graph", &[key(' ')], plays, "now === 'true'"));
        self.window.wait(&format!("{TOOLS} return {plays} === 'false'"));
        self.does(&("Graph as table", &[key('t')], "!!find('graph-table')", "now"));
        self.does(&("Graph as table", &[key('t')], "!!find('graph-table')", "!now"));
        self.keyboard.reach("picture");
        self.keyboard.choose(&self.point_in_the_middle());
        self.window.wait("return document.activeElement.id === 'picture'");
        self.window.wait(&format!("{TOOLS} return !!{POINT}"));
        self.does_all(WALKING);
    }

    /// The first words of a point from which others were written, with further points on either
    /// side.
    fn point_in_the_middle(&self) -> String {
        let graph = self.house.sandbox.json(&["show", "2"]).json;
        let edges = graph["edges"].as_array().unwrap();
        let node = |edge: &Value| graph["nodes"][edge["to"].as_u64().unwrap() as usize].clone();
        let below: BTreeMap<u64, Value> = edges
            .iter()
            .filter(|edge| node(edge)["level"] == 2)
            .map(|edge| (edge["to"].as_u64().unwrap(), node(edge)))
            .collect();
        let middle = below.values().nth(below.len() / 2).unwrap();
        let said = one_line(middle["text"].as_str().unwrap());
        said.split(' ').take(6).collect::<Vec<_>>().join(" ")
    }

    fn saves_and_asks_again(&self) {
        for form in ["Markdown", "HTML", "JSON"] {
            let (name, file) = (format!("Save answer as {form}…"), self.house.sandbox.path(form));
            self.saves(&name, (dialog::SAVE, &file));
            assert!(!written(&file).is_empty(), "{form}");
        }
        let asked = "count('[data-testid=exchange]')";
        self.does(&("Ask again", &[], asked, "now > was"));
        self.window.wait(&format!("{TOOLS} return !find('stop-asking')"));
    }

    fn saves_names(&self) {
        for form in ["CSV", "GraphML", "JSON-LD"] {
            let file = self.house.sandbox.path(form);
            self.saves(&format!("Save names as {form}…"), (dialog::SAVE_NAMES, &file));
            assert!(!written(&file).is_empty(), "{form}");
        }
        let vault = self.house.sandbox.path("Vault");
        std::fs::create_dir(&vault).unwrap();
        self.saves("Save names as Obsidian notes…", (dialog::SAVE_NAMES, &vault));
        let title = self.house.sandbox.json(&["list"]).json[1]["title"].clone();
        let folder = vault.join(title.as_str().unwrap());
        wait_until(|| folder.is_dir(), "no notes are saved");
        let notes = std::fs::read_dir(folder).unwrap().map(|note| note.unwrap().path());
        assert!(notes.filter(|note| note.extension().is_some_and(|end| end == "md")).count() > 0);
    }

    /// Does an action that asks for a place in the dialog with a title.
    fn saves(&self, name: &str, (title, place): (&str, &Path)) {
        self.keyboard.choose(name);
        dialog::answer(&self.house.sandbox.tree(), title, text(place));
        self.keyboard.come_back();
        self.notes(name);
    }

    fn removes_and_takes_back(&self) {
        self.keyboard.press_on("remove");
        self.window.wait("return document.activeElement.dataset.testid === 'undo-remove'");
        let leaves = "!!find('undo-remove')";
        self.does(&("Undo removal", &[CONTROL, key('z')], leaves, "!now"));
    }

    /// Adds a folder, the sample book with the first steps, and a long story, whose build is
    /// paused.
    fn adds(&self) {
        let letters = self.house.sandbox.path("letters");
        std::fs::create_dir(&letters).unwrap();
        std::fs::write(letters.join("letter.txt"), "The boat is let to Jon Reed.").unwrap();
        self.picks("Add folders…", &[CONTROL, SHIFT, key('o')], (dialog::PICK_FOLDERS, &letters));
        self.does(&("Getting started", &[], "!!find('tour')", "now"));
        let story = self.house.sandbox.story(31, 40).join("story.txt");
        self.picks("Add documents…", &[CONTROL, key('o')], (dialog::PICK, &story));
        self.window.wait(&format!("{TOOLS} return !!find('build-now') || !!find('queue')"));
        if self.sees("!!find('build-now')") == true {
            self.keyboard.press_on("build-now");
        }
        self.window.wait_for("queue");
        let held = "find('pause')?.innerText";
        self.does(&("Pause reading and building", &[], held, "now === 'Resume'"));
    }

    /// Adds a file or folder in the dialog with a title.
    fn picks(&self, name: &str, keys: &[u32], (title, place): (&str, &Path)) {
        let documents = "count('[data-testid=open-document]')";
        let before = self.sees(documents);
        self.keyboard.press(keys);
        dialog::answer(&self.house.sandbox.tree(), title, text(place));
        self.keyboard.come_back();
        self.window.wait(&format!("{TOOLS} return {documents} > {before}"));
        self.notes(name);
    }

    /// Asserts that every menu item was used, except Quit, which then ends the window.
    fn ends(&self) {
        let items: BTreeSet<String> = self.house.sandbox.tree().items().into_iter().collect();
        let words = WindowLanguage::ENGLISH.words();
        let menus = ["menu-file", "menu-edit", "menu-view", "menu-go", "questions", "menu-help"];
        let mut done = self.done.take();
        done.extend(menus.map(|menu| words[menu].clone()));
        // The bar itself belongs to the window, and the next key does Quit.
        done.extend([dialog::MAIN.to_owned(), words["action-quit"].clone()]);
        assert_eq!(items, done);
        self.keyboard.press(&[CONTROL, key('q')]);
        let own = [program("pecan-desktop"), self.house.library()];
        let has_ended = || processes::with_words(&[text(&own[0]), text(&own[1])]).is_empty();
        wait_until(has_ended, "the window stays");
    }
}

fn wait_until(is_so: impl Fn() -> bool, otherwise: &str) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{otherwise}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
