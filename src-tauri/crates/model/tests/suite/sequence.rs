//! Appending, removing and watching.

use std::time::{Duration, Instant};

use hwdag::{LanguageModel, Token};
use model::{Cache, Error, Sampling, Session, SessionOptions, StopSignal};
use proptest::prelude::*;

use super::oracle::forward;
use super::tiny::{self, assert_close};

fn exact() -> SessionOptions {
    SessionOptions { cache: Cache::F32, verify_cells: true, ..SessionOptions::default() }
}

fn session(options: &SessionOptions) -> Session {
    Session::new(&tiny::load(&tiny::llama().gguf), options).expect("the tiny model runs")
}

/// Tokens of plain text, always the same.
fn tokens(count: usize) -> Vec<Token> {
    (0..count)
        .map(|index| Token::try_from((index * index * 7 + index * 31) % 266).expect("small"))
        .collect()
}

#[test]
fn scores_are_those_of_an_independent_forward_pass() {
    let llama = tiny::llama();
    let mut session = Session::new(&tiny::load(&llama.gguf), &exact()).expect("it runs");
    let tokens = tokens(40);
    session.append(&tokens, 0..0).expect("they fit");
    let expected = forward(&llama, &tokens).scores.pop().expect("one per token");
    let expected: Vec<f32> = expected.into_iter().map(|score| score as f32).collect();
    assert_close(session.scores(), &expected, 1e-4);
}

#[test]
fn rows_of_whole_attention_sum_to_one() {
    for cache in [Cache::F32, Cache::F16] {
        let mut session = session(&SessionOptions { cache, ..exact() });
        let attention = session.append(&tokens(600), 0..600).expect("they fit");
        assert_eq!((attention.rows.clone(), attention.columns.clone()), (0..600, 0..600));
        for (row, values) in attention.values.chunks(600).enumerate() {
            let sum: f32 = values.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "row {row} sums to {sum}");
            assert!(values[row + 1..].iter().all(|&value| value == 0.0), "row {row} looks ahead");
        }
    }
}

#[test]
fn one_by_one_is_as_all_at_once() {
    let tokens = tokens(300);
    let mut whole = session(&exact());
    let expected = whole.append(&tokens, 10..290).expect("they fit");
    let mut single = session(&exact());
    let mut found = single.append(&tokens[..1], 10..290).expect("it fits");
    for token in &tokens[1..] {
        found.extend(&single.append(&[*token], 10..290).expect("it fits"));
    }
    assert_eq!(found.rows, expected.rows);
    assert_close(&found.values, &expected.values, 1e-5);
    assert_close(single.scores(), whole.scores(), 1e-4);
}

#[test]
fn micro_batches_make_no_difference() {
    let tokens = tokens(300);
    let run = |micro_batch| {
        let mut session = session(&SessionOptions { micro_batch, ..exact() });
        let attention = session.append(&tokens, 0..300).expect("they fit");
        (attention.values, session.scores().to_vec())
    };
    let (expected, scores) = run(256);
    for micro_batch in [1, 7, 512] {
        let (found, found_scores) = run(micro_batch);
        assert_close(&found, &expected, 1e-5);
        assert_close(&found_scores, &scores, 1e-4);
    }
}

#[test]
fn what_is_taken_back_can_be_evaluated_again() {
    let tokens = tokens(400);
    let mut session = session(&exact());
    let first = session.append(&tokens, 0..400).expect("they fit");
    let scores = session.scores().to_vec();
    session.truncate(123).expect("a tail can be removed");
    assert_eq!(session.len(), 123);
    assert!(session.scores().is_empty());
    let again = session.append(&tokens[123..], 0..400).expect("they fit");
    assert_close(&again.values, &first.values[123 * 400..], 1e-5);
    assert_close(session.scores(), &scores, 1e-4);
    let counts = session.counts();
    assert_eq!((counts.evaluated, counts.removed, counts.restored), (677, 277, 0));
    session.truncate(0).expect("everything can be removed");
    assert!(session.is_empty());
    session.append(&tokens, 0..0).expect("they fit");
    assert_close(session.scores(), &scores, 1e-4);
}

/// −ln of a token's probability, given these scores.
fn surprisal(scores: &[f32], token: Token) -> f32 {
    let own = scores[usize::try_from(token).expect("a token of the vocabulary")];
    let sum: f64 = scores.iter().map(|&score| f64::from(score).exp()).sum();
    (sum.ln() - f64::from(own)) as f32
}

