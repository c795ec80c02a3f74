//! Other models than the one that comes with Pecan, made of that.

use std::fs;
use std::path::{Path, PathBuf};

/// The demonstration model's file.
pub const POCKET: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
/// What numbers of tensors begin on a multiple of, in bytes.
const ALIGNED: usize = 32;
/// Bytes at the end of the file, and so within the last tensor, that are changed a little.
const TAIL: usize = 4_096;

/// The sentence embedder.
///
/// # Panics
/// If `PECAN_MODELS` does not say in which folder it is.
pub fn minilm() -> PathBuf {
    let folder = std::env::var_os("PECAN_MODELS").expect("PECAN_MODELS names a folder");
    PathBuf::from(folder).join("minilm.gguf")
}

/// The demonstration model, without saying that it is that, and with another name.
///
/// # Panics
/// If it is not where it lies in the checkout.
pub fn renamed(name: &str) -> Vec<u8> {
    let mut model = fs::read(POCKET).expect("the demonstration model is in the checkout");
    let demonstration = value(&model, "pecan.demonstration");
    model[demonstration] = 0;
    // A text begins with its length in 8 bytes.
    let length = value(&model, "general.name");
    let letters = length + 8;
    let written = model[length..letters].try_into().expect("8 bytes are as many");
    let old = u64::from_le_bytes(written) as usize;
    // So much longer that tensors stay where they are.
    let long = old + ALIGNED;
    let name = format!("{name:<long$}");
    assert_eq!(name.len(), long, "{name} is too long");
    model.splice(letters..letters + old, name.bytes());
    model[length..letters].copy_from_slice(&(long as u64).to_le_bytes());
    model
}

/// Writes another model that can be used: renamed, and with other numbers in it, by less than matters.
///
/// # Panics
/// If it cannot be written.
pub fn write_another(file: &Path, name: &str) {
    let mut model = renamed(name);
    let tail = model.len() - TAIL;
    // The lowest bit of a number stands in its first byte, whether it has two or four.
    model[tail..].iter_mut().step_by(4).for_each(|byte| *byte ^= 1);
    fs::write(file, model).expect("a model can be written");
}

/// Where the value of a key begins: after the key comes the kind of the value in 4 bytes.
fn value(model: &[u8], key: &str) -> usize {
    let found = model.windows(key.len()).position(|found| found == key.as_bytes());
    found.expect("the model has the key") + key.len() + 4
}
