//! The share of the machine that a model gets.

use serde::{Deserialize, Serialize};

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
