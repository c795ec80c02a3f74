//! The chunks that match a question best, for use when no model can judge which ones answer it: by the similarity of
//! embeddings and by shared words. The two orders are merged by reciprocal rank fusion (Cormack, Clarke and Büttcher,
//! SIGIR 2009).

use crate::graph::Graph;
use crate::graph_set::{GraphSet, NodeKey};

/// Added to every rank before it is inverted, as in the paper.
const DAMPING: f64 = 60.0;

/// Returns the best chunks of all graphs with their scores, the best first, at most `most`. `words` has the share of
/// the question's words that each node [has](crate::shared_words), and `cosines` the cosine of the question and each
/// node, both graph after graph. If one is missing, the other alone counts; if both are, the chunks keep their order.
pub fn best_passages(
    graphs: &[&Graph],
    cosines: &[f32],
    words: &[f32],
    most: usize,
) -> Vec<(NodeKey, f64)> {
    let space = GraphSet::new(graphs);
    let chunks: Vec<usize> = (0..space.len()).filter(|&node| space.node(node).level == 1).collect();
    let of_chunks = |values: &[f32]| -> Vec<f64> {
        chunks.iter().map(|&chunk| values.get(chunk).copied().unwrap_or(0.0).into()).collect()
    };
    let (by_words, by_similarity) = (ranks(&of_chunks(words)), ranks(&of_chunks(cosines)));
    let part = |values: &[f32], rank: f64| {
        if values.is_empty() { 0.0 } else { 1.0 / (DAMPING + rank) }
    };
    let fused = |at: usize| match words.is_empty() && cosines.is_empty() {
        // Weights are shares of these scores, which must not all be 0.
        true => 1.0 / (DAMPING + at as f64 + 1.0),
        false => part(words, by_words[at]) + part(cosines, by_similarity[at]),
    };
    let mut found: Vec<_> =
        chunks.iter().enumerate().map(|(at, &chunk)| (space.key(chunk), fused(at))).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(most);
    found
}

/// Returns the rank of each value, 1 for the largest. Equal values share the best of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let rank = |value: &f64| sorted.partition_point(|other| other > value) as f64 + 1.0;
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::graph_of_texts;

    #[test]
    fn rare_words_and_similarity_count_alike() {
        let graph = graph_of_texts(&["bread", "a lamp and a baker", "rain"]);
        let best = |cosines: &[f32], words: &[f32]| -> Vec<usize> {
            let found = best_passages(&[&graph], cosines, words, 2);
            found.iter().map(|(key, _)| key.node).collect()
        };
        let (cosines, words) = ([0.1, 0.2, 0.9], [0.3, 1.0, 0.0]);
        assert_eq!(best(&[], &words), [1, 0]);
        assert_eq!(best(&cosines, &[]), [2, 1]);
        assert_eq!(best(&cosines, &words), [1, 2], "by words 1, 0, 2; by similarity 2, 1, 0");
        assert_eq!(best(&[], &[]), [0, 1]);
        assert!(best_passages(&[&graph], &[], &[], 3).iter().all(|(_, score)| *score > 0.0));
        assert!(best_passages(&[], &[], &[], 3).is_empty());
    }
}
