use std::collections::HashSet;

use super::*;
use crate::fake::chance;

/// A text of single words.
#[derive(Debug, Clone)]
struct Text(Vec<String>);

impl Text {
    /// Returns words made from a seed, almost all distinct.
    fn new(seed: u64, words: usize) -> Self {
        let word = |n: usize| format!("w{}", (chance(&(seed, n)) * 1e9) as u32);
        Self((0..words).map(word).collect())
    }

    fn whole(&self) -> String {
        self.0.join(" ")
    }

    fn cut(&self, model: &Fake, earlier: &[Chunk]) -> Vec<Chunk> {
        let text = self.whole();
        let tokens = model.tokenize(&text).unwrap();
        let cutting = Cutting { earlier, ..Cutting::default() };
        chunk(&tokens, |token| model.bytes(token), &text, cutting).unwrap()
    }

    fn edited(&self, edit: &Edit) -> Self {
        let mut words = self.0.clone();
        let at = edit.at.min(words.len());
        let end = (at + edit.removed).min(words.len());
        words.splice(at..end, Self::new(edit.seed, edit.inserted).0);
        Self(words)
    }
}

/// A replacement of words by others.
#[derive(Debug, Clone)]
struct Edit {
    at: usize,
    removed: usize,
    inserted: usize,
    seed: u64,
}

fn an_edit() -> impl Strategy<Value = Edit> {
    let numbers = (0usize..5_000, 0usize..400, 0usize..400, any::<u64>());
    numbers.prop_map(|(at, removed, inserted, seed)| Edit { at, removed, inserted, seed })
}

/// Returns the chunks of a graph at their new places: the text that both versions share at either
/// end is unchanged.
fn moved(graph: &Graph, old: &str, new: &str) -> Vec<Chunk> {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let head = same(&mut old.chars(), &mut new.chars());
    let tail = same(&mut old.chars().rev(), &mut new.chars().rev());
    let tail = tail.min(old.len().min(new.len()) - head);
    let place = |at: usize, inner: usize| match at {
        at if at <= head => at,
        at if at >= old.len() - tail => at + new.len() - old.len(),
        _ => inner,
    };
    let chunk = |node: usize| {
        let node = &graph.nodes()[node];
        let range = node.range.clone().unwrap();
        let range = place(range.start, head)..place(range.end, new.len() - tail);
        Chunk { tokens: node.tokens.clone(), range, text: node.text.clone() }
    };
    graph.level(1).map(chunk).collect()
}

fn earlier(graph: &Graph) -> EarlierVersions {
    EarlierVersions::new([(graph.clone(), graph.is_complete())])
}

/// Builds a graph with reuse from an earlier one, and returns which batches came from it.
fn rebuild(
    model: &mut Fake,
    mut graph: Graph,
    before: &Graph,
) -> (Graph, Vec<Option<BatchOrigin>>) {
    let mut origins = Vec::new();
    let mut construction = begin(model).reusing(earlier(before));
    loop {
        let step = construction.next(&graph, &mut go).unwrap();
        if let ConstructionStep::Batch(new) = &step {
            origins.push(new.origin.clone());
        }
        if !take(&mut graph, step) {
            return (graph, origins);
        }
    }
}

/// Returns what the model writes for exactly these nodes.
fn written(model: &mut Fake, graph: &Graph, batch: &Batch) -> SummarisedBatch {
    begin(model).batch(graph, batch.level, batch.inputs.clone(), &mut go).unwrap()
}

fn weights<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<f32> {
    edges.map(|edge| edge.weight).collect()
}

#[test]
fn the_last_batch_of_a_level_is_filled_up_when_more_follows() {
    let mut model = Fake::erratic(1_024, 1);
    let text = Text::new(1, 700);
    let before = text.cut(&model, &[]);
    let before = build(&mut model, Graph::new(before));
    let edit = Edit { at: 700, removed: 0, inserted: 200, seed: 2 };
    let after = text.edited(&edit);
    let chunks = after.cut(&model, &moved(&before, &text.whole(), &after.whole()));
    let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.tokens.len()).collect();
    assert_eq!(sizes, [300, 300, 300], "the short chunk is filled up too");
    let (graph, origins) = rebuild(&mut model, Graph::new(chunks), &before);
    let inputs = |graph: &Graph| graph.batches()[0].inputs.clone();
    assert_eq!((inputs(&before), inputs(&graph)), (0..2, 0..2));
    assert_eq!(origins.iter().map(Option::is_some).collect::<Vec<_>>()[..2], [true, false]);
}

