//! The parts of a chat completion that are the same at once and in a stream.

use std::time::{SystemTime, UNIX_EPOCH};

use protocol::{Answer, AnswerKind, QuestionId, StopReason};
use serde::Serialize;
use serde_json::{Value, json};

/// What begins every object of one completion.
#[derive(Debug, Clone)]
pub struct CompletionHead {
    id: String,
    object: &'static str,
    created: u64,
    model: String,
}

/// The number of tokens that a completion took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
    prompt_tokens_details: PromptTokens,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct PromptTokens {
    cached_tokens: u64,
}

/// What Pecan says about an answer beyond OpenAI's interface.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PecanDetails {
    question: QuestionId,
    kind: AnswerKind,
    stop: StopReason,
}

impl CompletionHead {
    /// Begins a completion by this model, or its stream.
    pub fn new(object: &'static str, model: &str) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let id = format!("chatcmpl-pecan-{}", since.as_nanos());
        Self { id, object, created: since.as_secs(), model: model.to_owned() }
    }

    /// Returns an object of this completion with these fields.
    pub fn with(&self, mut fields: Value) -> Value {
        if let Value::Object(fields) = &mut fields {
            fields.insert("id".to_owned(), json!(self.id));
            fields.insert("object".to_owned(), json!(self.object));
            fields.insert("created".to_owned(), json!(self.created));
            fields.insert("model".to_owned(), json!(self.model));
        }
        fields
    }
}

impl Usage {
    /// Returns what an answer cost, of which the model wrote this many tokens.
    pub fn of(answer: &Answer, written: u64) -> Self {
        let total = answer.cost.tokens_evaluated + answer.cost.tokens_restored;
        // An answer that was taken from the text was written by no model.
        let completion = written.min(total);
        Self {
            prompt_tokens: total - completion,
            completion_tokens: completion,
            total_tokens: total,
            prompt_tokens_details: PromptTokens { cached_tokens: answer.cost.tokens_restored },
        }
    }
}

impl From<&Answer> for PecanDetails {
    fn from(answer: &Answer) -> Self {
        Self { question: answer.id, kind: answer.kind(), stop: answer.stop }
    }
}
