//! The search for models.

use ::download::{Quantisation, Repository, quantisations};
use protocol::{Code, Failure, FoundModel, FoundQuantisation};

use crate::http::HttpClient;
use crate::hub::{self, HubRepository};

/// Searches for repositories with complete GGUF models. One that the hub does not describe is left
/// out.
///
/// # Errors
///
/// If the hub does not answer.
pub fn search(client: &HttpClient, words: &str, most: u32) -> Result<Vec<FoundModel>, Failure> {
    let mut found = Vec::new();
    for repository in hub::search(client, words, most)? {
        match HubRepository::ask(client, &repository) {
            Ok(page) => found.push(model(&repository, page)),
            Err(failure) if is_its_own(failure.code) => {}
            Err(failure) => return Err(failure),
        }
    }
    found.retain(|model| !model.quantisations.is_empty());
    Ok(found)
}

/// Returns whether a failure concerns one repository and not the hub.
fn is_its_own(code: Code) -> bool {
    matches!(code, Code::ModelUnknown | Code::HubDenied | Code::HubFailed)
}

fn model(repository: &Repository, page: HubRepository) -> FoundModel {
    let named = |one: Quantisation| FoundQuantisation {
        name: format!("{repository}:{}", one.label),
        bytes: one.bytes(),
        files: one.files.len() as u32,
        fits: None,
    };
    FoundModel {
        name: repository.to_string(),
        licence: page.licence,
        architecture: page.architecture,
        downloads: page.downloads,
        gated: page.gated,
        revision: page.revision.into(),
        quantisations: quantisations(page.files).into_iter().map(named).collect(),
    }
}
