//! Sentence embeddings.

use hwdag::Embedder;
use model::{Bert, LoadOptions, Vectors};
use protocol::Code;

use super::{tiny, tiny_encoder};

fn bert(context: usize) -> Bert {
    let file = tiny::file(&tiny::bytes(&tiny_encoder::bert(context)));
    Bert::load(&file.path, &tiny::options()).expect("the tiny model loads")
}

#[track_caller]
fn assert_close(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    // In this order, NaN is the largest difference.
    let largest = a.iter().zip(b).map(|(a, b)| (a - b).abs()).max_by(f32::total_cmp);
    assert!(
        largest.is_none_or(|largest| largest < tiny::apart(1e-5)),
        "the largest is {largest:?}"
    );
}

#[test]
fn many_at_once_are_as_one_by_one() {
    let mut bert = bert(64);
    let texts: Vec<String> = (0..60)
        .map(|index| "the cat sat . and a dog ran off with it ".repeat(6)[3 * index..].into())
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = bert.embed(&texts).expect("they can be embedded");
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(vector.len(), bert.dimension());
        let length: f32 = vector.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5, "{length}");
        let alone = bert.embed(&[*text]).expect("it can be embedded");
        assert_close(vector, &alone[0]);
    }
    assert!(
        together[0].iter().zip(&together[7]).any(|(a, b)| (a - b).abs() > 1e-3),
        "different texts have different vectors"
    );
}

#[test]
fn nothing_and_empty_texts_are_no_trouble() {
    let mut bert = bert(64);
    assert!(bert.embed(&[]).expect("nothing is nothing").is_empty());
    let vectors = bert.embed(&["", "the"]).expect("they can be embedded");
    assert_eq!(vectors.len(), 2);
    assert!(vectors.iter().flatten().all(|value| value.is_finite()));
}

#[test]
fn long_texts_are_cut_to_the_window() {
    let mut bert = bert(16);
    let vectors = bert
        .embed(&[&"the ".repeat(14), &"the ".repeat(700), &"the ".repeat(13)])
        .expect("they can be embedded");
    assert_close(&vectors[0], &vectors[1]);
    assert!(vectors[0].iter().zip(&vectors[2]).any(|(a, b)| (a - b).abs() > 1e-6));
}

#[test]
fn what_is_no_embedder_is_refused_with_the_embedders_codes() {
    let llama = tiny::file(&tiny::bytes(&tiny::llama().gguf));
    let broken = tiny::file(b"GGUF");
    let cases = [
        (llama.path.clone(), Code::EmbedderBroken),
        (broken.path.clone(), Code::EmbedderBroken),
        (llama.path.with_extension("nothing"), Code::EmbedderMissing),
    ];
    for (path, code) in cases {
        let Err(error) = Bert::load(&path, &LoadOptions::default()) else {
            panic!("{} is no embedder", path.display());
        };
        assert_eq!(error.code(), code, "{error}");
    }
}

/// A file that specifies how all states become one vector or, with a misspelt key, specifies
/// nothing.
fn with_pooling(pooling: Option<u8>) -> tiny::File {
    const KEY: &[u8] = b"bert.pooling_type";
    let mut bytes = tiny::bytes(&tiny_encoder::bert(64));
    let found = bytes.windows(KEY.len()).position(|window| window == KEY);
    let end = found.expect("the file says something") + KEY.len();
    match pooling {
        // The key is followed by four bytes of its type, then by the number, lowest byte first.
        Some(pooling) => bytes[end + 4] = pooling,
        None => bytes[end - 1] = b'_',
    }
    tiny::file(&bytes)
}

const TEXTS: [&str; 3] = ["the cat sat .", "a dog ran off with it", "off"];

fn as_trained(pooling: Option<u8>) -> Vec<Vec<f32>> {
    let file = with_pooling(pooling);
    let mut bert = Bert::load_as(&file.path, &tiny::options(), Vectors::AsTrained)
        .expect("the tiny model loads");
    bert.embed(&TEXTS).expect("they can be embedded")
}

fn length(vector: &[f32]) -> f32 {
    vector.iter().map(|value| value * value).sum::<f32>().sqrt()
}

#[test]
fn vectors_as_trained_are_not_made_shorter() {
    let means = as_trained(Some(1));
    for (mean, normalised) in means.iter().zip(bert(64).embed(&TEXTS).expect("they can be")) {
        let length = length(mean);
        assert!((length - 1.0).abs() > 1e-2, "{length} may be by chance");
        let scaled: Vec<f32> = mean.iter().map(|value| value / length).collect();
        assert_close(&scaled, &normalised);
    }
    for nothing in [None, Some(0)] {
        for (found, mean) in as_trained(nothing).iter().zip(&means) {
            assert_close(found, mean);
        }
    }
}

#[test]
fn the_files_pooling_is_taken_where_it_is_wanted() {
    let apart = |a: &[f32], b: &[f32]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
    let [means, firsts, lasts] = [1, 2, 3].map(|pooling| as_trained(Some(pooling)));
    for index in 0..TEXTS.len() {
        assert!(apart(&means[index], &firsts[index]) && apart(&means[index], &lasts[index]));
        assert!(apart(&firsts[index], &lasts[index]));
    }
    // Sentence vectors are means, whatever the file says.
    let mut plain = Bert::load(&with_pooling(Some(2)).path, &tiny::options()).expect("it loads");
    for (found, mean) in plain.embed(&TEXTS).expect("they can be embedded").iter().zip(&means) {
        let length = length(mean);
        assert_close(found, &mean.iter().map(|value| value / length).collect::<Vec<f32>>());
    }
}

#[test]
fn what_ranks_texts_gives_no_vectors() {
    let file = with_pooling(Some(4));
    let Err(error) = Bert::load_as(&file.path, &tiny::options(), Vectors::AsTrained) else {
        panic!("it gives no vectors");
    };
    assert_eq!(error.code(), Code::EmbedderBroken, "{error}");
}

/// Computed once with NumPy in double precision from the published weights and the model's own
/// tokenizer: the number of repetitions of a text and the text, then the first numbers of its
/// vector.
const REFERENCE: &str = include_str!("minilm.txt");

#[test]
fn minilm_gives_the_vectors_that_it_is_known_for() {
    let Some(models) = std::env::var_os("PECAN_MODELS") else {
        eprintln!("skipped: PECAN_MODELS is not set");
        return;
    };
    let path = std::path::Path::new(&models).join("minilm.gguf");
    let mut bert = Bert::load(&path, &tiny::options()).expect("MiniLM loads");
    assert_eq!(bert.dimension(), 384);
    let lines: Vec<&str> = REFERENCE.lines().collect();
    for pair in lines.chunks(2) {
        let (times, text) = pair[0].split_once(' ').expect("a number and a text");
        let text = text.repeat(times.parse().expect("a number"));
        let expected: Vec<f32> =
            pair[1].split(' ').map(|number| number.parse().expect("a number")).collect();
        let vector = bert.embed(&[&text]).expect("it can be embedded").remove(0);
        let largest = vector
            .iter()
            .zip(&expected)
            .map(|(value, expected)| (value - expected).abs())
            .max_by(f32::total_cmp)
            .expect("a vector has numbers");
        // The file stores weights in 16 bits.
        assert!(largest < 1e-3, "{text:?}: the largest difference is {largest}");
        eprintln!("{largest:.1e} {text:.40}");
    }
}
