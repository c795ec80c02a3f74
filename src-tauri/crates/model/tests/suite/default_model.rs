//! The attention of the default model, compared with NumPy's computation from its weights
//! (`tests/lab/default-model/golden.py`).

use std::path::{Path, PathBuf};

use hwdag::LanguageModel;
use model::{Cache, LoadOptions, Session, SessionOptions, Weights};

use super::golden::matrix;

const TEXT: &str = include_str!("../golden/text.txt");
/// The model's file in the folder `PECAN_MODELS`.
const FILE: &str = "smollm2-pecan.gguf";
/// The largest allowed sum of the differences in a row, as for the tiny models with 16-bit caches. llama.cpp rounds
/// activations to eight bits where weights have eight; NumPy does not.
const ROW: f64 = 1e-2;

#[test]
fn attention_of_the_default_model_is_that_of_its_weights() {
    let folder = std::env::var_os("PECAN_MODELS").map(PathBuf::from);
    let Some(file) = folder.map(|folder| folder.join(FILE)).filter(|file| file.is_file()) else {
        eprintln!("skipped: PECAN_MODELS does not have {FILE}");
        return;
    };
    let weights = Weights::load(&file, &LoadOptions::default()).expect("the default model loads");
    let tokens = weights.tokenize(TEXT).expect("it is short");
    let options = SessionOptions { cache: Cache::F32, ..Default::default() };
    let mut session = Session::new(&weights, &options).expect("it runs");
    let read = session.append(&tokens, 0..tokens.len()).expect("they fit").values;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/smollm2-pecan.npy");
    let golden = matrix(&file, tokens.len(), tokens.len());
    let rows = read.chunks(tokens.len()).zip(golden.chunks(tokens.len()));
    let apart = rows.map(|(read, golden)| {
        read.iter().zip(golden).map(|(a, b)| f64::from((a - b).abs())).sum::<f64>()
    });
    let largest = apart.fold(0.0, f64::max);
    eprintln!("a row: {largest:.1e}");
    assert!(largest <= ROW, "{largest}");
}
