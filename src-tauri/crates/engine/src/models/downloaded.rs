//! Downloaded models: each has a folder with its files and a description of them.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use protocol::{
    Code, Failure, LOCK_FILE, MANIFEST_FILE, ModelManifest, folder_of_part, model_folder_name,
};

use crate::config::model_folders;

/// The folder of downloaded models in that of all models.
const FOLDER: &str = "downloaded";

/// A downloaded model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadedModel {
    /// Its folder.
    pub folder: PathBuf,
    /// The description of its files.
    pub manifest: ModelManifest,
}

impl DownloadedModel {
    /// Returns the file that is opened; of a split model, the first.
    pub fn file(&self) -> Option<PathBuf> {
        Some(self.folder.join(&self.manifest.files.first()?.name))
    }

    /// Reads the description in a folder. Returns `None` unless all files are there, with the
    /// lengths that they had when their hashes were checked.
    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join(MANIFEST_FILE)).ok()?;
        let manifest: ModelManifest = serde_json::from_str(&text).ok()?;
        let is_there = |name: &str, bytes: u64| {
            crate::is_plain_name(name)
                && fs::metadata(folder.join(name)).is_ok_and(|about| about.len() == bytes)
        };
        let whole = manifest.files.iter().all(|file| is_there(&file.name, file.bytes));
        let own = model_folder_name(&manifest.name)?;
        let is_own = folder.file_name().is_some_and(|name| name == own.as_str());
        (whole && is_own && !manifest.files.is_empty())
            .then(|| Self { folder: folder.to_owned(), manifest })
    }
}

/// What was removed of a downloaded model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedModel {
    /// The number of files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Returns the folder that downloaded models are put into: in the first of the folders that are
/// searched for models.
///
/// # Errors
///
/// If the platform has no data folder.
pub fn download_folder() -> Result<PathBuf, Failure> {
    let models = model_folders().into_iter().next().ok_or_else(|| {
        let message =
            "This system has no data folder for your account. Set PECAN_MODELS to a folder.";
        Failure::new(Code::FileUnwritable, message)
    })?;
    Ok(models.join(FOLDER))
}

/// Returns all downloaded models, by name.
pub fn downloaded_models() -> Vec<DownloadedModel> {
    download_folder().map_or_else(|_| Vec::new(), |folder| models_in(&folder))
}

fn models_in(downloads: &Path) -> Vec<DownloadedModel> {
    let entries = fs::read_dir(downloads).into_iter().flatten().flatten();
    let mut found: Vec<DownloadedModel> =
        entries.filter_map(|entry| DownloadedModel::read(&entry.path())).collect();
    found.sort_by(|a, b| a.manifest.name.cmp(&b.manifest.name));
    found
}

/// Returns the downloaded model of this name; letter case does not count.
pub fn downloaded_model(name: &str) -> Option<DownloadedModel> {
    let is_named = |one: &DownloadedModel| one.manifest.name.eq_ignore_ascii_case(name);
    downloaded_models().into_iter().find(is_named)
}

/// Removes a downloaded model, or what a download that was stopped left of it. Nothing else is
/// removed, and no model that comes with Pecan is downloaded.
///
/// # Errors
///
/// If there is none, if it is being downloaded, or if it cannot be removed.
pub fn remove_downloaded(name: &str) -> Result<RemovedModel, Failure> {
    remove_from(&download_folder()?, name)
}

fn remove_from(downloads: &Path, name: &str) -> Result<RemovedModel, Failure> {
    let folder = model_folder_name(name).ok_or_else(|| unknown(name))?;
    let mut removed = None;
    for entry in fs::read_dir(downloads).into_iter().flatten().flatten() {
        let found = entry.file_name().to_string_lossy().into_owned();
        // A link leads elsewhere.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let own = folder_of_part(&found).unwrap_or(&found);
        if !is_folder || !own.eq_ignore_ascii_case(&folder) {
            continue;
        }
        check_unused(&entry.path(), name)?;
        let removed = removed.get_or_insert(RemovedModel { files: 0, bytes: 0 });
        remove(&entry.path(), removed).map_err(|error| unremoved(&entry.path(), &error))?;
    }
    removed.ok_or_else(|| unknown(name))
}

/// Checks that no process downloads into a folder.
fn check_unused(folder: &Path, name: &str) -> Result<(), Failure> {
    let Ok(lock) = File::options().write(true).open(folder.join(LOCK_FILE)) else { return Ok(()) };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = format!("{name} is being downloaded. Stop the download first.");
            Err(Failure::new(Code::DownloadBusy, message))
        }
        _ => Ok(()),
    }
}

