//! What follows from the beginning of a text does not depend on its end.

use super::*;
use crate::fake::chance;

/// Returns a book of sentences whose beginning does not depend on `rest`, and the character where that beginning ends.
fn text(shared: usize, rest: u64, sentences: usize) -> (String, usize) {
    let word = |seed: u64, at: usize| format!("w{}", (chance(&(seed, at)) * 60.0) as usize);
    let sentence = |seed: u64, at: usize| {
        let words: Vec<String> = (0..7).map(|place| word(seed, at * 7 + place)).collect();
        format!("{}. ", words.join(" "))
    };
    let mut text: String = (0..shared).map(|at| sentence(0, at)).collect();
    let end = text.len();
    text.extend((0..sentences).map(|at| sentence(rest, at)));
    (text, end)
}

fn built(model: &mut Fake, text: &str, ends: ChunkBoundaries) -> Graph {
    let tokens = model.tokenize(text).unwrap();
    let cutting = Cutting { ends, ..Cutting::default() };
    let chunks = chunk(&tokens, |token| model.bytes(token), text, cutting).unwrap();
    build(model, Graph::new(chunks))
}

/// Returns the nodes without their token numbers.
fn content(graph: &Graph) -> Vec<(usize, &str)> {
    graph.nodes().iter().map(|node| (node.level, node.text.as_str())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn two_books_with_the_same_beginning_have_the_same_part(
        seed: u64,
        shared in 40usize..400,
        sentences in prop::array::uniform2(1usize..400),
        by_sentences: bool,
        window in 800usize..2_000,
        back in 0usize..3_000,
    ) {
        let ends = if by_sentences { ChunkBoundaries::Sentences } else { ChunkBoundaries::Exact };
        let mut model = Fake::erratic(window, seed);
        let [one, other] = [1, 2].map(|rest| {
            let (text, end) = text(shared, rest, sentences[rest as usize - 1]);
            let graph = built(&mut model, &text, ends);
            (graph, end.saturating_sub(back))
        });
        prop_assert_eq!(one.1, other.1);
        let (part, again) = (one.0.until(one.1), other.0.until(other.1));
        prop_assert_eq!(content(&part.graph), content(&again.graph));
        prop_assert_eq!(part.graph.edges(), again.graph.edges());
        prop_assert_eq!(part.graph.roots(), again.graph.roots());
        let ends: Vec<_> = part.graph.nodes().iter().filter_map(|node| node.range.clone()).collect();
        prop_assert!(ends.iter().all(|range| range.end <= one.1));
        let known = |(new, &old): (usize, &usize)| part.graph.nodes()[new] == one.0.nodes()[old];
        prop_assert!(part.numbers.iter().enumerate().all(known));
    }
}

#[test]
fn a_part_begins_where_nothing_is_summarised() {
    let mut model = Fake::erratic(1_200, 7);
    let (text, end) = text(600, 1, 1);
    let graph = built(&mut model, &text, ChunkBoundaries::Exact);
    assert_eq!(graph.until(text.len()).graph, graph, "the whole text");
    assert_eq!(graph.roots(), graph.level(graph.top()).collect::<Vec<_>>());
    let part = graph.until(end / 2);
    let roots: Vec<usize> =
        part.graph.roots().into_iter().map(|root| part.graph.nodes()[root].level).collect();
    assert!(roots.contains(&1) && roots.iter().any(|&level| level > 1), "{roots:?}");
    assert!(graph.until(10).graph.nodes().is_empty());
}
