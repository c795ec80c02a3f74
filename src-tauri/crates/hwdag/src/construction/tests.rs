use std::cell::RefCell;
use std::rc::Rc;

use proptest::prelude::*;

use super::*;
use crate::cost::pass_flops;
use crate::example::{self, TEXTS, stored_and_read};
use crate::fake::Fake;
use crate::prompt_tokens::SummaryPrompt;
use crate::{Chunk, ChunkBoundaries, Cutting, Layers, Signal, chunk, prompts};

/// Returns a graph of chunks with these texts.
fn chunks(model: &Fake, texts: &[&str]) -> Graph {
    let chunk = |text: &&str| {
        let tokens = model.tokenize(text).unwrap();
        Chunk { tokens, range: 0..text.len(), text: (*text).to_owned() }
    };
    Graph::new(texts.iter().map(chunk).collect())
}

/// Returns a graph of a book of `words` words, in chunks of 300 tokens.
fn book(model: &Fake, words: usize) -> Graph {
    let text: Vec<String> = (0..words).map(|word| format!("word{}", word % 97)).collect();
    let text = text.join(" ");
    let tokens = model.tokenize(&text).unwrap();
    Graph::new(chunk(&tokens, |token| model.bytes(token), &text, Cutting::default()).unwrap())
}

fn go(_: ConstructionEvent) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn begin(model: &mut Fake) -> GraphBuilder<'_, Fake> {
    begin_with(std::slice::from_mut(model))
}

fn begin_with(models: &mut [Fake]) -> GraphBuilder<'_, Fake> {
    let settings = ConstructionSettings::for_model(&models[0].shape);
    GraphBuilder::begin(models, settings).unwrap()
}

fn next_batch(model: &mut Fake, graph: &Graph) -> SummarisedBatch {
    match begin(model).next(graph, &mut go).unwrap() {
        ConstructionStep::Batch(new) => new,
        step => panic!("{step:?}"),
    }
}

/// Applies the step and returns whether another may follow.
fn take(graph: &mut Graph, step: ConstructionStep) -> bool {
    match step {
        ConstructionStep::Batch(new) => graph.apply(&new.batch, &new.points, &new.edges).unwrap(),
        ConstructionStep::Discard { level } => graph.discard(level),
        ConstructionStep::Complete { top, .. } => {
            assert_eq!(graph.top(), top);
            return false;
        }
    }
    true
}

fn build(model: &mut Fake, graph: Graph) -> Graph {
    finish(begin(model), graph)
}

fn finish(mut construction: GraphBuilder<'_, Fake>, mut graph: Graph) -> Graph {
    loop {
        let step = construction.next(&graph, &mut go).unwrap();
        if !take(&mut graph, step) {
            return graph;
        }
    }
}

fn texts(new: &SummarisedBatch) -> Vec<&str> {
    new.points.iter().map(|point| point.text.as_str()).collect()
}

/// Attention of the words " Kettle", " here" and " Goose" to two chunks of two and three words.
/// Attention to or of anything else is large and must not count.
fn looks(row: &str, column: &str) -> f32 {
    match (row, column) {
        (" Kettle", "red") => 0.2,
        (" Kettle", " kettle") => 0.4,
        (" Kettle", "grey" | " goose" | " boat") => 0.03,
        (" here", " kettle") => 0.2,
        (" here", "grey") => 0.06,
        (" here", " boat") => 0.03,
        (" here", "red" | " goose") => 0.0,
        (" Goose", " goose") => 0.6,
        (" Goose", "red" | " kettle" | "grey" | " boat") => 0.0,
        (" Nothing", _) => 0.0,
        _ => 0.9,
    }
}

