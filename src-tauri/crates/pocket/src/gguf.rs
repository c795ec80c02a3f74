//! Writes GGUF files (version 3): the metadata and tensors that llama.cpp loads. Reads the files
//! that this project builds its models from.

mod metadata;
mod read;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::Rng;

pub use self::metadata::GgufMetadataValue;
use self::metadata::text;
pub use self::read::{GgufFile, ReadError, TensorView};

/// The alignment of tensors in bytes, which is GGUF's default.
const ALIGNMENT: usize = 32;

/// The number format of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Four bytes each.
    F32,
    /// Two bytes each, rounded to the nearest.
    F16,
    /// Blocks of 32 numbers in 34 bytes: a scale, and each number in steps of it.
    Q8_0,
    /// Blocks of 256 numbers in 144 bytes; for random numbers only.
    Q4K,
    /// Blocks of 256 numbers in 210 bytes; for random numbers only.
    Q6K,
}

impl Precision {
    fn code(self) -> u32 {
        match self {
            Self::F32 => 0,
            Self::F16 => 1,
            Self::Q8_0 => 8,
            Self::Q4K => 12,
            Self::Q6K => 14,
        }
    }

    /// The number of bytes that `count` numbers take.
    fn bytes(self, count: usize) -> usize {
        match self {
            Self::F32 => count * 4,
            Self::F16 => count * 2,
            Self::Q8_0 => count / 32 * 34,
            Self::Q4K => count / 256 * 144,
            Self::Q6K => count / 256 * 210,
        }
    }
}

/// A tensor to be written.
#[derive(Clone, Debug)]
struct OutputTensor {
    name: String,
    shape: Vec<usize>,
    precision: Precision,
    content: TensorContent,
}

/// The content of a tensor.
#[derive(Clone, Debug)]
enum TensorContent {
    Values(Vec<f32>),
    Random { seed: u64, deviation: f32 },
}

/// A GGUF file under construction.
#[derive(Clone, Debug, Default)]
pub struct Gguf {
    metadata: Vec<(String, GgufMetadataValue)>,
    tensors: Vec<OutputTensor>,
}

impl Gguf {
    /// Creates a file for a model of this architecture, as llama.cpp names it.
    pub fn new(architecture: &str) -> Self {
        let mut file = Self::default();
        file.set("general.architecture", architecture);
        file
    }

    /// Adds a piece of metadata.
    pub fn set(&mut self, key: &str, value: impl Into<GgufMetadataValue>) {
        self.metadata.push((key.to_owned(), value.into()));
    }

    /// Adds a tensor. `shape` follows GGUF: the dimension that runs fastest comes first, so a
    /// matrix that maps vectors of n numbers to vectors of m is `[n, m]`.
    ///
    /// # Panics
    /// If the number of values does not match the shape.
    pub fn tensor(&mut self, name: &str, shape: &[usize], precision: Precision, values: Vec<f32>) {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "tensor {name}");
        self.tensors.push(OutputTensor {
            name: name.to_owned(),
            shape: shape.to_vec(),
            precision,
            content: TensorContent::Values(values),
        });
    }

    /// Adds a tensor of random numbers around 0, which are generated only when the file is written.
    /// This gives models of any size for measuring speed and memory.
    pub fn random(&mut self, name: &str, shape: &[usize], precision: Precision, deviation: f32) {
        self.tensors.push(OutputTensor {
            name: name.to_owned(),
            shape: shape.to_vec(),
            precision,
            content: TensorContent::Random { seed: self.tensors.len() as u64, deviation },
        });
    }

    /// Writes the file beside its destination, then renames it, so that a file of that name is
    /// complete.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let part = path.with_extension("gguf.part");
        let mut file = BufWriter::new(File::create(&part)?);
        self.write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&part, path)
    }

    /// Writes the file to a writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let header = self.header();
        out.write_all(&header)?;
        pad(out, header.len())?;
        for tensor in &self.tensors {
            let bytes = tensor.bytes();
            out.write_all(&bytes)?;
            pad(out, bytes.len())?;
        }
        out.flush()
    }

    fn header(&self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3u32.to_le_bytes());
        out.extend((self.tensors.len() as u64).to_le_bytes());
        out.extend((self.metadata.len() as u64).to_le_bytes());
        for (key, value) in &self.metadata {
            text(&mut out, key);
            value.write(&mut out);
        }
        let mut offset = 0;
        for tensor in &self.tensors {
            text(&mut out, &tensor.name);
            out.extend((tensor.shape.len() as u32).to_le_bytes());
            out.extend(tensor.shape.iter().flat_map(|&n| (n as u64).to_le_bytes()));
            out.extend(tensor.precision.code().to_le_bytes());
            out.extend((offset as u64).to_le_bytes());
            let count = tensor.shape.iter().product();
            offset += tensor.precision.bytes(count).next_multiple_of(ALIGNMENT);
        }
        out
    }
}

