use serde::{Deserialize, Serialize};

/// The readable attention of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttentionKind {
    /// Every layer attends to everything before it.
    Full,
    /// Some layers attend only to nearby tokens; they are left out.
    Windowed {
        /// The number of layers that take part.
        full_layers: u32,
    },
    /// Some attention goes to a sink and counts as lost. Layers that attend only to nearby tokens
    /// are left out.
    Sinks {
        /// The number of layers that take part.
        full_layers: u32,
    },
    /// None: the model cannot build graphs.
    Unusable {
        /// The reason.
        #[serde(default)]
        why: Unreadable,
        /// The same in a sentence.
        reason: String,
    },
}

/// Why the attention of a model cannot be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unreadable {
    /// It is recurrent.
    Recurrent,
    /// Part of its layers are recurrent.
    Hybrid,
    /// It writes no text.
    Encoder,
    /// It gathers the tokens to which each may attend.
    Gathered,
    /// Every layer attends only to nearby tokens.
    Near,
    /// A trial showed values that do not look like attention.
    #[default]
    Odd,
}

/// The use of a model (PECAN, table 2: a small one may search what a large one built).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// To build graphs, and to answer questions if no other model is chosen for them.
    #[default]
    Building,
    /// To answer questions.
    Asking,
}

/// The machine's resources for a model. `None`: what suits the model and the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tuning {
    /// The maximum number of tokens that it reads at once for a question.
    pub context: Option<u32>,
    /// The number of compute threads.
    pub threads: Option<u32>,
    /// The number of layers on a graphics card, if Pecan was built for one.
    pub gpu_layers: Option<u32>,
}

impl Tuning {
    /// The smallest context with room for a question, a few points and an answer.
    pub const LEAST_CONTEXT: u32 = 512;
    /// More threads than any machine could use.
    const MOST_THREADS: u32 = 512;
    /// Beyond this number per core, threads only wait for one another.
    const THREADS_PER_CORE: u32 = 4;

    /// Returns the maximum number of threads on a machine with `cores` cores; 0 stands for an
    /// unknown number.
    pub fn most_threads(cores: u32) -> u32 {
        match cores.saturating_mul(Self::THREADS_PER_CORE) {
            0 => Self::MOST_THREADS,
            threads => threads.min(Self::MOST_THREADS),
        }
    }

    /// Returns whether a machine with `cores` cores can provide it.
    pub fn is_possible(&self, cores: u32) -> bool {
        let threads = 1..=Self::most_threads(cores);
        self.context.is_none_or(|tokens| tokens >= Self::LEAST_CONTEXT)
            && self.threads.is_none_or(|wished| threads.contains(&wished))
    }
}

/// The number of parameters below which a model is small: it judges short, self-contained text
/// best, and writes few sensible questions.
pub const SMALL_MODEL: u64 = 1_000_000_000;

/// The properties of a model file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The file.
    pub path: String,
    /// Its name from its own metadata, or its file's name.
    pub name: String,
    /// Its architecture as llama.cpp names it.
    pub architecture: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub hash: String,
    /// The number of parameters.
    pub parameters: u64,
    /// The number of layers.
    pub layers: u32,
    /// The number of query heads per layer.
    pub heads: u32,
    /// The number of tokens that it was trained to read at once.
    pub context: u32,
    /// The number of tokens of prompt, input and output together while summarising.
    pub construction: u32,
    /// Whether the file has a chat template of its own.
    pub chat_template: bool,
    /// Whether it is the small demonstration model that comes with Pecan.
    pub demonstration: bool,
    /// Whether it is the default model of documents, used if no other was chosen.
    #[serde(default)]
    pub is_default: bool,
    /// Its readable attention.
    pub attention: AttentionKind,
    /// Main memory in bytes that building takes: its weights, and the keys, values and attention of
    /// a whole window.
    #[serde(default)]
    pub needed: u64,
    /// Main memory in bytes that is free beside it, if the system reports it.
    #[serde(default)]
    pub free: Option<u64>,
    /// Its chosen share of the machine.
    #[serde(default)]
    pub tuning: Tuning,
    /// Whether a graphics card exists that this Pecan can use.
    #[serde(default)]
    pub card: bool,
    /// The number of cores that Pecan may use; 0 if unknown.
    #[serde(default)]
    pub cores: u32,
    /// The results of its trial, where there was one.
    #[serde(default)]
    pub trial: ModelTrial,
}

