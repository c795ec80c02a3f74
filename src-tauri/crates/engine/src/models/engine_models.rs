//! The models in memory, loaded when first needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use model::{Bert, LoadOptions, Reranker, States, StopSignal, Weights};
use protocol::Failure;

use crate::library_access::LibraryAccess;
use crate::models::files::embedder_file;
use crate::models::language_cache::LanguageModelCache;

/// The language models, the sentence embedder, and the last cross-encoder asked, with its file.
#[derive(Default)]
pub(crate) struct EngineModels {
    pub(super) language: LanguageModelCache,
    pub(super) embedder: Option<Bert>,
    pub(super) reranker: Option<(PathBuf, Reranker)>,
    /// SHA-256 by path and stamp.
    pub(super) hashes: HashMap<(PathBuf, String), String>,
    /// The stop signal of the current job.
    pub(super) stop: StopSignal,
}

impl EngineModels {
    /// Sets the stop signal of the current job and returns the previous one.
    pub(crate) fn heed(&mut self, stop: StopSignal) -> StopSignal {
        std::mem::replace(&mut self.stop, stop)
    }

    /// Returns the stop signal of the current job.
    pub(crate) fn stop(&self) -> StopSignal {
        self.stop.clone()
    }

    /// Returns the sentence embedding model.
    pub(crate) fn embedder(&mut self) -> Result<&mut Bert, Failure> {
        let embedder = match self.embedder.take() {
            Some(embedder) => embedder,
            None => Bert::load(&embedder_file()?, &LoadOptions::default())?,
        };
        Ok(self.embedder.insert(embedder))
    }

    /// Returns the cross-encoder in a file.
    pub(crate) fn reranker(&mut self, path: &Path) -> Result<&mut Reranker, Failure> {
        let loaded = match self.reranker.take() {
            Some((of, reranker)) if of == path => (of, reranker),
            _ => (path.to_owned(), Reranker::load(path, &LoadOptions::default())?),
        };
        Ok(&mut self.reranker.insert(loaded).1)
    }

    /// Returns where a model's sequences are saved: next to the library, and as private.
    pub(crate) fn states(
        &mut self,
        weights: &Weights,
        access: &mut LibraryAccess,
    ) -> Result<States, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        Ok(States::new(states_folder(access), &hash))
    }
}

fn states_folder(access: &LibraryAccess) -> PathBuf {
    access.folder().join("states")
}

/// Removes all saved sequences: one may hold words of a document that is gone.
pub(crate) fn forget_states(access: &LibraryAccess) {
    // If there are none, nothing needs removing, and whatever is missing later is computed again.
    let _ = std::fs::remove_dir_all(states_folder(access));
}
