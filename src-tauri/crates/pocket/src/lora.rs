//! Adds a low-rank adapter to the model that it was trained on: every matrix W becomes
//! W + alpha ÷ rank · B A (LoRA, arXiv 2106.09685), so that the result runs without the adapter.

use std::io;
use std::path::Path;

use crate::gguf::{Gguf, GgufFile, GgufMetadataValue, Precision, ReadError, TensorView};

/// Why no model could be made.
#[derive(Debug, thiserror::Error)]
pub enum LoraMergeError {
    /// The base or the adapter cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The result cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The adapter is for another model.
    #[error("the adapter does not fit the model: {0}")]
    Mismatch(String),
}

/// Writes `base` with `adapter` added to `out`, whole or not at all: matrices with eight bits,
/// everything else as it is. `changes` replace values of the base's metadata or come after them.
///
/// # Errors
///
/// If a file cannot be read or written, or the adapter has another shape than the model.
pub fn merge(
    base: &Path,
    adapter: &Path,
    out: &Path,
    changes: &[(&str, GgufMetadataValue)],
) -> Result<(), LoraMergeError> {
    let (base, adapter) = (GgufFile::read(base)?, GgufFile::read(adapter)?);
    let alpha = adapter
        .real("adapter.lora.alpha")
        .ok_or_else(|| LoraMergeError::Mismatch("it has no alpha".into()))?;
    let mut merged = Gguf::default();
    let changed = |key: &str| changes.iter().find(|(name, _)| *name == key);
    for (key, value) in base.metadata() {
        merged.set(key, changed(key).map_or(value, |(_, value)| value.clone()));
    }
    for (key, value) in changes {
        if base.metadata().all(|(name, _)| name != *key) {
            merged.set(key, value.clone());
        }
    }
    let mut used = 0;
    for tensor in base.tensors()? {
        let part = |name: &str| adapter.tensor(&format!("{}.{name}", tensor.name));
        let values = match (part("lora_a")?, part("lora_b")?) {
            (Some(a), Some(b)) => {
                used += 2;
                adapted(&tensor, &a, &b, alpha)?
            }
            _ => tensor.values(),
        };
        let precision = if tensor.shape.len() > 1 { Precision::Q8_0 } else { Precision::F32 };
        merged.tensor(tensor.name, tensor.shape, precision, values);
    }
    let all = adapter.tensors()?.len();
    if used != all {
        return Err(LoraMergeError::Mismatch(format!(
            "{} of its {all} matrices match no tensor",
            all - used
        )));
    }
    Ok(merged.save(out)?)
}

/// The numbers of `tensor` [in, out] with alpha ÷ rank · B A, of `a` [in, rank] and `b` [rank, out].
fn adapted(
    tensor: &TensorView<'_>,
    a: &TensorView<'_>,
    b: &TensorView<'_>,
    alpha: f32,
) -> Result<Vec<f32>, LoraMergeError> {
    let ([inputs, outputs], [a_inputs, rank], [b_rank, b_outputs]) =
        (matrix(tensor)?, matrix(a)?, matrix(b)?);
    if (inputs, outputs, rank) != (a_inputs, b_outputs, b_rank) {
        return Err(LoraMergeError::Mismatch(format!("the sizes of {} differ", tensor.name)));
    }
    let (mut values, a, b) = (tensor.values(), a.values(), b.values());
    let scale = alpha / rank as f32;
    for (row, factors) in values.chunks_exact_mut(inputs).zip(b.chunks_exact(rank)) {
        for (factor, direction) in factors.iter().zip(a.chunks_exact(inputs)) {
            let factor = factor * scale;
            row.iter_mut().zip(direction).for_each(|(value, step)| *value += factor * step);
        }
    }
    Ok(values)
}

fn matrix(tensor: &TensorView<'_>) -> Result<[usize; 2], LoraMergeError> {
    tensor
        .shape
        .try_into()
        .map_err(|_| LoraMergeError::Mismatch(format!("{} is not a matrix", tensor.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 32;

    /// A model of one matrix [32, 32], the identity, and a vector.
    fn base(folder: &Path) -> std::path::PathBuf {
        let mut file = Gguf::new("llama");
        file.set("general.name", "Base");
        let identity = (0..WIDTH * WIDTH).map(|n| f32::from(u8::from(n % (WIDTH + 1) == 0)));
        file.tensor("w", &[WIDTH, WIDTH], Precision::Q8_0, identity.collect());
        file.tensor("norm", &[WIDTH], Precision::F32, vec![0.25; WIDTH]);
        let path = folder.join("base.gguf");
        file.save(&path).unwrap();
        path
    }

    /// An adapter of rank 2 whose B A has a 3 in the last column of row 0 and a 5 in that of row 1.
    fn adapter(folder: &Path, name: &str) -> std::path::PathBuf {
        let mut file = Gguf::new("llama");
        file.set("adapter.lora.alpha", 4.0);
        let mut a = vec![0.0; 2 * WIDTH];
        (a[WIDTH - 1], a[2 * WIDTH - 1]) = (1.0, 1.0);
        let mut b = vec![0.0; 2 * WIDTH];
        (b[0], b[3]) = (1.5, 2.5);
        file.tensor(&format!("{name}.lora_a"), &[WIDTH, 2], Precision::F32, a);
        file.tensor(&format!("{name}.lora_b"), &[2, WIDTH], Precision::F32, b);
        let path = folder.join(format!("{name}.adapter.gguf"));
        file.save(&path).unwrap();
        path
    }

    #[test]
    fn the_product_is_added_to_the_matrix_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (base, adapter) = (base(folder.path()), adapter(folder.path(), "w"));
        let out = folder.path().join("merged.gguf");
        let changes = [("general.name", "Merged".into()), ("pecan.more", 7u32.into())];
        merge(&base, &adapter, &out, &changes).unwrap();
        let merged = GgufFile::read(&out).unwrap();
        let values = merged.tensor("w").unwrap().unwrap().values();
        let at = |row: usize, column: usize| values[row * WIDTH + column];
        let near = |found: f32, wanted: f32| (found - wanted).abs() < 0.03;
        assert!(near(at(0, WIDTH - 1), 3.0) && near(at(1, WIDTH - 1), 5.0));
        assert!(near(at(0, 0), 1.0) && near(at(2, 2), 1.0) && at(3, 4) == 0.0);
        assert_eq!(merged.tensor("norm").unwrap().unwrap().values(), [0.25; WIDTH]);
        let keys: Vec<&str> = merged.metadata().map(|(key, _)| key).collect();
        assert_eq!(keys, ["general.architecture", "general.name", "pecan.more"]);
    }

    #[test]
    fn an_adapter_of_another_model_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (base, adapter) = (base(folder.path()), adapter(folder.path(), "other"));
        let out = folder.path().join("merged.gguf");
        let error = merge(&base, &adapter, &out, &[]).unwrap_err().to_string();
        assert!(error.contains("match no tensor"), "{error}");
        assert!(!out.exists());
    }
}
