use proptest::prelude::*;

use super::*;

fn digest(children: &[usize], vector: &[f32]) -> Digest {
    let text = format!("{children:?}");
    Digest { text, tokens: vec![7], children: children.to_vec(), vector: vector.to_vec() }
}

/// Six chunks in two clusters.
const CHUNKS: [f32; 12] = [1.0, 0.0, 0.99, 0.01, 0.98, 0.0, 0.0, 1.0, 0.01, 0.99, 0.0, 0.98];

/// Chunks 0 to 5; 6 summarises the first three, 7 the others.
fn tree() -> RaptorSummaryTree {
    let mut tree = RaptorSummaryTree::new(6);
    for vector in [[1.0, 0.0], [0.0, 1.0]] {
        let members = tree.next(&CHUNKS).unwrap();
        tree.add(Some(digest(&members, &vector)));
    }
    assert_eq!(tree.next(&CHUNKS), None);
    tree
}

#[test]
fn heaps_are_summed_up() {
    let tree = tree();
    assert!(tree.is_whole());
    assert_eq!(tree.nodes(), 8);
    assert_eq!((tree.children(6), tree.children(7)), (&[0, 1, 2][..], &[3, 4, 5][..]));
    assert_eq!((tree.level(0), tree.level(5), tree.level(6), tree.level(7)), (1, 1, 2, 2));
    assert_eq!(tree.leaves(7), BTreeSet::from([3, 4, 5]));
    assert_eq!(tree.vectors(&CHUNKS)[12..], [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_search_goes_down_or_looks_everywhere() {
    let tree = tree();
    let cosines = [0.1, 0.2, 0.3, 0.9, 0.4, 0.5, 0.8, 0.6];
    assert_eq!(tree.down(&cosines, 1), [6, 2]);
    assert_eq!(tree.down(&cosines, 2), [6, 7, 3, 5]);
    assert_eq!(tree.best(&cosines, 3), [3, 6, 7]);
    let flat = RaptorSummaryTree::new(3);
    assert_eq!(flat.down(&[0.1, 0.3, 0.2], 2), [1, 2]);
    assert!(RaptorSummaryTree::new(0).down(&[], 2).is_empty());
}

#[test]
fn few_chunks_are_not_summed_up() {
    let mut tree = RaptorSummaryTree::new(3);
    assert_eq!(tree.next(&CHUNKS[..6]), None);
    assert!(tree.is_whole());
    assert_eq!(RaptorSummaryTree::new(0).next(&[]), None);
}

#[test]
fn what_does_not_fit_is_split() {
    let mut tree = RaptorSummaryTree::new(6);
    let same = [0.5; 12];
    assert_eq!(tree.next(&same), Some((0..6).collect()));
    tree.split(&same, 4);
    assert_eq!(tree.next(&same), Some(vec![0, 1, 2, 3]));
    tree.leave_out();
    assert_eq!(tree.next(&same), Some(vec![1, 2, 3]));
    // Nothing was written.
    tree.add(None);
    assert_eq!(tree.next(&same), Some(vec![4, 5]));
    tree.leave_out();
    tree.leave_out();
    assert_eq!(tree.next(&same), None);
    assert_eq!((tree.nodes(), tree.is_whole()), (6, true));
}

#[test]
fn clusters_that_do_not_fit_are_clustered_again() {
    let mut tree = RaptorSummaryTree::new(6);
    tree.next(&CHUNKS);
    tree.ahead = VecDeque::from([(0..6).collect::<Vec<_>>()]);
    tree.split(&CHUNKS, 5);
    assert_eq!(tree.ahead, [vec![0, 1, 2], vec![3, 4, 5]]);
}

#[test]
fn an_interrupted_tree_goes_on() {
    let mut tree = RaptorSummaryTree::new(6);
    let members = tree.next(&CHUNKS).unwrap();
    tree.add(Some(digest(&members, &[1.0, 0.1])));
    let text = serde_json::to_string(&tree).unwrap();
    let mut again: RaptorSummaryTree = serde_json::from_str(&text).unwrap();
    assert_eq!(again, tree);
    assert_eq!(again.next(&CHUNKS), tree.next(&CHUNKS));
}

/// Grows a tree whose summaries lie where their first child lies, with at most `fitting` nodes in each.
fn grow(chunks: &[f32], count: usize, fitting: usize) -> RaptorSummaryTree {
    let mut tree = RaptorSummaryTree::new(count);
    while let Some(members) = tree.next(chunks) {
        match members.len() > fitting {
            true => tree.split(chunks, fitting),
            false => {
                let vector = tree.vector(members[0], chunks).to_vec();
                tree.add(Some(digest(&members, &vector)));
            }
        }
        assert!((0.0..=1.0).contains(&tree.share()), "{}", tree.share());
    }
    assert_eq!(tree.share(), 1.0);
    tree
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_tree_ends_and_holds_every_chunk(
        rows in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 0..40),
        fitting in 1_usize..12,
    ) {
        let chunks = rows.concat();
        let tree = grow(&chunks, rows.len(), fitting);
        prop_assert!(tree.is_whole() && tree.levels.len() <= LEVELS + 1);
        for (level, nodes) in (1..).zip(&tree.levels) {
            for node in nodes.clone() {
                prop_assert_eq!(tree.level(node), level);
                let below = tree.children(node);
                prop_assert_eq!(below.is_empty(), level == 1);
                prop_assert!(below.len() <= fitting);
                prop_assert!(below.iter().all(|&child| tree.level(child) + 1 == level));
            }
        }
        let highest = tree.levels.last().cloned().unwrap_or_default();
        let held: BTreeSet<usize> = highest.flat_map(|node| tree.leaves(node)).collect();
        prop_assert_eq!(held.len(), rows.len());
        let cosines: Vec<f32> = (0..tree.nodes()).map(|node| node as f32).collect();
        let chosen = tree.down(&cosines, 2);
        let distinct: BTreeSet<usize> = chosen.iter().copied().collect();
        prop_assert_eq!(distinct.len(), chosen.len());
        prop_assert!(chosen.len() <= 2 * tree.levels.len());
    }
}
