//! Points that the input does not support, and sentences that are quoted instead.

use super::*;

const BOOK: [&str; 2] = [
    "Mira keeps the green lamp in the cellar. It rained all day. Tom bakes bread for",
    " the whole \
     village of Oakham. The night was long and cold.",
];

fn begin_from(model: &mut Fake, points: PointOrigin) -> GraphBuilder<'_, Fake> {
    let shape = model.shape;
    let settings = ConstructionSettings { points, ..ConstructionSettings::for_model(&shape) };
    GraphBuilder::begin([model], settings).unwrap()
}

fn batch_from(model: &mut Fake, points: PointOrigin, collecting: Collecting) -> SummarisedBatch {
    let graph = chunks(model, &BOOK);
    let mut construction = begin_from(model, points).collecting(collecting);
    match construction.next(&graph, &mut go).unwrap() {
        ConstructionStep::Batch(new) => new,
        step => panic!("{step:?}"),
    }
}

/// A model whose words after the nodes attend most to Tom's bread, then to Mira's lamp.
fn looking(reply: &'static str) -> Fake {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|_, (_, column)| match column {
        " bakes" | " bread" | " village" => 0.9,
        " green" | " lamp" | " cellar" => 0.5,
        _ => 0.01,
    });
    model.reply = Box::new(move |_| reply.into());
    model
}

const INVENTED: &str = "* The story is about Mira\n* A dragon burned the castle of Robert\n";

#[test]
fn what_does_not_stand_in_the_text_is_dropped_and_counted() {
    let mixed = "* Mira keeps a green lamp.\n* Robert keeps the green lamp.\n* Tom bakes bread.\n";
    for points in [PointOrigin::Written, PointOrigin::Auto] {
        let new = batch_from(&mut looking(mixed), points, Collecting::WhileWriting);
        assert_eq!(texts(&new), ["Mira keeps a green lamp.", "Tom bakes bread."]);
        assert_eq!((new.unsupported, new.quoted), (1, false));
        assert_eq!(new.edges.len(), 4);
    }
    let new = batch_from(&mut looking(mixed), PointOrigin::Unchecked, Collecting::WhileWriting);
    assert_eq!((new.points.len(), new.unsupported, new.quoted), (3, 0, false));
}

#[test]
fn where_nothing_written_stands_there_sentences_are_quoted() {
    for collecting in [Collecting::WhileWriting, Collecting::Afterwards] {
        let new = batch_from(&mut looking(INVENTED), PointOrigin::Auto, collecting);
        assert_eq!(texts(&new), ["Tom bakes bread for the whole village of Oakham."]);
        assert_eq!((new.unsupported, new.quoted, new.written), (2, true, 0));
    }
    let new = batch_from(&mut looking(INVENTED), PointOrigin::Written, Collecting::WhileWriting);
    assert_eq!((new.points.len(), new.unsupported, new.quoted), (0, 2, false));
}

/// Quotes that are fed as if they had been written get the same edges as the same words when written.
#[test]
fn quotes_have_the_edges_that_the_same_words_have_when_written() {
    let quoted = batch_from(&mut looking(INVENTED), PointOrigin::Quoted, Collecting::WhileWriting);
    let written = "* Tom bakes bread for the whole village of Oakham.\n";
    let written = batch_from(&mut looking(written), PointOrigin::Written, Collecting::WhileWriting);
    assert!(quoted.quoted && !written.quoted);
    assert_eq!(quoted.points, written.points);
    assert_eq!(quoted.edges, written.edges);
}

/// Quoting a book costs only reading it, the words around the batches, and the quotes.
#[test]
fn a_quoted_graph_costs_reading_alone() {
    let mut model = looking("");
    let graph = chunks(&model, &BOOK);
    let mut construction = begin_from(&mut model, PointOrigin::Quoted);
    let ConstructionStep::Batch(new) = construction.next(&graph, &mut go).unwrap() else {
        panic!("a batch")
    };
    drop(construction);
    let pieces = SummaryPrompt::new(&model).unwrap();
    let text: usize = graph.nodes().iter().map(|node| node.tokens.len() + 1).sum();
    let quotes: usize = new.points.iter().map(|point| point.tokens.len() + 2).sum();
    assert_eq!(new.counts.evaluated as usize, pieces.cost() + text + quotes);
    assert_eq!(new.counts.removed, 0);
}

