//! What the style sheet asks of the screen and the system, asked by the program.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Tells whether something is so, now and whenever that changes.
pub fn follow(query: &str, tell: impl Fn(bool) + 'static) {
    let Ok(Some(query)) = window().match_media(query) else { return };
    tell(query.matches());
    let now = query.clone();
    let changed = Closure::<dyn FnMut()>::new(move || tell(now.matches())).into_js_value();
    query.set_onchange(Some(changed.unchecked_ref()));
}
