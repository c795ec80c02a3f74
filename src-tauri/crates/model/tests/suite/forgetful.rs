//! Models whose memory cannot go back: the kept part of a sequence is read again.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use hwdag::{LanguageModel, ModelInput, Token};
use model::{Cache, Error, Kernels, Session, SessionOptions, States, StopSignal, Weights};
use proptest::prelude::*;

use super::slots::{Step, step};
use super::tiny::{self, assert_close};
use super::tiny_memory;

fn options() -> SessionOptions {
    let (kernels, window) = (Kernels::Unwatched, Some(900));
    SessionOptions { cache: Cache::F32, kernels, window, surprisals: true, ..Default::default() }
}

/// A model whose layers are all recurrent, and one with some recurrent layers.
fn kinds() -> [Arc<Weights>; 2] {
    [tiny_memory::mamba(), tiny_memory::lfm2()].map(|model| tiny::load(&model))
}

fn sessions(weights: &Arc<Weights>, count: usize) -> Vec<Session> {
    Session::side_by_side(weights, &options(), count).expect("they run")
}

fn session(weights: &Arc<Weights>) -> Session {
    Session::new(weights, &options()).expect("it runs")
}

fn tokens(seed: usize, count: usize) -> Vec<Token> {
    (0..count)
        .map(|n| Token::try_from((n * n * 7 + n * 31 + seed * 101) % 200 + 3).expect("small"))
        .collect()
}

/// The scores after these tokens in a sequence that holds nothing else.
fn alone(weights: &Arc<Weights>, tokens: &[Token]) -> Vec<f32> {
    let mut session = session(weights);
    session.append(tokens, 0..0).expect("they fit");
    session.scores().to_vec()
}

/// Compares scores that were computed in different pieces: a small relative difference is allowed.
fn assert_same(found: &[f32], expected: &[f32]) {
    let largest = expected.iter().fold(0.0_f32, |most, score| most.max(score.abs()));
    assert!(largest > 0.1, "they say something");
    assert_close(found, expected, 1e-4 * largest);
}

#[test]
fn what_is_kept_is_read_again_and_counted() {
    for weights in kinds() {
        let (tokens, mut session) = (tokens(1, 400), session(&weights));
        session.append(&tokens, 0..0).expect("they fit");
        assert_same(session.scores(), &alone(&weights, &tokens));
        for length in [300, 123] {
            session.truncate(length).expect("it forgets");
            assert_eq!((session.len(), session.tokens()), (length, &tokens[..length]));
            assert!(session.scores().is_empty());
        }
        let counts = session.counts();
        assert_eq!((counts.evaluated, counts.removed), (400, 400), "nothing is read in vain");
        session.append(&[], 0..0).expect("nothing fits");
        assert_eq!(session.counts(), counts);
        session.append(&tokens[123..150], 0..0).expect("they fit");
        assert_eq!(session.counts().evaluated, 400 + 150);
        assert_same(session.scores(), &alone(&weights, &tokens[..150]));
        assert!(alone(&weights, &tokens[123..150]) != session.scores(), "what is before matters");
        // After that, the sequence continues like any other.
        session.append(&tokens[150..], 0..0).expect("they fit");
        assert_same(session.scores(), &alone(&weights, &tokens));
        assert_eq!(session.counts().evaluated, 400 + 400);
        session.truncate(400).expect("there is nothing to forget");
        session.append(&tokens[..1], 0..0).expect("it fits");
        assert_eq!(session.counts().evaluated, 400 + 401);
        session.truncate(0).expect("all of it can be taken back");
        assert_eq!((session.counts().removed, session.counts().evaluated), (801, 801));
    }
}

/// After a removal, nothing predicts the first token, whether or not the sequence is read again.
#[test]
fn surprisals_are_those_of_a_memory_that_goes_back() {
    for weights in kinds() {
        let (tokens, mut session) = (tokens(2, 300), session(&weights));
        session.append(&tokens[..100], 0..0).expect("they fit");
        let expected = session.surprisals(&tokens[100..]).expect("they fit");
        session.truncate(100).expect("it forgets");
        let found = session.surprisals(&tokens[100..]).expect("they fit");
        assert_eq!((found[0], found.len()), (None, 200));
        let known = |all: &[Option<f32>]| all.iter().skip(1).flatten().copied().collect::<Vec<_>>();
        assert_close(&known(&found), &known(&expected), 1e-3);
        assert_eq!(known(&found).len(), 199);
        assert_eq!(session.counts().evaluated, 300 + 300);
    }
}

#[test]
fn a_branch_takes_over_all_or_reads_again() {
    for weights in kinds() {
        let mut sessions = sessions(&weights, 3);
        let (open, rest) = (tokens(1, 300), tokens(2, 50));
        sessions[0].append(&open, 0..0).expect("they fit");
        sessions[2].append(&rest, 0..0).expect("they fit");
        let [one, two, three] = &mut sessions[..] else { panic!("there are three") };
        two.branch(one, 300).expect("they lie side by side");
        three.branch(one, 120).expect("they lie side by side");
        assert_eq!((two.len(), three.len()), (300, 120));
        assert_eq!((two.counts().reused, three.counts().reused), (300, 0));
        assert_eq!(three.counts().removed, 50);
        one.truncate(10).expect("it forgets");
        for (session, kept, read) in [(two, 300, 50), (three, 120, 50 + 120 + 50)] {
            session.append(&rest, 0..0).expect("they fit");
            assert_same(session.scores(), &alone(&weights, &[&open[..kept], &rest].concat()));
            assert_eq!(session.counts().evaluated, read);
        }
    }
}

