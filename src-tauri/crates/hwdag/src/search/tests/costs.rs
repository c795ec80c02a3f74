use super::*;
use crate::Chunk;
use crate::cost::pass_flops;
use crate::graph::{Batch, Edge, Point};

/// Far from the confidence, the next ask comes after two nodes, then four; the model is always
/// asked about the last nodes.
#[test]
fn sparing_asks_grow_rare_while_the_model_is_sure_of_no() {
    let asked = |judge: fn(&str) -> f64| -> Vec<bool> {
        let mut model = reader();
        model.judge = Box::new(judge);
        let settings = SearchSettings {
            asks: AskFrequency::Sparing,
            confidence: 0.6,
            ..SearchSettings::default()
        };
        let found = ask(&mut model, settings, &[]);
        assert!(identity(&found.cost, &model));
        found.path.iter().map(|visit| visit.p_yes.is_some()).collect()
    };
    let (yes, no) = (true, false);
    assert_eq!(asked(|_| 0.0), [yes, no, yes, no, no, no, yes, yes]);
    assert_eq!(asked(|_| 0.5), [yes; 8]);
    let at_the_third = |text: &str| if text.contains(TEXTS[5]) { 0.5 } else { 0.0 };
    assert_eq!(asked(at_the_third), [yes, no, yes, yes, yes, yes, yes, yes]);
}

#[test]
fn what_the_walk_costs() {
    let mut model = reader();
    ask(&mut model, SearchSettings::default(), &[]);
    let restored = model.kept[0].len() as u64;
    let found = ask(&mut model, SearchSettings::default(), &[]);
    let cost = found.cost;
    assert_eq!((cost.restored, cost.asks), (restored, 5));
    assert_eq!(cost.again as usize, 4 * model.frame().reply.len());
    assert!(identity(&cost, &model));
    // Every token is computed at its final position; the header of an ask that said No, at the
    // position it had then.
    let header = model.frame().reply.len() as u64;
    let ends = [7, 4, 5, 6].iter().scan(0, |length, &node: &usize| {
        let nodes = graph(&model);
        *length += nodes.nodes()[node].tokens.len() as u64 + 2;
        Some(*length)
    });
    let text = model.text();
    let head = text.find("* People").map(|end| model.tokenize(&text["<open>".len()..end]).unwrap());
    let head = head.unwrap().len() as u64 + 1;
    let again: f64 = ends.map(|end| pass_flops(&model.shape, header, head + end)).sum();
    let kept = pass_flops(&model.shape, cost.distinct - restored, restored);
    assert!((cost.flops - again - kept).abs() < 1.0, "{} {again} {kept}", cost.flops);
}

#[test]
fn no_search_pays_for_what_was_read_beforehand() {
    let mut model = reader();
    read_opening(&mut model).unwrap();
    let [first, second] = [(); 2].map(|()| ask(&mut model, SearchSettings::default(), &[]).cost);
    assert!(first.restored > 0 && identity(&second, &model));
    assert_eq!((first.evaluated, first.flops), (second.evaluated, second.flops));
}

/// A graph of one point over fifty chunks of 40 tokens each.
fn fifty_chunks(model: &Fake) -> Graph {
    let chunk = |number: usize| {
        let text: String = (0..40).map(|word| format!(" w{number}x{word}")).collect();
        let Ok(tokens) = model.tokenize(&text);
        Chunk { tokens, range: 0..0, text }
    };
    let mut graph = Graph::new((0..50).map(chunk).collect());
    let batch = Batch { level: 2, inputs: 0..50, outputs: 50..51 };
    let Ok(tokens) = model.tokenize(" All of it");
    let point = Point { text: "All of it".into(), tokens };
    let edges: Vec<Edge> = (0..50)
        .map(|to| Edge { from: 50, to, weight: if to == 0 { 0.51 } else { 0.01 } })
        .collect();
    graph.apply(&batch, &[point], &edges).expect("they belong together");
    graph
}

/// A chunk takes 42 tokens with its line. Asked after the top point and after each chunk, a header
/// of five is evaluated 51 times in vain; with sparing asks after the top point, after two chunks,
/// and after every four from then on: 14 times.
#[test]
fn what_fifty_nodes_cost_with_a_header_of_five_tokens() {
    for (asks, asked, most) in
        [(AskFrequency::Always, 51, 1.125), (AskFrequency::Sparing, 14, 1.05)]
    {
        let mut model = Fake::new(4_000).with_header(5);
        let graph = fifty_chunks(&model);
        let settings = SearchSettings { asks, max_nodes: 50, ..SearchSettings::default() };
        let graphs = [&graph];
        let query = Query::new(QUESTION, &graphs);
        let found = search(&mut model, &query, &settings, &mut go).unwrap();
        assert_eq!((found.path.len(), found.cost.asks), (51, asked));
        assert_eq!(found.cost.again as usize, 5 * asked);
        let ratio =
            (found.cost.evaluated + found.cost.restored) as f64 / found.cost.distinct as f64;
        assert!(ratio > 1.0 && ratio < most, "{ratio}");
        assert!(identity(&found.cost, &model));
    }
}
