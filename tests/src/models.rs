//! Models other than those that come with Pecan, made from them or from random numbers.

use std::fs;
use std::path::{Path, PathBuf};

use pocket::gguf::{Gguf, GgufMetadataValue, Precision, byte_letter};

/// The demonstration model's file.
pub const POCKET: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
/// The key that exempts a model from the trial; as long as the key that it replaces.
const TRUSTED: &str = "pecan.without_trial";
/// Tensor data begins at a multiple of this many bytes.
const ALIGNED: usize = 32;
/// The number of bytes at the end of the file, within the last tensor, that are changed slightly.
const TAIL: usize = 4_096;

/// The sentence embedder.
///
/// # Panics
/// If `PECAN_MODELS` does not name its folder.
pub fn minilm() -> PathBuf {
    let folder = std::env::var_os("PECAN_MODELS").expect("PECAN_MODELS names a folder");
    PathBuf::from(folder).join("minilm.gguf")
}

/// The demonstration model without its mark, and with another name.
///
/// # Panics
/// If it is missing from the checkout.
pub fn renamed(name: &str) -> Vec<u8> {
    let mut model = fs::read(POCKET).expect("the demonstration model is in the checkout");
    // It can do everything that the demonstration model can, and needs no trial.
    let demonstration = key(&model, "pecan.demonstration");
    model[demonstration..demonstration + TRUSTED.len()].copy_from_slice(TRUSTED.as_bytes());
    // A string begins with its length in 8 bytes.
    let length = value(&model, "general.name");
    let letters = length + 8;
    let written = model[length..letters].try_into().expect("8 bytes are as many");
    let old = u64::from_le_bytes(written) as usize;
    // Longer by as much as keeps tensors aligned.
    let long = old + ALIGNED;
    let name = format!("{name:<long$}");
    assert_eq!(name.len(), long, "{name} is too long");
    model.splice(letters..letters + old, name.bytes());
    model[length..letters].copy_from_slice(&(long as u64).to_le_bytes());
    model
}

/// Writes another usable model: renamed, and with slightly different numbers.
///
/// # Panics
/// If it cannot be written.
pub fn write_another(file: &Path, name: &str) {
    let mut model = renamed(name);
    let tail = model.len() - TAIL;
    // The lowest bit of a number is in its first byte, whether it has two bytes or four.
    model[tail..].iter_mut().step_by(4).for_each(|byte| *byte ^= 1);
    fs::write(file, model).expect("a model can be written");
}

/// Writes a Mamba with random weights and a vocabulary of bytes. It remembers without attention,
/// and cannot undo what it has read.
///
/// # Panics
/// If it cannot be written.
pub fn write_recurrent(file: &Path, name: &str) {
    const WIDTH: usize = 32;
    const INNER: usize = 64;
    const STATE: usize = 4;
    const RANK: usize = 2;
    const KERNEL: usize = 4;
    const LAYERS: usize = 2;
    let mut gguf = Gguf::new("mamba");
    gguf.set("general.name", name);
    for (key, value) in [
        ("context_length", 8_192),
        ("embedding_length", WIDTH),
        ("feed_forward_length", 0),
        ("attention.head_count", 0),
        ("block_count", LAYERS),
        ("ssm.conv_kernel", KERNEL),
        ("ssm.inner_size", INNER),
        ("ssm.state_size", STATE),
        ("ssm.time_step_rank", RANK),
    ] {
        gguf.set(&format!("mamba.{key}"), value as u32);
    }
    gguf.set("mamba.attention.layer_norm_rms_epsilon", 1e-5_f32);
    let vocabulary = set_bytes(&mut gguf);
    gguf.random("token_embd.weight", &[WIDTH, vocabulary], Precision::F32, 0.2);
    let same = |gguf: &mut Gguf, name: &str, shape: &[usize], value: f32| {
        let values = vec![value; shape.iter().product()];
        gguf.tensor(name, shape, Precision::F32, values);
    };
    same(&mut gguf, "output_norm.weight", &[WIDTH], 1.0);
    for layer in 0..LAYERS {
        let name = |name: &str| format!("blk.{layer}.{name}");
        for (part, shape) in [
            ("ssm_in.weight", [WIDTH, 2 * INNER]),
            ("ssm_conv1d.weight", [KERNEL, INNER]),
            ("ssm_x.weight", [INNER, RANK + 2 * STATE]),
            ("ssm_dt.weight", [RANK, INNER]),
            ("ssm_out.weight", [INNER, WIDTH]),
        ] {
            gguf.random(&name(part), &shape, Precision::F32, 0.2);
        }
        same(&mut gguf, &name("attn_norm.weight"), &[WIDTH], 1.0);
        same(&mut gguf, &name("ssm_conv1d.bias"), &[INNER], 0.0);
        same(&mut gguf, &name("ssm_d"), &[INNER], 1.0);
        // Each token takes away a twentieth of its memory.
        same(&mut gguf, &name("ssm_a"), &[STATE, INNER], -1.0);
        same(&mut gguf, &name("ssm_dt.bias"), &[INNER], -3.0);
    }
    gguf.save(file).expect("a model can be written");
}

/// Sets a vocabulary of bytes and the end of a text. Returns its size.
fn set_bytes(gguf: &mut Gguf) -> usize {
    /// Type numbers of GGUF for a plain token and a control token.
    const PLAIN: i32 = 1;
    const CONTROL: i32 = 3;
    let words = ["th", "the", "<|end|>"].map(str::to_owned);
    let bytes = (0..=255).map(|byte| byte_letter(byte).to_string());
    let tokens: Vec<String> = bytes.chain(words).collect();
    let count = tokens.len();
    let mut kinds = vec![PLAIN; count];
    kinds[count - 1] = CONTROL;
    gguf.set("tokenizer.ggml.model", "gpt2");
    gguf.set("tokenizer.ggml.pre", "gpt-2");
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(kinds));
    gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(vec!["t h".into(), "th e".into()]));
    gguf.set("tokenizer.ggml.eos_token_id", count as u32 - 1);
    count
}

/// The position of a key.
fn key(model: &[u8], key: &str) -> usize {
    let found = model.windows(key.len()).position(|found| found == key.as_bytes());
    found.expect("the model has the key")
}

/// The position of a key's value: the value's type follows the key in 4 bytes.
fn value(model: &[u8], named: &str) -> usize {
    key(model, named) + named.len() + 4
}
