//! Which models are in use, loaded when they are first needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::UNIX_EPOCH;

use model::{Bert, LoadOptions, Reranker, States, Stop, Weights, hash_file};
use protocol::{Code, DocumentId, Failure, ModelInfo, ModelTrial, Role, Tuning};

use crate::config::{MINILM, default_model, find_model_file, model_file, wanted_at};
use crate::loaded::{Language, Loaded};
use crate::shelf::Shelf;
use crate::{Client, Engine, sample};

/// The library's setting that holds the path of the model chosen for this.
fn setting(role: Role) -> &'static str {
    match role {
        Role::Building => "model",
        Role::Asking => "model for questions",
    }
}

/// The language models, the sentence embedder, and the cross-encoder asked last, with its file.
#[derive(Default)]
pub(crate) struct Models {
    language: Loaded,
    embedder: Option<Bert>,
    reranker: Option<(PathBuf, Reranker)>,
    /// SHA-256 by path and stamp.
    hashes: HashMap<(PathBuf, String), String>,
    /// The wish to stop the job under way.
    stop: Stop,
}

impl Engine {
    /// The model in use.
    pub(crate) fn language(
        &mut self,
        role: Role,
        client: &mut dyn Client,
    ) -> Result<Arc<Weights>, Failure> {
        let path = self.file_in_use(role)?;
        self.load(&path, client)
    }

    /// The model in use for these documents: where none was chosen, the sample book has the
    /// demonstration model, which was made for its world, and all others the default one.
    pub(crate) fn language_for(
        &mut self,
        role: Role,
        documents: &[DocumentId],
        client: &mut dyn Client,
    ) -> Result<Arc<Weights>, Failure> {
        let path = match self.chosen_file(role)? {
            Some(path) => path,
            None if self.are_sample(documents)? => model_file(Path::new("demo"))?,
            None => default_model()?,
        };
        self.load(&path, client)
    }

    /// The file of the model in use: the one named at the start, or else the one chosen last, or else
    /// the default one.
    fn file_in_use(&mut self, role: Role) -> Result<PathBuf, Failure> {
        self.chosen_file(role)?.map_or_else(default_model, Ok)
    }

    /// The file of the model named at the start, or else of the one chosen last.
    fn chosen_file(&mut self, role: Role) -> Result<Option<PathBuf>, Failure> {
        match &self.config.model {
            Some(path) => Ok(Some(path.clone())),
            None => self.chosen(role)?.map(|named| model_file(Path::new(&named))).transpose(),
        }
    }

    /// Whether all of these are the sample book.
    fn are_sample(&mut self, documents: &[DocumentId]) -> Result<bool, Failure> {
        let Some(sample) = sample::content() else { return Ok(false) };
        let library = self.shelf.read()?;
        for &document in documents {
            if library.document(document)?.hash != sample {
                return Ok(false);
            }
        }
        Ok(!documents.is_empty())
    }

    /// Gives the model in use so much of the machine from now on.
    pub(crate) fn tune_model(
        &mut self,
        role: Role,
        tuning: &Tuning,
        client: &mut dyn Client,
    ) -> Result<ModelInfo, Failure> {
        let cores = cores();
        if !tuning.is_possible(cores) {
            let message = format!(
                "A model needs a context of {} tokens or more, and from 1 to {} threads.",
                Tuning::LEAST_CONTEXT,
                Tuning::most_threads(cores)
            );
            return Err(Failure::new(Code::BadRequest, message));
        }
        let path = self.file_in_use(role)?;
        let kept = serde_json::to_string(tuning).ok().filter(|_| *tuning != Tuning::default());
        self.shelf.write()?.set_setting(&tuning_key(&path), kept.as_deref())?;
        self.model_info(None, role, client)
    }

    /// The model chosen last; for questions the one that builds, where none was chosen for them.
    fn chosen(&mut self, role: Role) -> Result<Option<String>, Failure> {
        let library = self.shelf.read()?;
        if let Some(path) = library.setting(setting(role))? {
            return Ok(Some(path));
        }
        Ok(library.setting(setting(Role::default()))?)
    }

    /// A model that is to be used, from memory where it is there.
    fn load(&mut self, path: &Path, client: &mut dyn Client) -> Result<Arc<Weights>, Failure> {
        // What neither builds nor asks any more goes.
        let in_use = [Role::Building, Role::Asking].map(|role| self.file_in_use(role));
        let mut in_use: Vec<&Path> = in_use.iter().flatten().map(PathBuf::as_path).collect();
        in_use.push(path);
        self.models.language.keep_only(&in_use);
        let options = load_options(&tuning(path, &mut self.shelf)?);
        let weights = match self.models.language.get(path, options) {
            Some(weights) => weights,
            None => {
                self.models.language.make_room(path)?;
                let stamp = stamp(path);
                let weights = self.aside(client, || Weights::load(path, &options))?;
                self.models.language.put(Language { stamp, options, weights })
            }
        };
        self.look_into(&weights, client)?;
        Ok(weights)
    }

