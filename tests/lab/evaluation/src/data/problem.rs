//! Why a line, or one of its questions, was left out, and other remarks about lines.

use std::fmt;
use std::path::PathBuf;

use super::{DatasetFormat, DatasetLocation};

/// The most field names in a message.
pub(super) const NAMED: usize = 12;
/// The most characters of such a name.
pub(super) const LONGEST_NAME: usize = 40;

/// A line, or one of its questions, that was left out or lacks something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it is.
    pub place: DatasetLocation,
    /// What is wrong.
    pub flaw: DatasetError,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.flaw)
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatasetError {
    /// The rest of the file could not be read.
    #[error("The rest of the file cannot be read: {0}.")]
    Unreadable(String),
    /// It is too long to be read.
    #[error("The line has more than {0} bytes.")]
    LineTooLong(usize),
    /// It is not text.
    #[error("The line is not UTF-8.")]
    NotUtf8,
    /// It is not JSON.
    #[error("The line is not JSON: {0}.")]
    NotJson(String),
    /// It is JSON, but not an object.
    #[error("This is not a JSON object.")]
    NotObject,
    /// No form has such fields.
    #[error("No supported form of questions has these fields: {0}.")]
    UnknownForm(String),
    /// A field is missing, or not of the form's type.
    #[error("By its fields, the line has the form {form}, but {message}.")]
    Fields {
        /// The form that it was recognised as.
        form: DatasetFormat,
        /// What is wrong with the fields.
        message: String,
    },
    /// The file is empty.
    #[error("The file is empty.")]
    Empty,
    /// It is an object without fields.
    #[error("It has no fields.")]
    NoFields,
    /// There are documents, but no questions about them.
    #[error("The line has no question.")]
    NoQuestion,
    /// The data does not say what answers the question.
    #[error(
        "The question has no answer. If the document does not answer it, the line must say so: \
         \"answerable\": false."
    )]
    NoAnswer,
    /// The data does not say which option is right.
    #[error(
        "The question has no gold_label, as in QuALITY's test set: the right option is unknown."
    )]
    NoLabel,
    /// The right option is not among the options.
    #[error("The right answer is not among the options.")]
    NoSuchOption,
    /// The documents are empty.
    #[error("The question has no document, or an empty one.")]
    NoDocument,
    /// What the answer follows from occurs in too many places.
    #[error("The places that the answer follows from can be found in more than {0} ways.")]
    TooManyPlaces(usize),
    /// The path of a file that the line names may lead elsewhere.
    #[error(
        "The document {} may be in another folder. Name it by its path from the file's folder or \
         the folder above, without “..”.", .0.display()
    )]
    DocumentElsewhere(PathBuf),
    /// A file that the line names does not exist.
    #[error("The document {} is neither beside the file nor in the folder above.", .0.display())]
    DocumentMissing(PathBuf),
    /// A file's name is empty.
    #[error("The name of the document is empty.")]
    DocumentUnnamed,
    /// A file that the line names cannot be read.
    #[error("{0} cannot be read: {1}.")]
    DocumentUnreadable(String, String),
    /// A document is over the limit.
    #[error("{document} has {bytes} bytes, more than the limit of {limit}. It was left out.")]
    DocumentTooLong {
        /// The document's name.
        document: String,
        /// Its size.
        bytes: u64,
        /// The largest size.
        limit: u64,
    },
    /// Two questions with one name about the same documents could not be distinguished.
    #[error("The file has another question named {0} about the same documents.")]
    RepeatedId(String),
    /// Some of what the answer follows from cannot be searched for. The question takes part.
    #[error(
        "{0}, which the answer follows from, is not in the context. The question takes part, and \
         Pecan looks for the rest of what its answer follows from, if any."
    )]
    FactMissing(String),
    /// A place that the answer follows from is not found, so that nothing it follows from can be
    /// searched for by its place. The question takes part.
    #[error(
        "{0}, which the answer follows from, was not found in the documents as Pecan reads them. \
         The question takes part, but unless the line also names the passages or the facts, it is \
         unknown whether texts contain what its answer follows from."
    )]
    PlaceMissing(String),
    /// A line has fields that its form does not have, usually misspelt ones. The rest of it takes part.
    #[error("{}", unknown(.0))]
    UnknownFields(Vec<String>),
    /// The article has tags, which are read as text.
    #[error(
        "The article is HTML. Here and below, Pecan reads it with its tags. Use QuALITY’s edition \
         without HTML."
    )]
    Html,
}

impl DatasetError {
    /// Returns whether what has the flaw is left out. Otherwise the flaw is only a remark.
    pub fn leaves_out(&self) -> bool {
        !matches!(
            self,
            Self::Empty
                | Self::FactMissing(_)
                | Self::PlaceMissing(_)
                | Self::UnknownFields(_)
                | Self::Html
        )
    }

    /// Merges the flaw of another line of the file, if it is the same one, so that it is reported once.
    pub(super) fn takes(&mut self, other: &Self) -> bool {
        match (self, other) {
            (Self::UnknownFields(own), Self::UnknownFields(others)) => {
                for name in others {
                    // One more than the named ones shows that there are others.
                    if own.len() <= NAMED && !own.contains(name) {
                        own.push(name.clone());
                    }
                }
                true
            }
            (Self::Html, Self::Html) => true,
            _ => false,
        }
    }
}

/// Returns the message about unknown fields.
fn unknown(names: &[String]) -> String {
    let mut quoted: Vec<String> =
        names.iter().take(NAMED).map(|name| format!("“{name}”")).collect();
    if names.len() > NAMED {
        quoted.push("others".into());
    }
    match quoted.as_slice() {
        [first @ .., last] if !first.is_empty() => format!(
            "The fields {} and {last} are unknown and were ignored here and below.",
            first.join(", ")
        ),
        names => {
            format!("The field {} is unknown and was ignored here and below.", names.concat())
        }
    }
}

/// Returns a text from a file as shown in a message, with at most `most` characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_once() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let mut flaw = DatasetError::UnknownFields(names(&["a"]));
        let text = "The field “a” is unknown and was ignored here and below.";
        assert_eq!(flaw.to_string(), text);
        assert!(flaw.takes(&DatasetError::UnknownFields(names(&["b", "a"]))));
        assert!(flaw.takes(&DatasetError::UnknownFields(names(&["c"]))));
        let text = "The fields “a”, “b” and “c” are unknown and were ignored here and below.";
        assert_eq!(flaw.to_string(), text);
        assert!(
            !flaw.takes(&DatasetError::Html)
                && !DatasetError::NoAnswer.takes(&DatasetError::NoAnswer)
        );
        let many: Vec<String> = (0..99).map(|number| format!("n{number}")).collect();
        assert!(flaw.takes(&DatasetError::UnknownFields(many)));
        assert!(flaw.to_string().contains("“n8” and others are unknown"), "{flaw}");
    }

    #[test]
    fn long_texts_are_cut() {
        for (text, expected) in [("", ""), ("Tür", "Tür"), ("Türe", "Tür…")] {
            assert_eq!(cut(text, 3), expected);
        }
    }
}
