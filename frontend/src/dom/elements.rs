//! Elements of the window that other parts move the focus to.

use leptos::prelude::*;
use protocol::EntityId;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

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

/// The element that has the focus.
pub fn focused() -> Option<HtmlElement> {
    document().active_element()?.dyn_into().ok()
}
