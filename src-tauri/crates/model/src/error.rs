use std::io;
use std::path::{Path, PathBuf};

use protocol::Code;

use crate::gguf::GgufError;

/// Why a model could not be loaded or could not continue.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file does not exist.
    #[error("No model file was found at {}. Choose a GGUF file.", .0.display())]
    Missing(PathBuf),
    /// The path leads to a folder.
    #[error("{} is a folder. Choose the GGUF file itself.", .0.display())]
    Folder(PathBuf),
    /// The file may not be read.
    #[error("The model file {} could not be read ({source}).", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is damaged, or is not a GGUF file.
    #[error(
        "{} is not a complete GGUF file: {reason}. Choose another file, or download this one \
         again.",
        path.display()
    )]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is sound, but not of a kind that can be used.
    #[error("{} is {what}. {advice}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is, as in "a picture".
        what: String,
        /// What to do instead, in a sentence.
        advice: &'static str,
    },
    /// A part of a split model is missing.
    #[error(
        "{} is missing. The model is split into {count} files, which must be in the same folder. \
         Put it there, or download it.",
        path.display()
    )]
    PartMissing {
        /// The missing file.
        path: PathBuf,
        /// The number of parts.
        count: usize,
    },
    /// llama.cpp does not support this model.
    #[error("This model cannot be used: {0}. Choose another model.")]
    Unsupported(String),
    /// This processor lacks instructions that llama.cpp was built with.
    #[error(
        "This Pecan was built for processors with {0}, which this one lacks. Install the package, \
         which needs only AVX2, or build Pecan on this machine."
    )]
    Processor(&'static str),
    /// The model has no attention to build a graph from.
    #[error("The attention of this model cannot be read: {0}. Choose another model.")]
    WithoutAttention(String),
    /// There is not enough memory.
    #[error(
        "Not enough memory for {0}. Close other programs, or choose a smaller model or a shorter \
         window."
    )]
    OutOfMemory(String),
    /// The sequence has no room for more tokens.
    #[error(
        "{wanted} tokens do not fit the model's window of {window}. Use a shorter text, or a model \
         with a larger window."
    )]
    Full {
        /// The tokens that the sequence can hold.
        window: usize,
        /// The tokens that it would have to hold.
        wanted: usize,
    },
    /// The file was replaced, changed or removed while its model was in use.
    #[error(
        "{} was replaced or changed while it was in use. What was computed before is kept. Start \
         again to continue with the new file.", .0.display()
    )]
    Changed(PathBuf),
    /// The user asked to stop.
    #[error("Stopped.")]
    Stopped,
    /// The vocabulary has no tokens for a character.
    #[error("The model's vocabulary cannot spell {0:?}. Choose another model.")]
    Unspellable(char),
    /// llama.cpp reported a failure.
    #[error("The model failed: {0}. Try again; if it fails again, use another model.")]
    Failed(String),
    /// The model for sentence embeddings could not be used.
    #[error("The sentence embedding model: {0}")]
    Embedder(Box<Error>),
    /// The model that compares texts with a question could not be used.
    #[error("The re-ranking model: {0}")]
    Reranker(Box<Error>),
}

impl Error {
    /// The error's code, for programs.
    pub fn code(&self) -> Code {
        match self {
            Self::Missing(_) | Self::PartMissing { .. } => Code::ModelMissing,
            Self::Folder(_) => Code::IsFolder,
            Self::Unreadable { .. } => Code::FileUnreadable,
            Self::Changed(_) => Code::ModelChanged,
            Self::Broken { .. } => Code::ModelBroken,
            Self::Unsupported(_) | Self::Unspellable(_) | Self::Foreign { .. } => {
                Code::ModelUnsupported
            }
            Self::Processor(_) => Code::ProcessorUnsupported,
            Self::WithoutAttention(_) => Code::ModelWithoutAttention,
            Self::OutOfMemory(_) => Code::OutOfMemory,
            Self::Full { .. } => Code::WindowFull,
            Self::Stopped => Code::Stopped,
            Self::Failed(_) => Code::Internal,
            Self::Reranker(error) => error.code(),
            Self::Embedder(error) => match error.code() {
                Code::ModelMissing => Code::EmbedderMissing,
                Code::ModelBroken | Code::ModelUnsupported => Code::EmbedderBroken,
                code => code,
            },
        }
    }

    /// The error that kept `path` from being opened or read.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing(path.to_owned()),
            io::ErrorKind::IsADirectory => Self::Folder(path.to_owned()),
            _ => Self::Unreadable { path: path.to_owned(), source },
        }
    }

    /// What is wrong with the GGUF file `path`.
    pub(crate) fn flaw(path: &Path, flaw: GgufError) -> Self {
        match flaw {
            GgufError::Io(source) => Self::reading(path, source),
            GgufError::Malformed(reason) => Self::Broken { path: path.to_owned(), reason },
            GgufError::Foreign { what, advice } => {
                Self::Foreign { path: path.to_owned(), what, advice }
            }
        }
    }
}

impl From<Error> for protocol::Failure {
    fn from(error: Error) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
