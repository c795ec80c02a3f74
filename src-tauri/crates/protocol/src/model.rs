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
}

impl ModelInfo {
    /// Whether there is memory enough to build with it; none where the system does not tell.
    pub fn fits(&self) -> Option<bool> {
        Some(self.needed.saturating_sub(self.bytes) <= self.free?)
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
