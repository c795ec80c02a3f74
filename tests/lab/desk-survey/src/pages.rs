//! How soon a printed page appears.

use report::{Goal, MeasurementRow};
use tests::Sandbox;
use tests::browser::AppWindow;

use crate::values::percentile;

/// The number of pages to turn forward, and back again.
const TURNS: usize = 10;

/// Turns the page and records how long it took until the picture of another one was drawn.
const TURN: &str = "
    const picture = () => document.querySelector('[data-testid=sheet] img');
    const before = picture()?.src;
    const begun = performance.now();
    window.turnTook = undefined;
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'KEY', bubbles: true }));
    const look = () => {
        const now = picture();
        if (now && now.src !== before && now.complete && now.naturalWidth > 0) {
            window.turnTook = performance.now() - begun;
            return;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// Measures pages seen for the first time, and pages seen before.
pub fn rows(sandbox: &Sandbox) -> Vec<MeasurementRow> {
    let window = open(sandbox);
    let first: Vec<f64> = (0..TURNS).map(|_| turned(&window, "]")).collect();
    let again: Vec<f64> = (0..TURNS).map(|_| turned(&window, "[")).collect();
    let most = |times: &[f64]| percentile(times, 1.0);
    vec![
        MeasurementRow::new(
            "a page seen for the first time, slowest, ms",
            most(&first),
            TURNS,
            Goal::AtMost(400.0),
        ),
        MeasurementRow::new(
            "a page seen before, slowest, ms",
            most(&again),
            TURNS,
            Goal::AtMost(100.0),
        ),
    ]
}

/// Opens the window with its document at the first page.
pub fn open(sandbox: &Sandbox) -> AppWindow {
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.click("show-text");
    window.wait("return document.querySelector('[data-testid=sheet] img')?.naturalWidth > 0");
    window
}

/// The milliseconds until a page forward or back appears.
pub fn turned(window: &AppWindow, key: &str) -> f64 {
    window.script(&TURN.replace("KEY", key));
    window.wait("return window.turnTook").as_f64().unwrap_or(f64::NAN)
}
