//! Text recognition (OCR): reads pages that are pictures, with the program Tesseract if it is
//! installed. A page takes seconds, so pages are recognised one by one, and the result of each can
//! be kept.

mod run;
mod tsv;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Error, PageImage};
use run::ProgramLimits;

/// The result of text recognition on a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecognisedPage {
    /// The lines in reading order; empty if the page has no text.
    pub lines: Vec<RecognisedLine>,
}

/// Words side by side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecognisedLine {
    /// The words in reading order; at least one.
    pub words: Vec<RecognisedWord>,
}

/// A word and its position on the page as shown, in points from its top left corner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecognisedWord {
    /// Its characters, without white space.
    pub text: String,
    /// Left edge.
    pub left: f32,
    /// Upper edge of its line.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge of its line.
    pub bottom: f32,
}

/// The installed Tesseract, and the languages that it recognises.
#[derive(Debug, Clone)]
pub struct Tesseract {
    program: PathBuf,
    languages: Vec<String>,
    /// The layout that it expects: see its option `--psm`.
    layout: &'static str,
}

/// Any layout, on pages that may lie sideways or upside down.
const TURNED: &str = "1";
/// Any layout, on pages that stand upright.
const UPRIGHT: &str = "3";

/// The resolution that Tesseract reads best, in pixels per inch.
const RESOLUTION: f64 = 300.0;
/// Points per inch.
const POINTS: f64 = 72.0;
/// The maximum number of pixels of a page that is recognised: an A3 page at that resolution.
const MOST_PIXELS: f64 = 18e6;
/// The limits for a page: its time, and the size of its words.
const PAGE: ProgramLimits = ProgramLimits { time: Duration::from_secs(120), bytes: 16 << 20 };
/// The same for the list of languages.
const LIST: ProgramLimits = ProgramLimits { time: Duration::from_secs(10), bytes: 64 << 10 };
/// The maximum number of languages recognised at once unless more are requested: each takes time.
const FEW_LANGUAGES: usize = 3;

/// Returns the width in pixels at which a page of this size in points is recognised well.
pub(crate) fn picture_width(size: (f32, f32)) -> u32 {
    let (width, height) = (f64::from(size.0) / POINTS, f64::from(size.1) / POINTS);
    let resolution = RESOLUTION.min((MOST_PIXELS / (width * height)).sqrt());
    (width * resolution).round() as u32
}

impl Tesseract {
    /// Looks for Tesseract in these folders, then in those of `PATH`; with the languages given by
    /// Tesseract's names, such as `eng` or `deu`, or else with English and a few others that are
    /// installed.
    ///
    /// # Errors
    ///
    /// [`Error::RecogniserMissing`]; [`Error::LanguageMissing`] for the first language without
    /// installed data; [`Error::RecognitionFailed`] if it does not run.
    pub fn find(folders: &[PathBuf], languages: &[String]) -> Result<Self, Error> {
        let program = find_program(folders).ok_or(Error::RecogniserMissing)?;
        let mut installed = installed_data(&program)?;
        let layout = if installed.iter().any(|name| name == "osd") { TURNED } else { UPRIGHT };
        installed.retain(|name| is_language(name));
        let languages = choose(languages, installed)?;
        Ok(Self { program, languages, layout })
    }

    /// Returns the languages for which the installed Tesseract has data, by its names, in their
    /// order.
    ///
    /// # Errors
    ///
    /// [`Error::RecogniserMissing`]; [`Error::RecognitionFailed`] if it does not run.
    pub fn installed_languages(folders: &[PathBuf]) -> Result<Vec<String>, Error> {
        let program = find_program(folders).ok_or(Error::RecogniserMissing)?;
        let mut installed = installed_data(&program)?;
        installed.retain(|name| is_language(name));
        installed.sort_unstable();
        Ok(installed)
    }