/// Means over tokens: " Kettle" 0.3 and 0.03, " here" 0.1 and 0.03; so the first point 0.2 and
/// 0.03. The second attends to the second chunk only, the third to nothing.
#[test]
fn edges_by_hand() {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|(_, row), (_, column)| looks(row, column));
    model.reply = Box::new(|_| "* Kettle here\n* Goose\n* Nothing\n".into());
    let graph = chunks(&model, &["red kettle", "grey goose boat"]);
    let new = next_batch(&mut model, &graph);
    let expected = [
        (2, 0, 0.2 / 0.23),
        (2, 1, 0.03 / 0.23),
        (3, 0, 0.0),
        (3, 1, 1.0),
        (4, 0, 0.5),
        (4, 1, 0.5),
    ];
    assert_eq!(new.edges.len(), expected.len());
    for (edge, (from, to, weight)) in new.edges.iter().zip(expected) {
        assert_eq!((edge.from, edge.to), (from, to));
        assert!((f64::from(edge.weight) - weight).abs() < 1e-6, "{edge:?}");
    }
    assert_eq!(new.unseeing, 1);
    assert_eq!(new.batch, Batch { level: 2, inputs: 0..2, outputs: 2..5 });
    assert_eq!(texts(&new), ["Kettle here", "Goose", "Nothing"]);
    assert_eq!(new.points[0].tokens, model.tokenize(" Kettle here").unwrap());
}

#[test]
fn the_prompt_word_for_word() {
    let shown = Rc::new(RefCell::new(Vec::new()));
    let mut model = Fake::new(1_000);
    let seen = shown.clone();
    model.reply = Box::new(move |text| {
        seen.borrow_mut().push(text.to_owned());
        "* Short".into()
    });
    let level_3 = example::graph_until(&model, 2);
    for graph in [chunks(&model, &TEXTS[..2]), level_3] {
        next_batch(&mut model, &graph);
    }
    let prompt = |lines: &str| {
        format!("<open>{}{lines}{}<reply>", prompts::SUMMARIZE_OPEN, prompts::SUMMARIZE_CLOSE)
    };
    let chunks = format!("{}\n{}\n", TEXTS[0], TEXTS[1]);
    let points = format!("* {}\n* {}\n* {}\n", TEXTS[4], TEXTS[5], TEXTS[6]);
    assert_eq!(*shown.borrow(), [prompt(&chunks), prompt(&points)]);
}

#[test]
fn four_chunks_fill_a_window_of_2048() {
    let mut model = Fake::new(2_048);
    model.reply = Box::new(|_| "* Short\n* Shorter".into());
    let graph = book(&model, 7 * 300);
    let graph = build(&mut model, graph);
    let batches: Vec<_> = graph.batches().iter().map(|batch| batch.inputs.clone()).collect();
    assert_eq!(batches, [0..4, 4..7, 7..11]);
    assert_eq!((graph.levels(), graph.top()), (3, 3));
}

#[test]
fn the_words_before_the_nodes_are_evaluated_once() {
    let mut model = Fake::new(2_048);
    model.reply = Box::new(|_| "* Short".into());
    let mut graph = book(&model, 12 * 300);
    let (open, close) = (prompts::SUMMARIZE_OPEN, prompts::SUMMARIZE_CLOSE);
    let open = model.tokenize(open).unwrap().len() + model.frame().open.len();
    let close = model.tokenize(close).unwrap().len() + model.frame().reply.len();
    let shape = model.shape;
    let mut construction = begin(&mut model);
    for again in [false, true, true] {
        let Ok(ConstructionStep::Batch(new)) = construction.next(&graph, &mut go) else { panic!() };
        let written = 2;
        let rest = 4 * 301 + close + written;
        let before = if again { open } else { 0 };
        assert_eq!(new.counts.evaluated as usize, open + rest - before);
        assert_eq!(new.flops, pass_flops(&shape, (open + rest - before) as u64, before as u64));
        assert_eq!(new.counts.removed as usize, if again { rest } else { 0 });
        graph.apply(&new.batch, &new.points, &new.edges).unwrap();
    }
}

