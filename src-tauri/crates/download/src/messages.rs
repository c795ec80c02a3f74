//! The messages between the two processes: one JSON value per line. The first line is a [`Job`],
//! and everything after it is an [`Event`]. The job ends when its input closes.

use std::path::PathBuf;
use std::time::Duration;

use protocol::{DownloadProgress, Failure, FoundModel, ModelFile, ModelManifest};
use serde::{Deserialize, Serialize};

use crate::address::{Commit, HubAddress, Repository};

/// What the process is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The hub or its mirror.
    pub hub: HubAddress,
    /// When to give up.
    pub patience: Patience,
    /// The task.
    pub task: Task,
}

/// A task of the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Search for repositories with GGUF files.
    Search {
        /// The words to search for.
        words: String,
        /// The most repositories to find.
        most: u32,
    },
    /// Download a model.
    Get {
        /// The model.
        model: WantedModel,
        /// The folder that gets a folder with the model. Nothing is written elsewhere.
        folder: PathBuf,
    },
}

/// A model to download.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WantedModel {
    /// The name by which commands will know it.
    pub name: String,
    /// Its repository.
    pub repository: Repository,
    /// Its label in the repository, such as `Q4_K_M`.
    pub quantisation: String,
    /// Its files, if they are known beforehand. Otherwise they are what the hub states.
    pub pin: Option<Pin>,
}

/// The files of a model at a revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    /// The revision.
    pub revision: Commit,
    /// The files, in order.
    pub files: Vec<ModelFile>,
}

/// How long the process waits, and how often it tries again.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// Milliseconds without an answer or a byte after which a connection counts as broken.
    pub stall: u64,
    /// Milliseconds before the first new attempt; each further one without new bytes waits twice as
    /// long.
    pub first_wait: u64,
    /// The most attempts one after the other that bring no new bytes.
    pub fruitless: u32,
    /// The most attempts for one file.
    pub attempts: u32,
    /// The most milliseconds to wait because the hub asks for it.
    pub longest_wait: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self { stall: 30_000, first_wait: 500, fruitless: 5, attempts: 500, longest_wait: 60_000 }
    }
}

impl Patience {
    /// Returns the time without a byte after which a connection counts as broken.
    pub fn stall(&self) -> Duration {
        Duration::from_millis(self.stall)
    }

    /// Returns the time to wait after this many attempts, from 1, that brought no new bytes.
    pub fn wait(&self, fruitless: u32) -> Duration {
        let doubled = 1_u64 << fruitless.saturating_sub(1).min(16);
        Duration::from_millis(self.first_wait.saturating_mul(doubled).min(self.longest_wait))
    }

    /// Returns the time to wait because the hub asks for it.
    pub fn wait_asked(&self, asked: Duration) -> Duration {
        asked.min(Duration::from_millis(self.longest_wait))
    }
}

/// What the process reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// How far a download is.
    Progress(DownloadProgress),
    /// The end of a search.
    Found(Vec<FoundModel>),
    /// The end of a download.
    Downloaded {
        /// The model, as described beside its files.
        model: ModelManifest,
        /// The bytes that an earlier download had left.
        resumed: u64,
    },
    /// The end of a task that failed.
    Failed(Failure),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_limit() {
        let patience = Patience::default();
        let waits = [1, 2, 3, 40].map(|fruitless| patience.wait(fruitless).as_millis());
        assert_eq!(waits, [500, 1_000, 2_000, 60_000]);
        assert_eq!(patience.wait_asked(Duration::from_secs(9_999)).as_secs(), 60);
    }

    #[test]
    fn a_job_with_an_unsafe_address_is_not_read() {
        let job = |hub: &str, repository: &str| {
            let text = serde_json::json!({
                "hub": hub,
                "patience": Patience::default(),
                "task": {"get": {
                    "model": {"name": "a", "repository": repository, "quantisation": "Q8_0", "pin": null},
                    "folder": "/nowhere",
                }},
            });
            serde_json::from_value::<Job>(text)
        };
        assert!(job("https://huggingface.co", "a/b").is_ok());
        assert!(job("file:///etc", "a/b").is_err());
        assert!(job("https://huggingface.co", "a/../b").is_err());
    }
}
