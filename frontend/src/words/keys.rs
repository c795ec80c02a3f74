//! The sheet of keys, and what keys are called.

messages! {
    all_keys;
    control;
    shift;
    enter;
    space;
    escape;
}

/// What stands on a key, whose name is that of browsers.
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
