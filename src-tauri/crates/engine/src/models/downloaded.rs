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
    let Ok(folder) = download_folder() else { return Vec::new() };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
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
    let downloads = download_folder()?;
    let folder = model_folder_name(name).ok_or_else(|| unknown(name))?;
    let mut removed = None;
    for entry in fs::read_dir(&downloads).into_iter().flatten().flatten() {
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
