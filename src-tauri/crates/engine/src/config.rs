//! The locations of the library and the models.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use model::ModelParts;
use protocol::{Code, Failure};

use crate::models::downloaded::downloaded_model;

/// The default model's file; the model reads English documents.
pub const DEFAULT: &str = "smollm2-pecan.gguf";
/// The demonstration model's file; the model knows one made-up world.
pub const POCKET: &str = "pocket.gguf";
/// The sentence embedding model's file.
pub const MINILM: &str = "minilm.gguf";

/// The configuration of an engine.
#[derive(Debug, Clone)]
pub struct Config {
    /// The library's folder.
    pub library: PathBuf,
    /// The model to use instead of the one chosen last.
    pub model: Option<PathBuf>,
    /// The number of batches summarised at once, instead of the number measured to be the fastest.
    pub at_once: Option<NonZeroUsize>,
    /// The program that reads documents, instead of the one beside this program.
    pub reader: Option<PathBuf>,
}

impl Config {
    /// Creates a configuration, with the platform's data folder if no library is named. `model` is a path, or the name
    /// of a model that comes with Pecan: see [`model_file`].
    pub fn new(library: Option<PathBuf>, model: Option<PathBuf>) -> Result<Self, Failure> {
        let library = library.map_or_else(library::default_dir, Ok)?;
        let model = model.as_deref().map(model_file).transpose()?;
        Ok(Self { library, model, at_once: None, reader: None })
    }

    /// Initialises the library with the content of another one, if it does not exist yet; returns whether it did so.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn begin_with(&self, other: &Path) -> Result<bool, Failure> {
        Ok(library::Library::begin_with(&self.library, other)?)
    }

    /// Gives the library, if it does not exist yet, the choices of another one, such as the model in
    /// use. The other one is only read.
    ///
    /// # Errors
    ///
    /// If one of the two cannot be read or written.
    pub fn begin_with_settings_of(&self, other: &Path) -> Result<(), Failure> {
        if library::Library::exists(&self.library) {
            return Ok(());
        }
        let settings = library::Library::settings_in(other)?;
        Ok(library::Library::open(&self.library)?.set_settings(&settings)?)
    }

    /// Returns the program that reads documents.
    ///
    /// # Errors
    ///
    /// If it is missing.
    pub fn reader_program(&self) -> Result<PathBuf, Failure> {
        self.reader.clone().or_else(reader::find_program).ok_or_else(|| {
            let message = "The program pecan-reader, which reads documents, is missing beside this \
                           program. Install Pecan again.";
            Failure::new(Code::ReaderMissing, message)
        })
    }
}

/// The platform's data folder for Pecan (`~/.local/share/pecan` on Linux).
pub fn data_folder() -> Option<PathBuf> {
    library::default_dir().ok()
}

/// The folders searched for models and the PDF reader, in order: only `PECAN_MODELS` if it is set, otherwise the data
/// folder's and the one that a package installed.
pub fn model_folders() -> Vec<PathBuf> {
    if let Some(folder) = std::env::var_os("PECAN_MODELS").filter(|folder| !folder.is_empty()) {
        return vec![folder.into()];
    }
    let own = data_folder().map(|folder| folder.join("models"));
    let installed = std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.parent()?.join("share/pecan/models")));
    own.into_iter().chain(installed).chain([PathBuf::from("/usr/share/pecan/models")]).collect()
}

/// Returns the file of a named model: `default` and `demo` name the two that come with Pecan, everything else is a
/// path, or the name of a downloaded model if there is no such file.
///
/// # Errors
///
/// If a model that comes with Pecan is missing.
pub fn model_file(named: &Path) -> Result<PathBuf, Failure> {
    match named.to_str() {
        Some("default") => own_model(DEFAULT),
        Some("demo") => own_model(POCKET),
        _ => {
            let downloaded = downloaded_file(named).unwrap_or_else(|| named.to_owned());
            // Of a split model, any part stands for the whole. Loading it names a part that is missing.
            let parts = ModelParts::find(&downloaded);
            Ok(parts.map_or(downloaded, |parts| parts.first().to_owned()))
        }
    }
}

/// Returns the file of the downloaded model of this name, unless the name is that of a file.
pub fn downloaded_file(named: &Path) -> Option<PathBuf> {
    match named.exists() {
        true => None,
        false => downloaded_model(named.to_str()?)?.file(),
    }
}

/// Returns whether a model that comes with Pecan has this name.
pub fn comes_with_pecan(named: &str) -> bool {
    matches!(named, "default" | "demo")
}

/// Returns the model for documents if no other was chosen: the one that `PECAN_MODEL` names, or the default one.
pub(crate) fn default_model() -> Result<PathBuf, Failure> {
    let named = std::env::var_os("PECAN_MODEL").filter(|name| !name.is_empty());
    named.map_or_else(|| own_model(DEFAULT), |name| model_file(Path::new(&name)))
}

fn own_model(name: &str) -> Result<PathBuf, Failure> {
    find_model_file(name).ok_or_else(|| {
        let message = format!(
            "A model that comes with Pecan is missing. Pecan looks for it at {}. Run `cargo xtask \
             setup`, or open a GGUF model of your own.",
            wanted_at(name)
        );
        Failure::new(Code::ModelMissing, message)
    })
}

/// Returns a file from the first of the model folders that has it.
pub fn find_model_file(name: &str) -> Option<PathBuf> {
    model_folders().into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the folder where set-up puts models, for messages.
pub(crate) fn wanted_at(name: &str) -> String {
    model_folders()
        .first()
        .map_or_else(|| Path::new(name).to_owned(), |folder| folder.join(name))
        .display()
        .to_string()
}

/// The version of the program: another one may read or draw a file that this one cannot.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
