//! `pecan add --into`: documents that go to a file instead of the library.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Config, check_export};
use protocol::{Code, Failure};
use terminal::CommonArguments;

use crate::paths::absolute_name;

/// A file to which documents are added, and the library in which they are built until then.
#[derive(Debug)]
pub struct IntoFile {
    /// The file.
    pub file: PathBuf,
    /// The folder of the library, beside the file. It stays if the command is interrupted, so that
    /// the next one goes on.
    folder: PathBuf,
}

impl IntoFile {
    /// Chooses the folder for a file.
    ///
    /// # Errors
    ///
    /// If documents cannot be exported to this path.
    pub fn new(file: &Path) -> Result<Self, Failure> {
        let file = PathBuf::from(absolute_name(file)?);
        check_export(&file)?;
        let Some(name) = file.file_name() else {
            let message = format!("{} is not the name of a file.", file.display());
            return Err(Failure::new(Code::BadRequest, message));
        };
        let folder = file.with_file_name(format!(".{}.work", name.to_string_lossy()));
        Ok(Self { file, folder })
    }

    /// Returns the configuration of an engine for the library beside the file. It has the choices of
    /// the user's library, such as the model in use; that library is only read.
    ///
    /// # Errors
    ///
    /// If one of the libraries cannot be read or written.
    pub fn config(&self, common: &CommonArguments) -> Result<Config, Failure> {
        let users = common.config()?;
        let config = Config { library: self.folder.clone(), ..users.clone() };
        config.begin_with_settings_of(&users.library)?;
        Ok(config)
    }

    /// Returns whether documents were written to the file before.
    pub fn has_documents(&self) -> bool {
        fs::metadata(&self.file).is_ok_and(|about| about.len() > 0)
    }

    /// Removes the library beside the file.
    ///
    /// # Errors
    ///
    /// If that is not possible.
    pub fn clear(&self) -> Result<(), Failure> {
        fs::remove_dir_all(&self.folder).map_err(|error| {
            let message = format!(
                "{} was written, but {} cannot be removed: {error}.",
                self.file.display(),
                self.folder.display()
            );
            Failure::new(Code::FileUnwritable, message)
        })
    }
}
