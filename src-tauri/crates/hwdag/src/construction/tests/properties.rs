//! What holds of every graph.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A build that is killed after any step and restored from its parts, or stopped by the watcher
    /// within any step, ends with the graph of an uninterrupted one.
    #[test]
    fn interruptions_leave_no_trace(
        seed: u64,
        words in 1usize..3_000,
        stops in prop::collection::vec((any::<bool>(), 0usize..60), 0..12),
    ) {
        let window = 1_024;
        let mut model = Fake::erratic(window, seed);
        let start = book(&model, words);
        let expected = build(&mut model, start.clone());
        let mut graph = start;
        let mut stops = stops.into_iter();
        loop {
            let (killed, events) = stops.next().unwrap_or((false, usize::MAX));
            let mut left = events;
            let mut watch = |_| {
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut construction = begin(&mut model);
            let step = match construction.next(&graph, &mut watch) {
                Err(Error::Stopped) => construction.next(&graph, &mut go).unwrap(),
                step => step.unwrap(),
            };
            if !take(&mut graph, step) {
                break;
            }
            if killed {
                graph = stored_and_read(&graph);
            }
        }
        prop_assert_eq!(graph, expected);
    }

    /// The graph is the one that a single sequence would have built, regardless of the number of
    /// sequences, of when attention is read, and of where the build is stopped.
    #[test]
    fn sequences_side_by_side_build_the_same_graph(
        seed: u64,
        words in 1usize..6_000,
        count in 2usize..6,
        stop in 0usize..400,
        afterwards: bool,
    ) {
        let collecting = match afterwards {
            true => Collecting::Afterwards,
            false => Collecting::WhileWriting,
        };
        let mut alone = Fake::erratic(1_024, seed);
        let start = book(&alone, words);
        let expected = build(&mut alone, start.clone());
        let mut models: Vec<Fake> =
            (0..count).map(|_| Fake::erratic(1_024, seed).beside(&alone)).collect();
        let (mut graph, mut left) = (start.clone(), stop);
        {
            let mut construction = begin_with(&mut models).collecting(collecting);
            let mut watch = |_| {
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            while let Ok(step) = construction.next(&graph, &mut watch) {
                if !take(&mut graph, step) {
                    break;
                }
            }
        }
        let construction = begin_with(&mut models).collecting(collecting);
        prop_assert_eq!(finish(construction, stored_and_read(&graph)), expected);
    }

    #[test]
    fn what_holds_of_every_graph(seed: u64, words in 1usize..3_000) {
        let mut model = Fake::erratic(1_024, seed);
        let start = book(&model, words);
        let graph = build(&mut model, start);
        let mut next = 0;
        for level in 1..=graph.levels() {
            let nodes = graph.level(level);
            prop_assert!(nodes.start == next && !nodes.is_empty());
            prop_assert!(graph.nodes()[nodes.clone()].iter().all(|node| node.level == level));
            prop_assert!(level == 1 || graph.tokens(level) < graph.tokens(level - 1));
            next = nodes.end;
        }
        prop_assert_eq!(next, graph.nodes().len());
        prop_assert_eq!(graph.top(), graph.levels());
        for node in graph.level(1).end..next {
            let sum: f64 = graph.successors(node).iter().map(|edge| f64::from(edge.weight)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            let level = graph.nodes()[node].level;
            let below = |edge: &Edge| graph.nodes()[edge.to].level + 1 == level;
            prop_assert!(graph.successors(node).iter().all(below));
        }
    }
}
