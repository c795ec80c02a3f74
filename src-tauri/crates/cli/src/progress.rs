//! Shows a job's progress on stderr, with the answer being written, and lets Ctrl-C stop the job.

use std::ops::ControlFlow;

use engine::{Client, StopSignal};
use protocol::{DocumentId, Event, Failure, JobId, Progress, Stage};
use terminal::{ProgressLine, span};

/// Shows a job's progress on stderr, with the answer being written. Ctrl-C stops the job.
pub struct ProgressClient {
    line: ProgressLine,
    /// The answer so far. It may be discarded for that of a further search, so it never goes to stdout.
    draft: String,
}

impl ProgressClient {
    /// Takes over Ctrl-C; a second one ends the program at once.
    ///
    /// # Errors
    ///
    /// If the system does not allow it, or this program has taken it over before.
    pub fn new() -> Result<Self, Failure> {
        Ok(Self { line: ProgressLine::new()?, draft: String::new() })
    }

    /// Clears the progress line.
    pub fn clear(&mut self) {
        self.line.clear();
    }
}

impl Client for ProgressClient {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        match event {
            Event::Progress(progress) => self.line.show(&line(&progress)),
            Event::Began { growing, .. } => {
                self.draft.clear();
                if !growing.is_empty() {
                    self.line.remark(&rests_on_a_part(&growing));
                }
            }
            Event::Notice { notice } => {
                self.line.remark(&format!("pecan: {}\n", notice.sentence()));
            }
            Event::Token { text } => {
                self.draft.push_str(&text);
                self.line.show_live(&on_one_line(&self.draft));
            }
            _ => {}
        }
        if self.line.stop().is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn stop(&self, _job: JobId) -> StopSignal {
        self.line.stop().clone()
    }
}

/// Returns a text on one line, without characters that control a terminal.
fn on_one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
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
        Stage::Exporting => "exporting".to_owned(),
        Stage::Importing => "importing".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_that_grow_are_named() {
        let one = rests_on_a_part(&[DocumentId(3)]);
        assert!(one.starts_with("pecan: The graph of document 3 is not finished"), "{one}");
        assert!(rests_on_a_part(&[DocumentId(3), DocumentId(5)]).contains("documents 3, 5 are"));
    }

    #[test]
    fn a_line_says_stage_rate_and_time_left() {
        let progress = Progress {
            document: Some(DocumentId(1)),
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
