//! How soon the window can be used.

use std::time::SystemTime;

use report::{Goal, Row};
use tests::browser::Window;
use tests::processes;
use tests::{Desk, program, text};

use crate::values::median;

/// Starts, of which the median counts.
const STARTS: usize = 5;

/// From the process's start to the list of documents on screen, and how long the list takes.
pub fn rows(desk: &Desk, many: &Desk) -> Vec<Row> {
    let (usable, _) = starts(desk);
    let (_, listed) = starts(many);
    vec![
        Row::new("start to usable window, s", median(&usable), STARTS, Goal::AtMost(1.5)),
        Row::new("10,000 documents: listed, ms", median(&listed), STARTS, Goal::AtMost(200.0)),
    ]
}

/// Seconds until the window could be used, and milliseconds that its list took, of each start.
fn starts(desk: &Desk) -> (Vec<f64>, Vec<f64>) {
    let starts = (0..STARTS).map(|_| {
        let library = desk.path("library");
        let window = Window::open(&library, &[]);
        let times = window.wait(
            "const at = name => performance.getEntriesByName(name)[0]?.startTime;
             if (at('listed') === undefined) return false;
             return [performance.timeOrigin, at('list asked'), at('listed')]",
        );
        let [origin, asked, listed] = [0, 1, 2].map(|at| times[at].as_f64().unwrap_or(f64::NAN));
        let usable =
            (origin + listed) / 1e3 - started(&[text(&program("pecan-desktop")), text(&library)]);
        (usable, listed - asked)
    });
    starts.unzip()
}

/// When the first of the processes with these words began, in seconds since 1970.
fn started(words: &[&str]) -> f64 {
    let began = processes::with_words(words).into_iter().filter_map(processes::seconds_old);
    let oldest = began.fold(0.0, f64::max);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_secs_f64() - oldest
}
