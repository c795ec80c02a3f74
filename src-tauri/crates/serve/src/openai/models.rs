//! `/v1/models`: the documents and collections that can be asked.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use protocol::{Code, DocumentChoice, DocumentSummary, Failure};
use serde::Serialize;

use crate::api::ApiResult;
use crate::state::AppState;

/// What the name of each model begins with.
const PREFIX: &str = "pecan/";

/// A document or a collection, as a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Model {
    id: String,
    object: &'static str,
    created: i64,
    owned_by: &'static str,
    /// The document's title, or the collection's name.
    title: String,
    /// The documents that are asked.
    documents: Vec<protocol::DocumentId>,
}

#[derive(Debug, Serialize)]
struct ModelList {
    object: &'static str,
    data: Vec<Model>,
}

/// `GET /v1/models`: the documents with a graph, then the collections that have one of these.
pub async fn list(State(state): State<AppState>) -> ApiResult {
    let data = models(&state.library.documents().await?);
    Ok(Json(ModelList { object: "list", data }).into_response())
}

/// `GET /v1/models/NAME`: one of them.
pub async fn one(State(state): State<AppState>, Path(name): Path<String>) -> ApiResult {
    let mut known = models(&state.library.documents().await?);
    let at = known.iter().position(|model| model.id == name).ok_or_else(|| unknown(&name))?;
    Ok(Json(known.swap_remove(at)).into_response())
}

/// Returns the documents that a model's name stands for.
///
/// # Errors
///
/// If the name stands for none.
pub fn choice(model: &str) -> Result<DocumentChoice, Failure> {
    let named = model.strip_prefix(PREFIX).filter(|named| !named.is_empty());
    named.and_then(|named| named.parse().ok()).ok_or_else(|| unknown(model))
}

fn unknown(model: &str) -> Failure {
    let message = format!(
        "There is no model “{model}”. A model is a document, as in {PREFIX}3, or a collection, as \
         in {PREFIX}Contracts; /v1/models lists them."
    );
    Failure::new(Code::DocumentUnknown, message)
}

fn models(documents: &[DocumentSummary]) -> Vec<Model> {
    let built = || documents.iter().filter(|document| document.nodes > 0);
    let mut collections: BTreeMap<&str, Vec<&DocumentSummary>> = BTreeMap::new();
    for document in built() {
        for name in &document.collections {
            collections.entry(name).or_default().push(document);
        }
    }
    let single = built()
        .map(|document| model(&document.id.to_string(), document.title.clone(), &[document]));
    let shared = collections.iter().map(|(name, members)| model(name, (*name).into(), members));
    single.chain(shared).collect()
}

fn model(name: &str, title: String, documents: &[&DocumentSummary]) -> Model {
    Model {
        id: format!("{PREFIX}{name}"),
        object: "model",
        created: documents.iter().map(|document| document.added).max().unwrap_or_default(),
        owned_by: "pecan",
        title,
        documents: documents.iter().map(|document| document.id).collect(),
    }
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::*;

    #[test]
    fn a_model_is_a_document_or_a_collection() {
        assert_eq!(choice("pecan/3"), Ok(DocumentChoice::Numbers(vec![DocumentId(3)])));
        assert_eq!(choice("pecan/A/B"), Ok(DocumentChoice::Collection("A/B".into())));
        for other in ["gpt-5", "pecan/", "3", ""] {
            assert_eq!(choice(other).unwrap_err().code, Code::DocumentUnknown, "{other}");
        }
    }
}
