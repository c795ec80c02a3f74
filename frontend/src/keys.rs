//! What keys do wherever the focus is.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use protocol::EntityId;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use crate::actions::{Action, Key, Reach};
use crate::state::Desk;

/// The question's field.
pub const ASK_FIELD: &str = "ask-field";

/// The page that is read.
pub const PAGE: &str = "page";

/// The field for words that are looked for in it.
pub const FIND: &str = "find";

/// The headings of the document that is read.
pub const OUTLINE: &str = "outline";

/// Who and what it names.
pub const NAMES: &str = "names";

/// The field for parts of those names.
pub const NAMES_FIELD: &str = "names-field";

/// The graph's picture.
pub const PICTURE: &str = "picture";

/// The graph as a table.
pub const TABLE: &str = "table";

/// What the settings say of this program.
pub const ABOUT: &str = "about";

/// What is listed with a number among the names.
pub fn of_name(id: EntityId) -> String {
    format!("name-{id}")
}

/// Listens for as long as the window lives.
pub fn listen(desk: Desk) {
    let listening = window_event_listener(ev::keydown, move |event| pressed(desk, &event));
    on_cleanup(move || listening.remove());
}

fn pressed(desk: Desk, event: &KeyboardEvent) {
    let action = Action::pressed(event).filter(|&(action, key)| {
        // A sheet has the keys to itself, but for those that put it away.
        reaches(key) && (matches!(action, Action::Stop | Action::Keys) || !is_modal())
    });
    if action.is_some_and(|(action, _)| desk.act(action)) {
        event.prevent_default();
    }
}

/// Whether a key does its work where the focus is now.
fn reaches(key: Key) -> bool {
    match key.reach {
        Reach::Everywhere => true,
        // On a button or a box the space bar presses that.
        Reach::OutsideFields if key.key == " " => !is_typing() && !has_focus(&["BUTTON", "INPUT"]),
        Reach::OutsideFields => !is_typing(),
        Reach::OnPicture | Reach::ByItself => false,
    }
}

/// Whether Tab was pressed. WebKit on Linux has no name for it when Shift is held down with it, but
/// knows the key.
pub fn is_tab(event: &KeyboardEvent) -> bool {
    event.key() == "Tab" || event.code() == "Tab"
}

/// Puts the focus on an element.
pub fn focus(id: &str) {
    focus_on(document().get_element_by_id(id));
}

/// Puts the focus on a field, and selects what stands in it.
pub fn select(id: &str) {
    focus(id);
    let field = document().get_element_by_id(id);
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}

/// Puts the focus on what Tab would reach first within an element.
pub fn focus_within(id: &str) {
    let within = document().get_element_by_id(id);
    focus_on(within.and_then(|within| within.query_selector("[tabindex='0']").ok().flatten()));
}

/// Puts the focus on an element, if there is one.
pub fn focus_on(element: Option<impl JsCast>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = element.focus();
    }
}

/// Whether an element has the focus.
pub fn is_on(id: &str) -> bool {
    focused().is_some_and(|element| element.id() == id)
}

/// Takes the focus off whatever has it.
pub fn leave() {
    if let Some(element) = focused() {
        let _ = element.blur();
    }
}

fn focused() -> Option<HtmlElement> {
    document().active_element()?.dyn_into().ok()
}

/// Whether a sheet lies over the window.
fn is_modal() -> bool {
    document().query_selector("[aria-modal='true']").is_ok_and(|sheet| sheet.is_some())
}

fn is_typing() -> bool {
    focused().is_some_and(|element| {
        let kind = element.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::type_);
        takes_letters(&element.tag_name(), kind.as_deref())
    })
}

/// Whether letters do something in such an element; `kind` is an input's.
fn takes_letters(tag: &str, kind: Option<&str>) -> bool {
    match kind {
        Some(kind) => !matches!(
            kind,
            "button"
                | "checkbox"
                | "color"
                | "file"
                | "image"
                | "radio"
                | "range"
                | "reset"
                | "submit"
        ),
        // A list is searched by them.
        None => matches!(tag, "TEXTAREA" | "SELECT"),
    }
}

/// Whether an element of one of these kinds has the focus.
fn has_focus(kinds: &[&str]) -> bool {
    focused().is_some_and(|element| kinds.contains(&element.tag_name().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_belong_to_what_is_written_into() {
        for (tag, kind, expected) in [
            ("INPUT", Some("text"), true),
            ("INPUT", Some("search"), true),
            ("INPUT", Some("password"), true),
            ("INPUT", Some("number"), true),
            ("INPUT", Some("range"), false),
            ("INPUT", Some("checkbox"), false),
            ("TEXTAREA", None, true),
            ("SELECT", None, true),
            ("BUTTON", None, false),
            ("ARTICLE", None, false),
        ] {
            assert_eq!(takes_letters(tag, kind), expected, "{tag} {kind:?}");
        }
    }
}
