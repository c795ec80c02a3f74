//! What the command line prints about a model and its attention.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use tests::cli_output::items;
use tests::models::POCKET;
use tests::{Sandbox, alone, text};

/// The attention of each token of a text, as a NumPy array whose rows sum to 1.
#[test]
fn a_models_attention_is_written_as_an_array() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (words, out) = (sandbox.path("words.txt"), sandbox.path("a.npy"));
    std::fs::write(&words, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let arguments = ["model", "attention", POCKET, "--text", text(&words), "--out", text(&out)];
    let shown = sandbox.json(&arguments).json;
    let tokens = items(&shown, "tokens").len();
    let values = array(&out);
    assert_eq!(values.len(), tokens * tokens);
    for (row, values) in values.chunks_exact(tokens).enumerate() {
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-4, "row {row}");
        assert!(values[row + 1..].iter().all(|&value| value == 0.0), "row {row} looks ahead");
    }
}

/// The attention that another implementation computed for the same models with random weights.
#[test]
fn a_models_attention_is_what_transformers_computes() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (words, out) = (golden("text.txt"), sandbox.path("a.npy"));
    for name in ["llama", "mistral", "qwen2", "qwen3", "phi3", "gemma2", "gpt_oss"] {
        let model = golden(&format!("{name}.gguf"));
        let arguments =
            ["model", "attention", text(&model), "--text", text(&words), "--out", text(&out)];
        assert!(sandbox.json(&arguments).succeeded, "{name}");
        let (found, expected) = (array(&out), array(&golden(&format!("{name}.npy"))));
        assert_eq!(found.len(), expected.len(), "{name}");
        let difference = |(a, b): (&f32, &f32)| (a - b).abs();
        // In this order NaN is the largest.
        let largest = found.iter().zip(&expected).map(difference).max_by(f32::total_cmp);
        assert!(largest.is_some_and(|largest| largest <= 1e-5), "{name}: {largest:?}");
    }
}

/// A file of the other implementation's results, or of its models.
fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/model/tests/golden").join(name)
}

/// The numbers of a NumPy array.
fn array(file: &Path) -> Vec<f32> {
    let bytes = std::fs::read(file).unwrap();
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (values, rest) = bytes[header..].as_chunks();
    assert!(rest.is_empty());
    values.iter().map(|&value| f32::from_le_bytes(value)).collect()
}

#[test]
fn model_info_tells_what_can_be_read() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let model = sandbox.json(&["model", "info"]);
    assert_eq!(model.code(), "bad_request", "a file is wanted");
    let info = sandbox.json(&["model", "info", POCKET]).json;
    assert_eq!(info["demonstration"], true);
    assert_eq!(info["attention"]["kind"], "full");
}

/// Every kind of attention has a name for programs and a sentence for people.
#[test]
fn every_kind_of_attention_is_reported() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let mut cases = vec![
        (golden("llama.gguf"), "full", "every layer can be read"),
        (golden("gemma2.gguf"), "windowed", "layers with full attention are read"),
        (golden("gpt_oss.gguf"), "sinks", "attention to a sink counts as lost"),
    ];
    // If set-up has installed the sentence embedding model, which is an encoder.
    if let Some(models) = std::env::var_os("PECAN_MODELS") {
        cases.push((PathBuf::from(models).join("minilm.gguf"), "unusable", "not usable: "));
    }
    for (file, kind, sentence) in cases {
        let arguments = ["model", "info", text(&file)];
        let shown = sandbox.json(&arguments).json;
        assert_eq!(shown["attention"]["kind"], kind, "{shown}");
        let printed = String::from_utf8(sandbox.run(&arguments).stdout).unwrap();
        assert!(printed.contains(sentence), "{kind}: {printed}");
    }
}

#[test]
fn an_empty_text_has_no_attention() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (words, out) = (sandbox.path("words.txt"), sandbox.path("a.npy"));
    std::fs::write(&words, "").unwrap();
    let arguments = ["model", "attention", POCKET, "--text", text(&words), "--out", text(&out)];
    assert_eq!(sandbox.json(&arguments).code(), "file_empty");
    assert!(!out.exists());
}
