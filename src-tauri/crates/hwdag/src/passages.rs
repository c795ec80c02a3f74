//! The chunks that match a question best, where no model can say which ones answer it: by the
//! similarity of embeddings and by the words that they share, the two orders merged by reciprocal
//! rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).

use std::collections::HashMap;

use crate::graph::Graph;
use crate::grounding::SourceWords;
use crate::space::NodeKey;

/// What is added to every rank before it is turned over, as in the paper.
const DAMPING: f64 = 60.0;

/// The best chunks of all graphs with their scores, the best first, `most` at most. `cosines` are
/// those of the question and each node, graph after graph; without them words alone count.
pub fn best_passages(
    question: &str,
    graphs: &[&Graph],
    cosines: &[f32],
    most: usize,
) -> Vec<(NodeKey, f64)> {
    let mut chunks = Vec::new();
    let mut similar = Vec::new();
    let mut place = 0;
    for (graph, nodes) in graphs.iter().map(|graph| graph.nodes()).enumerate() {
        for (node, found) in nodes.iter().enumerate() {
            if found.level == 1 {
                chunks.push((NodeKey { graph, node }, SourceWords::new([found.text.as_str()])));
                similar.push(cosines.get(place).copied().unwrap_or(0.0).into());
            }
            place += 1;
        }
    }
    let shared = shared_words(question, chunks.iter().map(|(_, words)| words));
    let (by_words, by_similarity) = (ranks(&shared), ranks(&similar));
    let fused = |at: usize| {
        let similarity = if cosines.is_empty() { 0.0 } else { 1.0 / (DAMPING + by_similarity[at]) };
        1.0 / (DAMPING + by_words[at]) + similarity
    };
    let mut found: Vec<_> =
        chunks.iter().enumerate().map(|(at, (key, _))| (*key, fused(at))).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(most);
    found
}

/// For every chunk the words of the question that it has, rare ones counting more.
fn shared_words<'a>(
    question: &str,
    chunks: impl Iterator<Item = &'a SourceWords> + Clone,
) -> Vec<f64> {
    let mut wanted = HashMap::new();
    for word in SourceWords::content(question) {
        let holding = chunks.clone().filter(|chunk| chunk.has(&word)).count() as f64;
        wanted.insert(word, (1.0 + chunks.clone().count() as f64 / (holding + 0.5)).ln());
    }
    let shared = |chunk: &SourceWords| {
        wanted.iter().filter(|(word, _)| chunk.has(word)).map(|(_, weight)| weight).sum()
    };
    chunks.map(shared).collect()
}

/// The rank of each value, 1 for the largest. Equal ones share the best of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let rank = |value: &f64| sorted.partition_point(|other| other > value) as f64 + 1.0;
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::Fake;
    use crate::{Chunk, LanguageModel as _};

    fn graph(texts: &[&str]) -> Graph {
        let model = Fake::new(1_000);
        let chunk = |text: &&str| Chunk {
            tokens: model.tokenize(text).unwrap(),
            range: 0..text.len(),
            text: (*text).to_owned(),
        };
        Graph::new(texts.iter().map(chunk).collect())
    }

    #[test]
    fn rare_words_and_similarity_count_alike() {
        let graph = graph(&[
            "The baker sold his bread.",
            "The baker hid a lamp in the cellar.",
            "It rained on the bread.",
        ]);
        let best = |cosines: &[f32]| -> Vec<usize> {
            let found = best_passages("Where did the baker hide lamps?", &[&graph], cosines, 2);
            found.iter().map(|(key, _)| key.node).collect()
        };
        assert_eq!(best(&[]), [1, 0]);
        assert_eq!(best(&[0.1, 0.2, 0.9]), [1, 2], "by words 1, 0, 2; by similarity 2, 1, 0");
        assert!(best_passages("Lamps?", &[], &[], 3).is_empty());
    }
}
