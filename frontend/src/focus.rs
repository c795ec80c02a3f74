//! Where the focus goes when what has it is put away.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::keys;

/// What is led to where nothing else is left, the first that is seen.
const LANDINGS: [&str; 3] = [keys::PAGE, keys::PICTURE, keys::TABLE];

/// What had the focus before something took it. Copies are the same.
#[derive(Clone, Copy)]
pub struct Before(StoredValue<Option<HtmlElement>, LocalStorage>);

impl Before {
    /// Nothing yet.
    pub fn new() -> Self {
        Self(StoredValue::new_local(None))
    }

    /// Remembers what has the focus now.
    pub fn keep(self) {
        let focused = document().active_element();
        self.0.set_value(focused.and_then(|focused| focused.dyn_into().ok()));
    }

    /// Gives the focus back to that. Where it is no longer there the focus lands in the middle.
    pub fn give_back(self) {
        if let Some(before) = self.0.try_update_value(Option::take).flatten() {
            let _ = before.focus();
        }
        land();
    }
}

/// Has the focus land in the middle of the window, once what had it is gone and nothing has it.
pub fn land() {
    request_animation_frame(|| {
        if !has_none() {
            return;
        }
        let mut there = LANDINGS.into_iter().filter_map(|id| document().get_element_by_id(id));
        // What is not shown has no height.
        keys::focus_on(there.find(|element| element.client_height() > 0));
    });
}

fn has_none() -> bool {
    document().active_element().is_none_or(|focused| focused.tag_name() == "BODY")
}

/// Puts the focus on another one of the elements of a kind within an element: the one that a number
/// leads to, of that which has it, if one does, and of the last.
pub fn step(within: &Element, kind: &str, to: impl Fn(Option<u32>, u32) -> u32) {
    let Ok(all) = within.query_selector_all(kind) else { return };
    let Some(last) = all.length().checked_sub(1) else { return };
    let focused = document().active_element();
    let is_here = |nth: &u32| all.get(*nth).as_ref() == focused.as_deref();
    keys::focus_on(all.get(to((0..=last).find(is_here), last)));
}
