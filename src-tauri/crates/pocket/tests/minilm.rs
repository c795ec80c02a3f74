//! The converted sentence embedder against what the original computes (`minilm-golden.json`,
//! made once with an independent forward pass in double precision).
//!
//! Needs the wheel: its path in `PECAN_MINILM_WHEEL`.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

#[test]
fn the_wheel_becomes_a_model() {
    let Some(wheel) = std::env::var_os("PECAN_MINILM_WHEEL").map(PathBuf::from) else {
        println!("skipped: PECAN_MINILM_WHEEL is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("minilm.gguf");
    pocket::minilm::convert(&wheel, &out).unwrap();
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!(&bytes[..4], b"GGUF");
    // 22.6 million numbers, nearly all of two bytes; the pooler is left out.
    assert!((45_000_000..47_000_000).contains(&bytes.len()), "{}", bytes.len());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}
