//! The walk: down to the likeliest child, and back up if a chunk does not suffice.

use hwdag::{Graph, SearchStopReason};
use protocol::Failure;

/// The most nodes that are visited.
pub const STEPS: usize = 24;

/// Chooses the way.
pub trait Guide {
    /// Returns how many of the first of some nodes can be compared at once; at least one.
    fn page(&self, nodes: &[usize]) -> usize;

    /// Returns a page of nodes, the likeliest first.
    fn rank(&mut self, page: &[usize]) -> Result<Vec<usize>, Failure>;

    /// Returns p_yes to whether the chunk at the end of a way suffices; none if it cannot be shown.
    fn suffices(&mut self, way: &[usize]) -> Result<Option<f64>, Failure>;
}

/// A walk that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct MemWalkerResult {
    /// The nodes in visiting order, and p_yes at chunks.
    pub seen: Vec<(usize, Option<f64>)>,
    /// Why it ended.
    pub stop: SearchStopReason,
    /// The way to the chunk with the highest p_yes, from the top, and that p_yes.
    best: Option<(Vec<usize>, f64)>,
}

impl MemWalkerResult {
    /// Returns the way from the top to the chunk that suffices, or else is best. Empty if no chunk
    /// could be shown.
    pub fn best_way(&self) -> &[usize] {
        match &self.best {
            Some((way, _)) => way,
            None => &[],
        }
    }

    /// Records a chunk at the end of a way.
    fn note(&mut self, way: &[usize], p_yes: Option<f64>) {
        let highest = self.best.as_ref().map(|(_, p_yes)| *p_yes);
        if let Some(p_yes) = p_yes.filter(|&p_yes| highest.is_none_or(|highest| p_yes > highest)) {
            self.best = Some((way.to_vec(), p_yes));
        }
    }
}

/// Walks a tree until a chunk suffices, which means that p_yes is above `confidence`.
///
/// # Errors
///
/// The guide's errors.
pub fn walk(
    graph: &Graph,
    guide: &mut impl Guide,
    confidence: f64,
) -> Result<MemWalkerResult, Failure> {
    let mut walked =
        MemWalkerResult { seen: Vec::new(), stop: SearchStopReason::Limit, best: None };
    let mut way = Vec::new();
    // For every node of the way and the root above it: what was not tried yet, the best last.
    let mut untried = vec![ordered(guide, &roots(graph))?];
    while walked.seen.len() < STEPS {
        let Some(siblings) = untried.last_mut() else {
            walked.stop = SearchStopReason::Exhausted;
            break;
        };
        let Some(node) = siblings.pop() else {
            untried.pop();
            way.pop();
            continue;
        };
        way.push(node);
        let below = children(graph, node);
        if !below.is_empty() {
            walked.seen.push((node, None));
            untried.push(ordered(guide, &below)?);
            continue;
        }
        let p_yes = guide.suffices(&way)?;
        walked.seen.push((node, p_yes));
        walked.note(&way, p_yes);
        if p_yes > Some(confidence) {
            walked.stop = SearchStopReason::Sufficient;
            break;
        }
        way.pop();
    }
    Ok(walked)
}

/// Returns the nodes that a node summarises; none below a chunk.
pub fn children(graph: &Graph, node: usize) -> Vec<usize> {
    graph.successors(node).iter().map(|edge| edge.to).collect()
}

/// Returns the top of the tree, and nodes without a summary because nothing was written about them.
fn roots(graph: &Graph) -> Vec<usize> {
    let is_root = |&node: &usize| graph.predecessors(node).next().is_none();
    (0..graph.nodes().len()).rev().filter(is_root).collect()
}

/// Returns nodes by likelihood, the likeliest last, from where it is taken.
fn ordered(guide: &mut impl Guide, nodes: &[usize]) -> Result<Vec<usize>, Failure> {
    let mut ranked = ranked(guide, nodes)?;
    ranked.reverse();
    Ok(ranked)
}

/// Returns nodes by likelihood. If not all of them can be compared at once, the best of each page are
/// compared and come first; then come the second ones in the same order, and so on.
fn ranked(guide: &mut impl Guide, nodes: &[usize]) -> Result<Vec<usize>, Failure> {
    let mut pages = Vec::new();
    let mut rest = nodes;
    while !rest.is_empty() {
        let (page, after) = rest.split_at(guide.page(rest));
        pages.push(if page.len() > 1 { guide.rank(page)? } else { page.to_vec() });
        rest = after;
    }
    if pages.len() == nodes.len() || pages.len() == 1 {
        return Ok(pages.concat());
    }
    let firsts: Vec<usize> = pages.iter().map(|page| page[0]).collect();
    let firsts = ranked(guide, &firsts)?;
    pages.sort_by_key(|page| firsts.iter().position(|&first| first == page[0]));
    Ok(by_turns(&pages))
}

