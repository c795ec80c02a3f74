//! Reads GGUF files that this project knows: the base of its models and their adapters. Files of
//! unknown origin go through the strict reader in `model` instead.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::{ALIGNMENT, GgufMetadataValue};

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not GGUF version 3, or ends too early.
    #[error("the GGUF file is damaged at byte {0}")]
    Damaged(usize),
    /// A tensor has a type that is not supported here.
    #[error("the tensor {name} has the type {kind}, which is not supported")]
    Type {
        /// The tensor.
        name: String,
        /// The type's number in ggml.
        kind: u32,
    },
}

/// A GGUF file in memory.
#[derive(Debug)]
pub struct GgufFile {
    bytes: Vec<u8>,
    metadata: Vec<(String, Range<usize>)>,
    tensors: Vec<TensorEntry>,
    data: usize,
}

#[derive(Debug)]
struct TensorEntry {
    name: String,
    shape: Vec<usize>,
    kind: u32,
    offset: usize,
}

/// A tensor of a file.
#[derive(Debug, Clone, Copy)]
pub struct TensorView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its dimensions, the one that runs fastest first.
    pub shape: &'a [usize],
    /// Its type's number in ggml.
    pub kind: u32,
    /// Its numbers as they are stored.
    pub bytes: &'a [u8],
}

impl GgufFile {
    /// Reads a whole file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::parse(fs::read(path)?)
    }

    fn parse(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let mut cursor = Cursor { bytes: &bytes, at: 0 };
        if cursor.take(4)? != b"GGUF" || cursor.u32()? != 3 {
            return Err(ReadError::Damaged(0));
        }
        let (tensor_count, value_count) = (cursor.size()?, cursor.size()?);
        let mut metadata = Vec::new();
        for _ in 0..value_count {
            let key = cursor.text()?;
            let start = cursor.at;
            let kind = cursor.u32()?;
            cursor.skip_value(kind)?;
            metadata.push((key, start..cursor.at));
        }
        let mut tensors = Vec::new();
        for _ in 0..tensor_count {
            let name = cursor.text()?;
            let dimensions = cursor.u32()?;
            let shape = (0..dimensions).map(|_| cursor.size()).collect::<Result<_, _>>()?;
            tensors.push(TensorEntry { name, shape, kind: cursor.u32()?, offset: cursor.size()? });
        }
        let data = cursor.at.next_multiple_of(ALIGNMENT);
        Ok(Self { bytes, metadata, tensors, data })
    }

    /// Keys and values in the file's order; values keep their bytes.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, GgufMetadataValue)> {
        let value =
            |place: &Range<usize>| GgufMetadataValue::Written(self.bytes[place.clone()].to_vec());
        self.metadata.iter().map(move |(key, place)| (key.as_str(), value(place)))
    }

    /// A value of the metadata that is a 32-bit float.
    pub fn real(&self, key: &str) -> Option<f32> {
        let (_, place) = self.metadata.iter().find(|(name, _)| name == key)?;
        let bytes = &self.bytes[place.clone()];
        let value: [u8; 4] = bytes.get(4..8)?.try_into().ok()?;
        (bytes[..4] == REAL.to_le_bytes()).then(|| f32::from_le_bytes(value))
    }

    /// The tensors in order.
    ///
    /// # Errors
    ///
    /// If a tensor has an unknown type or does not lie within the file.
    pub fn tensors(&self) -> Result<Vec<TensorView<'_>>, ReadError> {
        self.tensors.iter().map(|info| self.view(info)).collect()
    }

    /// The tensor of this name, if there is one.
    ///
    /// # Errors
    ///
    /// If the tensor has an unknown type or does not lie within the file.
    pub fn tensor(&self, name: &str) -> Result<Option<TensorView<'_>>, ReadError> {
        let info = self.tensors.iter().find(|info| info.name == name);
        info.map(|info| self.view(info)).transpose()
    }

    fn view<'a>(&'a self, info: &'a TensorEntry) -> Result<TensorView<'a>, ReadError> {
        let TensorEntry { name, shape, kind, offset } = info;
        let unknown = || ReadError::Type { name: name.clone(), kind: *kind };
        let (block, size) = block(*kind).ok_or_else(unknown)?;
        let start = self.data + offset;
        let end = start + shape.iter().product::<usize>() / block * size;
        let bytes = self.bytes.get(start..end).ok_or(ReadError::Damaged(start))?;
        Ok(TensorView { name, shape, kind: *kind, bytes })
    }
}

/// ggml's numbers for the supported types, and GGUF's number for a float.
const F32: u32 = 0;
const F16: u32 = 1;
const Q4_1: u32 = 3;
const Q8_0: u32 = 8;
const REAL: u32 = 6;

/// The number of values in a block of this type, and the block's size in bytes.
fn block(kind: u32) -> Option<(usize, usize)> {
    match kind {
        F32 => Some((1, 4)),
        F16 => Some((1, 2)),
        Q4_1 => Some((32, 20)),
        Q8_0 => Some((32, 34)),
        _ => None,
    }
}

