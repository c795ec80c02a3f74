//! Models to download: the list that comes with Pecan, what a hub offers, and what is on this
//! machine.

use serde::{Deserialize, Serialize};

/// The ending of folders in which the files of a model are collected.
const PART: &str = ".part";
/// The number of digits of a hash in their names.
const PART_HASH: usize = 16;
/// The name of the file that describes a downloaded model.
pub const MANIFEST_FILE: &str = "model.json";
/// The name of the file that is locked while a model is downloaded.
pub const LOCK_FILE: &str = "lock";

/// A model in the list that comes with Pecan, or one that was downloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedModel {
    /// The name by which commands know it.
    pub name: String,
    /// Its use, or where it was downloaded from.
    pub purpose: String,
    /// Its licence as an SPDX identifier, if known.
    pub licence: Option<String>,
    /// The size of its files, if known.
    pub bytes: Option<u64>,
    /// Main memory in bytes that building graphs takes, if it was measured.
    pub memory: Option<u64>,
    /// The SHA-256 of its file in hexadecimal, if known; none for several files.
    pub sha256: Option<String>,
    /// The hub's commit that has its files, if known; none for models that come with Pecan.
    pub revision: Option<String>,
    /// Whether it was measured with Pecan before it was listed.
    pub tried: bool,
    /// Whether it is on this machine.
    pub present: bool,
}

/// A repository of models on a hub.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundModel {
    /// The repository, as `OWNER/NAME`.
    pub name: String,
    /// The licence that the repository states.
    pub licence: Option<String>,
    /// The architecture as llama.cpp names it, if the hub states it.
    pub architecture: Option<String>,
    /// Downloads in the last month, if the hub counts them.
    pub downloads: Option<u64>,
    /// Whether only users with an account may download it, which Pecan cannot.
    pub gated: bool,
    /// The hub's newest commit.
    pub revision: String,
    /// Its models, from the smallest.
    pub quantisations: Vec<FoundQuantisation>,
}

/// One of the models in a repository. They differ in how their weights are rounded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundQuantisation {
    /// The name to download it by, as `OWNER/NAME:LABEL`.
    pub name: String,
    /// The size of its files.
    pub bytes: u64,
    /// The number of its files; more than one for a split model.
    pub files: u32,
    /// Whether it fits into this machine's memory, if the system reports that.
    pub fits: Option<bool>,
}

/// The description of a downloaded model, which lies beside its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelManifest {
    /// The name it was downloaded by.
    pub name: String,
    /// The repository, as `OWNER/NAME`.
    pub repository: String,
    /// The hub's commit.
    pub revision: String,
    /// The licence that the repository states.
    pub licence: Option<String>,
    /// Its files, in order.
    pub files: Vec<ModelFile>,
}

impl ModelManifest {
    /// Returns the size of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DownloadProgress {
    /// What it is doing.
    pub stage: DownloadStage,
    /// Bytes that are on this machine.
    pub done: u64,
    /// Bytes of all files of the model; 0 if not known yet.
    pub total: u64,
    /// Bytes per second in the last few seconds.
    pub bytes_per_second: f64,
    /// Seconds left at this rate, if known.
    pub seconds_left: Option<f64>,
}

/// What a download is doing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DownloadStage {
    /// It asks the hub for the list of files.
    Asking,
    /// It reads the part that an earlier download left.
    Checking,
    /// It receives bytes.
    Receiving,
    /// It waits before it asks again, because the hub is busy or the connection broke.
    Waiting {
        /// Seconds to wait.
        seconds: f64,
    },
}

/// Returns the name of the folder that holds a downloaded model, or `None` for a text that cannot be
/// a model's name. Models of the list have names such as `qwen2.5-0.5b`, others have names such as
/// `OWNER/NAME:LABEL`.
pub fn model_folder_name(name: &str) -> Option<String> {
    let (repository, label) = match name.split_once(':') {
        Some((repository, label)) => (repository, Some(label)),
        None => (name, None),
    };
    let parts: Vec<&str> = repository.split('/').chain(label).collect();
    // A hub forbids `--` in names, so that no two names get the same folder.
    let is_fine = parts.len() <= 3 && name.len() <= 200 && parts.iter().all(|part| is_word(part));
    let is_complete = repository.contains('/') == label.is_some();
    (is_fine && is_complete).then(|| parts.join("--"))
}

/// Returns the name of the folder in which the files of a model are collected, by that of its own
/// folder and the first digits of a hash of the files.
pub fn part_folder_name(folder: &str, hash: &str) -> String {
    format!("{folder}.{}{PART}", &hash[..hash.len().min(PART_HASH)])
}

/// Returns the name of a model's own folder by that in which its files are collected, or `None` for
/// another folder's name.
pub fn folder_of_part(name: &str) -> Option<&str> {
    let (folder, hash) = name.strip_suffix(PART)?.rsplit_once('.')?;
    let is_hash = hash.len() == PART_HASH && hash.bytes().all(|c| c.is_ascii_hexdigit());
    is_hash.then_some(folder)
}

/// Returns whether a text is a name of letters, digits, points, hyphens and underscores.
fn is_word(text: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_');
    let begins_well = text.bytes().next().is_some_and(|c| c.is_ascii_alphanumeric());
    begins_well && text.bytes().all(is_allowed) && !text.contains("--") && !text.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_folder_of_its_own() {
        for (name, folder) in [
            ("qwen2.5-0.5b", "qwen2.5-0.5b"),
            ("Qwen/Qwen3-4B-GGUF:Q4_K_M", "Qwen--Qwen3-4B-GGUF--Q4_K_M"),
        ] {
            assert_eq!(model_folder_name(name).as_deref(), Some(folder));
        }
    }

    #[test]
    fn the_folder_of_a_part_is_known() {
        let part = part_folder_name("qwen2.5-0.5b", "0123456789abcdef0123");
        assert_eq!(part, "qwen2.5-0.5b.0123456789abcdef.part");
        assert_eq!(folder_of_part(&part), Some("qwen2.5-0.5b"));
        for name in ["qwen2.5-0.5b", "a.part", "a.0123.part", "a.0123456789abcdeg.part"] {
            assert_eq!(folder_of_part(name), None, "{name}");
        }
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in [
            "", ".", "..", "a..b", "/etc", "a/b", "a/../b:c", "a/b/c:d", "a\\b", "a:b", "-a", "a b",
        ] {
            assert_eq!(model_folder_name(name), None, "{name}");
        }
    }
}