/// Removes a folder with its files. Without its description, which goes first, a model is no longer
/// whole.
fn remove(folder: &Path, removed: &mut RemovedModel) -> io::Result<()> {
    let manifest = folder.join(MANIFEST_FILE);
    if manifest.is_file() {
        fs::remove_file(manifest)?;
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let bytes = entry.metadata()?.len();
        fs::remove_file(entry.path())?;
        removed.files += u64::from(entry.file_name() != LOCK_FILE);
        removed.bytes += bytes;
    }
    fs::remove_dir(folder)
}

fn unknown(name: &str) -> Failure {
    let message = match crate::comes_with_pecan(name) {
        true => format!("{name} comes with Pecan and is not removed."),
        false => {
            format!("No model “{name}” was downloaded. `pecan model list` shows those that were.")
        }
    };
    Failure::new(Code::ModelUnknown, message)
}

fn unremoved(path: &Path, error: &io::Error) -> Failure {
    let message = format!("{} cannot be removed: {error}.", path.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use protocol::{ModelFile, part_folder_name};

    use super::*;

    const NAME: &str = "own/small:Q8_0";

    /// Writes the folder of a model with two files, and returns it.
    fn write(downloads: &Path) -> PathBuf {
        let folder = downloads.join("own--small--Q8_0");
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| {
            fs::write(folder.join(name), "weights").unwrap();
            ModelFile { name: name.into(), bytes: 7, sha256: "0".repeat(64) }
        };
        let manifest = ModelManifest {
            name: NAME.into(),
            repository: "own/small".into(),
            revision: "1".into(),
            licence: None,
            files: ["a-00001-of-00002.gguf", "a-00002-of-00002.gguf"].map(file).into(),
        };
        fs::write(folder.join(MANIFEST_FILE), serde_json::to_vec(&manifest).unwrap()).unwrap();
        folder
    }

    #[test]
    fn a_model_without_one_of_its_files_is_none() {
        let downloads = tempfile::tempdir().unwrap();
        let folder = write(downloads.path());
        let found = models_in(downloads.path());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].file(), Some(folder.join("a-00001-of-00002.gguf")));
        fs::write(folder.join("a-00002-of-00002.gguf"), "short").unwrap();
        assert!(models_in(downloads.path()).is_empty());
    }

    #[test]
    fn a_model_in_the_folder_of_another_is_none() {
        let downloads = tempfile::tempdir().unwrap();
        let folder = write(downloads.path());
        fs::rename(folder, downloads.path().join("own--other--Q8_0")).unwrap();
        assert!(models_in(downloads.path()).is_empty());
    }

    #[test]
    fn only_the_folders_of_a_model_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let downloads = root.path().join("downloaded");
        write(&downloads);
        let part = downloads.join(part_folder_name("own--small--Q8_0", &"a".repeat(16)));
        let other = downloads.join("own--small--Q8_0-x");
        for folder in [&part, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("a.gguf.part"), "abc").unwrap();
        }
        let lock = File::create(part.join(LOCK_FILE)).unwrap();
        lock.lock().unwrap();
        assert_eq!(remove_from(&downloads, NAME).unwrap_err().code, Code::DownloadBusy);
        lock.unlock().unwrap();
        let _ = remove_from(&downloads, NAME);
        assert!(other.exists() && !part.exists() && models_in(&downloads).is_empty());
        for name in [NAME, "..", "../downloaded", "/", ""] {
            assert_eq!(remove_from(&downloads, name).unwrap_err().code, Code::ModelUnknown);
        }
        assert!(other.exists());
    }

    #[test]
    fn what_was_removed_is_counted() {
        let downloads = tempfile::tempdir().unwrap();
        write(downloads.path());
        let removed = remove_from(downloads.path(), "OWN/small:q8_0").unwrap();
        assert_eq!(removed, RemovedModel { files: 2, bytes: 14 });
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let (downloads, elsewhere) = (root.path().join("downloaded"), root.path().join("mine"));
        fs::create_dir(&downloads).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("diary.txt"), "words").unwrap();
        std::os::unix::fs::symlink(&elsewhere, downloads.join("own--small--Q8_0")).unwrap();
        assert!(remove_from(&downloads, NAME).is_err());
        assert!(elsewhere.join("diary.txt").exists());
    }
}
