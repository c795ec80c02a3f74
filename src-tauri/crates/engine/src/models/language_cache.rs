//! The language models in memory: the one that builds and the one that answers, if both fit. Otherwise each displaces
//! the other, and its file is read again whenever the jobs alternate.

use std::path::Path;
use std::sync::Arc;

use model::{LoadOptions, Weights, fits_beside, require_memory, stamp};
use protocol::Failure;

/// The maximum number of models in memory: one builds, another answers.
const MOST: usize = 2;

/// Language models, the most recently used last.
#[derive(Default)]
pub(crate) struct LanguageModelCache(Vec<LoadedLanguageModel>);

pub(crate) struct LoadedLanguageModel {
    /// The stamp of its file before it was loaded.
    pub stamp: String,
    /// The options with which it was loaded.
    pub options: LoadOptions,
    /// The loaded model.
    pub weights: Arc<Weights>,
}

impl LoadedLanguageModel {
    fn is_of(&self, path: &Path) -> bool {
        self.weights.info().path == path
    }
}

impl LanguageModelCache {
    /// Returns the model in this file, if it is in memory and neither the file nor the options have changed.
    pub fn get(&mut self, path: &Path, options: LoadOptions) -> Option<Arc<Weights>> {
        let stamp = stamp(path);
        let is_it = |known: &LoadedLanguageModel| {
            known.is_of(path) && (&known.stamp, known.options) == (&stamp, options)
        };
        let place = self.0.iter().position(is_it)?;
        let language = self.0.remove(place);
        Some(self.put(language))
    }

    /// Adds a model, which becomes the most recently used.
    pub fn put(&mut self, language: LoadedLanguageModel) -> Arc<Weights> {
        let weights = Arc::clone(&language.weights);
        self.0.push(language);
        weights
    }

    /// Drops the models in all other files.
    pub fn keep_only(&mut self, paths: &[&Path]) {
        self.0.retain(|known| paths.iter().any(|path| known.is_of(path)));
    }

    /// Makes room in memory for the model in this file, and drops an older copy of it.
    pub fn make_room(&mut self, path: &Path) -> Result<(), Failure> {
        // One that cannot fit displaces none.
        require_memory(path, self.bytes())?;
        self.0.retain(|known| !known.is_of(path));
        // The old ones go first: two large models may not fit.
        while self.0.len() >= MOST || !self.0.is_empty() && !fits_beside(path, self.bytes())? {
            self.0.remove(0);
        }
        Ok(())
    }

    /// Returns the total size of all their files in bytes.
    fn bytes(&self) -> u64 {
        self.0.iter().map(|known| known.weights.info().bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn get(loaded: &mut LanguageModelCache, path: &Path, options: LoadOptions) -> Arc<Weights> {
        loaded.get(path, options).unwrap_or_else(|| {
            loaded.make_room(path).unwrap();
            let weights = Weights::load(path, &options).unwrap();
            loaded.put(LoadedLanguageModel { stamp: stamp(path), options, weights })
        })
    }

    #[test]
    fn two_models_stay_and_a_third_takes_the_place_of_the_older() {
        let folder = tempfile::tempdir().unwrap();
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let [building, asking, other] = ["building", "asking", "other"].map(|name| {
            let path = folder.path().join(name);
            fs::copy(pocket, &path).unwrap();
            path
        });
        let mut loaded = LanguageModelCache::default();
        let mut get = |path: &Path| get(&mut loaded, path, LoadOptions::default());
        let first = get(&building);
        get(&asking);
        assert!(Arc::ptr_eq(&first, &get(&building)), "it was loaded again");
        let third = get(&other);
        assert!(Arc::ptr_eq(&first, &get(&building)) && Arc::ptr_eq(&third, &get(&other)));
        assert_eq!(Arc::strong_count(&first), 2);
        loaded.keep_only(&[&other]);
        assert_eq!((Arc::strong_count(&first), Arc::strong_count(&third)), (1, 2));
    }

    #[test]
    fn other_options_reload_the_same_file() {
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let mut loaded = LanguageModelCache::default();
        let first = get(&mut loaded, Path::new(pocket), LoadOptions::default());
        let one = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let second = get(&mut loaded, Path::new(pocket), one);
        assert!(!Arc::ptr_eq(&first, &second) && second.threads() == 1);
        assert_eq!(Arc::strong_count(&first), 1, "it is no longer used");
    }
}
