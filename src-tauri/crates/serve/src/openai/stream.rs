//! A completion in pieces, as the model writes it: server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event as SentEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use protocol::{Answer, Event, Failure};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::annotations::annotations;
use super::chat::AskedQuestion;
use super::completion::{CompletionHead, PecanDetails, Usage};
use crate::api_error::ApiError;
use crate::library::{answer, stopped};

/// How long a failure is waited for that can still be the response's status. Who waits in the queue for longer gets a
/// stream.
const PATIENCE: Duration = Duration::from_secs(5);

/// The interval at which a stream in which nothing happens shows that it is alive.
const ALIVE: Duration = Duration::from_secs(10);

/// Ends a stream.
const DONE: &str = "[DONE]";

/// A completion in pieces.
struct CompletionStream {
    asked: AskedQuestion,
    head: CompletionHead,
    draft: Draft,
    /// Whether the last piece says how many tokens it took.
    usage: bool,
    /// What is sent next.
    pieces: VecDeque<Value>,
    progress: StreamProgress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StreamProgress {
    Open,
    /// All pieces are known.
    Ended,
    /// The end was sent.
    Closed,
}

/// Sends the answer while it is written.
///
/// # Errors
///
/// If the question fails soon.
pub async fn stream(mut asked: AskedQuestion, usage: bool) -> Result<Response, ApiError> {
    let first = timeout(PATIENCE, asked.pending.next()).await.ok();
    if let Some(Event::Failed { failure }) = first {
        return Err(failure.into());
    }
    let head = CompletionHead::new("chat.completion.chunk", &asked.model);
    let mut stream = CompletionStream {
        asked,
        head,
        draft: Draft::default(),
        usage,
        pieces: VecDeque::new(),
        progress: StreamProgress::Open,
    };
    stream.push(json!({ "role": "assistant", "content": "" }), None);
    if let Some(first) = first {
        stream.take(first);
    }
    let sent = unfold(stream, |mut stream| async {
        let next = stream.next().await?;
        Some((Ok::<_, Infallible>(SentEvent::default().data(next)), stream))
    });
    Ok(Sse::new(sent).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

impl CompletionStream {
    /// Waits for the next piece.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(piece) = self.pieces.pop_front() {
                return Some(piece.to_string());
            }
            match self.progress {
                StreamProgress::Open => {
                    let event = self.asked.pending.next().await;
                    self.take(event);
                }
                StreamProgress::Ended => {
                    self.progress = StreamProgress::Closed;
                    return Some(DONE.to_owned());
                }
                StreamProgress::Closed => return None,
            }
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Began { steps, .. } => self.draft.begin(!steps.is_empty()),
            Event::Token { text } => {
                if let Some(piece) = self.draft.write(&text) {
                    self.push(json!({ "content": piece }), None);
                }
            }
            Event::Finished { outcome } => match answer(*outcome) {
                Ok(answer) => self.finish(&answer),
                Err(failure) => self.fail(failure),
            },
            Event::Failed { failure } => self.fail(failure),
            Event::Stopped => self.fail(stopped()),
            _ => {}
        }
    }

    fn push(&mut self, delta: Value, finish_reason: Option<&str>) {
        self.pieces.push_back(self.head.with(json!({
            "choices": [{
                "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason,
            }],
        })));
    }

    fn finish(&mut self, answer: &Answer) {
        let rest = self.draft.finish(&answer.with_remark());
        if !rest.is_empty() {
            self.push(json!({ "content": rest }), None);
        }
        let index = self.draft.sent.chars().count();
        let citations = annotations(answer, &self.asked.documents.library, index);
        self.push(json!({ "annotations": citations }), Some("stop"));
        if let Some(last) = self.pieces.back_mut() {
            last["pecan"] = json!(PecanDetails::from(answer));
        }
        if self.usage {
            let usage = Usage::of(answer, self.draft.tokens);
            self.pieces.push_back(self.head.with(json!({ "choices": [], "usage": usage })));
        }
        self.asked.remember(answer.id, self.draft.sent.clone());
        self.progress = StreamProgress::Ended;
    }

    fn fail(&mut self, failure: Failure) {
        self.pieces.push_back(ApiError::from(failure).body());
        self.progress = StreamProgress::Ended;
    }
}

/// An answer that is being written, and how much of it was sent.
///
/// What the model writes about a graph is the answer. What it writes about sentences may be discarded for a search of
/// the graph, so it is held back.
#[derive(Debug, Default)]
struct Draft {
    written: String,
    sent: String,
    /// Whether what is written is sent at once; unknown before the search begins.
    live: Option<bool>,
    /// The number of tokens written.
    tokens: u64,
}

impl Draft {
    /// Begins with a search, which has a graph or not.
    fn begin(&mut self, has_graph: bool) {
        self.written.clear();
        self.tokens = 0;
        self.live.get_or_insert(has_graph);
    }

    /// Adds a token; returns what is to be sent of it.
    fn write(&mut self, token: &str) -> Option<String> {
        self.written.push_str(token);
        self.tokens += 1;
        let shown = self.written.trim();
        let new = shown.strip_prefix(&self.sent).filter(|new| !new.is_empty())?;
        if self.live != Some(true) {
            return None;
        }
        let new = new.to_owned();
        self.sent.push_str(&new);
        Some(new)
    }

    /// Returns what is left to send of the finished answer.
    fn finish(&mut self, content: &str) -> String {
        let rest = match content.strip_prefix(&self.sent) {
            Some(rest) => rest.to_owned(),
            // The answer is another one than was written first.
            None => format!("\n\n{content}"),
        };
        self.sent.push_str(&rest);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tokens: &[&str], has_graph: bool) -> (Draft, String) {
        let mut draft = Draft::default();
        draft.begin(has_graph);
        let sent = tokens.iter().filter_map(|token| draft.write(token)).collect();
        (draft, sent)
    }

    #[test]
    fn pieces_together_are_the_answer() {
        let (mut draft, sent) = written(&[" Mira", " ", "Holt", ".\n"], true);
        assert_eq!((sent.as_str(), draft.tokens), ("Mira Holt.", 4));
        assert_eq!(draft.finish("Mira Holt.\n\n(A guess.)"), "\n\n(A guess.)");
        assert_eq!(draft.sent, "Mira Holt.\n\n(A guess.)");
    }

    #[test]
    fn what_may_be_discarded_is_held_back() {
        let (mut draft, sent) = written(&["Tom", "."], false);
        assert_eq!(sent, "");
        draft.begin(true);
        assert_eq!((draft.write("Mira"), draft.tokens), (None, 1));
        assert_eq!(draft.finish("Mira."), "Mira.");
    }
}
