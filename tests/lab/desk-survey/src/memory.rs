//! How much main memory the window takes, and whether that grows.

use report::{Goal, MeasurementRow};
use std::thread;
use std::time::Duration;
use tests::browser::AppWindow;
use tests::{Sandbox, processes, program, text};

use crate::pages;

/// How long the window is idle before its memory is read.
const REST: Duration = Duration::from_secs(10);
/// The fluctuation of memory, in megabytes.
const STEADY: f64 = 10.0;
/// How many times the page turns are repeated.
const AGAIN: usize = 4;
/// The number of pages to turn forward, then back.
const RUN: usize = 10;

/// The megabytes of the window's own process, of WebKit's processes, and of the engine.
#[derive(Debug, Clone, Copy)]
struct MemoryUse {
    window: f64,
    web: f64,
    engine: f64,
}

/// Measures after a rest, after page turns, after as many again several times, and after questions.
pub fn rows(sandbox: &Sandbox, turns: usize, questions: usize) -> Vec<MeasurementRow> {
    let window = pages::open(sandbox);
    let idle = taken(sandbox);
    turn(&window, turns);
    let first = taken(sandbox);
    turn(&window, AGAIN * turns);
    let turned = taken(sandbox);
    (0..questions).for_each(|nth| ask(&window, nth));
    let asked = taken(sandbox);
    let grown =
        |later: MemoryUse, before: MemoryUse| later.window + later.web - before.window - before.web;
    vec![
        MeasurementRow::new(
            "idle: the window's process, MB",
            Some(idle.window),
            1,
            Goal::AtMost(200.0),
        ),
        MeasurementRow::plain("idle: WebKit's processes, MB", Some(idle.web), 1),
        MeasurementRow::plain("idle: the engine's process, MB", Some(idle.engine), 1),
        MeasurementRow::plain(
            "more in the window's and WebKit's processes after page turns, MB",
            Some(grown(first, idle)),
            turns,
        ),
        // By then the cache of pages is full. Between two measurements it fluctuates.
        MeasurementRow::new(
            "more after as many again, mean of several times, MB",
            Some(grown(turned, first) / AGAIN as f64),
            AGAIN * turns,
            Goal::AtMost(STEADY),
        ),
        MeasurementRow::new(
            "more after questions, MB",
            Some(grown(asked, turned)),
            questions,
            Goal::AtMost(STEADY),
        ),
        MeasurementRow::new(
            "more in the window's process after all of them, MB",
            Some(asked.window - idle.window),
            (1 + AGAIN) * turns + questions,
            Goal::AtMost(STEADY),
        ),
    ]
}

fn turn(window: &AppWindow, turns: usize) {
    for turn in 0..turns {
        pages::turned(window, if (turn / RUN).is_multiple_of(2) { "]" } else { "[" });
    }
}

fn ask(window: &AppWindow, nth: usize) {
    let answered = "document.querySelectorAll('[data-testid=quiet-line]').length";
    let before = window.script(&format!("return {answered}")).as_u64().unwrap_or(0);
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Where is the lamp number {nth}?\u{e007}"));
    window.wait(&format!("return {answered} > {before}"));
}

/// Proportional set sizes, so that memory shared by processes counts once.
fn taken(sandbox: &Sandbox) -> MemoryUse {
    thread::sleep(REST);
    let words =
        [text(&program("pecan-desktop")).to_owned(), text(&sandbox.path("library")).to_owned()];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let roots = processes::with_words(&words);
    let oldest = |one: &u32, other: &u32| {
        let age = |id: &u32| processes::seconds_old(*id).unwrap_or(0.0);
        age(one).total_cmp(&age(other))
    };
    let window = roots.iter().copied().max_by(oldest).unwrap_or(0);
    let engine: f64 = roots.iter().filter(|id| **id != window).map(|id| megabytes(*id)).sum();
    let all: f64 = processes::families(&[window]).into_iter().map(megabytes).sum();
    let window = megabytes(window);
    MemoryUse { window, web: all - window - engine, engine }
}

fn megabytes(id: u32) -> f64 {
    processes::memory(id).map_or(0.0, |bytes| bytes as f64 / 1e6)
}
