//! How soon a long PDF can be read after it was added.

use report::{Goal, MeasurementRow};
use tests::Sandbox;
use tests::browser::AppWindow;

/// The number of chunks of a story whose PDF has about a thousand pages.
const CHUNKS: usize = 2_000;

/// Measures from when the window's page begins to load, with a file named on the command line, to
/// the first page on screen, and to the whole text.
pub fn rows(sandbox: &Sandbox) -> Vec<MeasurementRow> {
    let pdf = sandbox.story(33, CHUNKS).join("story.pdf");
    let window = AppWindow::open(&sandbox.path("library"), &[&pdf]);
    let first =
        since_start(&window, "document.querySelector('[data-testid=preview]')?.naturalWidth > 0");
    let whole =
        since_start(&window, "document.querySelector('[data-testid=sheet] img')?.naturalWidth > 0");
    let pages = window.script(
        "return +document.querySelector('[data-testid=page-number]').parentElement.innerText
            .replace(/\\D/g, '')",
    );
    let pages = pages.as_u64().unwrap_or(0) as usize;
    vec![
        MeasurementRow::new(
            "a long PDF is added: its first page on screen, s",
            first,
            pages,
            Goal::AtMost(2.0),
        ),
        MeasurementRow::plain("the same: its whole text is there, s", whole, pages),
    ]
}

/// The seconds from the start of the window's page until a condition is met.
fn since_start(window: &AppWindow, so: &str) -> Option<f64> {
    let took = window.wait(&format!("return {so} ? performance.now() : false"));
    took.as_f64().map(|milliseconds| milliseconds / 1e3)
}
