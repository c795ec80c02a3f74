//! The product's own JSON, as `pecan --json` prints it.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::{
    AskOptions, Code, DocumentChoice, DocumentId, Failure, GraphId, NodeId, Outcome, Request, Until,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::state::AppState;

/// The number of places that a search returns unless another one is asked for.
const MOST: u32 = 50;

/// What a handler returns.
pub type ApiResult = Result<Response, ApiError>;

/// The parameters of a search for words.
#[derive(Debug, Deserialize)]
pub struct SearchParameters {
    q: String,
    document: Option<DocumentId>,
    most: Option<u32>,
    until: Option<String>,
}

/// The parameters of a graph.
#[derive(Debug, Deserialize)]
pub struct ShowParameters {
    document: DocumentId,
    graph: Option<GraphId>,
    node: Option<NodeId>,
    until: Option<String>,
}

/// A question of documents or of a collection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskBody {
    documents: Option<Vec<DocumentId>>,
    collection: Option<String>,
    question: String,
    #[serde(default)]
    options: AskOptions,
}

/// `GET /v1/documents`: the documents of the library.
pub async fn documents(State(state): State<AppState>) -> ApiResult {
    Ok(value(&state.library.read(Request::List).await?))
}

/// `GET /v1/search`: titles and pages that contain all words.
pub async fn search(
    State(state): State<AppState>,
    parameters: Result<Query<SearchParameters>, QueryRejection>,
) -> ApiResult {
    let Query(SearchParameters { q, document, most, until }) = parameters?;
    let request =
        Request::Search { words: q, document, most: most.unwrap_or(MOST), until: place(until)? };
    Ok(value(&state.library.read(request).await?))
}

/// `GET /v1/show`: the graph of a document.
pub async fn show(
    State(state): State<AppState>,
    parameters: Result<Query<ShowParameters>, QueryRejection>,
) -> ApiResult {
    let Query(ShowParameters { document, graph, node, until }) = parameters?;
    let request = Request::Show { document, graph, node, until: place(until)? };
    Ok(value(&state.library.read(request).await?))
}

/// `POST /v1/ask`: the answer to a question, with its passages and its path.
pub async fn ask(State(state): State<AppState>, body: Result<Bytes, BytesRejection>) -> ApiResult {
    let AskBody { documents, collection, question, options } = parsed(&body?)?;
    let choice = match (documents, collection) {
        (Some(documents), None) => DocumentChoice::Numbers(documents),
        (None, Some(collection)) => DocumentChoice::Collection(collection),
        _ => return Err(ApiError::bad_request("Name either `documents` or a `collection`.")),
    };
    let documents = state.library.chosen(&choice).await?.ids;
    let answer = state.library.ask(documents, question, options)?.answer().await?;
    Ok(value(&Outcome::Answer(Box::new(answer))))
}

/// Any other path.
pub async fn unknown() -> ApiError {
    let message = "There is nothing at this path. docs/serve.md lists the paths.";
    let failure = Failure::new(Code::BadRequest, message);
    ApiError { status: StatusCode::NOT_FOUND, failure }
}

/// A path with another method.
pub async fn wrong_method() -> ApiError {
    let failure = Failure::new(Code::BadRequest, "This path does not take this method.");
    ApiError { status: StatusCode::METHOD_NOT_ALLOWED, failure }
}

/// Reads a body as JSON, whatever its declared type.
///
/// # Errors
///
/// If it is none, or lacks something.
pub fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body)
        .map_err(|error| ApiError::bad_request(format!("The request cannot be read: {error}.")))
}

fn value(outcome: &Outcome) -> Response {
    Json(outcome.value()).into_response()
}

fn place(until: Option<String>) -> Result<Option<Until>, ApiError> {
    until.map(|until| until.parse().map_err(ApiError::bad_request)).transpose()
}
