//! What the hub states about repositories: its public API, which mirrors share.

use ::download::{Commit, HubFile, Repository, is_sha256};
use protocol::Failure;
use serde::Deserialize;
use url::Url;

use crate::http::HttpClient;
use crate::retries::{Trouble, repeat};

/// What the hub states about a repository at its newest revision.
#[derive(Debug, Clone, PartialEq)]
pub struct HubRepository {
    /// The newest commit.
    pub revision: Commit,
    /// The licence that the repository states, in the hub's words.
    pub licence: Option<String>,
    /// The architecture of its GGUF files.
    pub architecture: Option<String>,
    /// Downloads in the last month.
    pub downloads: Option<u64>,
    /// Whether only users with an account get its files.
    pub gated: bool,
    /// Its files whose size and SHA-256 the hub states.
    pub files: Vec<HubFile>,
}

impl HubRepository {
    /// Asks the hub about a repository.
    ///
    /// # Errors
    ///
    /// If the hub does not answer, or has no such repository.
    pub fn ask(client: &HttpClient, repository: &Repository) -> Result<Self, Failure> {
        let [owner, name] = repository.parts();
        let mut address = client.hub().below(["api", "models", owner, name]);
        address.query_pairs_mut().append_pair("blobs", "true");
        let what = format!("model {repository}");
        let page: RepositoryPage = repeat(client.patience(), || client.get_json(&address, &what))?;
        page.read().ok_or_else(|| client.nonsense())
    }
}

/// Searches for repositories with GGUF files, by downloads. Those whose names Pecan cannot use are
/// left out.
///
/// # Errors
///
/// If the hub does not answer.
pub fn search(client: &HttpClient, words: &str, most: u32) -> Result<Vec<Repository>, Failure> {
    let address = search_address(client, words, most);
    let request = || -> Result<Vec<SearchHit>, Trouble> { client.get_json(&address, "search") };
    let hits = repeat(client.patience(), request)?;
    Ok(hits.into_iter().filter_map(|hit| hit.id.parse().ok()).collect())
}

fn search_address(client: &HttpClient, words: &str, most: u32) -> Url {
    let mut address = client.hub().below(["api", "models"]);
    address
        .query_pairs_mut()
        .append_pair("search", words)
        .append_pair("filter", "gguf")
        .append_pair("sort", "downloads")
        .append_pair("limit", &most.to_string());
    address
}

/// An entry in the hub's list of search results.
#[derive(Debug, Deserialize)]
struct SearchHit {
    #[serde(alias = "modelId")]
    id: String,
}

/// The hub's page about a repository, as far as it matters here.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RepositoryPage {
    sha: Option<String>,
    downloads: Option<u64>,
    tags: Vec<String>,
    /// `false`, or the way in which users get access.
    gated: serde_json::Value,
    gguf: Option<GgufPage>,
    siblings: Vec<FilePage>,
}

#[derive(Debug, Deserialize)]
struct GgufPage {
    architecture: Option<String>,
}

#[derive(Debug, Deserialize)]
struct FilePage {
    rfilename: String,
    lfs: Option<LargeFilePage>,
}

#[derive(Debug, Deserialize)]
struct LargeFilePage {
    size: u64,
    #[serde(alias = "oid")]
    sha256: String,
}

impl RepositoryPage {
    /// Returns `None` without a commit: then this is no page about a repository.
    fn read(self) -> Option<HubRepository> {
        let licence = self.tags.iter().find_map(|tag| tag.strip_prefix("license:"));
        let files = self.siblings.into_iter().filter_map(|file| {
            let large = file.lfs?;
            let sha256 = large.sha256.to_ascii_lowercase();
            let path = file.rfilename;
            is_sha256(&sha256).then_some(HubFile { path, bytes: large.size, sha256 })
        });
        Some(HubRepository {
            revision: Commit::try_from(self.sha?).ok()?,
            licence: licence.map(spdx),
            architecture: self.gguf.and_then(|gguf| gguf.architecture),
            downloads: self.downloads,
            gated: !matches!(self.gated, serde_json::Value::Null | serde_json::Value::Bool(false)),
            files: files.collect(),
        })
    }
}

/// Returns the usual spelling of the licences that the list of models uses; the hub writes them in
/// small letters.
fn spdx(tag: &str) -> String {
    match tag {
        "apache-2.0" => "Apache-2.0".to_owned(),
        "mit" => "MIT".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_is_read_from_its_page() {
        let page = serde_json::json!({
            "id": "a/b", "sha": "0123456789012345678901234567890123456789", "private": false,
            "gated": "manual", "downloads": 7, "tags": ["gguf", "license:apache-2.0"],
            "gguf": {"total": 9, "architecture": "qwen2", "context_length": 32768},
            "siblings": [
                {"rfilename": "README.md", "size": 5, "blobId": "x"},
                {"rfilename": "m-q4_0.gguf", "size": 9, "blobId": "y",
                 "lfs": {"sha256": "A".repeat(64), "size": 9, "pointerSize": 134}},
                {"rfilename": "odd.gguf", "lfs": {"sha256": "short", "size": 9}},
            ],
        });
        let read = serde_json::from_value::<RepositoryPage>(page).unwrap().read().unwrap();
        assert_eq!(read.licence.as_deref(), Some("Apache-2.0"));
        assert_eq!((read.architecture.as_deref(), read.gated), (Some("qwen2"), true));
        let sha256 = "a".repeat(64);
        assert_eq!(read.files, [HubFile { path: "m-q4_0.gguf".into(), bytes: 9, sha256 }]);
    }

    #[test]
    fn a_page_without_a_commit_is_none() {
        let page: RepositoryPage = serde_json::from_str("{}").unwrap();
        assert!(page.read().is_none());
    }
}