/// Forgotten tokens are never saved as if they were there.
#[test]
fn a_state_is_kept_and_recalled_only_where_there_is_one() {
    for weights in kinds() {
        let folder = tempfile::tempdir().expect("there is room");
        let states = Some(States::new(folder.path().to_owned(), "tiny"));
        let options = SessionOptions { states, ..options() };
        let mut session = Session::new(&weights, &options).expect("it runs");
        let (open, rest) = (tokens(1, 60), tokens(2, 20));
        session.append(&open, 0..0).expect("they fit");
        session.keep().expect("it is kept");
        session.append(&rest, 0..0).expect("they fit");
        session.truncate(70).expect("it forgets");
        session.keep().expect("a state that is not kept is no error");
        assert!(!session.recall(&[&open[..], &rest[..10]].concat()).expect("it can be emptied"));
        assert!(session.recall(&open).expect("it was kept"));
        assert_eq!((session.counts().restored, session.counts().evaluated), (60, 80));
        session.append(&rest, 0..0).expect("they fit");
        assert_same(session.scores(), &alone(&weights, &[open, rest].concat()));
    }
}

#[test]
fn a_wish_to_stop_leaves_the_sequence() {
    for weights in kinds() {
        let stop = StopSignal::default();
        let options = SessionOptions { stop: stop.clone(), ..options() };
        let mut session = Session::new(&weights, &options).expect("it runs");
        let tokens = tokens(3, 400);
        session.append(&tokens[..300], 0..0).expect("they fit");
        session.truncate(200).expect("it forgets");
        stop.request();
        for _ in 0..2 {
            let error = session.append(&tokens[200..], 0..0).expect_err("it is stopped");
            assert!(matches!(error, Error::Stopped), "{error}");
            assert_eq!(session.tokens(), &tokens[..200]);
        }
        stop.clear();
        session.append(&tokens[200..], 0..0).expect("it goes on");
        assert_same(session.scores(), &alone(&weights, &tokens));
        let counts = session.counts();
        assert_eq!((counts.evaluated, counts.removed), (300 + 400, 300));
    }
}

/// llama.cpp breaks off, and its memory holds half of what it had begun.
#[test]
fn what_a_wish_to_stop_broke_off_is_read_again() {
    for weights in kinds() {
        let (stop, tokens) = (StopSignal::default(), tokens(4, 890));
        let options = SessionOptions { stop: stop.clone(), micro_batch: 890, ..options() };
        let mut session = Session::new(&weights, &options).expect("it runs");
        session.append(&tokens[..100], 0..0).expect("they fit");
        let begun = Instant::now();
        let expected = alone(&weights, &tokens);
        let whole = begun.elapsed();
        let mut broken_off = 0;
        // The duration varies from run to run.
        for part in 2..20 {
            let wish = stop.clone();
            let stopper = thread::spawn(move || {
                thread::sleep(whole / part);
                wish.request();
            });
            let outcome = session.append(&tokens[100..], 0..0);
            stopper.join().expect("it only waits");
            assert_eq!(session.len(), if outcome.is_err() { 100 } else { 890 }, "{outcome:?}");
            broken_off += usize::from(matches!(outcome, Err(Error::Stopped)));
            stop.clear();
            session.truncate(100).expect("it forgets");
        }
        assert!(broken_off > 0, "it went to its end each time");
        session.append(&tokens[100..], 0..0).expect("it goes on");
        assert_same(session.scores(), &expected);
        let counts = session.counts();
        assert_eq!(counts.evaluated - counts.removed, 890);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever was appended, removed and branched before, each sequence behaves as if it were
    /// alone, and the memory holds what came into it minus what left it.
    #[test]
    fn lanes_do_not_disturb_one_another(
        kind in 0_usize..2,
        steps in prop::collection::vec(step(), 2..9),
    ) {
        let weights = &kinds()[kind];
        let mut sessions = sessions(weights, 3);
        let mut held: Vec<Vec<Token>> = vec![Vec::new(); 3];
        for (seed, step) in steps.into_iter().chain([Step::Append([1; 3])]).enumerate() {
            match step {
                Step::Append(counts) => {
                    let added: Vec<Vec<Token>> =
                        counts.iter().enumerate().map(|(n, &c)| tokens(seed * 3 + n, c)).collect();
                    let mut parts: Vec<ModelInput<'_, Session>> = sessions
                        .iter_mut()
                        .zip(&added)
                        .map(|(model, tokens)| ModelInput { model, tokens, watched: 0..0 })
                        .collect();
                    let found = Session::append_together(&mut parts).expect("they fit");
                    for ((held, added), found) in held.iter_mut().zip(added).zip(found) {
                        prop_assert_eq!(found.rows, held.len()..held.len() + added.len());
                        held.extend(added);
                    }
                }
                Step::Truncate(slot, removed) => {
                    let len = held[slot].len().saturating_sub(removed);
                    sessions[slot].truncate(len).expect("it forgets");
                    held[slot].truncate(len);
                }
                Step::Branch(to, from, len) => {
                    let len = len.min(held[from].len());
                    let [one, two] = sessions.get_disjoint_mut([to, from]).expect("two of them");
                    one.branch(two, len).expect("they lie side by side");
                    held[to] = held[from][..len].to_vec();
                }
            }
        }
        for (session, held) in sessions.iter().zip(&held) {
            prop_assert_eq!(session.tokens(), held);
            let counts = session.counts();
            let inside = counts.evaluated + counts.reused - counts.removed;
            prop_assert_eq!(inside, held.len() as u64);
            assert_same(session.scores(), &alone(weights, held));
        }
    }
}
