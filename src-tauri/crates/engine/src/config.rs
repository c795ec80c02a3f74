//! Where the library and the models are.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};

/// The default model's file: it reads English documents.
pub const DEFAULT: &str = "smollm2-pecan.gguf";
/// The demonstration model's file: it knows one made-up world.
pub const POCKET: &str = "pocket.gguf";
/// The sentence embedding model's file.
pub const MINILM: &str = "minilm.gguf";

/// What an engine is started with.
#[derive(Debug, Clone)]
pub struct Config {
    /// The library's folder.
    pub library: PathBuf,
    /// The model to use instead of the one chosen last.
    pub model: Option<PathBuf>,
    /// How many batches are summarised at once, instead of what was measured to be the fastest.
    pub at_once: Option<NonZeroUsize>,
    /// The program that reads documents, instead of the one beside this program.
    pub reader: Option<PathBuf>,
}

impl Config {
    /// With the platform's data folder where no library is named. `model` is a path, or the name of a
    /// model that comes with Pecan: see [`model_file`].
    pub fn new(library: Option<PathBuf>, model: Option<PathBuf>) -> Result<Self, Failure> {
        let library = library.map_or_else(library::default_dir, Ok)?;
        let model = model.as_deref().map(model_file).transpose()?;
        Ok(Self { library, model, at_once: None, reader: None })
    }

    /// Begins the library with all that another one has, if there is none yet; tells whether.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn begin_with(&self, other: &Path) -> Result<bool, Failure> {
        Ok(library::Library::begin_with(&self.library, other)?)
    }

    /// The program that reads documents.
    pub(crate) fn reader_program(&self) -> Result<PathBuf, Failure> {
        self.reader.clone().or_else(reader::find_program).ok_or_else(|| {
            let message = "The program pecan-reader, which reads documents, is not beside this \
                           one. Install Pecan again.";
            Failure::new(Code::ReaderMissing, message)
        })
    }
}

/// The platform's data folder for Pecan (`~/.local/share/pecan` on Linux).
pub fn data_folder() -> Option<PathBuf> {
    library::default_dir().ok()
}

/// The folders in which models, and the PDF reader, are looked for, in order: `PECAN_MODELS` alone
/// if it is set, otherwise the data folder's, and what a package installed.
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

/// The file of a model that was named: `default` and `demo` name the two that come with Pecan, all
/// else is a path.
///
/// # Errors
///
/// If one that comes with Pecan is missing.
pub fn model_file(named: &Path) -> Result<PathBuf, Failure> {
    match named.to_str() {
        Some("default") => own_model(DEFAULT),
        Some("demo") => own_model(POCKET),
        _ => Ok(named.to_owned()),
    }
}

/// Whether a model that comes with Pecan is called so.
pub fn comes_with_pecan(named: &str) -> bool {
    matches!(named, "default" | "demo")
}

/// The model for documents where no other was chosen: the one that `PECAN_MODEL` names, or the
/// default one.
pub(crate) fn default_model() -> Result<PathBuf, Failure> {
    let named = std::env::var_os("PECAN_MODEL").filter(|name| !name.is_empty());
    named.map_or_else(|| own_model(DEFAULT), |name| model_file(Path::new(&name)))
}

fn own_model(name: &str) -> Result<PathBuf, Failure> {
    find_model_file(name).ok_or_else(|| {
        let message = format!(
            "A model that comes with Pecan is missing: it is looked for at {}. Run `cargo xtask \
             setup`, or open a GGUF model of your own.",
            wanted_at(name)
        );
        Failure::new(Code::ModelMissing, message)
    })
}

/// A file in the first of the model folders that has it.
pub fn find_model_file(name: &str) -> Option<PathBuf> {
    model_folders().into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The folder into which set-up puts models, for messages.
pub(crate) fn wanted_at(name: &str) -> String {
    model_folders()
        .first()
        .map_or_else(|| Path::new(name).to_owned(), |folder| folder.join(name))
        .display()
        .to_string()
}
