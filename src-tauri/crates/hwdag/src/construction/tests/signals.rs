//! Every signal's edges, computed by hand.

use super::*;
use crate::signal::{AttentionRows, SourceTokens, Tokens};

const PREDICTING: Signal = Signal {
    rows: AttentionRows::Predicting,
    tokens: Tokens::All,
    source: SourceTokens::All,
    layers: Layers::All,
};
const CONTENT: Signal = Signal { rows: AttentionRows::Own, tokens: Tokens::Content, ..PREDICTING };
const WORDS: Signal =
    Signal { rows: AttentionRows::Own, source: SourceTokens::Words, ..PREDICTING };

/// Attention to each word and to the one punctuation mark of "red kettle.", and then to those of
/// "grey, goose". Means over three tokens: 0.20 and 0.04 for the bullet mark, 0.04 and 0.10 for "
/// The", 0.08 and 0.03 for " kettle", 0.06 and 0.04 for the full stop.
fn looks(row: &str, column: &str) -> f32 {
    let place = match column {
        "red" | " kettle" => 0,
        "." => 1,
        "grey" | " goose" => 2,
        "," => 3,
        _ => return 0.9,
    };
    let row = match row {
        "reply>" => [0.10, 0.0, 0.30, 0.0],
        "*" => [0.30, 0.0, 0.06, 0.0],
        " The" => [0.03, 0.06, 0.09, 0.12],
        " kettle" => [0.12, 0.0, 0.0, 0.09],
        "." => [0.0, 0.18, 0.06, 0.0],
        _ => [0.2, 0.2, 0.0, 0.0],
    };
    row[place]
}

/// Returns the batch for a reply and a signal, the same for either way of collecting attention.
fn batch(reply: &'static str, signal: Signal) -> SummarisedBatch {
    let new = batch_with(reply, signal, Collecting::WhileWriting);
    let after = batch_with(reply, signal, Collecting::Afterwards);
    assert_eq!((&after.batch, &after.points, &after.edges), (&new.batch, &new.points, &new.edges));
    let again = after.counts.evaluated - new.counts.evaluated;
    assert!(again > 0 && after.counts.removed == new.counts.removed + again, "{:?}", after.counts);
    new
}

fn batch_with(reply: &'static str, signal: Signal, collecting: Collecting) -> SummarisedBatch {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|(_, row), (_, column)| looks(row, column));
    model.reply = Box::new(|_| reply.into());
    let graph = chunks(&model, &["red kettle.", "grey, goose"]);
    let settings = ConstructionSettings { signal, ..ConstructionSettings::for_window(1_000) };
    let construction = GraphBuilder::begin([&mut model], settings).unwrap();
    let mut construction = construction.collecting(collecting);
    match construction.next(&graph, &mut go).unwrap() {
        ConstructionStep::Batch(new) => new,
        step => panic!("{step:?}"),
    }
}

#[track_caller]
fn assert_shares(new: &SummarisedBatch, expected: &[f64]) {
    let found: Vec<f64> = new.edges.iter().map(|edge| f64::from(edge.weight)).collect();
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
    let holds = found.len() == expected.len() && found.iter().zip(expected).all(close);
    assert!(holds, "{found:?} is not {expected:?}");
}

#[test]
fn edges_by_hand_for_every_signal() {
    let cases = [
        // " The", " kettle" and the full stop attend.
        (Signal::PAPER, 0.18, 0.17),
        // The bullet mark, " The" and " kettle" attend.
        (PREDICTING, 0.32, 0.17),
        // " kettle" attends.
        (CONTENT, 0.08, 0.03),
        // As in the paper, but to "red", " kettle", "grey" and " goose".
        (WORDS, 0.15, 0.15),
        // " The" attends, the token that predicts " kettle".
        (Signal { tokens: Tokens::Content, ..PREDICTING }, 0.04, 0.10),
        (Signal { tokens: Tokens::Content, source: SourceTokens::Words, ..PREDICTING }, 0.03, 0.09),
    ];
    for (signal, first, second) in cases {
        let new = batch("* The kettle.\n", signal);
        assert_shares(&new, &[first / (first + second), second / (first + second)]);
    }
}

/// Holds also when the model is asked again, with a reminder before the header.
#[test]
fn the_header_predicts_the_first_token() {
    let new = batch("kettle", PREDICTING);
    assert!(new.asked_again);
    assert_shares(&new, &[0.25, 0.75]);
    assert_shares(&batch("kettle", Signal::PAPER), &[1.0, 0.0]);
}

#[test]
fn a_point_without_content_counts_as_a_whole() {
    // " It" and " is" attend only to the first chunk.
    assert_shares(&batch("* It is\n", CONTENT), &[1.0, 0.0]);
    let both = batch("* It is\n* The kettle.\n", CONTENT);
    assert_shares(&both, &[1.0, 0.0, 0.08 / 0.11, 0.03 / 0.11]);
}

fn any_signal() -> impl Strategy<Value = Signal> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(predicting, content, words)| Signal {
        rows: if predicting { AttentionRows::Predicting } else { AttentionRows::Own },
        tokens: if content { Tokens::Content } else { Tokens::All },
        source: if words { SourceTokens::Words } else { SourceTokens::All },
        layers: Layers::All,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// The signal changes the weights of edges and nothing else.
    #[test]
    fn points_do_not_depend_on_the_signal(
        seed: u64,
        words in 1usize..2_000,
        count in 1usize..4,
        signal in any_signal(),
    ) {
        let mut alone = Fake::erratic(1_024, seed);
        let start = book(&alone, words);
        let expected = build(&mut alone, start.clone());
        let mut models: Vec<Fake> =
            (0..count).map(|_| Fake::erratic(1_024, seed).beside(&alone)).collect();
        let settings = ConstructionSettings { signal, ..ConstructionSettings::for_window(1_024) };
        let graph = finish(GraphBuilder::begin(&mut models, settings).unwrap(), start);
        prop_assert_eq!(graph.nodes(), expected.nodes());
        prop_assert_eq!(graph.batches(), expected.batches());
        let sums = (graph.level(1).end..graph.nodes().len()).map(|node| -> f64 {
            graph.successors(node).iter().map(|edge| f64::from(edge.weight)).sum()
        });
        prop_assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-5));
    }
}
