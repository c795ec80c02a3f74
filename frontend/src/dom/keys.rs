//! Keys as browsers report them.

use leptos::ev::KeyboardEvent;

/// Whether Tab was pressed. With Shift held down, WebKit on Linux has no name for it, but knows the
/// key's code.
pub fn is_tab(event: &KeyboardEvent) -> bool {
    event.key() == "Tab" || event.code() == "Tab"
}
