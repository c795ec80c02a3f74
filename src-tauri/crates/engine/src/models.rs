//! The models in use, loaded when first needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::UNIX_EPOCH;

use model::{Bert, LoadOptions, Reranker, States, StopSignal, Weights, hash_file};
use protocol::{Code, DocumentId, Failure, ModelInfo, ModelTrial, Role, Tuning};

use crate::config::{MINILM, default_model, find_model_file, model_file, wanted_at};
use crate::library_access::LibraryAccess;
use crate::loaded::{LanguageModelCache, LoadedLanguageModel};
use crate::{Client, Engine, sample};

/// Returns the library's setting that holds the path of the model chosen for a role.
fn setting(role: Role) -> &'static str {
    match role {
        Role::Building => "model",
        Role::Asking => "model for questions",
    }
}

/// The language models, the sentence embedder, and the last cross-encoder asked, with its file.
#[derive(Default)]
pub(crate) struct EngineModels {
    language: LanguageModelCache,
    embedder: Option<Bert>,
    reranker: Option<(PathBuf, Reranker)>,
    /// SHA-256 by path and stamp.
    hashes: HashMap<(PathBuf, String), String>,
    /// The stop signal of the current job.
    stop: StopSignal,
}

impl Engine {
    /// Returns the model in use.
    pub(crate) fn language(
        &mut self,
        role: Role,
        client: &mut dyn Client,
    ) -> Result<Arc<Weights>, Failure> {
        let path = self.file_in_use(role)?;
        self.load(&path, client)
    }

    /// Returns the model in use for these documents. If none was chosen, the sample book uses the
    /// demonstration model, which was made for its world, and all others use the default one.
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

    /// Returns the file of the model in use: the one named at the start, or else the one chosen last,
    /// or else the default one.
    fn file_in_use(&mut self, role: Role) -> Result<PathBuf, Failure> {
        self.chosen_file(role)?.map_or_else(default_model, Ok)
    }

    /// Returns the file of the model named at the start, or else of the one chosen last.
    fn chosen_file(&mut self, role: Role) -> Result<Option<PathBuf>, Failure> {
        match &self.config.model {
            Some(path) => Ok(Some(path.clone())),
            None => self.chosen(role)?.map(|named| model_file(Path::new(&named))).transpose(),
        }
    }

    /// Returns whether all of these documents are the sample book.
    fn are_sample(&mut self, documents: &[DocumentId]) -> Result<bool, Failure> {
        let Some(sample) = sample::content() else { return Ok(false) };
        let library = self.access.read()?;
        for &document in documents {
            if library.document(document)?.hash != sample {
                return Ok(false);
            }
        }
        Ok(!documents.is_empty())
    }

    /// Sets the share of the machine that the model in use gets from now on.
    pub(crate) fn tune_model(
        &mut self,
        role: Role,
        tuning: &Tuning,
        client: &mut dyn Client,
    ) -> Result<ModelInfo, Failure> {
        let cores = cores();
        if !tuning.is_possible(cores) {
            let message = format!(
                "A model needs a context of at least {} tokens and from 1 to {} threads.",
                Tuning::LEAST_CONTEXT,
                Tuning::most_threads(cores)
            );
            return Err(Failure::new(Code::BadRequest, message));
        }
        let path = self.file_in_use(role)?;
        let kept = serde_json::to_string(tuning).ok().filter(|_| *tuning != Tuning::default());
        self.access.write()?.set_setting(&tuning_key(&path), kept.as_deref())?;
        self.model_info(None, role, client)
    }

    /// Returns the model chosen last. If none was chosen for questions, that is the one that builds.
    fn chosen(&mut self, role: Role) -> Result<Option<String>, Failure> {
        let library = self.access.read()?;
        if let Some(path) = library.setting(setting(role))? {
            return Ok(Some(path));
        }
        Ok(library.setting(setting(Role::default()))?)
    }