/// Four batches in two sequences: the second copies the words before the nodes from the first.
#[test]
fn the_words_before_the_nodes_are_shared() {
    let mut one = Fake::erratic(1_024, 3);
    let graph = book(&one, 2_700);
    let open = SummaryPrompt::new(&one).unwrap().open.len() as u64;
    let expected = build(&mut one, graph.clone());
    let mut models = [Fake::erratic(1_024, 3).beside(&one), Fake::erratic(1_024, 3).beside(&one)];
    assert_eq!(finish(begin_with(&mut models), graph), expected);
    let counts: Vec<TokenCounts> = models.iter().map(|model| model.counts()).collect();
    assert_eq!((counts[0].reused, counts[1].reused), (0, open));
    assert_eq!(counts[0].evaluated + counts[1].evaluated, one.counts().evaluated);
    assert!(models.iter().all(|model| model.appended.len() > 20), "both have work to do");
}

#[test]
fn a_list_that_does_not_parse_is_asked_for_once_more() {
    let mut model = Fake::new(1_000);
    let close = format!("{}{}<reply>", prompts::SUMMARIZE_CLOSE, prompts::SUMMARIZE_AGAIN);
    model.reply = Box::new(move |text| match text.ends_with(&close) {
        true => "* Anna moved\n* Bert saw".into(),
        false => "Anna moved and Bert saw".into(),
    });
    let graph = chunks(&model, &TEXTS[..4]);
    let new = next_batch(&mut model, &graph);
    assert!(new.asked_again);
    assert_eq!(texts(&new), ["Anna moved", "Bert saw"]);
    model.reply = Box::new(|_| "* Anna moved".into());
    assert!(!next_batch(&mut model, &graph).asked_again);
}

#[test]
fn what_never_parses_is_kept_as_one_point() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "Anna moved.\nBert saw.\n".into());
    let graph = chunks(&model, &TEXTS[..4]);
    let new = next_batch(&mut model, &graph);
    assert_eq!(texts(&new), ["Anna moved. Bert saw."]);
    assert_eq!(new.points[0].tokens, model.tokenize(" Anna moved. Bert saw.").unwrap());
    assert!(new.asked_again && new.edges.len() == 4);
}

#[test]
fn a_model_that_writes_nothing_leaves_the_level_below_on_top() {
    let mut model = Fake::new(1_000);
    let graph = build_from(&mut model, &TEXTS[..4]);
    assert_eq!((graph.levels(), graph.top(), graph.batches().len()), (1, 1, 1));
}

fn build_from(model: &mut Fake, texts: &[&str]) -> Graph {
    let graph = chunks(model, texts);
    build(model, graph)
}

#[test]
fn a_summary_as_long_as_its_source_is_discarded() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "* one two three".into());
    assert_eq!(build_from(&mut model, &["one two three"]).top(), 1);
    assert_eq!(build_from(&mut model, &["one two three four"]).top(), 2);
}

#[test]
fn loops_and_babble_are_cut_off() {
    let mut model = Fake::new(1_000);
    let cases = [
        ("* A\n* B\n* A\n* A\n* C".to_owned(), Ending::Circles, vec!["A", "B"]),
        (format!("* A\n* {}", "so on and ".repeat(99)), Ending::Circles, vec!["A"]),
        ("* A\n* B".to_owned(), Ending::Finished, vec!["A", "B"]),
    ];
    for (reply, ending, expected) in cases {
        model.reply = Box::new(move |_| reply.clone());
        let graph = chunks(&model, &TEXTS[..4]);
        let new = next_batch(&mut model, &graph);
        assert_eq!((new.ending, texts(&new)), (ending, expected));
    }
}

#[test]
fn an_output_stays_within_its_room() {
    let mut model = Fake::new(1_000);
    let long: Vec<String> = (0..2_000).map(|word| format!("w{word}\n*")).collect();
    model.reply = Box::new(move |_| format!("* {}", long.join(" ")));
    // Half of the words and line breaks that are read, and a few tokens for the shortest text.
    for (words, budget) in [(40, 64), (200, 100), (560, 281)] {
        let graph = book(&model, words);
        let new = next_batch(&mut model, &graph);
        let written = model.appended.iter().rev().take_while(|&&tokens| tokens == 1).count();
        assert_eq!((new.ending, written), (Ending::Budget, budget));
        // A point takes a mark, a word and a line break; the last one may be cut off.
        assert_eq!(new.points.len(), written / 3);
    }
}