#[test]
fn surprisals_are_those_of_tokens_one_by_one() {
    let (weights, tokens) = (tiny::load(&tiny::llama().gguf), tokens(260));
    let (rated, after) = tokens.split_at(200);
    let mut single = Session::new(&weights, &exact()).expect("it runs");
    single.append(&rated[..1], 0..0).expect("it fits");
    let mut expected = Vec::new();
    for &token in &rated[1..] {
        expected.push(surprisal(single.scores(), token));
        single.append(&[token], 0..0).expect("it fits");
    }
    let (scores, counts) = (single.scores().to_vec(), single.counts());
    let later = single.append(after, 0..200).expect("they fit");
    for (micro_batch, slots) in [(1, 1), (7, 1), (100, 2), (256, 1)] {
        let options = SessionOptions { micro_batch, surprisals: true, ..exact() };
        let mut sessions = Session::side_by_side(&weights, &options, slots).expect("they run");
        let session = &mut sessions[slots - 1];
        let mut found = session.surprisals(&rated[..90]).expect("they fit");
        found.extend(session.surprisals(&rated[90..]).expect("they fit"));
        assert_eq!(found[0], None, "nothing stands before it");
        let found: Vec<f32> =
            found[1..].iter().map(|one| one.expect("something stands before it")).collect();
        assert_close(&found, &expected, 1e-4);
        // The sequence continues as after a plain append.
        assert_close(session.scores(), &scores, 1e-4);
        assert_eq!(session.counts(), counts);
        let found = session.append(after, 0..200).expect("they fit");
        assert_eq!(found.rows, later.rows);
        assert_close(&found.values, &later.values, 1e-5);
    }
}

#[test]
fn without_scores_nothing_is_surprising_and_errors_leave_the_sequence() {
    let stop = StopSignal::default();
    let (window, surprisals) = (Some(100), true);
    let mut session =
        session(&SessionOptions { window, surprisals, stop: stop.clone(), ..exact() });
    session.append(&tokens(50), 0..0).expect("they fit");
    session.truncate(40).expect("a tail can be removed");
    assert!(session.surprisals(&[]).expect("nothing fits").is_empty());
    let found = session.surprisals(&tokens(3)).expect("they fit");
    assert_eq!(found.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    let error = session.surprisals(&tokens(58)).expect_err("they do not fit");
    assert!(matches!(error, Error::Full { window: 100, wanted: 101 }), "{error}");
    stop.request();
    let error = session.surprisals(&tokens(5)).expect_err("it is stopped");
    assert!(matches!(error, Error::Stopped), "{error}");
    assert_eq!(session.len(), 43);
}

#[test]
fn watching_nothing_gives_nothing() {
    let mut session = session(&exact());
    let attention = session.append(&tokens(5), 0..0).expect("they fit");
    assert_eq!(attention.rows, 0..5);
    assert!(attention.values.is_empty());
    let attention = session.append(&[], 0..5).expect("nothing fits");
    assert_eq!(attention.rows, 5..5);
}

#[test]
fn a_full_window_is_reported_and_nothing_lost() {
    let mut session = session(&SessionOptions { window: Some(100), ..exact() });
    assert_eq!(session.shape().window, 100);
    session.append(&tokens(90), 0..0).expect("they fit");
    let error = session.append(&tokens(11), 0..0).expect_err("they do not fit");
    assert!(matches!(error, Error::Full { window: 100, wanted: 101 }), "{error}");
    assert_eq!(error.code(), protocol::Code::WindowFull);
    assert_eq!(session.len(), 90);
    session.append(&tokens(10), 0..100).expect("they fit exactly");
}

#[test]
fn a_window_that_no_memory_can_hold_is_refused() {
    let weights = tiny::load(&tiny::boundless_llama().gguf);
    let boundless = SessionOptions { window: Some(usize::MAX), ..exact() };
    let Err(error) = Session::new(&weights, &boundless) else {
        panic!("it would take terabytes");
    };
    assert_eq!(error.code(), protocol::Code::OutOfMemory, "{error}");
}

#[test]
fn a_wish_to_stop_ends_an_evaluation_and_leaves_the_sequence() {
    let stop = StopSignal::default();
    let mut session = session(&SessionOptions { stop: stop.clone(), ..exact() });
    session.append(&tokens(50), 0..0).expect("they fit");
    stop.request();
    let error = session.append(&tokens(600), 0..0).expect_err("it is stopped");
    assert!(matches!(error, Error::Stopped), "{error}");
    assert_eq!(session.len(), 50);
    stop.clear();
    session.append(&tokens(600), 0..0).expect("it goes on");
    let counts = session.counts();
    assert_eq!(counts.evaluated - counts.removed, 650);
}

/// A request made while the model computes takes effect long before the computation would end.
#[test]
fn a_late_wish_to_stop_is_heard() {
    let stop = StopSignal::default();
    let mut session = session(&SessionOptions { stop: stop.clone(), micro_batch: 1, ..exact() });
    let tokens = tokens(2000);
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        stop.request();
        Instant::now()
    });
    let outcome = session.append(&tokens, 0..0);
    let wished = stopper.join().expect("it only waits");
    let late = wished.elapsed();
    assert!(matches!(outcome, Err(Error::Stopped)), "{outcome:?}");
    assert_eq!(session.len(), 0);
    assert!(late < Duration::from_secs(5), "{late:?}");
}