/// Returns the first of each list, then the second of each, and so on.
fn by_turns(lists: &[Vec<usize>]) -> Vec<usize> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at)).copied()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use hwdag::{Batch, Chunk, Edge, Point};

    /// Prefers nodes as instructed, and compares at most a page at once.
    struct Reported {
        likes: Vec<f64>,
        page: usize,
        ranked: usize,
    }

    impl Guide for Reported {
        fn page(&self, nodes: &[usize]) -> usize {
            self.page.min(nodes.len())
        }

        fn rank(&mut self, page: &[usize]) -> Result<Vec<usize>, Failure> {
            assert!(page.len() <= self.page);
            self.ranked += 1;
            let mut page = page.to_vec();
            page.sort_by(|&a, &b| self.likes[b].total_cmp(&self.likes[a]));
            Ok(page)
        }

        fn suffices(&mut self, way: &[usize]) -> Result<Option<f64>, Failure> {
            let p_yes = way.last().map(|&node| self.likes[node]);
            Ok(p_yes.filter(|&p_yes| p_yes >= 0.0))
        }
    }

    fn reported(likes: &[f64], page: usize) -> Reported {
        Reported { likes: likes.to_vec(), page, ranked: 0 }
    }

    /// Returns chunks, each `each` of which have a summary, with nothing above.
    fn tree(chunks: usize, each: usize) -> Graph {
        let chunk = |_| Chunk { text: String::new(), tokens: vec![7; 5], range: 0..0 };
        let mut graph = Graph::new((0..chunks).map(chunk).collect());
        for first in (0..chunks).step_by(each) {
            let (inputs, from) = (first..(first + each).min(chunks), graph.nodes().len());
            let weight = 1.0 / inputs.len() as f32;
            let edges: Vec<Edge> = inputs.clone().map(|to| Edge { from, to, weight }).collect();
            let batch = Batch { level: 2, inputs, outputs: from..from + 1 };
            let point = Point { text: String::new(), tokens: vec![7] };
            graph.apply(&batch, &[point], &edges).unwrap();
        }
        graph
    }

    fn nodes(walked: &MemWalkerResult) -> Vec<usize> {
        walked.seen.iter().map(|&(node, _)| node).collect()
    }

    #[test]
    fn a_walk_goes_down_and_back_up_until_a_chunk_suffices() {
        // Chunks 0 to 5; 6 above the first three, 7 above the others.
        let likes = [0.1, 0.3, 0.9, 0.2, 0.0, 0.4, 0.5, 0.6];
        let walked = walk(&tree(6, 3), &mut reported(&likes, 9), 0.5).unwrap();
        assert_eq!(nodes(&walked), [7, 5, 3, 4, 6, 2]);
        assert_eq!(walked.seen[1], (5, Some(0.4)));
        assert_eq!(walked.seen[4], (6, None));
        assert_eq!((walked.stop, walked.best_way()), (SearchStopReason::Sufficient, &[6, 2][..]));
    }

    #[test]
    fn without_a_chunk_that_suffices_the_best_one_is_taken() {
        let likes = [0.1, 0.3, 0.35, 0.2, -1.0, 0.4, 0.7, 0.6];
        let walked = walk(&tree(6, 3), &mut reported(&likes, 9), 0.5).unwrap();
        assert_eq!(nodes(&walked), [6, 2, 1, 0, 7, 5, 3, 4]);
        assert_eq!((walked.stop, walked.best_way()), (SearchStopReason::Exhausted, &[7, 5][..]));
        // A chunk that cannot be shown.
        assert_eq!(walked.seen[7], (4, None));
        let walked = walk(&tree(40, 10), &mut reported(&[0.2; 44], 50), 0.5).unwrap();
        assert_eq!((walked.seen.len(), walked.stop), (STEPS, SearchStopReason::Limit));
        let walked = walk(&tree(2, 2), &mut reported(&[-1.0; 3], 9), 0.5).unwrap();
        assert!(walked.best_way().is_empty());
        let walked = walk(&Graph::new(Vec::new()), &mut reported(&[], 9), 0.5).unwrap();
        assert_eq!((walked.seen.len(), walked.stop), (0, SearchStopReason::Exhausted));
    }

    #[test]
    fn pages_are_compared_by_their_best() {
        let mut guide = reported(&[0.5, 0.4, 0.9, 0.1, 0.3, 0.7, 0.6], 3);
        let all: Vec<usize> = (0..7).collect();
        // Pages of 0 to 2, of 3 to 5, and of 6 alone; then their first ones.
        assert_eq!(ranked(&mut guide, &all).unwrap(), [2, 5, 6, 0, 4, 1, 3]);
        assert_eq!(guide.ranked, 3);
        let mut alone = reported(&[0.1, 0.2], 1);
        assert_eq!(ranked(&mut alone, &[0, 1]).unwrap(), [0, 1]);
        assert!(ranked(&mut alone, &[]).unwrap().is_empty());
    }

    proptest! {
        #[test]
        fn the_likeliest_comes_first_and_none_is_lost(
            likes in prop::collection::vec(0.0..1.0, 1..60),
            page in 2_usize..12,
        ) {
            let all: Vec<usize> = (0..likes.len()).collect();
            let found = ranked(&mut reported(&likes, page), &all).unwrap();
            let largest = likes.iter().copied().fold(0.0, f64::max);
            prop_assert_eq!(likes[found[0]], largest);
            prop_assert_eq!(found.len(), all.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>().len(), all.len());
        }
    }
}
