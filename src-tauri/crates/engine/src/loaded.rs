//! The language models in memory: the one that builds and the one that asks, if there is room for
//! both. Otherwise each pushes out the other, and its file is read anew whenever the jobs change.

use std::path::Path;
use std::sync::Arc;

use model::{LoadOptions, Weights, fits_beside, require_memory};
use protocol::Failure;

use crate::models::stamp;

/// Models in memory, at most: one builds, another asks.
const MOST: usize = 2;

/// Language models, the one used last at the end.
#[derive(Default)]
pub(crate) struct Loaded(Vec<Language>);

struct Language {
    /// Of its file when it was loaded.
    stamp: String,
    options: LoadOptions,
    weights: Arc<Weights>,
}

impl Language {
    fn is_of(&self, path: &Path) -> bool {
        self.weights.info().path == path
    }
}

impl Loaded {
    /// The model in this file, from memory unless the file or the options have changed.
    pub fn get(&mut self, path: &Path, options: LoadOptions) -> Result<Arc<Weights>, Failure> {
        let stamp = stamp(path);
        let is_it = |known: &Language| {
            known.is_of(path) && (&known.stamp, known.options) == (&stamp, options)
        };
        let language = match self.0.iter().position(is_it) {
            Some(place) => self.0.remove(place),
            None => self.load(path, stamp, options)?,
        };
        let weights = Arc::clone(&language.weights);
        self.0.push(language);
        Ok(weights)
    }

    /// Drops the models in other files.
    pub fn keep_only(&mut self, paths: &[&Path]) {
        self.0.retain(|known| paths.iter().any(|path| known.is_of(path)));
    }

    fn load(
        &mut self,
        path: &Path,
        stamp: String,
        options: LoadOptions,
    ) -> Result<Language, Failure> {
        // One that cannot fit pushes out none.
        require_memory(path, self.bytes())?;
        self.0.retain(|known| !known.is_of(path));
        // The old ones go first: two large models may not fit.
        while self.0.len() >= MOST || !self.0.is_empty() && !fits_beside(path, self.bytes())? {
            self.0.remove(0);
        }
        Ok(Language { stamp, options, weights: Weights::load(path, &options)? })
    }

    /// Bytes of all their files.
    fn bytes(&self) -> u64 {
        self.0.iter().map(|known| known.weights.info().bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn two_models_stay_and_a_third_takes_the_place_of_the_older() {
        let folder = tempfile::tempdir().unwrap();
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let [building, asking, other] = ["building", "asking", "other"].map(|name| {
            let path = folder.path().join(name);
            fs::copy(pocket, &path).unwrap();
            path
        });
        let mut loaded = Loaded::default();
        let mut get = |path: &Path| loaded.get(path, LoadOptions::default()).unwrap();
        let first = get(&building);
        get(&asking);
        assert!(Arc::ptr_eq(&first, &get(&building)), "it was loaded anew");
        let third = get(&other);
        assert!(Arc::ptr_eq(&first, &get(&building)) && Arc::ptr_eq(&third, &get(&other)));
        assert_eq!(Arc::strong_count(&first), 2);
        loaded.keep_only(&[&other]);
        assert_eq!((Arc::strong_count(&first), Arc::strong_count(&third)), (1, 2));
    }

    #[test]
    fn other_options_load_the_same_file_anew() {
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let mut loaded = Loaded::default();
        let first = loaded.get(Path::new(pocket), LoadOptions::default()).unwrap();
        let one = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let second = loaded.get(Path::new(pocket), one).unwrap();
        assert!(!Arc::ptr_eq(&first, &second) && second.threads() == 1);
        assert_eq!(Arc::strong_count(&first), 1, "nobody uses it any more");
    }
}
