//! Finds the PDFium library and binds it once for the process.

use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use directories::BaseDirs;
use pdfium_render::prelude::Pdfium;

use crate::{Error, ReadOptions};

/// The bound library. Who holds the lock uses PDFium, and nobody else does: it has global state
/// and none of its functions may run at the same time as another.
static PDFIUM: Mutex<Option<Pdfium>> = Mutex::new(None);

/// Runs work on PDFium. The library that was bound first in this process is used ever after.
pub(super) fn with_pdfium<T>(
    options: &ReadOptions,
    work: impl FnOnce(&Pdfium) -> T,
) -> Result<T, Error> {
    // A panic while the lock was held left PDFium itself as it was: documents close themselves.
    let mut bound = PDFIUM.lock().unwrap_or_else(PoisonError::into_inner);
    let pdfium = match bound.take() {
        Some(pdfium) => pdfium,
        None => bind(options)?,
    };
    Ok(work(bound.insert(pdfium)))
}

fn bind(options: &ReadOptions) -> Result<Pdfium, Error> {
    let path = find_pdfium(options)?;
    let bindings = Pdfium::bind_to_library(&path)
        .map_err(|error| missing(format!("could not be loaded ({error})"), options))?;
    Ok(Pdfium::new(bindings))
}

/// Where the PDFium library is: at the path in the options, in the folder `PECAN_MODELS`, beside
/// the running program, or in `pecan/models` in the platform's data folder, in this order.
///
/// # Errors
///
/// [`Error::PdfReaderMissing`] where it is in none of them.
pub fn find_pdfium(options: &ReadOptions) -> Result<PathBuf, Error> {
    candidates(options)
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| missing("was not found".to_owned(), options))
}

fn candidates(options: &ReadOptions) -> Vec<PathBuf> {
    let file = Pdfium::pdfium_platform_library_name();
    let given = options.pdfium.iter().filter(|path| !path.is_dir()).cloned();
    given.chain(folders(options).into_iter().map(|folder| folder.join(&file))).collect()
}

fn folders(options: &ReadOptions) -> Vec<PathBuf> {
    let given = options.pdfium.iter().filter(|path| path.is_dir()).cloned();
    let models = env::var_os("PECAN_MODELS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let beside = env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let data = BaseDirs::new().map(|dirs| dirs.data_dir().join("pecan").join("models"));
    given.chain(models).chain(beside).chain(data).collect()
}

fn missing(reason: String, options: &ReadOptions) -> Error {
    let file = Pdfium::pdfium_platform_library_name().to_string_lossy().into_owned();
    Error::PdfReaderMissing { reason, file, looked: folders(options) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_path_comes_first_and_a_folder_means_the_file_in_it() {
        let file = Pdfium::pdfium_platform_library_name();
        let given = candidates(&ReadOptions::with_pdfium("/nowhere/lib.so"));
        assert_eq!(given[0], PathBuf::from("/nowhere/lib.so"));
        let folder = env::temp_dir();
        let given = candidates(&ReadOptions::with_pdfium(&folder));
        assert_eq!(given[0], folder.join(file));
    }
}
