//! The committed model matches its checksum and is small.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use sha2::{Digest, Sha256};

#[test]
fn the_committed_model_is_the_one_that_was_measured() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = std::fs::read(folder.join(pocket::GGUF_NAME)).unwrap();
    let line = std::fs::read_to_string(folder.join("pocket.gguf.sha256")).unwrap();
    let sum: String = Sha256::digest(&model).iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(line.split_whitespace().next(), Some(sum.as_str()));
    assert!(model.len() < 16 << 20);
}