impl ModelInfo {
    /// Returns whether memory suffices to build with it; `None` if the system does not report it.
    pub fn fits(&self) -> Option<bool> {
        Some(self.needed.saturating_sub(self.bytes) <= self.free?)
    }
}

/// The abilities of a model, as shown by a short trial. A part that was not tried, or needs no
/// trial, is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelTrial {
    /// How it writes points.
    pub points: Option<PointsTrial>,
    /// Whether its Yes is meaningful.
    pub verdicts: Option<VerdictsTrial>,
    /// Whether it answers.
    pub answers: Option<AnswersTrial>,
}

/// How a model writes points about passages of Pecan's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PointsTrial {
    /// The number of chunks that it should read at once, because then the most points per chunk
    /// occur in what it read.
    pub chunks: u32,
    /// The number of points per chunk that occur in what it read, with that many at once.
    pub per_chunk: f64,
}

/// Whether a model distinguishes passages that answer a question from others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VerdictsTrial {
    /// The number of pairs of a passage and a question that it was asked about, half of which
    /// match.
    pub pairs: u32,
    /// Of two pairs, one that matches and one that does not, the share in which it is surer of the
    /// first; 0.5 is chance (the area under the ROC curve).
    pub auc: f64,
    /// The correction of its p_yes: the logit times `scale`, plus `bias`.
    pub bias: f64,
    /// See `bias`.
    pub scale: f64,
}

/// Whether a model answers questions from a given passage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnswersTrial {
    /// The number of questions.
    pub asked: u32,
    /// The number answered correctly.
    pub right: u32,
}

impl ModelTrial {
    /// Below this, a Yes in the right place is chance.
    const LEAST_AUC: f64 = 0.6;
    /// A model that answers fewer than one question in this many does not answer.
    const LEAST_ANSWERED: u32 = 5;

    /// Returns whether it writes points that occur in what it read, as far as known.
    pub fn writes_points(&self) -> bool {
        self.points.is_none_or(|points| points.per_chunk > 0.0)
    }

    /// Returns whether it can judge when it has read enough, as far as known.
    pub fn judges(&self) -> bool {
        self.verdicts.is_none_or(|verdicts| verdicts.auc >= Self::LEAST_AUC)
    }

    /// Returns whether it answers questions, as far as known.
    pub fn answers(&self) -> bool {
        self.answers.is_none_or(|found| found.right * Self::LEAST_ANSWERED >= found.asked)
    }

    /// Returns its shortcomings.
    pub fn notices(&self) -> Vec<Notice> {
        let all = [
            (self.writes_points(), Notice::ModelCannotWritePoints),
            (self.judges(), Notice::ModelCannotJudge),
            (self.answers(), Notice::ModelCannotAnswer),
        ];
        all.into_iter().filter(|(can, _)| !can).map(|(_, notice)| notice).collect()
    }
}

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

/// The estimated build time, from a short trial.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number of tokens of the document, or of a hundred pages.
    pub tokens: u64,
    /// Tokens of the document per second, all levels and embeddings included.
    pub tokens_per_second: f64,
    /// The estimated seconds for the whole build.
    pub seconds: f64,
    /// The known abilities of the model.
    #[serde(default)]
    pub trial: ModelTrial,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_tried_is_taken_to_be_possible() {
        assert_eq!(ModelTrial::default().notices(), []);
        let points = Some(PointsTrial { chunks: 1, per_chunk: 0.0 });
        let verdicts = Some(VerdictsTrial { pairs: 60, auc: 0.55, bias: 0.0, scale: 1.0 });
        let answers = Some(AnswersTrial { asked: 12, right: 2 });
        let weak = ModelTrial { points, verdicts, answers };
        assert_eq!(weak.notices().len(), 3);
        let answers = Some(AnswersTrial { asked: 12, right: 3 });
        let better = ModelTrial { answers, ..ModelTrial::default() };
        assert!(better.answers() && better.notices().is_empty());
    }

    #[test]
    fn what_no_machine_can_give_is_not_possible() {
        for (context, threads, cores, possible) in [
            (None, None, 2, true),
            (Some(512), Some(1), 2, true),
            (Some(511), None, 2, false),
            (None, Some(0), 2, false),
            (None, Some(8), 2, true),
            (None, Some(9), 2, false),
            (None, Some(64), 0, true),
            (None, Some(9_999), 0, false),
            (None, Some(9_999), 9_999, false),
        ] {
            let tuning = Tuning { context, threads, gpu_layers: None };
            assert_eq!(tuning.is_possible(cores), possible, "{tuning:?} of {cores}");
        }
    }
}
