use serde::{Deserialize, Serialize};

/// Which attention of a model can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttentionKind {
    /// Every layer looks at everything before it.
    Full,
    /// Some layers look only at what is near; they are left out.
    Windowed {
        /// Layers that take part.
        full_layers: u32,
    },
    /// Some attention goes to a sink and counts as lost. Layers that look only at what is near are
    /// left out.
    Sinks {
        /// Layers that take part.
        full_layers: u32,
    },
    /// None: the model cannot build graphs.
    Unusable {
        /// Of which kind it is.
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
    /// It gathers the tokens that each may look at.
    Gathered,
    /// Every layer looks only at what is near.
    Near,
    /// What a trial showed is not what attention looks like.
    #[default]
    Odd,
}

/// What a model is used for (PECAN, table 2: a small one may search what a large one built).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// To build graphs, and to answer questions where no other is chosen for them.
    #[default]
    Building,
    /// To answer questions.
    Asking,
}

/// What a model is given of the machine. None takes what suits the model and the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tuning {
    /// Tokens that it reads at once for a question, at most.
    pub context: Option<u32>,
    /// Threads that compute.
    pub threads: Option<u32>,
    /// Layers given to a graphics card, where Pecan was built for one.
    pub gpu_layers: Option<u32>,
}

impl Tuning {
    /// The smallest context in which a question, a few points and an answer have room.
    pub const LEAST_CONTEXT: u32 = 512;
    /// More threads than any machine could want.
    const MOST_THREADS: u32 = 512;
    /// More than these for each core only wait for one another.
    const THREADS_PER_CORE: u32 = 4;

    /// How many threads a machine of so many cores can be given; 0 where nobody knows of how many.
    pub fn most_threads(cores: u32) -> u32 {
        match cores.saturating_mul(Self::THREADS_PER_CORE) {
            0 => Self::MOST_THREADS,
            threads => threads.min(Self::MOST_THREADS),
        }
    }

    /// Whether it can be had of a machine of so many cores.
    pub fn is_possible(&self, cores: u32) -> bool {
        let threads = 1..=Self::most_threads(cores);
        self.context.is_none_or(|tokens| tokens >= Self::LEAST_CONTEXT)
            && self.threads.is_none_or(|wished| threads.contains(&wished))
    }
}

/// Parameters below which a model is small: it judges best what is short and stands alone, and writes few questions that
/// make sense.
pub const SMALL_MODEL: u64 = 1_000_000_000;

/// What is known of a model file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The file.
    pub path: String,
    /// Its name by its own metadata, or its file's name.
    pub name: String,
    /// Its architecture as llama.cpp names it.
    pub architecture: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub hash: String,
    /// Parameters.
    pub parameters: u64,
    /// Layers.
    pub layers: u32,
    /// Query heads per layer.
    pub heads: u32,
    /// Tokens that it was trained to read at once.
    pub context: u32,
    /// Tokens of prompt, input and output together while summarising.
    pub construction: u32,
    /// Whether the file has a chat template of its own.
    pub chat_template: bool,
    /// Whether it is the small model that comes with Pecan to show what Pecan does.
    pub demonstration: bool,
    /// Whether it is the model that documents have where no other was chosen.
    #[serde(default)]
    pub is_default: bool,
    /// Which attention can be read.
    pub attention: AttentionKind,
    /// Bytes of main memory that building takes: its weights, and the keys, values and attention of
    /// a whole window.
    #[serde(default)]
    pub needed: u64,
    /// Bytes of main memory that are free beside it, where the system tells.
    #[serde(default)]
    pub free: Option<u64>,
    /// What it is given of the machine, as it was chosen.
    #[serde(default)]
    pub tuning: Tuning,
    /// Whether there is a graphics card that this Pecan can use.
    #[serde(default)]
    pub card: bool,
    /// The machine's cores, as far as Pecan may use them; 0 where nobody knows of how many.
    #[serde(default)]
    pub cores: u32,
    /// What a trial has shown, as far as there was one.
    #[serde(default)]
    pub trial: ModelTrial,
}

impl ModelInfo {
    /// Whether there is memory enough to build with it; none where the system does not tell.
    pub fn fits(&self) -> Option<bool> {
        Some(self.needed.saturating_sub(self.bytes) <= self.free?)
    }
}