/// All of it is one evaluation: llama.cpp itself breaks off, and the part it had begun leaves no
/// trace.
#[test]
fn a_wish_to_stop_is_heard_amid_an_evaluation() {
    let (stop, tokens) = (StopSignal::default(), tokens(2_000));
    let options = SessionOptions { stop: stop.clone(), micro_batch: tokens.len(), ..exact() };
    let (mut alone, mut stopped) = (session(&options), session(&options));
    let begun = Instant::now();
    let expected = alone.append(&tokens, 0..50).expect("they fit");
    let whole = begun.elapsed();
    // The duration varies from run to run.
    let heard = (2..40).any(|part| {
        let stop = stop.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(whole / part);
            stop.request();
        });
        let outcome = stopped.append(&tokens, 0..50);
        stopper.join().expect("it only waits");
        let early = matches!(outcome, Err(Error::Stopped));
        assert_eq!(stopped.len(), if early { 0 } else { tokens.len() }, "{outcome:?}");
        stopped.truncate(0).expect("tokens can be removed");
        early
    });
    assert!(heard, "it went to its end each time");
    stop.clear();
    let found = stopped.append(&tokens, 0..50).expect("it goes on");
    assert_close(&found.values, &expected.values, 1e-6);
    assert_close(stopped.scores(), alone.scores(), 1e-4);
}

#[test]
fn sessions_on_one_model_do_not_disturb_one_another() {
    let weights = tiny::load(&tiny::llama().gguf);
    let new = || Session::new(&weights, &exact()).expect("it runs");
    let tokens = tokens(120);
    let mut alone = new();
    let expected = alone.append(&tokens, 0..120).expect("they fit");
    let (mut one, mut two) = (new(), new());
    for part in tokens.chunks(40) {
        one.append(part, 0..120).expect("they fit");
        two.append(&part.iter().rev().copied().collect::<Vec<_>>(), 0..7).expect("they fit");
    }
    drop(two);
    one.truncate(60).expect("a tail can be removed");
    let found = one.append(&tokens[60..], 0..120).expect("they fit");
    assert_close(&found.values, &expected.values[60 * 120..], 1e-5);
    assert_close(one.scores(), alone.scores(), 1e-4);
}

#[test]
fn generation_is_greedy_or_follows_its_seed() {
    let weights = tiny::load(&tiny::llama().gguf);
    let run = |sampling| {
        let options = SessionOptions { sampling, ..exact() };
        let mut session = Session::new(&weights, &options).expect("it runs");
        let open = session.frame().open.clone();
        session.append(&open, 0..0).expect("it fits");
        (0..20)
            .map(|_| {
                let token = session.pick();
                session.append(&[token], 0..0).expect("it fits");
                token
            })
            .collect::<Vec<_>>()
    };
    let warm = |seed| Sampling::Temperature { temperature: 1.0, seed };
    assert_eq!(run(Sampling::Greedy), run(Sampling::Greedy));
    assert_eq!(run(warm(3)), run(warm(3)));
    assert_ne!(run(warm(3)), run(warm(4)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever was appended and removed before, each column is the position that it claims to be,
    /// as in a sequence made at once.
    #[test]
    fn columns_are_positions_after_any_appends_and_removals(
        steps in prop::collection::vec((1_usize..150, 0_usize..120), 1..8),
        watched in (0_usize..200, 1_usize..200),
    ) {
        let weights = tiny::load(&tiny::llama().gguf);
        let mut session = Session::new(&weights, &exact()).expect("it runs");
        let watched = watched.0..watched.0 + watched.1;
        let mut kept: Vec<Token> = Vec::new();
        let mut rows: Vec<f32> = Vec::new();
        for (seed, (added, removed)) in steps.into_iter().enumerate() {
            let new: Vec<Token> = tokens(added + seed)[seed..].to_vec();
            rows.extend(session.append(&new, watched.clone()).expect("they fit").values);
            kept.extend(new);
            kept.truncate(kept.len() - removed.min(kept.len()));
            rows.truncate(kept.len() * watched.len());
            session.truncate(kept.len()).expect("a tail can be removed");
        }
        let mut whole = Session::new(&weights, &exact()).expect("it runs");
        let expected = whole.append(&kept, watched).expect("they fit").values;
        assert_close(&rows, &expected, 1e-5);
    }
}

/// The engine moves sessions and models to the thread that owns them.
#[test]
fn what_is_moved_between_threads_may_be() {
    fn send<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    send::<Session>();
    send::<model::Bert>();
    shared::<model::Weights>();
    shared::<StopSignal>();
    shared::<Error>();
}
