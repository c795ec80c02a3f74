//! Users without a pointer: real keys, pressed on the display, lead to everything in the real
//! window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use tests::browser::{AppWindow, has_display};
use tests::screen::{CONTROL, ESCAPE, SHIFT, Screen};
use tests::states::{self, House};
use tests::tour::Tour;
use tests::words::WindowLanguage;
use tests::{Sandbox, alone, dialog};

/// Tab reaches every control in every state, in a sensible order and back, and the focus is
/// visible.
#[test]
fn tab_leads_to_everything_and_is_seen() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let house = House::furnish();
    let window = house.open(WindowLanguage::ENGLISH);
    let screen = Screen::open();
    screen.focus(dialog::MAIN);
    house.walk(&window, |state| {
        // In a sheet over the window Tab stays within, as tested below.
        if !state.over {
            Tour::begin(&window, &screen).check(state.name);
        }
    });
    drop(window);
    let window = states::empty(&house.sandbox.path("empty"));
    screen.focus(dialog::MAIN);
    Tour::begin(&window, &screen).check(states::EMPTY.name);
}

/// In a dialog Tab stays within, and afterwards the focus returns to where it was.
#[test]
fn a_dialog_keeps_the_focus_and_gives_it_back() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.wait_for("add");
    let screen = Screen::open();
    screen.focus(dialog::MAIN);
    let tour = Tour::begin(&window, &screen);
    let first = tour.step(true).unwrap();
    for (keys, part) in
        [(&[SHIFT, u32::from('?')][1..], "key-sheet"), (&[CONTROL, u32::from('k')], "everything")]
    {
        screen.press(keys);
        window.wait_for(part);
        for forward in [true, true, false] {
            assert_eq!(tour.step(forward).unwrap().part, part);
        }
        screen.press(&[ESCAPE]);
        window.wait(&format!("return !document.querySelector('[data-testid={part}]')"));
        window.wait(&format!("return window.__focused()?.place === {}", first.place));
    }
}
