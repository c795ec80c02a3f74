//! The files of a model. A large model may be split into parts: `NAME-00001-of-00003.gguf` and so on.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::gguf::GgufHeader;

/// The digits of a part's number in its name.
const DIGITS: usize = 5;

/// The files of a model: one, or all parts of a split model in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelParts {
    paths: Vec<PathBuf>,
}

impl ModelParts {
    /// Returns the files of the model that has a file at `path`, which may be any of its parts. The names say which
    /// belong together.
    ///
    /// # Errors
    ///
    /// [`Error::PartMissing`].
    pub fn find(path: &Path) -> Result<Self, Error> {
        let Some(name) = SplitName::parse(path) else {
            return Ok(Self { paths: vec![path.to_owned()] });
        };
        let paths: Vec<PathBuf> = (1..=name.count).map(|number| name.part(number)).collect();
        match paths.iter().find(|part| part.as_path() != path && !part.exists()) {
            Some(missing) => {
                Err(Error::PartMissing { path: missing.clone(), count: name.count as usize })
            }
            None => Ok(Self { paths }),
        }
    }

    /// Returns the first file, which llama.cpp opens.
    pub fn first(&self) -> &Path {
        &self.paths[0]
    }

    /// Returns all files in order.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Reads the headers of all files as one: the metadata of the first, the tensors and the size of all.
    pub(crate) fn header(&self) -> Result<GgufHeader, Error> {
        let mut whole: Option<GgufHeader> = None;
        for (at, path) in self.paths.iter().enumerate() {
            let header = GgufHeader::read(path).map_err(|flaw| Error::flaw(path, flaw))?;
            self.check_part(at, &header)?;
            match &mut whole {
                None => whole = Some(header),
                Some(whole) => {
                    whole.tensors.extend(header.tensors);
                    whole.file_bytes = whole.file_bytes.saturating_add(header.file_bytes);
                }
            }
        }
        whole.ok_or_else(|| Error::Missing(PathBuf::new()))
    }

    /// Checks that a file is the part that its name says.
    fn check_part(&self, at: usize, header: &GgufHeader) -> Result<(), Error> {
        let count = header.number("split.count").unwrap_or(1).max(1);
        let number = header.number("split.no").unwrap_or(0);
        if (count, number) == (self.paths.len() as u64, at as u64) {
            return Ok(());
        }
        let path = self.paths[at].clone();
        let what = match count {
            1 => "named like a part of a split model, but is a whole one".to_owned(),
            _ => format!("part {} of {count} of a split model, but has another name", number + 1),
        };
        Err(Error::Foreign { path, what, advice: "Give the file its original name." })
    }
}

/// The name of a part of a split model.
struct SplitName<'a> {
    folder: &'a Path,
    prefix: &'a str,
    count: u32,
}

impl<'a> SplitName<'a> {
    /// Returns `None` for the name of a whole model.
    fn parse(path: &'a Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.strip_suffix(".gguf")?;
        let (rest, count) = name.rsplit_once("-of-")?;
        let (prefix, number) = rest.rsplit_once('-')?;
        let parsed = |digits: &str| {
            let is_number = digits.len() == DIGITS && digits.bytes().all(|c| c.is_ascii_digit());
            is_number.then(|| digits.parse::<u32>().ok()).flatten()
        };
        let (number, count) = (parsed(number)?, parsed(count)?);
        let folder = path.parent().unwrap_or(Path::new(""));
        (1..=count).contains(&number).then_some(Self { folder, prefix, count })
    }

    fn part(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{}-{number:05}-of-{:05}.gguf", self.prefix, self.count))
    }
}

/// Returns the size of a model's files and the times of their last changes, by which a changed model is noticed without
/// reading it.
pub fn stamp(path: &Path) -> String {
    let parts = ModelParts::find(path).map_or_else(|_| vec![path.to_owned()], |parts| parts.paths);
    let stamp = |part: &PathBuf| {
        let about = fs::metadata(part).ok();
        let size = about.as_ref().map_or(0, fs::Metadata::len);
        let changed = about.and_then(|about| about.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{size} {} ", changed.map_or(0, |time| time.as_nanos()))
    };
    parts.iter().map(stamp).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_are_told_from_others() {
        let count = |name: &str| SplitName::parse(Path::new(name)).map(|name| name.count);
        assert_eq!(count("models/big-Q4_K_M-00002-of-00003.gguf"), Some(3));
        for name in [
            "big.gguf",
            "big-00004-of-00003.gguf",
            "big-00000-of-00003.gguf",
            "big-2-of-3.gguf",
            "one-of-many.gguf",
            "big-00001-of-00003.bin",
        ] {
            assert_eq!(count(name), None, "{name}");
        }
    }

    #[test]
    fn any_part_leads_to_all() {
        let folder = tempfile::tempdir().unwrap();
        let part = |number: u32| folder.path().join(format!("big-{number:05}-of-00002.gguf"));
        fs::write(part(1), "").unwrap();
        let missing = ModelParts::find(&part(1)).unwrap_err().to_string();
        assert!(missing.contains("big-00002-of-00002.gguf"), "{missing}");
        fs::write(part(2), "abc").unwrap();
        let both = ModelParts::find(&part(2)).unwrap();
        assert_eq!((both.first(), both.paths().len()), (part(1).as_path(), 2));
        let before = stamp(&part(1));
        fs::write(part(2), "abcd").unwrap();
        assert_ne!(stamp(&part(1)), before, "a change to the last part is noticed");
    }
}
