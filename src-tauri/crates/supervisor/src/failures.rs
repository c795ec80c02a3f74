//! Failures as lines of the log.

use std::sync::Arc;

use protocol::{AddedItem, Event, Failure, Outcome, Request};
use serde::Serialize;

use crate::jobs::Hear;
use crate::log::Log;

/// Wraps a job's listener to write failures to the log.
pub fn logged(request: &Request, log: Arc<Log>, hear: Hear) -> Hear {
    let job = name(request);
    Box::new(move |event| {
        for failed in failed(&event) {
            log.line(&format!("{job} failed: {failed}"));
        }
        hear(event);
    })
}

/// Returns what failed: the job, or some of the files that it was to add.
fn failed(event: &Event) -> Vec<String> {
    match event {
        Event::Failed { failure } => vec![described(failure)],
        Event::Finished { outcome } => match &**outcome {
            Outcome::Added(items) => items.iter().filter_map(failed_file).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn failed_file(item: &AddedItem) -> Option<String> {
    match item {
        AddedItem::Failed { file, error, .. } => Some(format!("{file}: {}", described(error))),
        AddedItem::Added(_) | AddedItem::LeftOut { .. } => None,
    }
}

fn described(failure: &Failure) -> String {
    format!("{} ({})", failure.message, name(&failure.code))
}

/// Returns the wire name of a request or a code, without questions and files.
fn name(of: &impl Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    let named = value.get("do").unwrap_or(&value);
    named.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use protocol::{Code, DocumentId};

    use super::*;

    #[test]
    fn every_failure_has_its_line() {
        let error = |code, message: &str| Failure::new(code, message);
        let items = vec![
            AddedItem::Failed {
                file: "a.pdf".into(),
                error: error(Code::NoText, "No text."),
                collection: None,
            },
            AddedItem::Failed {
                file: "b.txt".into(),
                error: error(Code::FileEmpty, "Empty."),
                collection: None,
            },
        ];
        let outcome = |outcome| Event::Finished { outcome: Box::new(outcome) };
        for (event, expected) in [
            (
                outcome(Outcome::Added(items)),
                &["a.pdf: No text. (no_text)", "b.txt: Empty. (file_empty)"][..],
            ),
            (outcome(Outcome::Done), &[]),
            (Event::Failed { failure: error(Code::WindowFull, "Full.") }, &["Full. (window_full)"]),
            (Event::Stopped, &[]),
        ] {
            assert_eq!(failed(&event), expected, "{event:?}");
        }
    }

    #[test]
    fn a_request_is_named_without_what_is_in_it() {
        let question = "Who?".to_owned();
        let ask =
            Request::Ask { documents: vec![DocumentId(1)], question, options: Default::default() };
        assert_eq!(name(&ask), "ask");
        assert_eq!(name(&Request::List), "list");
    }
}
