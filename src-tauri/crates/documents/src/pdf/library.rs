//! Finds the PDFium library and binds it once for the process.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

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

/// Where the PDFium library is: in the first of the options' folders that has it.
///
/// # Errors
///
/// [`Error::PdfReaderMissing`] where it is in none of them.
pub fn find_pdfium(options: &ReadOptions) -> Result<PathBuf, Error> {
    let file = Pdfium::pdfium_platform_library_name();
    let mut places = options.pdfium.iter().map(|folder| folder.join(&file));
    places.find(|path| path.is_file()).ok_or_else(|| missing("was not found".to_owned(), options))
}

fn missing(reason: String, options: &ReadOptions) -> Error {
    let file = Pdfium::pdfium_platform_library_name().to_string_lossy().into_owned();
    Error::PdfReaderMissing { reason, file, looked: options.pdfium.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_folder_that_has_it_counts() {
        let file = Pdfium::pdfium_platform_library_name();
        let made = [0, 1, 2].map(|_| tempfile::tempdir().unwrap());
        for folder in &made[1..] {
            std::fs::write(folder.path().join(&file), "").unwrap();
        }
        let folders = made.iter().map(|folder| folder.path().to_owned()).collect();
        let found = find_pdfium(&ReadOptions::with_pdfium(folders)).unwrap();
        assert_eq!(found, made[1].path().join(&file));
    }
}
