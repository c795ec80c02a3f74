//! Finds the PDFium library and binds it once for the process.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use pdfium_render::prelude::Pdfium;

use crate::{Error, ReadOptions};

/// The library that was bound first in this process; it is used from then on.
static PDFIUM: OnceLock<Pdfium> = OnceLock::new();
/// The exclusive right to use PDFium: it has global state, and no two of its functions may run at
/// the same time.
static TURN: Mutex<()> = Mutex::new(());

/// Runs work on PDFium. A document that outlives the work is used, and closed, in a turn of its
/// own: see [`take_turn`].
pub(super) fn with_pdfium<T>(
    options: &ReadOptions,
    work: impl FnOnce(&'static Pdfium) -> T,
) -> Result<T, Error> {
    let _turn = take_turn();
    let pdfium = match PDFIUM.get() {
        Some(pdfium) => pdfium,
        None => {
            let bound = bind(options)?;
            PDFIUM.get_or_init(|| bound)
        }
    };
    Ok(work(pdfium))
}

/// Waits until PDFium is free, and reserves it while the guard lives.
pub(super) fn take_turn() -> MutexGuard<'static, ()> {
    // A panic during a turn leaves PDFium itself intact: documents close themselves.
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bind(options: &ReadOptions) -> Result<Pdfium, Error> {
    let path = find_pdfium(options)?;
    let bindings = Pdfium::bind_to_library(&path)
        .map_err(|error| missing(format!("could not be loaded ({error})"), options))?;
    Ok(Pdfium::new(bindings))
}

/// Returns the path of the PDFium library: in the first of the options' folders that has it.
///
/// # Errors
///
/// [`Error::PdfReaderMissing`] if it is in none of them.
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
