//! Keys that work wherever the focus is.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use protocol::EntityId;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use crate::actions::{Action, Key, Reach};
use crate::state::App;

/// The input field of the question.
pub const ASK_FIELD: &str = "ask-field";

/// The page in the reader.
pub const PAGE: &str = "page";

/// The field for words to find on that page.
pub const FIND: &str = "find";

/// The headings of the open document.
pub const OUTLINE: &str = "outline";

/// The names in that document.
pub const NAMES: &str = "names";

/// The field that filters those names.
pub const NAMES_FIELD: &str = "names-field";

/// The graph's picture.
pub const PICTURE: &str = "picture";

/// The graph as a table.
pub const TABLE: &str = "table";

/// The part of the settings about this program.
pub const ABOUT: &str = "about";

/// Returns the element of the entity with this number in the list of names.
pub fn of_name(id: EntityId) -> String {
    format!("name-{id}")
}

/// Listens for keys for the lifetime of the window.
pub fn listen(app: App) {
    let listening = window_event_listener(ev::keydown, move |event| pressed(app, &event));
    on_cleanup(move || listening.remove());
}

fn pressed(app: App, event: &KeyboardEvent) {
    let action = Action::pressed(event).filter(|&(action, key)| {
        // An open sheet takes all keys, except those that close it.
        reaches(key) && (matches!(action, Action::Stop | Action::Keys) || !is_modal())
    });
    if action.is_some_and(|(action, _)| app.act(action)) {
        event.prevent_default();
    }
}

/// Whether a key works where the focus is now.
fn reaches(key: Key) -> bool {
    match key.reach {
        Reach::Everywhere => true,
        // The space bar presses a focused button or box.
        Reach::OutsideFields if key.key == " " => !is_typing() && !has_focus(&["BUTTON", "INPUT"]),
        Reach::OutsideFields => !is_typing(),
        Reach::OnPicture | Reach::ByItself => false,
    }
}

/// Whether Tab was pressed. With Shift held down, WebKit on Linux has no name for it, but knows the
/// key's code.
pub fn is_tab(event: &KeyboardEvent) -> bool {
    event.key() == "Tab" || event.code() == "Tab"
}

/// Moves the focus to an element.
pub fn focus(id: &str) {
    focus_on(document().get_element_by_id(id));
}

/// Moves the focus to a field, and selects its text.
pub fn select(id: &str) {
    focus(id);
    let field = document().get_element_by_id(id);
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}

/// Moves the focus to the first element that Tab would reach within an element.
pub fn focus_within(id: &str) {
    let within = document().get_element_by_id(id);
    focus_on(within.and_then(|within| within.query_selector("[tabindex='0']").ok().flatten()));
}

/// Moves the focus to an element, if there is one.
pub fn focus_on(element: Option<impl JsCast>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // If an element cannot be focused, the focus stays.
        let _ = element.focus();
    }
}

/// Whether an element has the focus.
pub fn is_on(id: &str) -> bool {
    focused().is_some_and(|element| element.id() == id)
}

/// Removes the focus from the element that has it.
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

/// Whether an element uses letters; `kind` is an input's type.
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
        // In a list, letters search.
        None => matches!(tag, "TEXTAREA" | "SELECT"),
    }
}

/// Whether an element with one of these tags has the focus.
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
