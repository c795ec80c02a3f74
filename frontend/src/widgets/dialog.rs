//! A sheet over the window, which keeps the focus.

use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::dom::keys::is_tab;
use crate::dom::{elements, focus};

/// The elements of a dialog that can have the focus.
const REACHED: &str = "button:not(:disabled), input, select, textarea";

/// A sheet over the window that keeps the focus until it is closed: by a press beside it, or by its
/// content.
#[component]
pub fn Dialog(
    class: &'static str,
    name: &'static str,
    /// The id of the element that describes it.
    #[prop(optional)]
    about: Option<&'static str>,
    close: impl Fn() + 'static,
    children: Children,
) -> impl IntoView {
    let sheet = NodeRef::<Div>::new();
    Effect::new(move |_| {
        if let Some(sheet) = sheet.get() {
            take_focus(&sheet);
        }
    });
    let stay = move |event: KeyboardEvent| {
        let Some(sheet) = sheet.get_untracked().filter(|_| is_tab(&event)) else { return };
        event.prevent_default();
        let back = event.shift_key();
        focus::step(&sheet, REACHED, |here, last| next(here, last, back));
    };
    view! {
        <div class="over" on:pointerdown=move |_| close()></div>
        <div
            class=class
            role="dialog"
            aria-modal="true"
            aria-label=name
            aria-describedby=about
            tabindex="-1"
            node_ref=sheet
            data-testid=class
            on:keydown=stay
        >
            {children()}
        </div>
    }
}

/// Moves the focus to its field, or else to the sheet.
fn take_focus(sheet: &HtmlElement) {
    match sheet.query_selector("input").ok().flatten() {
        Some(field) => elements::focus_on(Some(field)),
        None => elements::focus_on(Some(sheet.clone())),
    }
}

/// The element after Tab, wrapping around.
fn next(here: Option<u32>, last: u32, back: bool) -> u32 {
    match (here, back) {
        (None, false) => 0,
        (None | Some(0), true) => last,
        (Some(here), true) => here - 1,
        (Some(here), false) if here < last => here + 1,
        (Some(_), false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_stays_within() {
        for (here, back, expected) in [
            (None, false, 0),
            (None, true, 2),
            (Some(0), false, 1),
            (Some(2), false, 0),
            (Some(0), true, 2),
            (Some(2), true, 1),
        ] {
            assert_eq!(next(here, 2, back), expected, "{here:?} {back}");
        }
    }
}
