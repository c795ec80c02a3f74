//! The settings of a search, from the options of a question.

use hwdag::{AskFrequency, PromptOrder, SearchSettings};
use model::{Sampling, Weights};
use protocol::AskOptions;

use crate::ask::sentence_search::search::ROUNDS;

/// The sampling temperature if a seed is given.
const TEMPERATURE: f32 = 0.7;

/// Returns the number of rounds in which sentences are searched.
pub(crate) fn rounds(options: &AskOptions) -> u32 {
    options.rounds.unwrap_or(ROUNDS)
}

/// Returns greedy sampling, or sampling at random if there is a seed.
pub(crate) fn sampling(options: &AskOptions) -> Sampling {
    options
        .seed
        .map_or(Sampling::Greedy, |seed| Sampling::Temperature { temperature: TEMPERATURE, seed })
}

/// Returns the p_yes above which an ask counts as Yes: the requested value, or the model's own.
pub(crate) fn confidence(options: &AskOptions, weights: &Weights) -> f64 {
    options.confidence.map(f64::from).or(weights.info().confidence).unwrap_or(0.5)
}

pub(crate) fn settings(options: &AskOptions, confidence: f64) -> SearchSettings {
    let defaults = SearchSettings::default();
    SearchSettings {
        patience: options.patience as usize,
        confidence,
        max_nodes: options.max_nodes.map_or(defaults.max_nodes, |nodes| nodes as usize),
        fixed_nodes: options.fixed_nodes.map(|nodes| nodes as usize),
        ablation: hwdag::Ablation {
            without_attention: !options.attention,
            without_similarity: !options.embedding,
            ..defaults.ablation
        },
        scoring: hwdag::Scoring {
            balance: options.balance.map_or(defaults.scoring.balance, f64::from),
            ..defaults.scoring
        },
        best_effort: options.best_effort,
        order: if options.nodes_first {
            PromptOrder::NodesFirst
        } else {
            PromptOrder::QuestionFirst
        },
        asks: if options.sparing_asks { AskFrequency::Sparing } else { AskFrequency::Always },
        rerank: options.rerank.map_or(defaults.rerank, |chunks| chunks as usize),
        thinking_tokens: options.thinking as usize,
        ..defaults
    }
}
