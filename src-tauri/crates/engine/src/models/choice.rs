//! Which model builds and which one answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::Weights;
use protocol::{Code, DocumentId, Failure, ModelInfo, Role, Tuning};

use crate::config::{default_model, model_file};
use crate::engine::Engine;
use crate::models::tuning::{cores, tuning_key};
use crate::sample;

/// Returns the library's setting that holds the path of the model chosen for a role.
fn setting(role: Role) -> &'static str {
    match role {
        Role::Building => "model",
        Role::Asking => "model for questions",
    }
}

impl Engine {
    /// Returns the model in use.
    pub(crate) fn language(&mut self, role: Role) -> Result<Arc<Weights>, Failure> {
        let path = self.file_in_use(role)?;
        self.load(&path)
    }

    /// Returns the model in use for these documents. If none was chosen, the sample book uses the
    /// demonstration model, which was made for its world, and all others use the default one.
    pub(crate) fn language_for(
        &mut self,
        role: Role,
        documents: &[DocumentId],
    ) -> Result<Arc<Weights>, Failure> {
        let path = match self.chosen_file(role)? {
            Some(path) => path,
            None if self.are_sample(documents)? => model_file(Path::new("demo"))?,
            None => default_model()?,
        };
        self.load(&path)
    }

    /// Returns the file of the model in use: the one named at the start, or else the one chosen last,
    /// or else the default one.
    pub(crate) fn file_in_use(&mut self, role: Role) -> Result<PathBuf, Failure> {
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

    /// Returns the model chosen last. If none was chosen for questions, that is the one that builds.
    fn chosen(&mut self, role: Role) -> Result<Option<String>, Failure> {
        let library = self.access.read()?;
        if let Some(path) = library.setting(setting(role))? {
            return Ok(Some(path));
        }
        Ok(library.setting(setting(Role::default()))?)
    }

    /// Uses another model from now on and remembers it. `None` means the default one or, for questions,
    /// the one that builds.
    pub(crate) fn open_model(
        &mut self,
        path: Option<&str>,
        role: Role,
    ) -> Result<ModelInfo, Failure> {
        if let Some(path) = path {
            // Every job needs this, so a model is remembered only if it can do them.
            self.load(&model_file(Path::new(path))?)?.require_session()?;
        } else if role == Role::Building {
            self.load(&default_model()?)?.require_session()?;
        }
        self.access.write()?.set_setting(setting(role), path)?;
        self.config.model = None;
        self.model_info(None, role)
    }

    /// Sets the share of the machine that the model in use gets from now on.
    pub(crate) fn tune_model(&mut self, role: Role, tuning: &Tuning) -> Result<ModelInfo, Failure> {
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
        self.model_info(None, role)
    }

    /// Returns what is known about a model file, or about the model in use.
    pub(crate) fn model_info(
        &mut self,
        path: Option<&str>,
        role: Role,
    ) -> Result<ModelInfo, Failure> {
        let weights = match path {
            Some(path) => self.load_beside(path)?,
            None => self.language(role)?,
        };
        self.models.info(&weights, &mut self.access)
    }
}
