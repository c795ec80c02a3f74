//! Skips work whose inputs have not changed.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The SHA-256 of a file, in hexadecimal.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
    }
}

/// A hash over everything that a result depends on.
#[derive(Default)]
pub struct Inputs(Sha256);

impl Inputs {
    /// Adds a text, such as a setting or a compiler's version.
    pub fn text(mut self, text: &str) -> Self {
        self.0.update(text.len().to_le_bytes());
        self.0.update(text);
        self
    }

    /// Adds files: their paths and their contents. Paths are sorted, so that the order of a
    /// folder's listing does not matter.
    pub fn files(mut self, mut files: Vec<PathBuf>) -> Result<Self> {
        files.sort();
        for file in files {
            let content = sha256(&file).with_context(|| file.display().to_string())?;
            self = self.text(&file.to_string_lossy()).text(&content);
        }
        Ok(self)
    }

    /// Returns the stamp.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Every file below a folder, except in folders listed in `skip`.
pub fn files_below(folder: &Path, skip: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default();
            match path.is_dir() {
                true if skip.iter().any(|skipped| name == *skipped) => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    Ok(files)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha256_of_a_known_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        fs::write(&file, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&file).unwrap(), known);
    }

    #[test]
    fn a_stamp_changes_with_content_name_and_setting_alone() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let stamp = |setting: &str| {
            let files = files_below(folder.path(), &["made"]).unwrap();
            Inputs::default().text(setting).files(files).unwrap().finish()
        };
        write("a", "one");
        fs::create_dir(folder.path().join("made")).unwrap();
        let first = stamp("s");
        write("made/b", "not an input");
        assert_eq!(stamp("s"), first);
        assert_ne!(stamp("t"), first);
        write("a", "two");
        assert_ne!(stamp("s"), first);
        write("a", "one");
        assert_eq!(stamp("s"), first);
        fs::rename(folder.path().join("a"), folder.path().join("c")).unwrap();
        assert_ne!(stamp("s"), first);
    }

    #[test]
    fn texts_do_not_run_together() {
        let one = Inputs::default().text("ab").text("c").finish();
        assert_ne!(one, Inputs::default().text("a").text("bc").finish());
    }
}
