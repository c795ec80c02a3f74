//! A position in a file of questions.

use std::fmt;
use std::path::PathBuf;

/// A line of a file, and a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetLocation {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// In a file that is one list, the entry that begins there, counted from 1.
    pub entry: Option<usize>,
    /// The question of the line, counted from 1, if it has several.
    pub question: Option<usize>,
}

impl DatasetLocation {
    /// The place of a whole line.
    pub fn new(file: impl Into<PathBuf>, line: usize) -> Self {
        Self { file: file.into(), line, entry: None, question: None }
    }

    /// The place of one of its questions.
    pub(super) fn question(&self, question: Option<usize>) -> Self {
        Self { question, ..self.clone() }
    }

    /// Returns a name for what is there, unique within the file.
    pub(super) fn name(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let number = self.entry.unwrap_or(self.line);
        match self.question {
            Some(question) => format!("{stem}:{number}.{question}"),
            None => format!("{stem}:{number}"),
        }
    }
}

/// The format of editors and compilers: `set.jsonl:3`.
impl fmt::Display for DatasetLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file.display(), self.line)?;
        if let Some(entry) = self.entry {
            write!(formatter, ", entry {entry}")?;
        }
        match self.question {
            Some(question) => write!(formatter, ", question {question}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shown_and_named() {
        let line = DatasetLocation::new("sets/a.jsonl", 7);
        let third = line.question(Some(3));
        let entry = DatasetLocation { entry: Some(2), ..third.clone() };
        for (place, text, name) in [
            (line, "sets/a.jsonl:7", "a:7"),
            (third, "sets/a.jsonl:7, question 3", "a:7.3"),
            (entry, "sets/a.jsonl:7, entry 2, question 3", "a:2.3"),
        ] {
            assert_eq!((place.to_string(), place.name()), (text.to_owned(), name.to_owned()));
        }
    }
}
