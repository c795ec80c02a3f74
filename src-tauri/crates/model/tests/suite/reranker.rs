//! How well texts answer a question.

use model::{LoadOptions, Reranker};
use protocol::Code;

use super::{tiny, tiny_encoder};

const QUESTION: &str = "the cat ran where ?";
const TEXTS: [&str; 4] = ["the cat sat .", "a dog ran off with it", "off", ""];

fn reranker(context: usize) -> Reranker {
    let file = tiny::file(&tiny::bytes(&tiny_encoder::reranker(context, 1)));
    Reranker::load(&file.path, &tiny::options()).expect("the tiny model loads")
}

#[track_caller]
fn assert_close(a: f32, b: f32) {
    assert!((a - b).abs() < tiny::apart(1e-5), "{a} and {b}");
}

#[test]
fn many_at_once_are_as_one_by_one() {
    let mut reranker = reranker(64);
    let (together, flops) =
        reranker.score(QUESTION, &TEXTS.repeat(10)).expect("they can be compared");
    assert!(flops > 0.0);
    assert_eq!(together.len(), 40);
    for (text, &score) in TEXTS.iter().cycle().zip(&together) {
        assert!((0.0..=1.0).contains(&score), "{score}");
        let (alone, _) = reranker.score(QUESTION, &[text]).expect("it can be compared");
        assert_close(score, alone[0]);
    }
    assert!((together[0] - together[1]).abs() > 1e-3, "different texts have different scores");
    let (of_another, _) = reranker.score("where ?", &TEXTS).expect("they can be compared");
    assert!((together[0] - of_another[0]).abs() > 1e-3, "the question counts");
    assert_eq!(reranker.score(QUESTION, &[]).expect("nothing is nothing"), (vec![], 0.0));
}

#[test]
fn long_questions_and_texts_are_cut_to_the_window() {
    let mut reranker = reranker(16);
    let long = "the ".repeat(700);
    for question in ["cat", long.as_str()] {
        let scores = reranker.score(question, &[&long, &long[..400], "cat"]);
        let (scores, _) = scores.expect("they can be compared");
        assert_close(scores[0], scores[1]);
    }
}

#[test]
fn what_is_no_reranker_is_refused() {
    let bytes = [
        tiny_encoder::bert(64),
        tiny_encoder::reranker(64, 2),
        tiny_encoder::reranker(3, 1),
        tiny::llama().gguf,
    ];
    for gguf in &bytes {
        let file = tiny::file(&tiny::bytes(gguf));
        let Err(error) = Reranker::load(&file.path, &LoadOptions::default()) else {
            panic!("{} is no reranker", file.path.display());
        };
        assert_eq!(error.code(), Code::ModelUnsupported, "{error}");
    }
}
