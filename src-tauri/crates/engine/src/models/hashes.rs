//! The SHA-256 of model files, which names a model wherever its results are kept.

use std::path::Path;

use model::{hash_file, stamp};
use protocol::Failure;

use crate::library_access::LibraryAccess;
use crate::models::engine_models::EngineModels;
use crate::models::files::embedder_file;

impl EngineModels {
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

    pub(crate) fn known_hash(
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
    pub(crate) fn keep_hash(
        &mut self,
        (path, stamp): (&Path, String),
        hash: &str,
        access: &mut LibraryAccess,
    ) -> Result<(), Failure> {
        self.hashes.insert((path.to_owned(), stamp), hash.to_owned());
        self.save_hash(path, access)
    }

    /// Saves a file's hash for the next start, if the library may be written.
    pub(crate) fn save_hash(&self, path: &Path, access: &mut LibraryAccess) -> Result<(), Failure> {
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
