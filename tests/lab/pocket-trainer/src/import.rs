//! Resumes the training of a model from its GGUF alone: reads back what the exporter wrote.

use std::collections::HashMap;
use std::path::Path;

use super::checkpoint::Checkpoint;
use super::export::{STAGE, tensor_places};
use super::network_shape::NetworkShape;
use super::teacher::CurriculumStage;
use super::vocabulary::{BpeVocabulary, TrainerError};

/// A piece of metadata of a type that the exporter writes.
enum ImportedMetadata {
    Number(f64),
    Texts(Vec<String>),
    Other,
}

/// Reads one item after another.
struct ByteCursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteCursor<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], TrainerError> {
        let taken = self.bytes.get(self.at..self.at + n).ok_or("the file ends too soon")?;
        self.at += n;
        Ok(taken)
    }

    fn whole(&mut self, bytes: usize) -> Result<u64, TrainerError> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)))
    }

    fn text(&mut self) -> Result<String, TrainerError> {
        let length = self.whole(8)? as usize;
        Ok(String::from_utf8(self.take(length)?.to_vec())?)
    }

    fn entry(&mut self) -> Result<ImportedMetadata, TrainerError> {
        Ok(match self.whole(4)? {
            4 => ImportedMetadata::Number(self.whole(4)? as f64),
            6 => ImportedMetadata::Number(f64::from(f32::from_bits(self.whole(4)? as u32))),
            7 => ImportedMetadata::Number(self.whole(1)? as f64),
            8 => {
                self.text()?;
                ImportedMetadata::Other
            }
            9 => match (self.whole(4)?, self.whole(8)? as usize) {
                (8, n) => {
                    ImportedMetadata::Texts((0..n).map(|_| self.text()).collect::<Result<_, _>>()?)
                }
                (_, n) => {
                    self.take(4 * n)?;
                    ImportedMetadata::Other
                }
            },
            kind => return Err(format!("metadata of kind {kind} is not ours").into()),
        })
    }
}

/// Reads the state and the vocabulary of a model; momentum starts at zero.
///
/// # Errors
/// If the file is not one that the exporter wrote.
pub fn read(path: &Path) -> Result<(Checkpoint, BpeVocabulary), TrainerError> {
    let bytes = std::fs::read(path)?;
    let mut reader = ByteCursor { bytes: &bytes, at: 0 };
    if reader.take(4)? != b"GGUF" {
        return Err("not a GGUF file".into());
    }
    let (_, tensors, entries) = (reader.whole(4)?, reader.whole(8)?, reader.whole(8)?);
    let mut metadata = HashMap::new();
    for _ in 0..entries {
        let key = reader.text()?;
        metadata.insert(key, reader.entry()?);
    }
    let state = state(&metadata, &mut reader, tensors)?;
    let texts = |key: &str| match metadata.get(key) {
        Some(ImportedMetadata::Texts(list)) => Ok(list.clone()),
        _ => Err(format!("no {key}")),
    };
    let pieces = texts("tokenizer.ggml.tokens")?;
    Ok((state, BpeVocabulary::from_pieces(&pieces, &texts("tokenizer.ggml.merges")?)?))
}

fn state(
    metadata: &HashMap<String, ImportedMetadata>,
    reader: &mut ByteCursor<'_>,
    tensors: u64,
) -> Result<Checkpoint, TrainerError> {
    let number = |key: &str| match metadata.get(key) {
        Some(ImportedMetadata::Number(n)) => Ok(*n),
        _ => Err(format!("no {key}")),
    };
    let shape = NetworkShape {
        vocab: number("llama.vocab_size")? as usize,
        dim: number("llama.embedding_length")? as usize,
        layers: number("llama.block_count")? as usize,
        heads: number("llama.attention.head_count")? as usize,
        ffn: number("llama.feed_forward_length")? as usize,
        theta: number("llama.rope.freq_base")? as f32,
    };
    let stage = |n: usize| number(STAGE[n]).map(|v| v as usize);
    let mut offsets = HashMap::new();
    for _ in 0..tensors {
        let name = reader.text()?;
        let sizes = reader.whole(4)? as usize;
        reader.take(8 * sizes + 4)?;
        offsets.insert(name, reader.whole(8)? as usize);
    }
    let data = reader.at.next_multiple_of(32);
    let mut parameters = vec![0.0; shape.parameters()];
    for (name, at, sizes) in tensor_places(shape) {
        let n = sizes.iter().product::<usize>();
        reader.at = data + offsets.get(&name).ok_or(format!("no tensor {name}"))?;
        let numbers = reader.take(4 * n)?.chunks_exact(4);
        for (p, b) in parameters[at..at + n].iter_mut().zip(numbers) {
            *p = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        }
    }
    let none = vec![0.0; parameters.len()];
    Ok(Checkpoint {
        shape,
        stage: CurriculumStage { length: stage(0)?, lines: stage(1)?, nodes: stage(2)? },
        copies: true,
        steps: stage(3)? as u64,
        mean: parameters.clone(),
        parameters,
        first: none.clone(),
        second: none,
    })
}
