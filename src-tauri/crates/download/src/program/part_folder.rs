//! The folder in which the files of a model are collected. It becomes the model's folder only once
//! all of them are complete, in one step.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::download::HubFile;
use protocol::{
    Code, Failure, LOCK_FILE, MANIFEST_FILE, ModelManifest, folder_of_part, model_folder_name,
    part_folder_name,
};
use sha2::{Digest, Sha256};

use crate::disk::unwritten;
use crate::part_file::hexadecimal;

/// A folder that no other process uses. Its name contains a hash of those of its files, so that the
/// files of two revisions never meet in it.
#[derive(Debug)]
pub struct PartFolder {
    path: PathBuf,
    whole: PathBuf,
    /// Locked while it is open.
    lock: File,
}

impl PartFolder {
    /// Opens the folder for a model with these files in the folder of models, or creates it, and
    /// removes those of other revisions.
    ///
    /// # Errors
    ///
    /// [`Code::DownloadBusy`] if another process uses it; if it cannot be written.
    pub fn open(models: &Path, name: &str, files: &[HubFile]) -> Result<Self, Failure> {
        let folder = model_folder_name(name).ok_or_else(|| {
            Failure::new(Code::BadRequest, format!("“{name}” cannot be the name of a model."))
        })?;
        let part = part_folder_name(&folder, &hash_of(files));
        let (path, whole) = (models.join(&part), models.join(&folder));
        fs::create_dir_all(&path).map_err(|error| unwritten(&path, &error))?;
        let lock = lock(&path, name)?;
        remove_others(models, &folder, &part);
        Ok(Self { path, whole, lock })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of files in it.
    pub fn bytes(&self) -> u64 {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|about| about.len()).sum()
    }

    /// Describes the complete files, and makes this the model's folder, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub fn finish(self, manifest: &ModelManifest) -> Result<(), Failure> {
        let finish = || -> io::Result<()> {
            let mut file = File::create(self.path.join(MANIFEST_FILE))?;
            file.write_all(&serde_json::to_vec_pretty(manifest)?)?;
            file.sync_all()?;
            fs::remove_file(self.path.join(LOCK_FILE))?;
            if self.whole.exists() {
                fs::remove_dir_all(&self.whole)?;
            }
            fs::rename(&self.path, &self.whole)?;
            sync_folder(self.whole.parent().unwrap_or(&self.whole))
        };
        let finished = finish().map_err(|error| unwritten(&self.whole, &error));
        drop(self.lock);
        finished
    }
}

/// Locks a folder, or reports that another process uses it or has just finished it.
fn lock(folder: &Path, name: &str) -> Result<File, Failure> {
    let path = folder.join(LOCK_FILE);
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|error| unwritten(&path, &error))?;
    match file.try_lock() {
        // Before the lock, another process could have moved the folder.
        Ok(()) if path.exists() => Ok(file),
        Ok(()) | Err(TryLockError::WouldBlock) => Err(Failure::new(
            Code::DownloadBusy,
            format!("Another Pecan is downloading {name}. Wait until it has ended."),
        )),
        // On systems without file locks, the user has to know.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes what downloads of other revisions left. It only takes disk space, so failures do not
/// matter.
fn remove_others(models: &Path, folder: &str, own: &str) {
    for entry in fs::read_dir(models).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_other = folder_of_part(&name) == Some(folder) && name != own;
        if is_other && lock(&entry.path(), &name).is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns a hash that differs for other files.
fn hash_of(files: &[HubFile]) -> String {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(format!("{} {} {}\n", file.sha256, file.bytes, file.name()));
    }
    hexadecimal(hash.finalize().as_ref())
}

/// Makes a renaming in a folder outlast a power failure, where the system can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(sha256: &str) -> [HubFile; 1] {
        [HubFile { path: "m.gguf".into(), bytes: 1, sha256: sha256.into() }]
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn revisions_do_not_meet_and_one_process_has_the_folder() {
        let models = tempfile::tempdir().unwrap();
        let open = |sha256| PartFolder::open(models.path(), "a/b:Q8_0", &file(sha256));
        let first = open("one").unwrap();
        fs::write(first.path().join("m.gguf.part"), "old").unwrap();
        assert_eq!(open("one").unwrap_err().code, Code::DownloadBusy);
        let beside = open("two").unwrap();
        assert_eq!(names(models.path()).len(), 2, "one in use is kept");
        drop((first, beside));
        let third = open("three").unwrap();
        assert_eq!((names(models.path()).len(), third.bytes()), (1, 0));
    }

    #[test]
    fn a_folder_gets_its_name_when_it_is_complete() {
        let models = tempfile::tempdir().unwrap();
        let folder = PartFolder::open(models.path(), "a/b:Q8_0", &file("one")).unwrap();
        fs::create_dir(models.path().join("a--b--Q8_0")).unwrap();
        fs::write(models.path().join("a--b--Q8_0/m.gguf"), "torn").unwrap();
        let manifest = ModelManifest {
            name: "a/b:Q8_0".into(),
            repository: "a/b".into(),
            revision: "0".into(),
            licence: None,
            files: vec![],
        };
        folder.finish(&manifest).unwrap();
        assert_eq!(names(models.path()), ["a--b--Q8_0"]);
        assert_eq!(names(&models.path().join("a--b--Q8_0")), [MANIFEST_FILE]);
        let kept = fs::read(models.path().join("a--b--Q8_0").join(MANIFEST_FILE)).unwrap();
        assert_eq!(serde_json::from_slice::<ModelManifest>(&kept).unwrap(), manifest);
    }
}
