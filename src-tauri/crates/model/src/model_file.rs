//! What can be found out about a model file before it is loaded.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::description::window;
use crate::error::Error;
use crate::facts::ModelMetadata;
use crate::llama_backend::cards;
use crate::memory::Memory;
use crate::model_parts::ModelParts;
use crate::options::Cache;
use crate::processor;
use crate::stop::StopSignal;

/// Checks from a model file's header whether main memory has room for its weights and the keys and
/// values of a window, once `freed` bytes that are now in use are free. If the system does not
/// report its memory, or a graphics card may take a part, only loading shows.
///
/// # Errors
///
/// [`Error::OutOfMemory`], or an error if the file is missing or damaged.
pub fn require_memory(path: &Path, freed: u64) -> Result<(), Error> {
    let needed = needed_memory(path)?;
    let Some(free) = main_memory()?.map(|memory| memory.with(freed)) else { return Ok(()) };
    if needed <= free {
        return Ok(());
    }
    let [needed, free] = [needed, free].map(|bytes| bytes as f64 / 1e9);
    Err(Error::OutOfMemory(format!(
        "this model, which needs {needed:.1} GB ({free:.1} GB are free)"
    )))
}

/// Whether a model file is an encoder, which writes no text, according to its header.
///
/// # Errors
///
/// If the file is missing or damaged.
pub fn is_encoder(path: &Path) -> Result<bool, Error> {
    let header = ModelParts::find(path)?.header()?;
    Ok(ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?.encoder)
}

/// Whether main memory has room for a model file's weights and its window beside weights of which
/// `mapped` bytes are mapped; `false` if only loading would show.
///
/// # Errors
///
/// If the file is missing or damaged.
pub fn fits_beside(path: &Path, mapped: u64) -> Result<bool, Error> {
    let needed = needed_memory(path)?;
    Ok(main_memory()?.is_some_and(|memory| needed <= memory.beside(mapped)))
}

/// Bytes of a model file's weights, and of the keys and values of a window.
fn needed_memory(path: &Path) -> Result<u64, Error> {
    let header = ModelParts::find(path)?.header()?;
    let facts = ModelMetadata::read(&header).map_err(|flaw| Error::flaw(path, flaw))?;
    let window = window(&facts, facts.construction) as u64;
    let cache = window.saturating_mul(facts.cache_width as u64).saturating_mul(Cache::F16.bytes());
    Ok(header.file_bytes.saturating_add(cache))
}

/// The state of main memory, if the whole model is to be there.
fn main_memory() -> Result<Option<Memory>, Error> {
    // Asking for the cards starts llama.cpp, which needs a suitable processor.
    processor::check()?;
    Ok(Memory::now().filter(|_| cards().is_empty()))
}

/// The SHA-256 of a model's file, or of all its parts one after the other, in hexadecimal. This reads all of them, so
/// keep the result.
///
/// # Errors
///
/// If the file cannot be read, or a stop was requested.
pub fn hash_file(path: &Path, stop: &StopSignal) -> Result<String, Error> {
    let mut hash = Sha256::new();
    for part in ModelParts::find(path)?.paths() {
        add_file(&mut hash, part, stop)?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add_file(hash: &mut Sha256, path: &Path, stop: &StopSignal) -> Result<(), Error> {
    let reading = |source| Error::reading(path, source);
    let mut file = File::open(path).map_err(reading)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        if stop.is_requested() {
            return Err(Error::Stopped);
        }
        match file.read(&mut buffer).map_err(reading)? {
            0 => return Ok(()),
            count => hash.update(&buffer[..count]),
        }
    }
}