impl TensorView<'_> {
    /// Its numbers.
    pub fn values(&self) -> Vec<f32> {
        let half = |bytes: &[u8]| half::f16::from_le_bytes([bytes[0], bytes[1]]).to_f32();
        let single = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        match self.kind {
            F16 => self.bytes.chunks_exact(2).map(half).collect(),
            // A scale and the lowest value, then the low halves of 16 bytes, then the high halves.
            Q4_1 => self
                .bytes
                .chunks_exact(20)
                .flat_map(|block| {
                    let (scale, lowest) = (half(block), half(&block[2..]));
                    let low = block[4..].iter().map(|byte| byte & 15);
                    let high = block[4..].iter().map(|byte| byte >> 4);
                    low.chain(high).map(move |steps| f32::from(steps) * scale + lowest)
                })
                .collect(),
            Q8_0 => self
                .bytes
                .chunks_exact(34)
                .flat_map(|block| {
                    let scale = half(block);
                    block[2..].iter().map(move |&steps| f32::from(steps as i8) * scale)
                })
                .collect(),
            _ => self.bytes.chunks_exact(4).map(single).collect(),
        }
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let end = self.at.checked_add(count).ok_or(ReadError::Damaged(self.at))?;
        let bytes = self.bytes.get(self.at..end).ok_or(ReadError::Damaged(self.at))?;
        self.at = end;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, ReadError> {
        let at = self.at;
        let bytes = self.take(4)?.try_into().map_err(|_| ReadError::Damaged(at))?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn size(&mut self) -> Result<usize, ReadError> {
        let at = self.at;
        let bytes = self.take(8)?.try_into().map_err(|_| ReadError::Damaged(at))?;
        usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| ReadError::Damaged(at))
    }

    fn text(&mut self) -> Result<String, ReadError> {
        let (at, count) = (self.at, self.size()?);
        let bytes = self.take(count)?.to_vec();
        String::from_utf8(bytes).map_err(|_| ReadError::Damaged(at))
    }

    /// Skips a value, given the number of its type in GGUF.
    fn skip_value(&mut self, kind: u32) -> Result<(), ReadError> {
        match kind {
            0 | 1 | 7 => self.take(1).map(drop),
            2 | 3 => self.take(2).map(drop),
            4..=6 => self.take(4).map(drop),
            8 => self.text().map(drop),
            9 => {
                let (kind, count) = (self.u32()?, self.size()?);
                (0..count).try_for_each(|_| self.skip_value(kind))
            }
            10..=12 => self.take(8).map(drop),
            _ => Err(ReadError::Damaged(self.at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gguf, Precision};
    use super::*;

    fn written(file: &Gguf) -> GgufFile {
        let mut bytes = Vec::new();
        file.write(&mut bytes).unwrap();
        GgufFile::parse(bytes).unwrap()
    }

    #[test]
    fn what_was_written_is_read() {
        let mut file = Gguf::new("llama");
        file.set("a", 0.5_f32);
        file.set("b", GgufMetadataValue::Texts(vec!["x".into(), "yz".into()]));
        file.set("c", 3u32);
        let values: Vec<f32> = (0..64).map(|n| n as f32 - 30.0).collect();
        for (name, precision) in
            [("f", Precision::F32), ("h", Precision::F16), ("q", Precision::Q8_0)]
        {
            file.tensor(name, &[32, 2], precision, values.clone());
        }
        let read = written(&file);
        assert_eq!((read.real("a"), read.real("c"), read.real("z")), (Some(0.5), None, None));
        let keys: Vec<&str> = read.metadata().map(|(key, _)| key).collect();
        assert_eq!(keys, ["general.architecture", "a", "b", "c"]);
        for tensor in read.tensors().unwrap() {
            assert_eq!(tensor.shape, [32, 2]);
            let most =
                tensor.values().iter().zip(&values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(most <= if tensor.name == "q" { 0.15 } else { 0.0 }, "{}: {most}", tensor.name);
        }
        // A copy of the metadata is identical to the byte.
        let mut copy = Gguf::default();
        read.metadata().for_each(|(key, value)| copy.set(key, value));
        let mut plain = Gguf::new("llama");
        plain.set("a", 0.5);
        plain.set("b", GgufMetadataValue::Texts(vec!["x".into(), "yz".into()]));
        plain.set("c", 3u32);
        let bytes = |file: &Gguf| {
            let mut bytes = Vec::new();
            file.write(&mut bytes).unwrap();
            bytes
        };
        assert_eq!(bytes(&copy), bytes(&plain));
    }

    #[test]
    fn four_bits_with_a_lowest_value() {
        // A scale of 2, a lowest value of -3, and the steps 0 to 15 twice.
        let mut bytes = half::f16::from_f32(2.0).to_le_bytes().to_vec();
        bytes.extend(half::f16::from_f32(-3.0).to_le_bytes());
        bytes.extend((0..16).map(|step| step << 4 | (15 - step)));
        let tensor = TensorView { name: "t", shape: &[32], kind: Q4_1, bytes: &bytes };
        let expected: Vec<f32> =
            (0..16).rev().chain(0..16).map(|step: i32| 2.0 * step as f32 - 3.0).collect();
        assert_eq!(tensor.values(), expected);
    }

    #[test]
    fn damaged_files_are_refused() {
        let mut file = Gguf::new("llama");
        file.tensor("t", &[4], Precision::F32, vec![1.0; 4]);
        let mut bytes = Vec::new();
        file.write(&mut bytes).unwrap();
        for length in [0, 3, 8, 30, 60] {
            assert!(GgufFile::parse(bytes[..length].to_vec()).is_err(), "{length} bytes");
        }
        let cut = GgufFile::parse(bytes[..bytes.len() - 17].to_vec()).unwrap();
        assert!(cut.tensors().is_err());
    }
}
