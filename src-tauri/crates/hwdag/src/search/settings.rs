//! The settings of a search.

use std::fmt;

use crate::ablation::Ablation;
use crate::calibration::Calibration;
use crate::scores::Scoring;

/// What the model is shown first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PromptOrder {
    /// The question, then the nodes: a node's relevance is its attention to the question (PECAN).
    #[default]
    QuestionFirst,
    /// The top level, then the question, then further nodes. The top level is the same for every question and is
    /// [kept](crate::LanguageModel::keep), so the first ask costs only the question. A top node's relevance is the
    /// question's attention to it.
    NodesFirst,
}

/// How often the model is asked whether what it has seen suffices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AskFrequency {
    /// After every node (PECAN).
    #[default]
    Always,
    /// After every node while its p_yes is at least a tenth of the confidence; else after two nodes, and if it stays
    /// below, after four. It costs fewer header tokens and may read a node too many.
    Sparing,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq)]
pub struct SearchSettings {
    /// t_n: the number of asks that must find the visited nodes sufficient; 0 means 1.
    pub patience: usize,
    /// t_p: an ask finds them sufficient if p_yes is larger.
    pub confidence: f64,
    /// Corrects p_yes before it is compared and reported.
    pub calibration: Calibration,
    /// The maximum number of nodes added after the top level. If there is nothing to find, every further ask is another
    /// chance of a false Yes.
    pub max_nodes: usize,
    /// Visit exactly this many nodes, including the top level, and answer without asking: for a model that cannot judge
    /// when it has read enough, and as an ablation (PECAN §4.2, "w/o Dynamic Progress Control"). With 0, answer from
    /// the model's memory alone.
    pub fixed_nodes: Option<usize>,
    /// The weights of the components of a candidate's score.
    pub scoring: Scoring,
    /// The longest answer, in tokens. Room for it is reserved from the start.
    pub answer_tokens: usize,
    /// Answer even if the search did not find enough.
    pub best_effort: bool,
    /// What the model is shown first.
    pub order: PromptOrder,
    /// How often the model is asked.
    pub asks: AskFrequency,
    /// The maximum number of chunks judged alone after the walk, the best match first, until one suffices. The answer
    /// is then written from the best of them alone. If that chunk suffices with a probability above 0.6, the answer is
    /// written even though the search found nothing. 0: the answer is written from all visited nodes (PECAN). A fixed
    /// number of nodes is not judged at all.
    pub rerank: usize,
    /// The most tokens that a model that can think may think before each Yes or No, and before the answer. 0: its
    /// thoughts are skipped.
    pub thinking_tokens: usize,
    /// What an ablation changes.
    pub ablation: Ablation,
}

/// Names the settings by which the measurements' store knows answers. With other text, it would ask all questions once
/// more.
impl fmt::Debug for SearchSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { patience, confidence, calibration, max_nodes, fixed_nodes, .. } = self;
        let Self { answer_tokens, best_effort, order, asks, rerank, thinking_tokens, .. } = self;
        let mut text = formatter.debug_struct("SearchSettings");
        text.field("patience", patience)
            .field("confidence", confidence)
            .field("calibration", calibration)
            .field("max_nodes", max_nodes)
            .field("fixed_nodes", fixed_nodes)
            .field("scoring", &ScoringText(self.scoring, self.ablation))
            .field("answer_tokens", answer_tokens)
            .field("best_effort", best_effort)
            .field("order", order)
            .field("asks", asks)
            .field("rerank", rerank);
        if *thinking_tokens > 0 {
            text.field("thinking_tokens", thinking_tokens);
        }
        text.finish()
    }
}

/// The part of that text about a candidate's score.
struct ScoringText(Scoring, Ablation);

impl fmt::Debug for ScoringText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Scoring { balance, words }, ablation) = self;
        formatter
            .debug_struct("Scoring")
            .field("attention", &!ablation.without_attention)
            .field("embedding", &!ablation.without_similarity)
            .field("normalisation", &ablation.normalisation)
            .field("balance", balance)
            .field("words", words)
            .finish()
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            patience: 1,
            confidence: 0.5,
            calibration: Calibration::default(),
            max_nodes: 24,
            fixed_nodes: None,
            scoring: Scoring::default(),
            answer_tokens: 64,
            best_effort: false,
            order: PromptOrder::default(),
            asks: AskFrequency::default(),
            rerank: 0,
            thinking_tokens: 0,
            ablation: Ablation::default(),
        }
    }
}
