//! What a client sends for a chat completion.

use protocol::AskOptions;
use serde::Deserialize;
use serde_json::Value;

use crate::api_error::ApiError;

/// The body of a request. What Pecan does not know is ignored, as OpenAI's servers of other makers do.
#[derive(Debug, Deserialize)]
pub struct ChatRequest {
    /// The model: a document or a collection.
    pub model: String,
    messages: Vec<Message>,
    stream: Option<bool>,
    stream_options: Option<StreamOptions>,
    n: Option<u32>,
    tools: Option<Vec<Value>>,
    functions: Option<Vec<Value>>,
    /// Pecan's own options of a question.
    #[serde(default)]
    pub pecan: AskOptions,
}

#[derive(Debug, Default, Deserialize)]
struct StreamOptions {
    include_usage: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct Message {
    role: String,
    content: Option<Content>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize)]
struct Part {
    #[serde(rename = "type")]
    kind: String,
    text: Option<String>,
}

/// How the completion is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// At once.
    Whole,
    /// While it is written.
    Stream {
        /// Whether the last chunk says how many tokens it took.
        usage: bool,
    },
}

/// A conversation, as far as Pecan takes part in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// The question: what the user said last.
    pub question: String,
    /// The question and the answer right before it.
    pub before: Option<(String, String)>,
}

impl ChatRequest {
    /// Returns how the completion is sent.
    pub fn delivery(&self) -> Delivery {
        let usage = self.stream_options.as_ref().and_then(|options| options.include_usage);
        match self.stream {
            Some(true) => Delivery::Stream { usage: usage == Some(true) },
            _ => Delivery::Whole,
        }
    }

    /// Returns the question, and what was said before it.
    ///
    /// # Errors
    ///
    /// If there is none, or the client wants something that Pecan does not have.
    pub fn conversation(&self) -> Result<Conversation, ApiError> {
        if self.n.is_some_and(|n| n != 1) {
            return Err(ApiError::bad_request("Pecan gives one answer. Leave out `n`."));
        }
        let has_some =
            |list: &Option<Vec<Value>>| list.as_ref().is_some_and(|list| !list.is_empty());
        if has_some(&self.tools) || has_some(&self.functions) {
            return Err(ApiError::bad_request("Pecan calls no tools. Leave out `tools`."));
        }
        let mut said = Vec::new();
        for message in &self.messages {
            said.extend(message.said()?);
        }
        let Some(last) = said.iter().rposition(|(who, _)| *who == Speaker::User) else {
            return Err(ApiError::bad_request("There is no message with the role `user`."));
        };
        let before = match &said[..last] {
            [.., (Speaker::User, question), (Speaker::Assistant, answer)] => {
                Some((question.clone(), answer.clone()))
            }
            _ => None,
        };
        Ok(Conversation { question: said[last].1.clone(), before })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaker {
    User,
    Assistant,
}

impl Message {
    /// Returns who said what; nothing for instructions, because Pecan has its own.
    fn said(&self) -> Result<Option<(Speaker, String)>, ApiError> {
        let speaker = match self.role.as_str() {
            "user" => Speaker::User,
            "assistant" => Speaker::Assistant,
            "system" | "developer" => return Ok(None),
            other => {
                let message = format!("Pecan does not know the role `{other}` of a message.");
                return Err(ApiError::bad_request(message));
            }
        };
        let text = match &self.content {
            None => String::new(),
            Some(Content::Text(text)) => text.clone(),
            Some(Content::Parts(parts)) => {
                parts.iter().map(Part::words).collect::<Result<Vec<_>, _>>()?.join("\n")
            }
        };
        Ok(Some((speaker, text)))
    }
}

impl Part {
    fn words(&self) -> Result<&str, ApiError> {
        match (self.kind.as_str(), &self.text) {
            ("text", Some(text)) => Ok(text),
            ("refusal", _) => Ok(""),
            (other, _) => {
                let message = format!("Pecan reads only text, and no part of the type `{other}`.");
                Err(ApiError::bad_request(message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn conversation(body: Value) -> Result<Conversation, String> {
        let request: ChatRequest = serde_json::from_value(body).unwrap();
        request.conversation().map_err(|error| error.failure.message)
    }

    #[test]
    fn the_last_words_of_the_user_are_the_question() {
        let said = |role: &str, content: &str| json!({ "role": role, "content": content });
        let parts = json!({ "role": "user", "content": [{ "type": "text", "text": "Why?" }] });
        let found = conversation(json!({ "model": "pecan/1", "temperature": 0.2, "messages": [
            said("system", "Be brief."), said("user", "Who?"), said("assistant", "Mira."), parts,
        ] }));
        let before = Some(("Who?".to_owned(), "Mira.".to_owned()));
        assert_eq!(found, Ok(Conversation { question: "Why?".into(), before }));
        let found = conversation(json!({ "model": "pecan/1", "messages": [said("user", "Who?")] }));
        assert_eq!(found, Ok(Conversation { question: "Who?".into(), before: None }));
    }

    #[test]
    fn what_pecan_lacks_is_refused() {
        let who = json!([{ "role": "user", "content": "Who?" }]);
        let image = json!([{ "role": "user", "content": [{ "type": "image_url" }] }]);
        for (body, word) in [
            (json!({ "model": "m", "messages": who, "n": 2 }), "`n`"),
            (json!({ "model": "m", "messages": who, "tools": [{}] }), "`tools`"),
            (json!({ "model": "m", "messages": image }), "`image_url`"),
            (json!({ "model": "m", "messages": [] }), "`user`"),
            (json!({ "model": "m", "messages": [{ "role": "tool", "content": "" }] }), "`tool`"),
        ] {
            let refused = conversation(body).unwrap_err();
            assert!(refused.contains(word), "{refused}");
        }
        assert!(
            conversation(json!({ "model": "m", "messages": who, "tools": [], "n": 1 })).is_ok()
        );
    }
}
