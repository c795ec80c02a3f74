//! What is left to say when the window's own program has failed.

use std::panic;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use crate::{keys, words};

const SHEET: &str = "broken";

/// Sees to it that the user is told when this program fails, which then does nothing any more.
pub fn begin() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // Where even this fails there is nobody left to tell.
        let _ = tell();
    }));
}

/// Says so over everything else, with a button that loads the window anew.
fn tell() -> Result<(), JsValue> {
    let page = document();
    let told = page.get_element_by_id(SHEET).is_some();
    let Some(body) = page.body().filter(|_| !told) else { return Ok(()) };
    let sheet = page.create_element("div")?;
    sheet.set_id(SHEET);
    sheet.set_attribute("role", "alertdialog")?;
    sheet.set_attribute("aria-label", words::window_failed())?;
    said(&sheet, "h2", words::window_failed())?;
    said(&sheet, "p", words::window_failed_hint())?;
    let button = said(&sheet, "button", words::load_again())?;
    // It is all that is called of this program by now.
    let load = Closure::<dyn FnMut()>::new(|| drop(location().reload())).into_js_value();
    button.add_event_listener_with_callback("click", load.unchecked_ref())?;
    body.append_child(&sheet)?;
    keys::focus_on(Some(button));
    Ok(())
}

/// Puts words at the end of the sheet.
fn said(sheet: &Element, kind: &str, words: &str) -> Result<Element, JsValue> {
    let element = document().create_element(kind)?;
    element.set_text_content(Some(words));
    sheet.append_child(&element)?;
    Ok(element)
}
