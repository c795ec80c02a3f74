//! How soon the window can be used.

use report::{Goal, MeasurementRow};
use std::time::SystemTime;
use tests::browser::AppWindow;
use tests::processes;
use tests::{Sandbox, program, text};

use crate::values::median;

/// The number of starts; the median counts.
const STARTS: usize = 5;

/// The times of one start.
struct StartupTimes {
    /// Seconds from the process's start to documents on screen.
    usable: f64,
    /// Milliseconds from the page's request for the list to the first of it on screen.
    shown: f64,
    /// The same, up to all of it.
    listed: f64,
}

/// Measures from the process's start to the list of documents on screen, and how long the list
/// takes.
pub fn rows(sandbox: &Sandbox, many: &Sandbox) -> Vec<MeasurementRow> {
    let few = starts(sandbox);
    let many = starts(many);
    let middle = |starts: &[StartupTimes], value: fn(&StartupTimes) -> f64| {
        median(&starts.iter().map(value).collect::<Vec<_>>())
    };
    vec![
        MeasurementRow::new(
            "start to usable window, s",
            middle(&few, |start| start.usable),
            STARTS,
            Goal::AtMost(1.5),
        ),
        MeasurementRow::new(
            "10,000 documents: the first of the list on screen, ms",
            middle(&many, |start| start.shown),
            STARTS,
            Goal::AtMost(200.0),
        ),
        MeasurementRow::plain(
            "the same: the whole list is there, ms",
            middle(&many, |start| start.listed),
            STARTS,
        ),
        MeasurementRow::plain(
            "one document: the list on screen, ms",
            middle(&few, |start| start.shown),
            STARTS,
        ),
    ]
}

fn starts(sandbox: &Sandbox) -> Vec<StartupTimes> {
    (0..STARTS).map(|_| start(sandbox)).collect()
}

fn start(sandbox: &Sandbox) -> StartupTimes {
    let library = sandbox.path("library");
    let window = AppWindow::open(&library, &[]);
    let times = window.wait(
        "const at = name => performance.getEntriesByName(name)[0]?.startTime;
         if (at('listed') === undefined) return false;
         const shown = at('first listed') ?? at('listed');
         return [performance.timeOrigin, at('list asked'), shown, at('listed')]",
    );
    let [origin, asked, shown, listed] =
        [0, 1, 2, 3].map(|at| times[at].as_f64().unwrap_or(f64::NAN));
    let began = started(&[text(&program("pecan-desktop")), text(&library)]);
    StartupTimes {
        usable: (origin + shown) / 1e3 - began,
        shown: shown - asked,
        listed: listed - asked,
    }
}

/// When the first process with these words began, in seconds since 1970.
fn started(words: &[&str]) -> f64 {
    let began = processes::with_words(words).into_iter().filter_map(processes::seconds_old);
    let oldest = began.fold(0.0, f64::max);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_secs_f64() - oldest
}
