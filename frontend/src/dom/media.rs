//! Media queries of the style sheet, asked by the program.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Reports whether a query matches, now and at every change.
pub fn follow(query: &str, tell: impl Fn(bool) + 'static) {
    let Ok(Some(query)) = window().match_media(query) else { return };
    tell(query.matches());
    let now = query.clone();
    let changed = Closure::<dyn FnMut()>::new(move || tell(now.matches())).into_js_value();
    query.set_onchange(Some(changed.unchecked_ref()));
}