#[test]
fn a_node_that_leaves_no_room_is_an_error() {
    let mut model = Fake::new(430);
    model.reply = Box::new(|_| "* A".into());
    let graph = book(&model, 300);
    let error = begin(&mut model).next(&graph, &mut go).unwrap_err();
    let Error::WindowFull { needed, window } = error else { panic!("{error:?}") };
    assert!(window == 430 && needed > 430);
    // With exactly the room that it needs, the node is read alone.
    let mut model = Fake::new(needed);
    model.reply = Box::new(|_| "* A".into());
    let graph = book(&model, 600);
    assert_eq!(next_batch(&mut model, &graph).batch.inputs, 0..1);
}

#[test]
fn a_model_without_an_assistant_header_is_an_error() {
    let mut model = Fake::new(1_000).with_header(0);
    let graph = chunks(&model, &TEXTS[..2]);
    let error = begin(&mut model).next(&graph, &mut go).unwrap_err();
    assert!(matches!(error, Error::Inconsistent(_)), "{error:?}");
}

#[test]
fn what_a_watcher_sees() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "A".into());
    let graph = chunks(&model, &TEXTS[..2]);
    let mut events = Vec::new();
    let mut watch = |event| {
        events.push(event);
        ControlFlow::Continue(())
    };
    begin(&mut model).next(&graph, &mut watch).unwrap();
    let tokens = 18 + model.tokenize(prompts::SUMMARIZE_CLOSE).unwrap().len();
    let expected = [
        ConstructionEvent::Began { level: 2, nodes: 2, tokens },
        ConstructionEvent::Read { tokens },
        ConstructionEvent::Wrote,
        ConstructionEvent::Again,
        ConstructionEvent::Wrote,
    ];
    assert_eq!(events, expected);
}

/// Every batch becomes one point, so that every node has one predecessor.
#[test]
fn a_tree_has_one_point_for_each_batch() {
    let mut model = Fake::new(300);
    model.reply = Box::new(|_| "* Kettle here\n* Goose\n".into());
    let graph = chunks(&model, &["red kettle", "grey goose boat"].repeat(400));
    let usual = ConstructionSettings::for_model(&model.shape);
    let settings = ConstructionSettings { summary: PointGranularity::Whole, ..usual };
    let construction = GraphBuilder::begin([&mut model], settings).unwrap();
    let tree = finish(construction, graph);
    assert!(tree.level(2).len() > 1 && tree.levels() > 2, "{} levels", tree.levels());
    assert!(tree.nodes()[tree.level(2)].iter().all(|node| node.text == "Kettle here Goose"));
    let written = tree.batches().iter().filter(|batch| !batch.outputs.is_empty());
    assert!(written.clone().all(|batch| batch.outputs.len() == 1));
    for node in 0..tree.level(tree.top()).start {
        assert_eq!(tree.predecessors(node).count(), 1, "{node}");
    }
}

#[test]
fn settings_follow_the_model() {
    let shape = |construction| crate::LanguageModelShape { construction, ..Fake::new(0).shape };
    let settings = |s| ConstructionSettings::for_model(&shape(s));
    let signal = Signal::default();
    let ends = ChunkBoundaries::Exact;
    let summary = PointGranularity::default();
    let points = PointOrigin::default();
    let by_hand =
        |window, reserve| ConstructionSettings { window, reserve, signal, ends, summary, points };
    assert_eq!(settings(2_048), by_hand(2_048, 682));
    assert_eq!(settings(131_072), by_hand(8_192, 2_730));
}

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

mod earlier;
mod prefix;
mod quoting;
mod signals;
