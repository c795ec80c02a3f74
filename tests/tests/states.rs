//! Every state of the real window, visited once: it is legible in all colours, nothing is torn in
//! any language or size, and every control is accessible to a screen reader.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::sync::OnceLock;

use tests::accessible::AccessibilityTree;
use tests::browser::{AppWindow, has_display};
use tests::screen_reader_rules::{is_there, untold};
use tests::states::{self, House, WindowState};
use tests::words::WindowLanguage;
use tests::{alone, program, sight, text};

/// The themes with the minimum contrast of letters to their background.
const THEMES: [(&str, f64); 4] =
    [("light", 4.5), ("dark", 4.5), ("contrast-light", 7.0), ("contrast-dark", 7.0)];
/// A small and a large size, in pixels.
const SIZES: [(u32, u32); 2] = [(1_280, 800), (1_920, 1_080)];
/// The largest scale of letters, besides the usual one.
const LARGEST: &str = "1.5";

/// In every theme, with the colours that the browser computes.
#[test]
fn everything_can_be_read_in_every_theme() {
    assert!(found().faint.is_empty(), "{:#?}", found().faint);
}

/// Every control has a name and a fitting role.
#[test]
fn nothing_is_nameless_whatever_is_shown() {
    assert!(found().untold.is_empty(), "{:#?}", found().untold);
}

/// In every language, in a small and in a large window: nothing is cut off, lies over something
/// else, or must be scrolled sideways.
#[test]
fn nothing_is_torn_in_any_language() {
    assert!(found().torn.is_empty(), "{:#?}", found().torn);
}

/// The faults found.
#[derive(Default)]
struct Found {
    faint: Vec<String>,
    untold: Vec<String>,
    torn: Vec<String>,
    /// The index of the window's current size.
    size: usize,
}

/// The results of the first of these tests, shared by all. Without a display there are none.
fn found() -> &'static Found {
    static FOUND: OnceLock<Found> = OnceLock::new();
    let _alone = alone();
    FOUND.get_or_init(|| {
        let mut found = Found::default();
        if has_display() {
            found.go_through_everything();
        }
        found
    })
}

impl Found {
    fn go_through_everything(&mut self) {
        let house = House::furnish();
        for language in WindowLanguage::ALL {
            let window = house.open(language);
            let ear = (language.tag == "en").then(|| house.sandbox.tree());
            self.begin(&window);
            if ear.is_some() {
                sees_what_is_wrong(&window);
            }
            house.walk(&window, |state| self.see(&window, ear.as_ref(), state));
        }
        let library = house.sandbox.path("empty");
        let window = states::empty(&library);
        let tree = AccessibilityTree::of(&[text(&program("pecan-desktop")), text(&library)]);
        self.begin(&window);
        self.see(&window, Some(&tree), states::EMPTY);
        for language in &WindowLanguage::ALL[1..] {
            language.choose(&window);
            window.press("Escape", false);
            self.see(&window, None, states::EMPTY);
        }
    }

    /// Sets the size of a newly opened window, and makes it change colours without a transition.
    fn begin(&mut self, window: &AppWindow) {
        window.script("document.documentElement.style.setProperty('--quick', '0ms')");
        self.resize(window, 0);
    }

    /// Checks a state. What does not depend on the language is checked only if a screen reader's
    /// tree is given.
    fn see(&mut self, window: &AppWindow, ear: Option<&AccessibilityTree>, state: WindowState) {
        if let Some(tree) = ear {
            let nodes = tree.wait(|nodes| is_there(nodes, &state.shown));
            self.untold.extend(untold(&nodes).iter().map(|what| format!("{}: {what}", state.name)));
            self.read(window, state);
        }
        // First at the current size, then at the other one.
        for size in [self.size, 1 - self.size] {
            self.resize(window, size);
            self.look_for_torn(window, state, "");
            let scale = "document.documentElement.style";
            window.script(&format!("{scale}.setProperty('--scale', '{LARGEST}')"));
            self.look_for_torn(window, state, ", large letters");
            window.script(&format!("{scale}.removeProperty('--scale')"));
        }
    }

    fn look_for_torn(&mut self, window: &AppWindow, state: WindowState, how: &str) {
        let WindowState { name, .. } = state;
        let place = format!("{name}, {}, {}{how}", WindowLanguage::spoken(window).tag, self.size);
        let torn = sight::torn(window);
        self.torn.extend(torn.iter().map(|what| format!("{place}: {what}")));
    }

    fn read(&mut self, window: &AppWindow, state: WindowState) {
        for (theme, least) in THEMES {
            window.script(&format!("document.documentElement.dataset.theme = '{theme}'"));
            let faint = sight::faint(window, least);
            self.faint.extend(faint.iter().map(|what| format!("{}, {theme}: {what}", state.name)));
        }
        window.script("delete document.documentElement.dataset.theme");
    }

    fn resize(&mut self, window: &AppWindow, size: usize) {
        let (width, height) = SIZES[size];
        window.resize(width, height);
        window.wait(&format!("return Math.abs(innerWidth - {width}) < 60"));
        self.size = size;
    }
}

/// The checks find torn and faint text: a word that cannot be broken, in too little room, and one
/// in the colour of its background.
fn sees_what_is_wrong(window: &AppWindow) {
    let style = "document.querySelector('[data-testid=show-both]').style";
    for (property, value) in [("width", "12px"), ("color", "var(--paper)")] {
        window.script(&format!("{style}.setProperty('{property}', '{value}')"));
        let found =
            if property == "width" { sight::torn(window) } else { sight::faint(window, 4.5) };
        assert!(!found.is_empty(), "{property} {value} is not seen");
        window.script(&format!("{style}.removeProperty('{property}')"));
    }
}
