//! Chooses the node to read next (PECAN §3.2.2).
//!
//! A visited node `i` has a relevance `r(i)`: the attention of its tokens to the question's, times its position. Along
//! the edges down, relevance becomes the score `z = Eᵀ r`; the similarity of sentence embeddings is added to it
//! unchanged. As shares of their sums (GARLIC §3.2.2) the two would be weighted differently in every graph: z is spread
//! over the successors of visited nodes but similarity over all nodes, so the share of the most similar node shrinks as
//! the graph grows.
//!
//! The papers stop there. The words that a node shares with the question are added as a third part: a small model's
//! attention and a small embedder often pass over the one chunk with a rare name.

use crate::ablation::{Ablation, Normalisation};
use crate::graph_set::GraphSet;

/// λ at which attention and similarity are simply added, as in PECAN (docs/decisions/0015).
const BALANCE: f64 = 0.5;
/// Any weight of 0.3 or more was measured to do equally well; this one leaves attention and similarity a say
/// (docs/decisions/0018).
const WORDS_WEIGHT: f64 = 0.6;

/// The weights of the components of a candidate's score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scoring {
    /// λ, from 0 to 1: attention is weighted `2(1 − λ)` and similarity `2λ`, so that at 0.5 both are simply added.
    pub balance: f64,
    /// The weight of the share of the question's words; 0 leaves it out, as the papers do.
    pub words: f64,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { balance: BALANCE, words: WORDS_WEIGHT }
    }
}

/// The score for which a node was chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NodeScore {
    /// The attention part: `z`, weighted, and normalised if requested.
    pub attention: f64,
    /// The similarity part: the cosine, weighted, and normalised if requested.
    pub similarity: f64,
    /// The shared-words part: the share of the question's words that the node has, weighted, and normalised if
    /// requested.
    pub words: f64,
    /// Their sum.
    pub total: f64,
}

/// The factor of each part of a score.
#[derive(Debug, Clone, Copy)]
struct Factors {
    attention: f64,
    similarity: f64,
    words: f64,
}

/// The scores of all nodes during a search.
pub(crate) struct NodeScores {
    scoring: Scoring,
    ablation: Ablation,
    z: Vec<f64>,
    /// The part of each cosine that counts.
    similarity: Vec<f64>,
    words: Vec<f64>,
    visited: Vec<bool>,
    /// For each node the first one with the same text.
    first_of_same_text: Vec<usize>,
}

impl NodeScores {
    /// Starts with nothing visited. `cosines` and `words` have a value for each node, or are empty if there are none.
    pub(crate) fn new(
        (scoring, ablation): (Scoring, Ablation),
        space: &GraphSet<'_>,
        cosines: &[f32],
        words: &[f32],
    ) -> Self {
        let nodes = space.len();
        let words = (0..nodes).map(|node| words.get(node).copied().unwrap_or(0.0).into()).collect();
        let raw = ablation.normalisation == Normalisation::Raw;
        let part = |cosine: f64| if raw { cosine } else { cosine.max(0.0) };
        let mut similarity = vec![0.0; nodes];
        for (value, &cosine) in similarity.iter_mut().zip(cosines) {
            *value = part(f64::from(cosine));
        }
        let first_of_same_text = space.first_of_same_text();
        let (z, visited) = (vec![0.0; nodes], vec![false; nodes]);
        Self { scoring, ablation, z, similarity, words, visited, first_of_same_text }
    }

    /// Marks a node as visited and passes its relevance on to its successors. Other nodes with the same text count as
    /// visited, too. Reading them again would add nothing, but the nodes below them are just as relevant.
    pub(crate) fn visit(&mut self, node: usize, relevance: f64, space: &GraphSet<'_>) {
        let first = self.first_of_same_text[node];
        for other in 0..self.visited.len() {
            if self.first_of_same_text[other] == first {
                self.visited[other] = true;
                for (successor, weight) in space.successors(other) {
                    self.z[successor] += relevance * weight;
                }
            }
        }
    }

    /// Returns whether every node was visited.
    pub(crate) fn exhausted(&self) -> bool {
        self.visited.iter().all(|&visited| visited)
    }

    /// Returns the candidate with the highest score among those that fit; of equal ones the first.
    pub(crate) fn best(&self, fits: impl Fn(usize) -> bool) -> Option<(usize, NodeScore)> {
        let factors = self.factors();
        let mut best: Option<(usize, NodeScore)> = None;
        for node in (0..self.z.len()).filter(|&node| !self.visited[node]) {
            let score = self.score(node, factors);
            let higher = best.is_none_or(|(_, best)| score.total > best.total);
            if higher && fits(node) {
                best = Some((node, score));
            }
        }
        best
    }

    /// Returns a node's score, whether or not it was visited.
    pub(crate) fn of(&self, node: usize) -> NodeScore {
        self.score(node, self.factors())
    }

    /// Returns whether an earlier node of its graph has the same text.
    pub(crate) fn is_repetition(&self, node: usize) -> bool {
        self.first_of_same_text[node] != node
    }

    /// Returns the score that a node would have if nothing had been visited yet.
    pub(crate) fn score_before_visits(&self, node: usize) -> f64 {
        self.score(node, Factors { attention: 0.0, ..self.factors() }).total
    }

    fn score(&self, node: usize, factors: Factors) -> NodeScore {
        let attention = self.z[node] * factors.attention;
        let similarity = self.similarity[node] * factors.similarity;
        let words = self.words[node] * factors.words;
        NodeScore { attention, similarity, words, total: attention + similarity + words }
    }

    fn factors(&self) -> Factors {
        let Scoring { balance, words } = self.scoring;
        let Ablation { without_attention, without_similarity, .. } = self.ablation;
        let attention = if without_attention { 0.0 } else { 2.0 * (1.0 - balance) };
        let similarity = if without_similarity { 0.0 } else { 2.0 * balance };
        Factors {
            attention: attention * self.normaliser(&self.z),
            similarity: similarity * self.normaliser(&self.similarity),
            words: words * self.normaliser(&self.words),
        }
    }

    /// Returns one over the sum by which these values are divided; 0 if there is nothing to share.
    fn normaliser(&self, values: &[f64]) -> f64 {
        let sum: f64 = match self.ablation.normalisation {
            Normalisation::AllNodes => values.iter().sum(),
            Normalisation::Candidates => {
                let candidates = values.iter().zip(&self.visited).filter(|(_, visited)| !**visited);
                candidates.map(|(value, _)| value).sum()
            }
            Normalisation::Raw => return 1.0,
        };
        if sum > 0.0 { 1.0 / sum } else { 0.0 }
    }
}

#[cfg(test)]
mod tests;
