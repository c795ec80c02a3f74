//! Which attention can be read.

use std::sync::Arc;

use hwdag::LanguageModel;
use model::{Error, Kernels, Session, SessionOptions, Weights, text_attention};
use protocol::{AttentionKind, Unreadable};

use super::{tiny, tiny_encoder, tiny_memory};

fn kind(weights: &Arc<Weights>) -> AttentionKind {
    weights.readable().expect("the trial can be made").kind().clone()
}

#[test]
fn a_llama_looks_at_everything() {
    assert_eq!(kind(&tiny::load(&tiny::llama().gguf)), AttentionKind::Full);
}

#[test]
fn only_full_layers_of_a_windowed_model_count() {
    for window in [16, 600] {
        let weights = tiny::load(&tiny::gemma(window, 7));
        assert_eq!(kind(&weights), AttentionKind::Windowed { full_layers: 2 }, "{window}");
        let mut session = Session::new(&weights, &SessionOptions::default()).expect("it runs");
        assert_eq!(session.shape().layers, 7, "all layers cost, also those that are not read");
        let tokens: Vec<i32> = (0..200).collect();
        let attention = session.append(&tokens, 0..200).expect("they fit");
        for row in attention.values.chunks(200) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
        let far = &attention.values[199 * 200..199 * 200 + 150];
        assert!(far.iter().sum::<f32>() > 0.05, "the full layers look beyond the window");
    }
}

#[test]
fn a_model_whose_layers_are_all_windowed_is_refused() {
    let weights = tiny::load(&tiny::gemma(16, 2));
    let AttentionKind::Unusable { why, reason } = kind(&weights) else {
        panic!("no layer sees everything");
    };
    assert!(reason.contains("near"), "{reason}");
    assert_eq!(why, Unreadable::Near);
}

#[test]
fn what_goes_to_a_sink_is_lost() {
    let weights = tiny::load(&tiny::gpt_oss());
    assert_eq!(kind(&weights), AttentionKind::Sinks { full_layers: 1 });
    let found = text_attention(&weights, "the king and the thing").expect("the text fits");
    let count = found.tokens.len();
    for (row, weights) in found.matrix.chunks(count).enumerate() {
        let sum: f32 = weights.iter().sum();
        // Here, a sink weighs about as much as one token.
        let share = (row + 1) as f32 / (row + 2) as f32;
        assert!((sum - share).abs() < 0.2 && sum < 0.999, "row {row} sums to {sum}");
    }
}

#[test]
fn a_recurrent_model_is_refused() {
    let weights = tiny::load(&tiny_memory::mamba());
    let AttentionKind::Unusable { why, reason } = kind(&weights) else {
        panic!("a Mamba has no attention");
    };
    assert!(reason.contains("recurrent"), "{reason}");
    assert_eq!(why, Unreadable::Recurrent);
    let Err(error) = Session::new(&weights, &SessionOptions::default()) else {
        panic!("a Mamba cannot be used");
    };
    assert_eq!(error.code(), protocol::Code::ModelWithoutAttention);
    assert!(matches!(text_attention(&weights, "a"), Err(Error::WithoutAttention(_))));
}

/// Without watching, it reads and writes all the same, and the attention is 0.
#[test]
fn a_recurrent_model_answers_unwatched() {
    let weights = tiny::load(&tiny_memory::mamba());
    let kernels = Kernels::Unwatched;
    let options = SessionOptions { kernels, window: Some(32), ..SessionOptions::default() };
    let mut session = Session::new(&weights, &options).expect("it runs");
    let seen = session.append(&[1, 2, 3], 0..2).expect("they fit");
    assert_eq!((seen.rows.clone(), seen.columns.clone()), (0..3, 0..2));
    assert_eq!(seen.values, [0.0; 6]);
    assert_eq!(session.scores().len(), weights.info().vocabulary);
    session.truncate(0).expect("all of it can be taken back");
    assert!(session.is_empty());
}

#[test]
fn a_hybrid_model_is_refused() {
    let AttentionKind::Unusable { why, reason } = kind(&tiny::load(&tiny_memory::lfm2())) else {
        panic!("two of its layers have no attention");
    };
    assert!(reason.contains("some of its layers are recurrent"), "{reason}");
    assert_eq!(why, Unreadable::Hybrid);
}

#[test]
fn a_model_that_gathers_what_it_looks_at_is_refused() {
    let AttentionKind::Unusable { why, reason } = kind(&tiny::load(&tiny_memory::minimax(4, 2)))
    else {
        panic!("most of what its layers could look at is never computed");
    };
    assert!(reason.contains("gathers"), "{reason}");
    assert_eq!(why, Unreadable::Gathered);
}

/// With blocks of 0 tokens, llama.cpp would divide by 0 and end the process; if 0 are chosen, no
/// token would see anything.
#[test]
fn an_indexer_of_nothing_is_refused_before_it_is_loaded() {
    for (block, chosen, expected) in [(0, 2, "blocks of 0 tokens"), (4, 0, "chooses no tokens")] {
        let file = tiny::file(&tiny::bytes(&tiny_memory::minimax(block, chosen)));
        let Err(error) = Weights::load(&file.path, &tiny::options()) else {
            panic!("it would look at nothing");
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn an_encoder_is_refused() {
    let weights = tiny::load(&tiny_encoder::bert(64));
    assert!(matches!(kind(&weights), AttentionKind::Unusable { .. }));
    let unwatched = SessionOptions { kernels: Kernels::Unwatched, ..SessionOptions::default() };
    assert!(Session::new(&weights, &unwatched).is_err());
}

#[test]
fn a_text_longer_than_the_window_is_refused() {
    let weights = tiny::load(&tiny::llama().gguf);
    let error = text_attention(&weights, &"x".repeat(tiny::CONTEXT)).expect_err("too long");
    assert!(matches!(error, Error::Full { .. }), "{error}");
}
