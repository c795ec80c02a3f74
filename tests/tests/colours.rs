//! Whatever the colours of the real window, what is written in it can be read.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use tests::browser::has_display;
use tests::states::House;
use tests::{alone, sight};

/// The themes with how far letters are to stand out from what they are written on.
const THEMES: [(&str, f64); 4] =
    [("light", 4.5), ("dark", 4.5), ("contrast-light", 7.0), ("contrast-dark", 7.0)];

/// In every state of the window, in every theme, as the browser computes the colours.
#[test]
fn everything_can_be_read_in_every_theme() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let house = House::furnish();
    let window = house.open();
    // Colours change at once.
    window.script("document.documentElement.style.setProperty('--quick', '0ms')");
    let mut faint = Vec::new();
    house.walk(&window, |state| {
        for (theme, least) in THEMES {
            window.script(&format!("document.documentElement.dataset.theme = '{theme}'"));
            window
                .wait("return document.getAnimations().every(one => one.playState === 'finished')");
            let found = sight::faint(&window, least).into_iter();
            faint.extend(found.map(|what| format!("{}, {theme}: {what}", state.name)));
        }
        window.script("delete document.documentElement.dataset.theme");
    });
    assert!(faint.is_empty(), "{faint:#?}");
}