    /// Returns a model for use, from memory if it is loaded.
    fn load(&mut self, path: &Path, client: &mut dyn Client) -> Result<Arc<Weights>, Failure> {
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
                let weights = self.in_background(client, || Weights::load(path, &options))?;
                self.models.language.put(LoadedLanguageModel { stamp, options, weights })
            }
        };
        self.look_into(&weights, client)?;
        Ok(weights)
    }

    /// Ensures that the hash of a model's file and its readable attention are known: from the library,
    /// or else by computing them.
    fn look_into(
        &mut self,
        weights: &Arc<Weights>,
        client: &mut dyn Client,
    ) -> Result<(), Failure> {
        let path = weights.info().path.as_path();
        if self.models.known_hash(path, &mut self.access)?.is_none() {
            let (stamp, stop) = (stamp(path), self.models.stop());
            let hash = self.in_background(client, || hash_file(path, &stop))?;
            self.models.keep_hash((path, stamp), &hash, &mut self.access)?;
        }
        self.models.assume(weights, &mut self.access)?;
        if !weights.is_tried() {
            self.in_background(client, || weights.readable().map(|_| ()))?;
        }
        Ok(())
    }

    /// Returns what is known about a model file, or about the model in use.
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
        self.models.info(&weights, &mut self.access)
    }

    /// Loads a model only to inspect it. The one in use stays loaded.
    pub(crate) fn load_beside(
        &mut self,
        path: &str,
        client: &mut dyn Client,
    ) -> Result<Arc<Weights>, Failure> {
        let path = &model_file(Path::new(path))?;
        model::require_memory(path, 0)?;
        let weights =
            self.in_background(client, || Weights::load(path, &LoadOptions::default()))?;
        self.look_into(&weights, client)?;
        Ok(weights)
    }

    /// Uses another model from now on and remembers it. `None` means the default one or, for questions,
    /// the one that builds.
    pub(crate) fn open_model(
        &mut self,
        path: Option<&str>,
        role: Role,
        client: &mut dyn Client,
    ) -> Result<ModelInfo, Failure> {
        if let Some(path) = path {
            // Every job needs this, so a model is remembered only if it can do them.
            self.load(&model_file(Path::new(path))?, client)?.require_session()?;
        } else if role == Role::Building {
            self.load(&default_model()?, client)?.require_session()?;
        }
        self.access.write()?.set_setting(setting(role), path)?;
        self.config.model = None;
        self.model_info(None, role, client)
    }
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

    /// Returns what is known about a model, for people and for the library.
    pub(crate) fn info(
        &mut self,
        weights: &Arc<Weights>,
        access: &mut LibraryAccess,
    ) -> Result<ModelInfo, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        // The hash may have been computed before the library was writable.
        self.save_hash(&weights.info().path, access)?;
        let readable = weights.readable()?;
        let key = self.readable_key(weights, access)?;
        if access.read()?.setting(&key)?.is_none()
            && let Some(writer) = access.writer()
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
            tuning: tuning(&info.path, access)?,
            card: !model::cards().is_empty(),
            cores: cores(),
        })
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

    /// Applies what an earlier trial has shown about a model's attention.
    fn assume(&mut self, weights: &Weights, access: &mut LibraryAccess) -> Result<(), Failure> {
        let key = self.readable_key(weights, access)?;
        let known = access.read()?.setting(&key)?;
        if let Some(known) = known.and_then(|known| serde_json::from_str(&known).ok()) {
            weights.assume(known);
        }
        Ok(())
    }

    /// Returns the name under which the library keeps a trial's result about a model's attention.
    fn readable_key(
        &mut self,
        weights: &Weights,
        access: &mut LibraryAccess,
    ) -> Result<String, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        Ok(format!("attention {}, {}, {hash}", model::EDITION, computes(weights)))
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

    /// Returns the hash that distinguishes the vectors of different embedding models.
    pub(crate) fn embedder_hash(&mut self, access: &mut LibraryAccess) -> Result<String, Failure> {
        self.hash(&embedder_file()?, access)
    }

    /// Returns the SHA-256 of a file; that of a language model in use is known. Reading a large file
    /// takes a while, so the library keeps the hash until the file's size or time changes.
    pub(crate) fn hash(
        &mut self,
        path: &Path,
        access: &mut LibraryAccess,
    ) -> Result<String, Failure> {
        if let Some(hash) = self.known_hash(path, access)? {
            return Ok(hash);
        }
        let stamp = stamp(path);
        let hash = hash_file(path, &self.stop)?;
        self.keep_hash((path, stamp), &hash, access)?;
        Ok(hash)
    }

    fn known_hash(
        &mut self,
        path: &Path,
        access: &mut LibraryAccess,
    ) -> Result<Option<String>, Failure> {
        let of = (path.to_owned(), stamp(path));
        if let Some(hash) = self.hashes.get(&of) {
            return Ok(Some(hash.clone()));
        }
        let known = access.read()?.setting(&hash_key(path))?;
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
        access: &mut LibraryAccess,
    ) -> Result<(), Failure> {
        self.hashes.insert((path.to_owned(), stamp), hash.to_owned());
        self.save_hash(path, access)
    }

    /// Saves a file's hash for the next start, if the library may be written.
    fn save_hash(&self, path: &Path, access: &mut LibraryAccess) -> Result<(), Failure> {
        let of = (path.to_owned(), stamp(path));
        let (Some(hash), Some(writer)) = (self.hashes.get(&of), access.writer()) else {
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

/// Returns the share of the machine chosen for a model file.
pub(crate) fn tuning(path: &Path, access: &mut LibraryAccess) -> Result<Tuning, Failure> {
    let kept = access.read()?.setting(&tuning_key(path))?;
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

/// Returns the number of the machine's cores that Pecan may use.
fn cores() -> u32 {
    thread::available_parallelism().map_or(0, |cores| cores.get() as u32)
}

/// Describes what computes with a model: a graphics card, too, or only this build's instructions.
pub(crate) fn computes(weights: &Weights) -> String {
    let place = if weights.on_card() { "card" } else { "no card" };
    format!("{}, {place}", model::built_with())
}

/// Returns the properties of a model that do not depend on the machine's state.
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

fn states_folder(access: &LibraryAccess) -> PathBuf {
    access.folder().join("states")
}

/// Removes all saved sequences: one may hold words of a document that is gone.
pub(crate) fn forget_states(access: &LibraryAccess) {
    // If there are none, nothing needs removing, and whatever is missing later is computed again.
    let _ = std::fs::remove_dir_all(states_folder(access));
}

/// Returns a file's size and the time of its last change.
pub(crate) fn stamp(path: &Path) -> String {
    let about = path.metadata().ok();
    let size = about.as_ref().map_or(0, std::fs::Metadata::len);
    let changed = about.and_then(|about| about.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{size} {} ", changed.map_or(0, |time| time.as_nanos()))
}

/// Returns the path of the embedding model.
pub(crate) fn embedder_file() -> Result<PathBuf, Failure> {
    find_model_file(MINILM).ok_or_else(|| {
        let message = format!(
            "The sentence embedding model is missing. Pecan looks for it at {}. Run `cargo xtask \
             setup`, or set PECAN_MODELS to its folder.",
            wanted_at(MINILM)
        );
        Failure::new(Code::EmbedderMissing, message)
    })
}
