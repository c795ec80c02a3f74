//! `/v1/chat/completions`: a question, and its answer as a completion.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use protocol::{AskOptions, DocumentId, Event, Request};
use serde_json::json;

use super::annotations::annotations;
use super::completion::{CompletionHead, PecanDetails, Usage};
use super::given_answers::GivenAnswer;
use super::models::choice;
use super::request::{ChatRequest, Conversation, Delivery};
use super::stream::stream;
use crate::api::{ApiResult, parsed};
use crate::api_error::ApiError;
use crate::library::{ChosenDocuments, PendingQuestion, answer, stopped};
use crate::state::AppState;

/// A question that was put into the queue, with what its completion needs.
pub struct AskedQuestion {
    /// The question in the queue.
    pub pending: PendingQuestion,
    /// The question's text.
    pub question: String,
    /// The documents that are asked.
    pub documents: ChosenDocuments,
    /// The model's name, as the client wrote it.
    pub model: String,
    /// Who remembers the answer.
    pub state: AppState,
}

/// `POST /v1/chat/completions`.
pub async fn complete(
    State(state): State<AppState>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult {
    let request: ChatRequest = parsed(&body?)?;
    let conversation = request.conversation()?;
    let delivery = request.delivery();
    let documents = state.library.chosen(&choice(&request.model)?).await?;
    let options = options(&state, request.pecan, &conversation, &documents.ids).await;
    let question = conversation.question;
    let pending = state.library.ask(documents.ids.clone(), question.clone(), options)?;
    let asked = AskedQuestion { pending, question, documents, model: request.model, state };
    match delivery {
        Delivery::Whole => whole(asked).await,
        Delivery::Stream { usage } => stream(asked, usage).await,
    }
}

/// Returns the options of a question: it follows the one before, if that was answered here and is still in the library.
async fn options(
    state: &AppState,
    own: AskOptions,
    said: &Conversation,
    documents: &[DocumentId],
) -> AskOptions {
    let Some(question) = state.given.followed(said, documents) else { return own };
    let is_kept = state.library.read(Request::Recall { question }).await.is_ok();
    let follows = own.follows.or(Some(question).filter(|_| is_kept));
    AskOptions { follows, ..own }
}

async fn whole(mut asked: AskedQuestion) -> Result<Response, ApiError> {
    let mut written = 0;
    let answer = loop {
        match asked.pending.next().await {
            Event::Began { .. } => written = 0,
            Event::Token { .. } => written += 1,
            Event::Finished { outcome } => break answer(*outcome)?,
            Event::Failed { failure } => return Err(failure.into()),
            Event::Stopped => return Err(stopped().into()),
            _ => {}
        }
    };
    let content = answer.with_remark();
    let index = content.chars().count();
    let message = json!({
        "role": "assistant",
        "content": content,
        "refusal": null,
        "annotations": annotations(&answer, &asked.documents.library, index),
    });
    let choice =
        json!({ "index": 0, "message": message, "logprobs": null, "finish_reason": "stop" });
    let completion = CompletionHead::new("chat.completion", &asked.model).with(json!({
        "choices": [choice],
        "usage": Usage::of(&answer, written),
        "pecan": PecanDetails::from(&answer),
    }));
    asked.remember(answer.id, content);
    Ok(Json(completion).into_response())
}

impl AskedQuestion {
    /// Remembers what the client got, so that a further question can follow it.
    pub fn remember(&self, id: protocol::QuestionId, content: String) {
        self.state.given.remember(GivenAnswer {
            id,
            documents: self.documents.ids.clone(),
            question: self.question.clone(),
            content,
        });
    }
}
