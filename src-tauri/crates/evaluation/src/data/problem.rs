//! Why a line, or a question of it, was left out, and what else there is to tell of one.

use std::fmt;
use std::path::PathBuf;

use super::Form;

/// A line that was left out or lacks something, or a question of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; in a file that is one list the entry.
    pub line: usize,
    /// The question of the line, from 1, if the rest of it was read.
    pub question: Option<usize>,
    /// What is wrong.
    pub flaw: Flaw,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: ", self.file.display(), self.line)?;
        if let Some(question) = self.question {
            write!(formatter, "Question {question}: ")?;
        }
        write!(formatter, "{}", self.flaw)
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The rest of the file could not be read either.
    #[error("The file cannot be read from here on: {0}.")]
    Unreadable(String),
    /// It is so long that it was not read.
    #[error("The line has more than {0} bytes.")]
    LineTooLong(usize),
    /// It is no text.
    #[error("The line is not UTF-8.")]
    NotUtf8,
    /// It is no JSON.
    #[error("The line is not JSON: {0}.")]
    NotJson(String),
    /// It is JSON, but no object.
    #[error("The line is not a JSON object.")]
    NotObject,
    /// No form has such fields.
    #[error("No known form of questions has these fields: {0}.")]
    UnknownForm(String),
    /// A field is missing, or not what the form has there.
    #[error("By its fields the line is of the form {form}, but {message}.")]
    Fields {
        /// The form that it was taken for.
        form: Form,
        /// What is wrong with the fields.
        message: String,
    },
    /// There are documents, but nothing is asked of them.
    #[error("The line has no question.")]
    NoQuestion,
    /// The data does not say what answers the question.
    #[error(
        "The question has no answer. If the document does not tell it, the line must say so: \
         \"answerable\": false."
    )]
    NoAnswer,
    /// Nobody says which option is right.
    #[error(
        "The question has no gold_label, as in QuALITY's test set: nobody knows which option is right."
    )]
    NoLabel,
    /// The right option is none of the options.
    #[error("The right answer is none of the options.")]
    NoSuchOption,
    /// The documents are empty.
    #[error("The question is about no document, or an empty one.")]
    NoDocument,
    /// What the answer follows from stands in too many places.
    #[error("The places that the answer follows from can be found in more than {0} ways.")]
    TooManyPlaces(usize),
    /// A file that the line names lies elsewhere.
    #[error(
        "The document {} may lie elsewhere. Name it by where it is beside the file or one folder up, \
         without “..”.", .0.display()
    )]
    DocumentElsewhere(PathBuf),
    /// A file that the line names is not there.
    #[error("There is no document {}, neither beside the file nor one folder up.", .0.display())]
    DocumentMissing(PathBuf),
    /// A file that the line names cannot be read.
    #[error("{0} cannot be read: {1}.")]
    DocumentUnreadable(String, String),
    /// A document is over the limit.
    #[error("{document} has {bytes} bytes, more than the limit of {limit}. It was left out.")]
    DocumentTooLong {
        /// What it is called.
        document: String,
        /// Its size.
        bytes: u64,
        /// The largest size.
        limit: u64,
    },
    /// Two questions with one name could not be told apart.
    #[error("The file has another question of the name {0}.")]
    RepeatedId(String),
    /// Some of what the answer follows from cannot be looked for; the question takes part.
    #[error(
        "{0}, which the answer follows from, is not in the context. The question takes part, and the \
         rest of what its answer follows from is looked for."
    )]
    FactMissing(String),
}

impl Flaw {
    /// Whether what has it is left out; otherwise there is only something to know of it.
    pub fn leaves_out(&self) -> bool {
        !matches!(self, Self::FactMissing(_))
    }
}
