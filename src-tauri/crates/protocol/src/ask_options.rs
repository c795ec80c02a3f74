//! The options of a question.

use serde::{Deserialize, Serialize};

use crate::{Grains, GraphId, QuestionId, Until};

/// The options of a question. The defaults are the method's (docs/method.md, "The search").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskOptions {
    /// t_n: how many times the model must find the nodes sufficient before it answers.
    pub patience: u32,
    /// t_p: the p_yes above which one ask counts as Yes; `None`: the model's own, or 0.5.
    pub confidence: Option<f32>,
    /// λ, from 0 to 1: the weight of similarity against attention; `None`: 0.5, at which both are
    /// simply added.
    pub balance: Option<f32>,
    /// The maximum number of nodes added after the top level; `None`: what suits the model, that is
    /// 12 if a trial has shown how far its Yes is reliable, else 24.
    pub max_nodes: Option<u32>,
    /// Visit exactly this many nodes and answer, without asking whether they suffice.
    pub fixed_nodes: Option<u32>,
    /// Whether the similarity of sentence embeddings contributes to the scores.
    pub embedding: bool,
    /// Whether attention contributes to the scores.
    pub attention: bool,
    /// Whether the words that a node shares with the question contribute to the scores.
    pub words: bool,
    /// Answer from the visited nodes even if not enough was found.
    pub best_effort: bool,
    /// Sample with this seed instead of taking the likeliest token.
    pub seed: Option<u64>,
    /// Search this graph instead of the newest.
    pub graph: Option<GraphId>,
    /// Show the model the top level before the question, so that the next question need not
    /// evaluate it again.
    pub nodes_first: bool,
    /// Only text before this place may be looked at or count in any other way; the question must be
    /// about one document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// Ask the model less often while it is far from a Yes.
    pub sparing_asks: bool,
    /// The maximum number of chunks that the model judges alone after the walk, the best match
    /// first, until one suffices; the answer is then written from the best of them alone. 0: from
    /// everything visited. `None`: what suits the model, that is 3 for small ones that were tried,
    /// else 0.
    pub rerank: Option<u32>,
    /// The earlier question that this one follows up; the model sees that question and its answer,
    /// too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<QuestionId>,
    /// What is searched.
    #[serde(skip_serializing_if = "SearchBy::is_auto")]
    pub by: SearchBy,
    /// The maximum number of searches, if the sentences about the names in the question do not
    /// suffice; `None`: 2, the first included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The amount of text about a name that is found and shown at once, if sentences about the
    /// names in the question are searched. Empty: single sentences. With micro pairs, the model
    /// first writes questions about the sentences that were found.
    #[serde(skip_serializing_if = "Grains::is_empty")]
    pub grains: Grains,
    /// A GGUF cross-encoder that ranks the sentences found, if sentences are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reranker: Option<String>,
    /// The most tokens that a model that can think may think before each verdict, and before the
    /// answer. 0: its thoughts are skipped.
    #[serde(skip_serializing_if = "is_zero")]
    pub thinking: u32,
    /// Trust the model: the first question is not preceded by a trial of its abilities.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_trial: bool,
}

/// The search space of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchBy {
    /// The graph; with a small model that was tried, first the sentences about the names in the
    /// question, and the graph if these do not suffice. A question for all names of which something
    /// is said is answered from the sentences that name them.
    #[default]
    Auto,
    /// The graph of points and chunks, whatever the question.
    Points,
    /// The sentences about the names in the question, and about names that these lead to.
    Entities,
    /// Both in one search.
    Both,
}

impl SearchBy {
    /// Returns whether it depends on the question.
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Default for AskOptions {
    fn default() -> Self {
        Self {
            patience: 1,
            confidence: None,
            balance: None,
            max_nodes: None,
            fixed_nodes: None,
            embedding: true,
            attention: true,
            words: true,
            best_effort: false,
            seed: None,
            graph: None,
            nodes_first: false,
            until: None,
            sparing_asks: false,
            rerank: None,
            follows: None,
            by: SearchBy::Auto,
            rounds: None,
            grains: Grains::default(),
            reranker: None,
            thinking: 0,
            no_trial: false,
        }
    }
}
