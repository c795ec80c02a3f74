//! Shows a job's progress on stderr, streams an answer to stdout, and lets Ctrl-C stop the job.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::{Client, StopSignal};
use protocol::{Code, DocumentId, Event, Failure, JobId, Progress, Stage};

/// The terminal from the engine's side.
pub struct Terminal {
    stop: StopSignal,
    /// Whether answers are printed as they are written.
    streams: bool,
    /// Whether part of the answer was printed.
    streamed: bool,
    live: bool,
    shown: Option<Instant>,
    drawn: bool,
}

impl Terminal {
    /// Takes over Ctrl-C; a second one ends the program at once.
    pub fn new(streams: bool) -> Result<Self, Failure> {
        let stop = StopSignal::default();
        let wish = stop.clone();
        ctrlc::set_handler(move || {
            if wish.is_requested() {
                std::process::exit(130);
            }
            wish.request();
        })
        .map_err(|error| {
            Failure::new(Code::Internal, format!("Pecan cannot listen for Ctrl-C: {error}."))
        })?;
        let live = stderr().is_terminal();
        Ok(Self { stop, streams, streamed: false, live, shown: None, drawn: false })
    }

    /// Clears the progress line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            say("\r\x1b[2K");
        }
    }

    /// Shows a progress line: on a terminal one line that changes four times a second, in a log a line every ten
    /// seconds.
    pub fn tell(&mut self, line: &str) {
        let pause = if self.live { Duration::from_millis(250) } else { Duration::from_secs(10) };
        if self.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        self.shown = Some(Instant::now());
        if self.live {
            say(&format!("\r\x1b[2K{line}"));
            self.drawn = true;
        } else {
            say(&format!("{line}\n"));
        }
    }
}

impl Client for Terminal {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        match event {
            Event::Progress(progress) => self.tell(&line(&progress)),
            Event::Began { growing, .. } if !growing.is_empty() => {
                self.clear();
                say(&rests_on_a_part(&growing));
            }
            Event::Notice { notice } => {
                self.clear();
                say(&format!("pecan: {}\n", notice.sentence()));
            }
            Event::Token { text } if self.streams => {
                let text = if self.streamed { text.as_str() } else { text.trim_start() };
                self.streamed |= !text.is_empty();
                let mut out = stdout().lock();
                // If the reader went away, the answer is still kept.
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            }
            _ => {}
        }
        if self.stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stop(&self, _job: JobId) -> StopSignal {
        self.stop.clone()
    }
}

/// Writes to stderr. If that is closed, progress does not matter.
pub(crate) fn say(text: &str) {
    let mut out = stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Returns a note that a question is asked of incomplete graphs, and what to do about it.
fn rests_on_a_part(growing: &[DocumentId]) -> String {
    let named: Vec<String> = growing.iter().map(DocumentId::to_string).collect();
    let graphs = match named.as_slice() {
        [one] => format!("The graph of document {one} is"),
        several => format!("The graphs of documents {} are", several.join(", ")),
    };
    format!(
        "pecan: {graphs} not finished. The answer rests on the part that is built. To finish, add \
         the file again.\n"
    )
}

fn line(progress: &Progress) -> String {
    let stage = match progress.stage {
        Stage::Reading => "reading".to_owned(),
        Stage::Recognising { nth, of } => format!("recognising scanned page {nth} of {of}"),
        Stage::Trying => "tuning speed".to_owned(),
        Stage::TryingModel => "testing the model".to_owned(),
        Stage::Building => format!("building level {}", progress.level),
        Stage::Embedding => "embedding".to_owned(),
        Stage::Naming => "finding people and places".to_owned(),
        Stage::Questioning => "writing questions".to_owned(),
    };
    let percent = progress.done * 100.0;
    let title = match progress.title.as_str() {
        "" => "Model",
        title => title,
    };
    let mut line = format!("{title}: {stage}, {percent:.0}%");
    if progress.nodes > 0 {
        let (nodes, plural) = (progress.nodes, if progress.nodes == 1 { "" } else { "s" });
        line.push_str(&format!(", {nodes} node{plural}"));
    }
    if progress.tokens_per_second > 0.0 {
        line.push_str(&format!(", {:.0} tokens/s", progress.tokens_per_second));
    }
    if let Some(seconds) = progress.seconds_left {
        line.push_str(&format!(", {} left", span(seconds)));
    }
    line
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

    #[test]
    fn graphs_that_grow_are_named() {
        let one = rests_on_a_part(&[3]);
        assert!(one.starts_with("pecan: The graph of document 3 is not finished"), "{one}");
        assert!(rests_on_a_part(&[3, 5]).contains("documents 3, 5 are"));
    }

    #[test]
    fn a_line_says_stage_rate_and_time_left() {
        let progress = Progress {
            document: Some(1),
            title: "Emma".into(),
            stage: Stage::Building,
            level: 2,
            done: 0.415,
            nodes: 212,
            tokens_per_second: 1234.4,
            seconds_left: Some(360.0),
        };
        assert_eq!(
            line(&progress),
            "Emma: building level 2, 42%, 212 nodes, 1234 tokens/s, 6 min left"
        );
    }
}