/// What a short trial has shown that a model can do. A part that was not tried, or that stands for
/// itself, is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelTrial {
    /// How it writes points.
    pub points: Option<PointsTrial>,
    /// Whether its Yes means something.
    pub verdicts: Option<VerdictsTrial>,
    /// Whether it answers.
    pub answers: Option<AnswersTrial>,
}

/// How a model writes points, by passages of Pecan's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PointsTrial {
    /// Chunks that it should read at once, because most points per chunk then stand in what it read.
    pub chunks: u32,
    /// Points per chunk that stand in what it read, with so many at once.
    pub per_chunk: f64,
}

/// Whether a model tells passages that answer a question from others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VerdictsTrial {
    /// Pairs of a passage and a question that it was asked about, half of which fit.
    pub pairs: u32,
    /// The share of two pairs, one that fits and one that does not, of which it is surer of the first;
    /// 0.5 is chance (the area under the ROC curve).
    pub auc: f64,
    /// What corrects its p_yes: the logit times `scale`, plus `bias`.
    pub bias: f64,
    /// See `bias`.
    pub scale: f64,
}

/// Whether a model answers questions with the passage before it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnswersTrial {
    /// Questions.
    pub asked: u32,
    /// Those that it answered rightly.
    pub right: u32,
}

impl ModelTrial {
    /// Below this it is chance that a model says Yes where it should.
    const LEAST_AUC: f64 = 0.6;
    /// A model that answers fewer questions than one in so many does not answer.
    const LEAST_ANSWERED: u32 = 5;

    /// Whether it writes points that stand in what it read, as far as is known.
    pub fn writes_points(&self) -> bool {
        self.points.is_none_or(|points| points.per_chunk > 0.0)
    }

    /// Whether it can tell when it has read enough, as far as is known.
    pub fn judges(&self) -> bool {
        self.verdicts.is_none_or(|verdicts| verdicts.auc >= Self::LEAST_AUC)
    }

    /// Whether it answers questions, as far as is known.
    pub fn answers(&self) -> bool {
        self.answers.is_none_or(|found| found.right * Self::LEAST_ANSWERED >= found.asked)
    }

    /// What it cannot do.
    pub fn notices(&self) -> Vec<Notice> {
        let all = [
            (self.writes_points(), Notice::ModelCannotWritePoints),
            (self.judges(), Notice::ModelCannotJudge),
            (self.answers(), Notice::ModelCannotAnswer),
        ];
        all.into_iter().filter(|(can, _)| !can).map(|(_, notice)| notice).collect()
    }
}

/// What Pecan does otherwise than usual, because of the model or the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum Notice {
    /// No point that the model wrote in a trial stood in what it read: sentences are quoted.
    ModelCannotWritePoints,
    /// The model cannot tell when it has read enough: a fixed number of points is read.
    ModelCannotJudge,
    /// The model does not answer: passages are shown instead.
    ModelCannotAnswer,
    /// The model does not know the document's language: sentences are quoted, and questions find
    /// passages.
    UnknownLanguage {
        /// The language's English name.
        language: String,
    },
    /// The demonstration model was chosen for a text that is not of its made-up world.
    DemonstrationModel,
}

impl Notice {
    /// The same in words.
    pub fn sentence(&self) -> String {
        match self {
            Self::ModelCannotWritePoints => {
                "This model writes no usable points: in a short trial the text supported nothing that it \
                 wrote. Pecan quotes sentences of the document instead."
                    .to_owned()
            }
            Self::ModelCannotJudge => {
                "This model cannot tell when it has read enough. For every question Pecan reads a \
                 fixed number of the best matches instead."
                    .to_owned()
            }
            Self::ModelCannotAnswer => {
                "This model does not answer questions. Pecan shows the passages that match best \
                 instead."
                    .to_owned()
            }
            Self::DemonstrationModel => {
                "This is the demonstration model. It knows only the made-up world of the sample book; answers \
                 about this document will be wrong. The default model reads English documents."
                    .to_owned()
            }
            Self::UnknownLanguage { language } => format!(
                "The model does not know the language of this document ({language}). Pecan quotes its \
                 sentences, and for a question it shows the passages that match best."
            ),
        }
    }
}

/// How long building will take, from a short trial.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Tokens of the document, or of a hundred pages.
    pub tokens: u64,
    /// Tokens of the document per second, all levels and embeddings included.
    pub tokens_per_second: f64,
    /// Seconds that the whole build is likely to take.
    pub seconds: f64,
    /// What is known of what the model can do.
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