    /// Has be known what a model's file is and which attention can be read: from what is kept, or else
    /// it is found out.
    fn look_into(
        &mut self,
        weights: &Arc<Weights>,
        client: &mut dyn Client,
    ) -> Result<(), Failure> {
        let path = weights.info().path.as_path();
        if self.models.known_hash(path, &mut self.shelf)?.is_none() {
            let (stamp, stop) = (stamp(path), self.models.stop());
            let hash = self.aside(client, || hash_file(path, &stop))?;
            self.models.keep_hash((path, stamp), &hash, &mut self.shelf)?;
        }
        self.models.assume(weights, &mut self.shelf)?;
        if !weights.is_tried() {
            self.aside(client, || weights.readable().map(|_| ()))?;
        }
        Ok(())
    }

    /// What is known of a model file, or of the model in use.
    pub(crate) fn model_info(
        &mut self,
        path: Option<&str>,
        role: Role,
        client: &mut dyn Client,
    ) -> Result<ModelInfo, Failure> {
        let weights = match path {
            Some(path) => self.load_beside(path, client)?,
            None => self.language(role, client)?,
        };
        self.models.info(&weights, &mut self.shelf)
    }

    /// A model that is only looked at. The one in use stays loaded beside it.
    pub(crate) fn load_beside(
        &mut self,
        path: &str,
        client: &mut dyn Client,
    ) -> Result<Arc<Weights>, Failure> {
        let path = &model_file(Path::new(path))?;
        model::require_memory(path, 0)?;
        let weights = self.aside(client, || Weights::load(path, &LoadOptions::default()))?;
        self.look_into(&weights, client)?;
        Ok(weights)
    }

    /// Uses another model from now on, and remembers it; none for the default one, or, for questions,
    /// for the one that builds.
    pub(crate) fn open_model(
        &mut self,
        path: Option<&str>,
        role: Role,
        client: &mut dyn Client,
    ) -> Result<ModelInfo, Failure> {
        if let Some(path) = path {
            // What every job with it needs, so that a model is remembered only if it can do them.
            self.load(&model_file(Path::new(path))?, client)?.require_session()?;
        } else if role == Role::Building {
            self.load(&default_model()?, client)?.require_session()?;
        }
        self.shelf.write()?.set_setting(setting(role), path)?;
        self.config.model = None;
        self.model_info(None, role, client)
    }
}

impl Models {
    /// Takes notice of how the job under way may be stopped; gives back what held before.
    pub(crate) fn heed(&mut self, stop: Stop) -> Stop {
        std::mem::replace(&mut self.stop, stop)
    }