#[test]
fn a_level_that_was_not_kept_is_not_tried_again() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "* one two three".into());
    let start = chunks(&model, &["one two three"]);
    let before = build(&mut model, start.clone());
    assert_eq!(before.levels(), 1);
    model.appended.clear();
    let (after, _) = rebuild(&mut model, start.clone(), &before);
    assert!(model.appended.is_empty() && after == start);
    let unfinished = EarlierVersions::new([(start.clone(), false)]);
    begin(&mut model).reusing(unfinished).next(&start, &mut go).unwrap();
    assert!(!model.appended.is_empty(), "unknown before it was tried");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_did_not_change_costs_nothing(seed: u64, words in 1usize..3_000) {
        let mut model = Fake::erratic(1_024, seed);
        let start = book(&model, words);
        let before = build(&mut model, start.clone());
        model.appended.clear();
        let (after, origins) = rebuild(&mut model, start, &before);
        prop_assert!(model.appended.is_empty());
        prop_assert!(origins.iter().all(Option::is_some));
        prop_assert_eq!(after.nodes(), before.nodes());
        prop_assert_eq!(after.edges(), before.edges());
    }

    /// After any edit the result is a valid graph, and each reused batch is what the model would
    /// have written. Without an edit, every batch is reused.
    #[test]
    fn an_edit_costs_only_what_it_touches(
        seed: u64,
        words in 1usize..5_000,
        edit in an_edit(),
    ) {
        let mut model = Fake::erratic(1_024, seed);
        let text = Text::new(seed, words);
        let start = text.cut(&model, &[]);
        let before = build(&mut model, Graph::new(start));
        let after = text.edited(&edit);
        let chunks = after.cut(&model, &moved(&before, &text.whole(), &after.whole()));
        if chunks.is_empty() {
            return Ok(());
        }
        let (graph, origins) = rebuild(&mut model, Graph::new(chunks), &before);
        for point in graph.level(1).end..graph.nodes().len() {
            let sum: f64 = graph.successors(point).iter().map(|edge| f64::from(edge.weight)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-5, "{}", sum);
        }
        for (batch, origin) in graph.batches().iter().zip(&origins) {
            if origin.is_none() || batch.level > graph.levels() {
                continue;
            }
            let wanted = written(&mut model, &graph, batch);
            let points = &graph.nodes()[batch.outputs.clone()];
            prop_assert_eq!(points.len(), wanted.points.len());
            prop_assert!(points.iter().zip(&wanted.points).all(|(a, b)| a.text == b.text));
            let edges = batch.outputs.clone().flat_map(|point| graph.successors(point));
            prop_assert_eq!(weights(edges), weights(wanted.edges.iter()));
        }
        everything_untouched_was_taken(&before, &graph, &origins)?;
    }

    /// Stopped or killed anywhere, and with any number of sequences, the build ends with the same
    /// graph.
    #[test]
    fn interruptions_leave_no_trace(
        seed: u64,
        edit in an_edit(),
        kills in prop::collection::vec(any::<bool>(), 0..20),
        stop in 0usize..400,
        count in 1usize..4,
    ) {
        let mut model = Fake::erratic(1_024, seed);
        let text = Text::new(seed, 4_000);
        let start = text.cut(&model, &[]);
        let before = build(&mut model, Graph::new(start));
        let after = text.edited(&edit);
        let chunks = after.cut(&model, &moved(&before, &text.whole(), &after.whole()));
        let start = Graph::new(chunks);
        let (expected, _) = rebuild(&mut model, start.clone(), &before);
        let mut models: Vec<Fake> =
            (0..count).map(|_| Fake::erratic(1_024, seed).beside(&model)).collect();
        let (mut graph, mut kills, mut left) = (start, kills.into_iter(), stop);
        let mut construction = begin_with(&mut models).reusing(earlier(&before));
        loop {
            let mut watch = |_| {
                left = left.saturating_sub(1);
                if left == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let step = match construction.next(&graph, &mut watch) {
                Err(Error::Stopped) => construction.next(&graph, &mut go).unwrap(),
                step => step.unwrap(),
            };
            if !take(&mut graph, step) {
                break;
            }
            if kills.next() == Some(true) {
                graph = stored_and_read(&graph);
                construction = begin_with(&mut models).reusing(earlier(&before));
            }
        }
        prop_assert_eq!(graph, expected);
    }
}

/// Every batch whose chunks all stayed was reused. Exceptions are the last batch and one before a
/// place where chunks were removed or added, which may have been filled up.
fn everything_untouched_was_taken(
    before: &Graph,
    after: &Graph,
    origins: &[Option<BatchOrigin>],
) -> Result<(), TestCaseError> {
    let now: HashSet<&str> =
        after.level(1).map(|chunk| after.nodes()[chunk].text.as_str()).collect();
    let taken: HashSet<&Batch> = origins.iter().flatten().map(|origin| &origin.batch).collect();
    for batch in before.batches().iter().filter(|batch| batch.level == 2) {
        let stays = |chunk: usize| now.contains(before.nodes()[chunk].text.as_str());
        let is_whole = batch.inputs.clone().all(stays);
        let is_last = batch.inputs.end == before.level(1).end;
        let is_level = before.levels() >= 2;
        prop_assert!(!is_whole || is_last || !is_level || taken.contains(batch), "{:?}", batch);
    }
    Ok(())
}
