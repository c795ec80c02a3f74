//! What keys do wherever the focus is.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::state::{Desk, View};

/// The question's field, which `/` leads to.
pub const ASK_FIELD: &str = "ask-field";

/// The field for words that are looked for, to which Ctrl K leads.
pub const SEARCH_FIELD: &str = "search-field";

/// Listens for as long as the window lives.
pub fn listen(desk: Desk) {
    let listening = window_event_listener(ev::keydown, move |event| pressed(desk, &event));
    on_cleanup(move || listening.remove());
}

fn pressed(desk: Desk, event: &KeyboardEvent) {
    let control = event.ctrl_key() || event.meta_key();
    let done = match event.key().as_str() {
        "o" if control => {
            desk.pick_documents();
            true
        }
        "f" if control => {
            desk.find();
            true
        }
        "k" if control => {
            desk.library_open.set(true);
            focus(SEARCH_FIELD);
            true
        }
        "z" if control && !is_typing() => desk.undo_last_removing(),
        "Escape" => escape(desk),
        _ if control || event.alt_key() || is_typing() => false,
        key => single(desk, key),
    };
    if done {
        event.prevent_default();
    }
}

fn single(desk: Desk, key: &str) -> bool {
    match key {
        "/" => focus(ASK_FIELD),
        "g" | "G" => desk.show(View::Graph),
        "r" | "R" => desk.show(View::Text),
        "b" | "B" => desk.show(View::Both),
        "j" | "J" => desk.show_cited(true),
        "k" | "K" => desk.show_cited(false),
        // On a button it presses that.
        " " => return !has_focus(&["BUTTON"]) && desk.play_path(),
        "[" => desk.reading.turn(false),
        "]" => desk.reading.turn(true),
        "+" | "=" => desk.reading.zoom_by(Some(true)),
        "-" => desk.reading.zoom_by(Some(false)),
        "0" => desk.reading.zoom_by(None),
        "?" => desk.keys_open.update(|open| *open = !*open),
        "t" | "T" => desk.mapping.listed.update(|listed| *listed = !*listed),
        _ => return false,
    }
    true
}

/// Stops what is under way, or else closes what is open.
fn escape(desk: Desk) -> bool {
    if desk.keys_open.get_untracked() {
        desk.keys_open.set(false);
    } else if desk.asking.running.get_untracked().is_some() {
        desk.stop_asking();
    } else if desk.reading.finding.get_untracked() {
        desk.reading.finding.set(false);
    } else if desk.mapping.selected.get_untracked().is_some() {
        desk.mapping.selected.set(None);
    } else if desk.view.get_untracked() == View::Settings {
        desk.show(View::Text);
    } else if let Some(field) = focused() {
        return field.blur().is_ok();
    }
    true
}

/// Puts the focus on an element.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = element.focus();
    }
}

fn focused() -> Option<HtmlElement> {
    document().active_element()?.dyn_into().ok()
}

fn is_typing() -> bool {
    has_focus(&["INPUT", "TEXTAREA", "SELECT"])
}

/// Whether an element of one of these kinds has the focus.
fn has_focus(kinds: &[&str]) -> bool {
    focused().is_some_and(|element| kinds.contains(&element.tag_name().as_str()))
}
