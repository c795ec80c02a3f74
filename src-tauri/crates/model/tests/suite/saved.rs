//! Sequences that are saved and restored.

use std::path::Path;
use std::sync::Arc;

use hwdag::{LanguageModel, Token};
use model::{Cache, Session, SessionOptions, States, Weights};
use proptest::prelude::*;

use super::tiny::{self, assert_close};

fn sessions(weights: &Arc<Weights>, folder: &Path, cache: Cache, count: usize) -> Vec<Session> {
    let states = Some(States::new(folder.to_owned(), "aa"));
    let options = SessionOptions {
        window: Some(700),
        cache,
        states,
        verify_cells: true,
        ..SessionOptions::default()
    };
    Session::side_by_side(weights, &options, count).expect("they run")
}

fn tokens(seed: usize, count: usize) -> Vec<Token> {
    (0..count)
        .map(|n| Token::try_from((n * n * 5 + n * 17 + seed * 59) % 200 + 3).expect("small"))
        .collect()
}

/// One sequence saves a prefix, and another restores it in any lane. The tokens after the prefix
/// look at it as if it had just been computed.
fn goes_on_as_if_computed(
    weights: &Arc<Weights>,
    cache: Cache,
    sizes: (usize, usize),
    slot: usize,
) {
    let folder = tempfile::tempdir().expect("there is room");
    let (prefix, rest) = (tokens(1, sizes.0), tokens(2, sizes.1));
    let mut fresh = sessions(weights, folder.path(), cache, slot + 1);
    assert!(!fresh[0].recall(&prefix).expect("nothing is there"));
    fresh[0].append(&prefix, 0..0).expect("it fits");
    fresh[0].keep().expect("it is kept");
    let expected = fresh[0].append(&rest, 0..sizes.0).expect("it fits");

    let mut later = sessions(weights, folder.path(), cache, slot + 1);
    let session = &mut later[slot];
    // The previous content is gone.
    session.append(&tokens(3, 31), 0..0).expect("it fits");
    assert!(session.recall(&prefix).expect("it was kept"));
    assert!(session.scores().is_empty());
    let found = session.append(&rest, 0..sizes.0).expect("it fits");
    assert_eq!((found.rows, found.columns), (expected.rows, expected.columns));
    assert_close(&found.values, &expected.values, 1e-6);
    assert_close(session.scores(), fresh[0].scores(), 1e-5);
    let counts = session.counts();
    assert_eq!((counts.restored, counts.removed), (sizes.0 as u64, 31));
    assert_eq!(counts.evaluated, 31 + sizes.1 as u64);
}

#[test]
fn what_was_saved_is_as_what_is_computed() {
    for gguf in [tiny::llama().gguf, tiny::gemma(16, 7), tiny::gpt_oss()] {
        let weights = tiny::load(&gguf);
        for cache in [Cache::F16, Cache::F32] {
            goes_on_as_if_computed(&weights, cache, (300, 40), 0);
            goes_on_as_if_computed(&weights, cache, (20, 5), 2);
        }
    }
}

#[test]
fn a_state_of_other_numbers_is_not_found() {
    let (weights, folder) = (tiny::load(&tiny::llama().gguf), tempfile::tempdir().expect("room"));
    let mut one = sessions(&weights, folder.path(), Cache::F16, 1);
    one[0].append(&tokens(1, 30), 0..0).expect("it fits");
    one[0].keep().expect("it is kept");
    for (cache, count) in [(Cache::F32, 1), (Cache::F16, 2)] {
        let mut other = sessions(&weights, folder.path(), cache, count);
        assert!(!other[0].recall(&tokens(1, 30)).expect("not found"));
        assert_eq!(other[0].len(), 0);
    }
    assert!(!one[0].recall(&tokens(1, 29)).expect("not found"));
    assert_eq!(one[0].len(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]
    #[test]
    fn any_prefix_can_be_saved(prefix in 1_usize..400, rest in 1_usize..90, slot in 0_usize..4) {
        let weights = tiny::load(&tiny::llama().gguf);
        goes_on_as_if_computed(&weights, Cache::F32, (prefix, rest), slot);
    }
}