impl OutputTensor {
    fn bytes(&self) -> Vec<u8> {
        match &self.content {
            TensorContent::Values(values) => numbers(values.iter().copied(), self.precision),
            TensorContent::Random { seed, deviation } => {
                let count = self.shape.iter().product();
                random(&mut Rng::new(*seed), count, self.precision, *deviation)
            }
        }
    }
}

fn numbers(values: impl Iterator<Item = f32>, precision: Precision) -> Vec<u8> {
    match precision {
        Precision::F16 => values.flat_map(|v| half::f16::from_f32(v).to_le_bytes()).collect(),
        Precision::Q8_0 => eight_bits(&values.collect::<Vec<_>>()),
        _ => values.flat_map(f32::to_le_bytes).collect(),
    }
}

/// Blocks of 32 numbers as ggml rounds them: the largest one becomes 127 steps.
fn eight_bits(values: &[f32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(Precision::Q8_0.bytes(values.len()));
    for block in values.chunks_exact(32) {
        let largest = block.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let step = largest / 127.0;
        let steps = if step == 0.0 { 0.0 } else { 1.0 / step };
        out.extend(half::f16::from_f32(step).to_le_bytes());
        out.extend(block.iter().map(|value| (value * steps).round() as i8 as u8));
    }
    out
}

/// The letter that stands for a byte in a byte-level vocabulary, as in GPT-2.
pub fn byte_letter(byte: u8) -> char {
    let shown = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    match shown(byte) {
        true => char::from(byte),
        false => {
            let before = (0..byte).filter(|&other| !shown(other)).count() as u32;
            char::from_u32(256 + before).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
    }
}

/// `count` random numbers around 0.
fn random(rng: &mut Rng, count: usize, precision: Precision, deviation: f32) -> Vec<u8> {
    let half = |value: f32| half::f16::from_f32(value).to_le_bytes();
    let mut out = Vec::with_capacity(precision.bytes(count));
    match precision {
        Precision::Q8_0 => {
            for _ in 0..count / 32 {
                // The standard deviation of uniformly distributed bytes is 74.
                out.extend(half(deviation / 74.0));
                out.extend((0..32).map(|_| rng.below(256) as u8));
            }
        }
        Precision::Q4K => {
            // The scale and minimum of all eight parts are 32 of 63. Uniformly distributed values
            // of four bits have a mean of 7.5 and a standard deviation of 4.6.
            let scales = [160, 160, 160, 160, 160, 160, 160, 160, 0, 0, 0, 0];
            let scale = deviation / (32.0 * 4.6);
            for _ in 0..count / 256 {
                out.extend(half(scale));
                out.extend(half(7.5 * scale));
                out.extend(scales);
                out.extend((0..128).map(|_| rng.below(256) as u8));
            }
        }
        Precision::Q6K => {
            // The low four bits of all values, their high two bits, a scale of 32 for each of 16
            // parts, and one scale for all. The standard deviation of uniformly distributed values
            // of six bits is 18.5.
            for _ in 0..count / 256 {
                out.extend((0..192).map(|_| rng.below(256) as u8));
                out.extend([32; 16]);
                out.extend(half(deviation / (32.0 * 18.5)));
            }
        }
        _ => {
            let even = |rng: &mut Rng| (rng.unit() as f32 - 0.5) * 12.0_f32.sqrt() * deviation;
            out = numbers((0..count).map(|_| even(rng)), precision);
        }
    }
    out
}

fn pad(out: &mut impl Write, written: usize) -> io::Result<()> {
    out.write_all(&[0; ALIGNMENT][..written.next_multiple_of(ALIGNMENT) - written])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_laid_out_as_the_format_says() {
        let mut file = Gguf::new("llama");
        file.set("a", 7u32);
        file.tensor("t", &[2, 1], Precision::F16, vec![1.0, -2.0]);
        file.tensor("u", &[1], Precision::F32, vec![0.5]);
        let mut bytes = Vec::new();
        file.write(&mut bytes).unwrap();
        assert_eq!(&bytes[..8], b"GGUF\x03\0\0\0");
        assert_eq!(u64::from_le_bytes(bytes[8..16].try_into().unwrap()), 2);
        assert_eq!(u64::from_le_bytes(bytes[16..24].try_into().unwrap()), 2);
        assert_eq!(bytes.len() % ALIGNMENT, 0);
        let data = bytes.len() - 2 * ALIGNMENT;
        assert_eq!(bytes[data..data + 4], [0x00, 0x3c, 0x00, 0xc0]);
        assert_eq!(bytes[data + 32..data + 36], 0.5f32.to_le_bytes());
    }
}
