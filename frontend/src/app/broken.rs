//! The message that is left when the window's own program has failed.

use std::panic;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use crate::app::strings;
use crate::dom::elements;

const SHEET: &str = "broken";

/// Makes sure that the user sees a message if this program fails, after which it does nothing any
/// more.
pub fn begin() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // If even this fails, nothing is left that could report it.
        let _ = tell();
    }));
}

/// Shows the message over everything else, with a button that reloads the window.
fn tell() -> Result<(), JsValue> {
    let page = document();
    let shown = page.get_element_by_id(SHEET).is_some();
    let Some(body) = page.body().filter(|_| !shown) else { return Ok(()) };
    let sheet = page.create_element("div")?;
    sheet.set_id(SHEET);
    sheet.set_attribute("role", "alertdialog")?;
    sheet.set_attribute("aria-label", strings::window_failed())?;
    said(&sheet, "h2", strings::window_failed())?;
    said(&sheet, "p", strings::window_failed_hint())?;
    let button = said(&sheet, "button", strings::load_again())?;
    // By now this is the only code of the program that still runs.
    let load = Closure::<dyn FnMut()>::new(|| drop(location().reload())).into_js_value();
    button.add_event_listener_with_callback("click", load.unchecked_ref())?;
    body.append_child(&sheet)?;
    elements::focus_on(Some(button));
    Ok(())
}

/// Appends words to the sheet.
fn said(sheet: &Element, kind: &str, words: &str) -> Result<Element, JsValue> {
    let element = document().create_element(kind)?;
    element.set_text_content(Some(words));
    sheet.append_child(&element)?;
    Ok(element)
}
