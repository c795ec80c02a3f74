use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use engine::StopSignal;
use protocol::{Code, Failure};

use crate::exit_status::STOPPED;

/// The line on stderr that shows how far a command is, and the Ctrl-C that stops it.
pub struct ProgressLine {
    stop: StopSignal,
    /// Whether stderr is a terminal, where a line can be replaced.
    live: bool,
    shown: Option<Instant>,
    drawn: bool,
}

impl ProgressLine {
    /// Takes over Ctrl-C; a second one ends the program at once.
    ///
    /// # Errors
    ///
    /// If the system does not allow it, or this program has taken it over before.
    pub fn new() -> Result<Self, Failure> {
        let stop = StopSignal::default();
        let wish = stop.clone();
        ctrlc::set_handler(move || {
            if wish.is_requested() {
                std::process::exit(STOPPED.into());
            }
            wish.request();
        })
        .map_err(|error| {
            Failure::new(Code::Internal, format!("Pecan cannot listen for Ctrl-C: {error}."))
        })?;
        Ok(Self { stop, live: stderr().is_terminal(), shown: None, drawn: false })
    }

    /// Returns the signal that Ctrl-C gives.
    pub fn stop(&self) -> &StopSignal {
        &self.stop
    }

    /// Shows a line that changes all the time and is of no use afterwards: only on a terminal.
    pub fn show_live(&mut self, line: &str) {
        if self.live {
            self.show(line);
        }
    }

    /// Shows how far the command is: on a terminal in one line that changes four times a second, in a log in a line
    /// every ten seconds.
    pub fn show(&mut self, line: &str) {
        let pause = if self.live { Duration::from_millis(250) } else { Duration::from_secs(10) };
        if self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        if self.live {
            write_to_stderr(&format!("\r\x1b[2K{line}"));
            self.drawn = true;
        } else {
            write_to_stderr(&format!("{line}\n"));
        }
    }

    /// Clears the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            write_to_stderr("\r\x1b[2K");
        }
    }

    /// Writes a remark in place of the line.
    pub fn remark(&mut self, text: &str) {
        self.clear();
        write_to_stderr(text);
    }
}

/// If stderr is closed, progress does not matter.
fn write_to_stderr(text: &str) {
    let mut out = stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Returns a length of time in words.
pub fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shown_in_a_fitting_unit() {
        for (seconds, text) in [
            (0.4, "less than a second"),
            (3.2, "3 s"),
            (89.0, "89 s"),
            (600.0, "10 min"),
            (9000.0, "2.5 h"),
        ] {
            assert_eq!(span(seconds), text);
        }
    }
}
