//! Elements that change their size.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};

/// Calls `resized` now and whenever an element changes its size, until the view around it is
/// redrawn.
pub fn on_resize(element: &Element, resized: impl FnMut() + 'static) {
    let resized = Closure::<dyn FnMut()>::new(resized).into_js_value();
    match ResizeObserver::new(resized.unchecked_ref()) {
        Ok(observer) => {
            observer.observe(element);
            let observer = StoredValue::new_local(observer);
            on_cleanup(move || observer.with_value(ResizeObserver::disconnect));
        }
        Err(error) => leptos::logging::error!("its size will not be followed: {error:?}"),
    }
}
