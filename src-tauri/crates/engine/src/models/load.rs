//! Loads language models.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::{LoadOptions, Weights, hash_file, stamp};
use protocol::{Failure, Role};

use crate::config::model_file;
use crate::engine::Engine;
use crate::models::language_cache::LoadedLanguageModel;
use crate::models::tuning::{load_options, tuning};

impl Engine {
    /// Returns a model for use, from memory if it is loaded.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Arc<Weights>, Failure> {
        // Drop models that neither build nor answer any more.
        let in_use = [Role::Building, Role::Asking].map(|role| self.file_in_use(role));
        let mut in_use: Vec<&Path> = in_use.iter().flatten().map(PathBuf::as_path).collect();
        in_use.push(path);
        self.models.language.keep_only(&in_use);
        let options = load_options(&tuning(path, &mut self.access)?);
        let weights = match self.models.language.get(path, options) {
            Some(weights) => weights,
            None => {
                self.models.language.make_room(path)?;
                let stamp = stamp(path);
                let weights = Weights::load(path, &options)?;
                self.models.language.put(LoadedLanguageModel { stamp, options, weights })
            }
        };
        self.look_into(&weights)?;
        Ok(weights)
    }

    /// Ensures that the hash of a model's file and its readable attention are known: from the library,
    /// or else by computing them.
    fn look_into(&mut self, weights: &Arc<Weights>) -> Result<(), Failure> {
        let path = weights.info().path.as_path();
        if self.models.known_hash(path, &mut self.access)?.is_none() {
            let stamp = stamp(path);
            let hash = hash_file(path, &self.models.stop())?;
            self.models.keep_hash((path, stamp), &hash, &mut self.access)?;
        }
        self.models.assume(weights, &mut self.access)?;
        if !weights.is_tried() {
            weights.readable()?;
        }
        Ok(())
    }

    /// Loads a model only to inspect it. The one in use stays loaded.
    pub(crate) fn load_beside(&mut self, path: &str) -> Result<Arc<Weights>, Failure> {
        let path = &model_file(Path::new(path))?;
        model::require_memory(path, 0)?;
        let weights = Weights::load(path, &LoadOptions::default())?;
        self.look_into(&weights)?;
        Ok(weights)
    }
}
