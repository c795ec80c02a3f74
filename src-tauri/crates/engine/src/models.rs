//! Which models are in use, loaded when they are first needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::{Bert, LoadOptions, Weights, hash_file};
use protocol::{Code, Failure, ModelInfo};

use crate::Engine;
use crate::config::{MINILM, POCKET, find_model_file, wanted_at};

/// The library's setting that holds the chosen model's path.
const CHOSEN: &str = "model";

/// The language model and the sentence embedder.
#[derive(Default)]
pub(crate) struct Models {
    language: Option<(PathBuf, Arc<Weights>)>,
    embedder: Option<Bert>,
    /// SHA-256 by path: hashing a large file takes a while.
    hashes: HashMap<PathBuf, String>,
}

impl Engine {
    /// The model in use: the one named at the start, or else the one chosen last, or else the one
    /// that comes with Pecan.
    pub(crate) fn language(&mut self) -> Result<Arc<Weights>, Failure> {
        let path = match &self.config.model {
            Some(path) => path.clone(),
            None => match self.shelf.read()?.setting(CHOSEN)? {
                Some(path) => path.into(),
                None => pocket_file()?,
            },
        };
        self.models.load(&path)
    }

    /// What is known of a model file, or of the model in use.
    pub(crate) fn model_info(&mut self, path: Option<&str>) -> Result<ModelInfo, Failure> {
        let weights = match path {
            Some(path) => Weights::load(Path::new(path), &LoadOptions::default())?,
            None => self.language()?,
        };
        self.models.info(&weights)
    }

    /// Uses another model from now on, and remembers it; none for the one that comes with Pecan.
    pub(crate) fn open_model(&mut self, path: Option<&str>) -> Result<ModelInfo, Failure> {
        let file = path.map_or_else(pocket_file, |path| Ok(path.into()))?;
        let weights = self.models.load(&file)?;
        let info = self.models.info(&weights)?;
        // What every job with it needs, so that a model is remembered only if it can do them.
        weights.require_session()?;
        let chosen = file.display().to_string();
        self.shelf.write()?.set_setting(CHOSEN, path.map(|_| chosen.as_str()))?;
        self.config.model = None;
        Ok(info)
    }
}

impl Models {
    fn load(&mut self, path: &Path) -> Result<Arc<Weights>, Failure> {
        if let Some((loaded, weights)) = &self.language
            && loaded == path
        {
            return Ok(Arc::clone(weights));
        }
        // The old one goes first: two large models may not fit.
        self.language = None;
        let weights = Weights::load(path, &LoadOptions::default())?;
        self.language = Some((path.to_owned(), Arc::clone(&weights)));
        Ok(weights)
    }

    /// What is known of a model, for people and for the library.
    pub(crate) fn info(&mut self, weights: &Arc<Weights>) -> Result<ModelInfo, Failure> {
        let hash = self.hash(&weights.info().path)?;
        let info = weights.info();
        Ok(ModelInfo {
            path: info.path.display().to_string(),
            name: info.name.clone(),
            architecture: info.architecture.clone(),
            bytes: info.bytes,
            hash,
            parameters: info.parameters,
            layers: info.layers as u32,
            heads: info.heads as u32,
            context: info.context as u32,
            construction: info.construction as u32,
            chat_template: info.chat_template,
            demonstration: info.demonstration,
            attention: weights.readable()?.kind().clone(),
        })
    }

    /// The sentence embedding model.
    pub(crate) fn embedder(&mut self) -> Result<&mut Bert, Failure> {
        let embedder = match self.embedder.take() {
            Some(embedder) => embedder,
            None => Bert::load(&embedder_file()?, &LoadOptions::default())?,
        };
        Ok(self.embedder.insert(embedder))
    }

    /// What tells the vectors of different embedding models apart.
    pub(crate) fn embedder_hash(&mut self) -> Result<String, Failure> {
        self.hash(&embedder_file()?)
    }

    /// The SHA-256 of a file, kept while the engine lives.
    pub(crate) fn hash(&mut self, path: &Path) -> Result<String, Failure> {
        if let Some(hash) = self.hashes.get(path) {
            return Ok(hash.clone());
        }
        let hash = hash_file(path)?;
        self.hashes.insert(path.to_owned(), hash.clone());
        Ok(hash)
    }
}

/// Where the embedding model is.
pub(crate) fn embedder_file() -> Result<PathBuf, Failure> {
    find_model_file(MINILM).ok_or_else(|| {
        let message = format!(
            "The sentence embedding model is missing: it is looked for at {}. Run `cargo xtask \
             setup`, or name its folder in PECAN_MODELS.",
            wanted_at(MINILM)
        );
        Failure::new(Code::EmbedderMissing, message)
    })
}

fn pocket_file() -> Result<PathBuf, Failure> {
    find_model_file(POCKET).ok_or_else(|| {
        let message = format!(
            "The model that comes with Pecan is missing: it is looked for at {}. Run `cargo xtask \
             setup`, or open a GGUF model of your own with --model FILE.",
            wanted_at(POCKET)
        );
        Failure::new(Code::ModelMissing, message)
    })
}
