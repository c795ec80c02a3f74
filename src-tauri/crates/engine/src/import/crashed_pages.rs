//! Pages that were too much for the drawing program. They are recorded in a file beside the library, since the drawing
//! side does not write the library, and tried neither in a loop nor after a restart.

use std::path::{Path, PathBuf};
use std::{fs, io};

use library::ContentHash;
use protocol::Failure;
use serde::{Deserialize, Serialize};

use crate::config::VERSION;

const FILE: &str = "harmful.json";
const PART: &str = "harmful.json.part";
/// The number of pages remembered, the most recent ones.
const MOST: usize = 1_000;

/// The purpose of drawing a page. A page too large to draw at recognition size may be fine on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawingPurpose {
    /// To be viewed.
    #[default]
    Sight,
    /// To have its text recognised.
    Recognition,
}

/// A page, identified by its file's content.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CrashedPage {
    content: String,
    page: u32,
    #[serde(default)]
    purpose: DrawingPurpose,
    /// The version of the program that tried; another one may succeed.
    version: String,
    failure: Failure,
}

/// The file in a library's folder.
#[derive(Debug, Clone)]
pub struct CrashedPages {
    folder: PathBuf,
}

impl CrashedPages {
    /// Returns the pages recorded beside a library.
    pub fn beside(library: &Path) -> Self {
        Self { folder: library.to_owned() }
    }

    /// Returns the failure of a page that could not be drawn.
    pub fn find(&self, hash: &ContentHash, page: u32, purpose: DrawingPurpose) -> Option<Failure> {
        let is_it = |known: &CrashedPage| {
            known.content == hash.as_str() && known.page == page && known.purpose == purpose
        };
        self.read().into_iter().find(is_it).map(|known| known.failure)
    }

    /// Records a page that could not be drawn.
    pub fn note(
        &self,
        hash: &ContentHash,
        page: u32,
        (purpose, failure): (DrawingPurpose, &Failure),
    ) {
        let (content, version) = (hash.as_str().to_owned(), VERSION.to_owned());
        let mut pages = self.read();
        pages.push(CrashedPage { content, page, purpose, version, failure: failure.clone() });
        pages.drain(..pages.len().saturating_sub(MOST));
        self.write(&pages);
    }

    /// Allows the pages of a file to be tried again.
    pub fn forget(&self, hash: &ContentHash) {
        let mut pages = self.read();
        let before = pages.len();
        pages.retain(|known| known.content != hash.as_str());
        if pages.len() < before {
            self.write(&pages);
        }
    }

    /// Returns the pages known to this version. A file that cannot be read was written by another version.
    fn read(&self) -> Vec<CrashedPage> {
        let text = fs::read(self.folder.join(FILE)).unwrap_or_default();
        let mut pages: Vec<CrashedPage> = serde_json::from_slice(&text).unwrap_or_default();
        pages.retain(|known| known.version == VERSION);
        pages
    }

    /// Writes the pages. A page that cannot be recorded is tried again.
    fn write(&self, pages: &[CrashedPage]) {
        let _ = self.try_to_write(pages);
    }

    /// Writes the file as a whole or not at all.
    fn try_to_write(&self, pages: &[CrashedPage]) -> io::Result<()> {
        let part = self.folder.join(PART);
        fs::write(&part, serde_json::to_vec(pages)?)?;
        fs::rename(part, self.folder.join(FILE))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use protocol::Code;

    use super::DrawingPurpose::{Recognition, Sight};
    use super::*;

    #[test]
    fn harmful_pages_are_known_by_content_and_version() {
        let folder = tempfile::tempdir().unwrap();
        let crashed = CrashedPages::beside(folder.path());
        let (bad, good) = (ContentHash::of(b"bad"), ContentHash::of(b"good"));
        let failure = Failure::new(Code::ReaderDied, "It crashed.");
        assert_eq!(crashed.find(&bad, 1, Sight), None);
        crashed.note(&bad, 1, (Sight, &failure));
        crashed.note(&good, 2, (Recognition, &failure));
        let again = CrashedPages::beside(folder.path());
        assert_eq!(again.find(&bad, 1, Sight), Some(failure.clone()));
        assert_eq!(again.find(&bad, 1, Recognition), None);
        assert_eq!(again.find(&bad, 2, Sight), None);
        assert_eq!(again.find(&good, 1, Recognition), None);
        crashed.forget(&bad);
        assert_eq!(again.find(&bad, 1, Sight), None);
        assert_eq!(again.find(&good, 2, Recognition), Some(failure));

        let file = folder.path().join(FILE);
        let other = fs::read_to_string(&file).unwrap().replace(VERSION, "0.0.0");
        for text in [other.as_str(), "[1,"] {
            fs::write(&file, text).unwrap();
            assert_eq!(again.find(&good, 2, Recognition), None, "{text}");
        }
    }

    #[test]
    fn the_last_ones_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let crashed = CrashedPages::beside(folder.path());
        let (hash, failure) = (ContentHash::of(b"bad"), Failure::new(Code::ReaderDied, ""));
        for page in 0..=MOST as u32 {
            crashed.note(&hash, page, (Sight, &failure));
        }
        assert_eq!(crashed.find(&hash, 0, Sight), None);
        assert!(crashed.find(&hash, 1, Sight).is_some());
    }
}
