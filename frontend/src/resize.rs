//! Elements that become larger or smaller.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};

/// Does something now and whenever an element becomes larger or smaller, until what is around it is
/// drawn anew.
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
