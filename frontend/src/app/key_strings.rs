//! Messages about keys, and their names.

use crate::i18n::messages;

messages! {
    "keys"
    all_keys;
    control;
    shift;
    enter;
    space;
    escape;
}

/// The label of a key, from its name in browsers.
pub fn key(name: &str) -> String {
    match name {
        " " => space().to_owned(),
        "Enter" => enter().to_owned(),
        "Escape" => escape().to_owned(),
        "ArrowLeft" => "←".to_owned(),
        "ArrowRight" => "→".to_owned(),
        "ArrowUp" => "↑".to_owned(),
        "ArrowDown" => "↓".to_owned(),
        sign => sign.to_uppercase(),
    }
}