#[test]
fn points_are_quoted_whole_and_a_quoted_graph_comes_to_its_top() {
    let texts: Vec<String> = (0..40)
        .map(|n| format!(" Person {n} walks to the town of number {n}. It is far away from here."))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut model = Fake::erratic(400, 7);
    let graph = chunks(&model, &texts);
    let graph = finish(begin_from(&mut model, PointOrigin::Quoted), graph);
    assert!(graph.levels() > 2, "{}", graph.levels());
    let all: Vec<&str> = graph.nodes()[graph.level(1)].iter().map(|n| n.text.as_str()).collect();
    for node in &graph.nodes()[graph.level(2).start..] {
        assert!(all.iter().any(|text| text.contains(&node.text)), "{}", node.text);
    }
}

/// Points that the model would only copy in order until the room runs out are chosen from all instead.
#[test]
fn copied_points_give_way_to_a_choice_from_all() {
    const POINTS: [&str; 6] = [
        "Mira keeps a green lamp.",
        "Ada plants an old tree.",
        "Robert went home late.",
        "Tom bakes bread daily.",
        "The night was cold.",
        "The cellar stayed dark.",
    ];
    let mut model = looking("");
    model.reply = Box::new(|_| POINTS.map(|point| format!("* {point}\n")).concat());
    let book = BOOK.map(|text| text.repeat(4));
    let mut graph = chunks(&model, &book.each_ref().map(String::as_str));
    for (chunk, points) in POINTS.chunks(3).enumerate() {
        let outputs = graph.nodes().len()..graph.nodes().len() + 3;
        let edge = |from| Edge { from, to: chunk, weight: 1.0 };
        let edges: Vec<Edge> = outputs.clone().map(edge).collect();
        let point = |text: &&str| Point {
            text: (*text).to_owned(),
            tokens: model.tokenize(&format!(" {text}")).unwrap(),
        };
        let points: Vec<Point> = points.iter().map(point).collect();
        let batch = Batch { level: 2, inputs: chunk..chunk + 1, outputs };
        graph.apply(&batch, &points, &edges).unwrap();
    }
    let mut step = |points, window| {
        let settings = ConstructionSettings { points, ..ConstructionSettings::for_window(window) };
        let mut construction = GraphBuilder::begin([&mut model], settings).unwrap();
        construction.next(&graph, &mut go)
    };
    let inputs = |step: &Result<ConstructionStep, _>| match step {
        Ok(ConstructionStep::Batch(new)) => new.batch.inputs.len(),
        _ => 0,
    };
    // A window that is full before all points have been read.
    let window = (100..1_000).find(|&window| inputs(&step(PointOrigin::Auto, window)) == 4);
    let Ok(ConstructionStep::Batch(chosen)) = step(PointOrigin::Auto, window.unwrap()) else {
        panic!()
    };
    assert_eq!(texts(&chosen), ["Tom bakes bread daily."]);
    assert!(!chosen.quoted && chosen.is_passed_on, "they were written below");

    // If all points fit into one batch, none is selected: they are the top level.
    let whole = step(PointOrigin::Auto, 1_000);
    let Ok(ConstructionStep::Complete { top, counts, flops }) = whole else { panic!("{whole:?}") };
    assert!(top == 2 && counts.evaluated > 0 && flops > 0.0, "it was read to find that out");
    let Ok(ConstructionStep::Batch(written)) = step(PointOrigin::Written, 1_000) else { panic!() };
    assert_eq!((written.points.len(), written.is_passed_on), (6, false));
}
