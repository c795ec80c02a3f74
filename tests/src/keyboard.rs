//! A user without a pointer: every key is pressed on the display.

use serde_json::json;

use crate::browser::AppWindow;
use crate::dialog;
use crate::screen::{CONTROL, DOWN, ENTER, ESCAPE, Screen};
use crate::tour::Tour;

/// The maximum number of key presses in vain before an element counts as out of reach.
const MOST: usize = 60;

/// Counts the keys released in the page.
const COUNT: &str = "
    if (window.__released === undefined) {
        window.__released = 0;
        addEventListener('keyup', () => { window.__released += 1; }, true);
    }
    return window.__released";

/// A user of the keyboard, in a window with the keyboard focus.
pub struct KeyboardUser<'a> {
    window: &'a AppWindow,
    screen: Screen,
}

impl<'a> KeyboardUser<'a> {
    /// Gives a window the keyboard focus.
    pub fn on(window: &'a AppWindow) -> Self {
        let screen = Screen::open();
        screen.focus(dialog::MAIN);
        Self { window, screen }
    }

    /// Returns the keyboard focus to the window after a dialog had it.
    pub fn come_back(&self) {
        self.screen.focus(dialog::MAIN);
    }

    /// Presses keys together.
    pub fn press(&self, keys: &[u32]) {
        self.screen.press(keys);
    }

    /// Presses a key that works within the page, and waits until its work is done.
    pub fn press_within(&self, key: u32) {
        let before = self.window.script(COUNT);
        self.press(&[key]);
        self.window.wait(&format!("return window.__released > {before}"));
    }

    /// Types a text into the focused element.
    pub fn write(&self, text: &str) {
        self.screen.write(text);
        self.window
            .wait(&format!("return document.activeElement.value?.endsWith({})", json!(text)));
    }

    /// Presses Tab until an element with a test id has the focus.
    ///
    /// # Panics
    /// If Tab does not lead there.
    pub fn reach(&self, id: &str) {
        let tour = Tour::begin(self.window, &self.screen);
        // The pressed element may vanish, so that the focus starts from the beginning.
        let most = 2 * tour.names().len();
        let found = (0..most).any(|_| tour.step(true).is_some_and(|stop| stop.name == id));
        assert!(found, "Tab does not lead to {id}: {:?}", tour.names());
    }

    /// Presses the button with a test id.
    pub fn press_on(&self, id: &str) {
        self.reach(id);
        self.press(&[ENTER]);
    }

    /// Searches everything for an entry with this name, or with this beginning, and opens or does
    /// it.
    ///
    /// # Panics
    /// If it is not found.
    pub fn choose(&self, name: &str) {
        self.press(&[CONTROL, u32::from('k')]);
        self.window.wait("return document.activeElement.role === 'combobox'");
        // Not every character has a key.
        self.write(&name.chars().filter(char::is_ascii).collect::<String>());
        self.window.wait(&format!("return {}", is_titled("", name)));
        let is_chosen = format!("return {}", is_titled("[aria-selected=true]", name));
        let found = (0..MOST).any(|_| {
            let found = self.window.script(&is_chosen) == true;
            if !found {
                self.press_within(DOWN);
            }
            found
        });
        assert!(found, "no arrow key leads to {name}");
        self.press(&[ENTER]);
        self.window.wait("return !document.querySelector('[data-testid=everything]')");
    }

    /// Leaves any focused field, which would take letters as text.
    pub fn leave_fields(&self) {
        let typing = "['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement.tagName)";
        // Open sheets are closed first.
        for _ in 0..MOST {
            if self.window.script(&format!("return {typing}")) == false {
                return;
            }
            self.press_within(ESCAPE);
        }
        panic!("a field keeps the focus");
    }
}

/// Whether a result that matches the selector `such` has this name or, if no result has it, begins
/// with it.
fn is_titled(such: &str, name: &str) -> String {
    let name = json!(name);
    format!(
        "(() => {{
             const all = [...document.querySelectorAll('[data-testid=thing] .title')]
                 .map(title => title.textContent);
             const isIt = all.includes({name}) ? title => title === {name}
                 : title => title.startsWith({name});
             return [...document.querySelectorAll('[data-testid=thing]{such} .title')]
                 .some(title => isIt(title.textContent));
         }})()"
    )
}
