//! Keys that work wherever the focus is.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::app::App;
use crate::app::action::Action;
use crate::app::action::key::{Key, Reach};
use crate::dom::elements::focused;

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
