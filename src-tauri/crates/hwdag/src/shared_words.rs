//! The share of a question's words that each node has. Words that few chunks have count more (the inverse document
//! frequency of Spärck Jones 1972).

use std::collections::HashMap;

use crate::graph::{Graph, Node};
use crate::grounding::SourceWords;

/// Returns for every node, graph after graph, the share of the question's content words that it has, in any inflection:
/// from 0 to 1, each word weighted by its rarity among all chunks. All 0 if the question has no content word.
pub fn shared_words(question: &str, graphs: &[&Graph]) -> Vec<f32> {
    let all = || graphs.iter().flat_map(|graph| graph.nodes());
    let words = |node: &Node| SourceWords::new([node.text.as_str()]);
    let nodes: Vec<SourceWords> = all().map(words).collect();
    let chunks: Vec<&SourceWords> =
        all().zip(&nodes).filter(|(node, _)| node.level == 1).map(|(_, words)| words).collect();
    let wanted = rarity(question, &chunks);
    let sum: f64 = wanted.values().sum();
    let share = |words: &SourceWords| {
        let found = wanted.iter().filter(|(word, _)| words.has(word));
        let found: f64 = found.map(|(_, weight)| weight).sum();
        if sum > 0.0 { (found / sum) as f32 } else { 0.0 }
    };
    nodes.iter().map(share).collect()
}

/// The question's content words, and how rare each is among the chunks.
fn rarity(question: &str, chunks: &[&SourceWords]) -> HashMap<String, f64> {
    let weight = |word: &str| {
        let holding = chunks.iter().filter(|chunk| chunk.has(word)).count() as f64;
        (1.0 + chunks.len() as f64 / (holding + 0.5)).ln()
    };
    let weighed = |word: String| {
        let weight = weight(&word);
        (word, weight)
    };
    SourceWords::content(question).into_iter().map(weighed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::graph_of_texts;

    #[test]
    fn rare_words_count_more_and_inflection_does_not_matter() {
        let graph = graph_of_texts(&[
            "The baker sold his bread.",
            "The baker hid a lamp in the cellar.",
            "It rained on the bread.",
        ]);
        let found = shared_words("Which of the bakers has lamps?", &[&graph, &graph]);
        // Of six chunks four have the baker, and two the lamp.
        let (baker, lamp) = ((1.0 + 6.0 / 4.5_f64).ln(), (1.0 + 6.0 / 2.5_f64).ln());
        let share = (baker / (baker + lamp)) as f32;
        assert_eq!(found, [share, 1.0, 0.0, share, 1.0, 0.0]);
    }

    #[test]
    fn a_question_without_content_words_favours_no_node() {
        let graph = graph_of_texts(&["The baker sold his bread."]);
        assert_eq!(shared_words("Who is he?", &[&graph]), [0.0]);
        assert!(shared_words("Lamps?", &[]).is_empty());
    }
}