    /// The wish to stop the job under way.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// What is known of a model, for people and for the library.
    pub(crate) fn info(
        &mut self,
        weights: &Arc<Weights>,
        shelf: &mut Shelf,
    ) -> Result<ModelInfo, Failure> {
        let hash = self.hash(&weights.info().path, shelf)?;
        // It may have been found out before there was the right to write.
        self.save_hash(&weights.info().path, shelf)?;
        let readable = weights.readable()?;
        let key = self.readable_key(weights, shelf)?;
        if shelf.read()?.setting(&key)?.is_none()
            && let Some(writer) = shelf.writer()
        {
            writer.set_setting(&key, serde_json::to_string(readable).ok().as_deref())?;
        }
        let info = weights.info();
        Ok(ModelInfo {
            path: info.path.display().to_string(),
            name: info.name.clone(),
            architecture: info.architecture.clone(),
            bytes: info.bytes,
            trial: crate::trial::known(weights, &hash),
            hash,
            parameters: info.parameters,
            layers: info.layers as u32,
            heads: info.heads as u32,
            context: info.context as u32,
            construction: info.construction as u32,
            chat_template: info.chat_template,
            demonstration: info.demonstration,
            is_default: default_model().is_ok_and(|path| path == info.path),
            attention: readable.kind().clone(),
            needed: info.bytes + weights.working_bytes(info.construction),
            free: model::free_memory(),
            tuning: tuning(&info.path, shelf)?,
            card: !model::cards().is_empty(),
            cores: cores(),
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

    /// The cross-encoder in a file.
    pub(crate) fn reranker(&mut self, path: &Path) -> Result<&mut Reranker, Failure> {
        let loaded = match self.reranker.take() {
            Some((of, reranker)) if of == path => (of, reranker),
            _ => (path.to_owned(), Reranker::load(path, &LoadOptions::default())?),
        };
        Ok(&mut self.reranker.insert(loaded).1)
    }

    /// Takes over what an earlier trial has shown of a model's attention.
    fn assume(&mut self, weights: &Weights, shelf: &mut Shelf) -> Result<(), Failure> {
        let key = self.readable_key(weights, shelf)?;
        let known = shelf.read()?.setting(&key)?;
        if let Some(known) = known.and_then(|known| serde_json::from_str(&known).ok()) {
            weights.assume(known);
        }
        Ok(())
    }

    /// Under which name the library keeps what a trial has shown of a model's attention.
    fn readable_key(&mut self, weights: &Weights, shelf: &mut Shelf) -> Result<String, Failure> {
        let hash = self.hash(&weights.info().path, shelf)?;
        Ok(format!("attention {}, {}, {hash}", model::EDITION, computes(weights)))
    }

    /// Where a model's sequences are saved: beside the library, as private as this is.
    pub(crate) fn states(
        &mut self,
        weights: &Weights,
        shelf: &mut Shelf,
    ) -> Result<States, Failure> {
        let hash = self.hash(&weights.info().path, shelf)?;
        Ok(States::new(states_folder(shelf), &hash))
    }

    /// What tells the vectors of different embedding models apart.
    pub(crate) fn embedder_hash(&mut self, shelf: &mut Shelf) -> Result<String, Failure> {
        self.hash(&embedder_file()?, shelf)
    }

    /// The SHA-256 of a file; that of a language model in use is known. Reading a large one takes a
    /// while, so it is kept in the library for as long as the file keeps its size and its time.
    pub(crate) fn hash(&mut self, path: &Path, shelf: &mut Shelf) -> Result<String, Failure> {
        if let Some(hash) = self.known_hash(path, shelf)? {
            return Ok(hash);
        }
        let stamp = stamp(path);
        let hash = hash_file(path, &self.stop)?;
        self.keep_hash((path, stamp), &hash, shelf)?;
        Ok(hash)
    }

    fn known_hash(&mut self, path: &Path, shelf: &mut Shelf) -> Result<Option<String>, Failure> {
        let of = (path.to_owned(), stamp(path));
        if let Some(hash) = self.hashes.get(&of) {
            return Ok(Some(hash.clone()));
        }
        let known = shelf.read()?.setting(&hash_key(path))?;
        let known = known.and_then(|known| Some(known.strip_prefix(&of.1)?.to_owned()));
        if let Some(hash) = &known {
            self.hashes.insert(of, hash.clone());
        }
        Ok(known)
    }

    /// Keeps the hash of a file that had this stamp before it was read.
    fn keep_hash(
        &mut self,
        (path, stamp): (&Path, String),
        hash: &str,
        shelf: &mut Shelf,
    ) -> Result<(), Failure> {
        self.hashes.insert((path.to_owned(), stamp), hash.to_owned());
        self.save_hash(path, shelf)
    }

    /// Saves a file's hash for the next start, where the library may be written.
    fn save_hash(&self, path: &Path, shelf: &mut Shelf) -> Result<(), Failure> {
        let of = (path.to_owned(), stamp(path));
        let (Some(hash), Some(writer)) = (self.hashes.get(&of), shelf.writer()) else {
            return Ok(());
        };
        let (key, saved) = (hash_key(path), format!("{}{hash}", of.1));
        if writer.setting(&key)?.as_ref() != Some(&saved) {
            writer.set_setting(&key, Some(&saved))?;
        }
        Ok(())
    }
}

fn hash_key(path: &Path) -> String {
    format!("hash {}", path.display())
}

/// What a model is given of the machine, as it was chosen for its file.
pub(crate) fn tuning(path: &Path, shelf: &mut Shelf) -> Result<Tuning, Failure> {
    let kept = shelf.read()?.setting(&tuning_key(path))?;
    Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default())
}

fn tuning_key(path: &Path) -> String {
    format!("tuning {}", path.display())
}

fn load_options(tuning: &Tuning) -> LoadOptions {
    // It may have been chosen on a larger machine.
    let threads = tuning.threads.map(|wished| wished.min(Tuning::most_threads(cores())) as usize);
    LoadOptions { gpu_layers: tuning.gpu_layers, threads }
}

/// The machine's cores, as far as Pecan may use them.
fn cores() -> u32 {
    thread::available_parallelism().map_or(0, |cores| cores.get() as u32)
}

/// What computes with a model: a card too, or this build's instructions alone.
pub(crate) fn computes(weights: &Weights) -> String {
    let place = if weights.on_card() { "card" } else { "no card" };
    format!("{}, {place}", model::built_with())
}

/// What is true of a model at any time.
pub(crate) fn lasting(info: &ModelInfo) -> ModelInfo {
    ModelInfo {
        free: None,
        tuning: Tuning::default(),
        card: false,
        cores: 0,
        trial: ModelTrial::default(),
        is_default: false,
        ..info.clone()
    }
}

fn states_folder(shelf: &Shelf) -> PathBuf {
    shelf.folder().join("states")
}

/// Removes all saved sequences: one may hold words of a document that is gone.
pub(crate) fn forget_states(shelf: &Shelf) {
    // Where there are none there is nothing to remove, and whatever is left is computed anew.
    let _ = std::fs::remove_dir_all(states_folder(shelf));
}

/// A file's size and the time of its last change.
pub(crate) fn stamp(path: &Path) -> String {
    let about = path.metadata().ok();
    let size = about.as_ref().map_or(0, std::fs::Metadata::len);
    let changed = about.and_then(|about| about.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{size} {} ", changed.map_or(0, |time| time.as_nanos()))
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
