//! Deviations from the usual procedure.

use serde::{Deserialize, Serialize};

/// A deviation from the usual procedure, because of the model or the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum Notice {
    /// No point that the model wrote in a trial occurred in what it read: sentences are quoted.
    ModelCannotWritePoints,
    /// The model cannot judge when it has read enough: a fixed number of points is read.
    ModelCannotJudge,
    /// The model does not answer: passages are shown instead.
    ModelCannotAnswer,
    /// The model does not know the document's language: sentences are quoted, and questions
    /// retrieve passages.
    UnknownLanguage {
        /// The language's English name.
        language: String,
    },
    /// The demonstration model was chosen for a text outside its made-up world.
    DemonstrationModel,
}

impl Notice {
    /// Returns the notice as a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::ModelCannotWritePoints => {
                "This model cannot summarise: in a short trial, the text supported nothing that it \
                 wrote. Pecan quotes sentences from the document instead."
                    .to_owned()
            }
            Self::ModelCannotJudge => {
                "This model cannot tell when it has read enough. Pecan reads a fixed number of the \
                 best matches for each question."
                    .to_owned()
            }
            Self::ModelCannotAnswer => {
                "This model cannot answer questions. Pecan shows the passages that match best."
                    .to_owned()
            }
            Self::DemonstrationModel => {
                "This is the demonstration model. It knows only the made-up world of the sample \
                 book, so its answers about this document will be wrong. The default model reads \
                 English documents."
                    .to_owned()
            }
            Self::UnknownLanguage { language } => format!(
                "The model does not know the language of this document ({language}). Pecan quotes \
                 sentences from it and answers questions with the passages that match best."
            ),
        }
    }
}