    /// Returns the languages that it recognises, by Tesseract's names; at least one.
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// Recognises the text on a picture of a page, as drawn by
    /// [`PdfPages::scan`](crate::PdfPages::scan). Asks `is_stopped` many times a second; returns
    /// `None` if that says so. The time it takes to answer does not count.
    ///
    /// # Errors
    ///
    /// [`Error::RecognitionFailed`], also after two minutes.
    pub fn recognise(
        &self,
        picture: &PageImage,
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<RecognisedPage>, Error> {
        let resolution = f64::from(picture.width) * POINTS / f64::from(picture.page_size.0);
        let mut command = Command::new(&self.program);
        command.args(["stdin", "stdout", "-l"]).arg(self.languages.join("+"));
        command.arg("--dpi").arg(format!("{resolution:.0}"));
        command.args(["--psm", self.layout, "-c", "tessedit_create_tsv=1"]);
        // Tesseract's threads spin while they wait for one another: a single one needs a fraction
        // of the time.
        command.env("OMP_THREAD_LIMIT", "1");
        let output = run::run(&mut command, &picture.png, &PAGE, is_stopped)?;
        Ok(output.map(|table| tsv::read(&table, picture)))
    }
}

fn find_program(folders: &[PathBuf]) -> Option<PathBuf> {
    let name = format!("tesseract{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = folders.iter().cloned().chain(std::env::split_paths(&path));
    // A relative folder would depend on the working directory.
    let files = places.filter(|folder| folder.is_absolute()).map(|folder| folder.join(&name));
    files.into_iter().find(|file| file.is_file())
}

/// Returns the names of Tesseract's installed data: languages, and a few others.
fn installed_data(program: &Path) -> Result<Vec<String>, Error> {
    let output = run::run(Command::new(program).arg("--list-langs"), &[], &LIST, &mut || false)?;
    let said = output.unwrap_or_default();
    let lines = String::from_utf8_lossy(&said);
    Ok(lines.lines().skip(1).map(|line| line.trim().to_owned()).collect())
}

/// Returns whether Tesseract's data of this name is a language: not the direction of a page or
/// formulas.
fn is_language(name: &str) -> bool {
    !name.is_empty() && !matches!(name, "osd" | "equ")
}

/// Returns the requested languages, if all are installed; or English and a few others.
fn choose(wanted: &[String], mut installed: Vec<String>) -> Result<Vec<String>, Error> {
    let missing = wanted.iter().find(|wanted| !installed.contains(wanted));
    if let Some(missing) = missing.cloned().or_else(|| installed.is_empty().then(|| "eng".into())) {
        return Err(Error::LanguageMissing { wanted: missing, installed });
    }
    if !wanted.is_empty() {
        return Ok(wanted.to_vec());
    }
    installed.sort_by_key(|name| (name != "eng", name.clone()));
    installed.truncate(FEW_LANGUAGES);
    Ok(installed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn languages_are_those_wanted_or_english_and_a_few_others() {
        let missing = |wanted: &str, installed: &[&str]| {
            Err(Error::LanguageMissing { wanted: wanted.into(), installed: names(installed) })
        };
        let cases = [
            (names(&[]), names(&["deu", "eng"]), Ok(names(&["eng", "deu"]))),
            (names(&[]), names(&["afr", "ara", "deu", "eng"]), Ok(names(&["eng", "afr", "ara"]))),
            (names(&[]), names(&["rus"]), Ok(names(&["rus"]))),
            (names(&[]), names(&[]), missing("eng", &[])),
            (names(&["deu"]), names(&["deu", "eng"]), Ok(names(&["deu"]))),
            (names(&["deu", "fra"]), names(&["deu", "eng"]), missing("fra", &["deu", "eng"])),
        ];
        for (wanted, installed, expected) in cases {
            assert_eq!(choose(&wanted, installed), expected, "{wanted:?}");
        }
    }

    #[test]
    fn pages_are_drawn_in_the_resolution_that_is_read_best() {
        let cases = [
            ((595.0, 842.0), 2479),
            ((100.0, 100.0), 417),
            ((2550.0, 3300.0), 3729),
            ((0.0, 0.0), 0),
        ];
        for (size, width) in cases {
            assert_eq!(picture_width(size), width, "{size:?}");
        }
    }

    #[test]
    fn without_the_program_the_error_says_how_to_get_it() {
        // Relative folders do not count, so this finds only an installed program.
        let found = Tesseract::find(&["nowhere".into()], &[]);
        assert!(matches!(
            found,
            Ok(_) | Err(Error::RecogniserMissing | Error::LanguageMissing { .. })
        ));
        match (found, Tesseract::installed_languages(&["nowhere".into()])) {
            (Ok(tesseract), Ok(installed)) => {
                assert!(tesseract.languages().iter().all(|name| installed.contains(name)));
            }
            (Err(Error::LanguageMissing { .. }), Ok(installed)) => assert!(installed.is_empty()),
            (_, installed) => assert!(matches!(installed, Err(Error::RecogniserMissing))),
        }
    }
}
