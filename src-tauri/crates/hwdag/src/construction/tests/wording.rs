//! The words around the nodes, and how many nodes fit between them.

use super::*;

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
