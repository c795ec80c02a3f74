//! What a program gets instead of what it asked for.

use axum::Json;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::{Code, Failure};
use serde_json::{Value, json};

/// After how many seconds it is worth asking again, if others ask now.
const PAUSE: u16 = 5;

/// A failure with its HTTP status.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// The status.
    pub status: StatusCode,
    /// What happened.
    pub failure: Failure,
}

impl ApiError {
    /// Creates the error for a request that does not make sense.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Failure::new(Code::BadRequest, message).into()
    }

    /// Returns the error as JSON: the product's own code and message, and the kinds that OpenAI's clients know.
    pub fn body(&self) -> Value {
        let kind = match self.status {
            StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
            status if status.is_client_error() => "invalid_request_error",
            _ => "server_error",
        };
        let Failure { code, message } = &self.failure;
        json!({ "error": { "code": code, "message": message, "type": kind, "param": null } })
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        Self { status: status(failure.code), failure }
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> Self {
        let message = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "The request is too long.".to_owned(),
            _ => rejection.body_text(),
        };
        Self { status: rejection.status(), failure: Failure::new(Code::BadRequest, message) }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        let text = rejection.body_text();
        let (_, cause) = text.split_once(": ").unwrap_or(("", &text));
        Self::bad_request(format!("The parameters cannot be read: {cause}."))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        let headers = response.headers_mut();
        if matches!(self.failure.code, Code::QueueFull | Code::LibraryBusy) {
            headers.insert(RETRY_AFTER, PAUSE.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Returns the status for a kind of failure.
fn status(code: Code) -> StatusCode {
    match code {
        Code::BadRequest | Code::WindowFull => StatusCode::BAD_REQUEST,
        Code::TokenWrong => StatusCode::UNAUTHORIZED,
        Code::CallerRefused => StatusCode::FORBIDDEN,
        Code::DocumentUnknown | Code::GraphMissing | Code::NodeUnknown | Code::EntityUnknown => {
            StatusCode::NOT_FOUND
        }
        Code::QueueFull => StatusCode::TOO_MANY_REQUESTS,
        Code::LibraryBusy | Code::Stopped | Code::EngineDied => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_shape_that_both_kinds_of_clients_know() {
        let full = ApiError::from(Failure::new(Code::QueueFull, "Too many questions wait."));
        assert_eq!(
            full.body(),
            json!({ "error": {
                "code": "queue_full", "message": "Too many questions wait.",
                "type": "rate_limit_error", "param": null,
            } })
        );
        let response = full.into_response();
        assert_eq!(response.status().as_u16(), 429);
        assert_eq!(response.headers()[RETRY_AFTER], "5");
    }
}
