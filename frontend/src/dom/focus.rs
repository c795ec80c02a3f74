//! Where the focus goes when its element is removed.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::dom::elements;

/// Where the focus lands if nothing else is left: on the first of these that is visible.
const LANDINGS: [&str; 3] = [elements::PAGE, elements::PICTURE, elements::TABLE];

/// The element that had the focus before another took it. Copies refer to the same one.
#[derive(Clone, Copy)]
pub struct PreviousFocus(StoredValue<Option<HtmlElement>, LocalStorage>);

impl PreviousFocus {
    /// No element yet.
    pub fn new() -> Self {
        Self(StoredValue::new_local(None))
    }

    /// Remembers the element that has the focus now.
    pub fn keep(self) {
        let focused = document().active_element();
        self.0.set_value(focused.and_then(|focused| focused.dyn_into().ok()));
    }

    /// Gives the focus back to that element. If it is gone, the focus lands in the middle.
    pub fn give_back(self) {
        if let Some(before) = self.0.try_update_value(Option::take).flatten() {
            let _ = before.focus();
        }
        land();
    }
}

/// Moves the focus to the middle of the window, once the element that had it is gone and none has
/// it.
pub fn land() {
    request_animation_frame(|| {
        if !has_none() {
            return;
        }
        let mut there = LANDINGS.into_iter().filter_map(|id| document().get_element_by_id(id));
        // A hidden element has no height.
        elements::focus_on(there.find(|element| element.client_height() > 0));
    });
}

fn has_none() -> bool {
    document().active_element().is_none_or(|focused| focused.tag_name() == "BODY")
}

/// Moves the focus among the elements of a kind within an element. `to` returns the number of the
/// next one from that of the focused one, if there is one, and that of the last.
pub fn step(within: &Element, kind: &str, to: impl Fn(Option<u32>, u32) -> u32) {
    let Ok(all) = within.query_selector_all(kind) else { return };
    let Some(last) = all.length().checked_sub(1) else { return };
    let focused = document().active_element();
    let is_here = |nth: &u32| all.get(*nth).as_ref() == focused.as_deref();
    elements::focus_on(all.get(to((0..=last).find(is_here), last)));
}
