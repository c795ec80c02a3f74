use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::other_files::{BEGINNING, other_file, unread_type};
use super::read::GgufReader;
use super::value::read_value;
use super::{GgufError, MetadataValue, TensorType};

/// ggml's `GGML_MAX_NAME`: names are shorter.
const NAME_LIMIT: usize = 64;
/// ggml's `GGML_MAX_DIMS`.
const DIMENSION_LIMIT: u32 = 4;
/// The alignment of a tensor's data in bytes, unless the file specifies another.
const ALIGNMENT: u64 = 32;

/// Everything in a GGUF file before the tensors' numbers, checked for soundness.
#[derive(Debug, Clone, PartialEq)]
pub struct GgufHeader {
    /// The values by their names, which are unique.
    pub metadata: BTreeMap<String, MetadataValue>,
    /// The tensors in the order of their data.
    pub tensors: Vec<TensorDescription>,
    /// The size of the file in bytes.
    pub file_bytes: u64,
}

/// A tensor by name and size.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorDescription {
    /// Its name, unique in the file.
    pub name: String,
    /// The format of its numbers.
    pub kind: TensorType,
    /// Its dimensions, the one that runs fastest first; 1 to 4, none of them 0.
    pub dimensions: Vec<u64>,
}

impl TensorDescription {
    /// The number of its elements.
    pub fn elements(&self) -> u64 {
        self.dimensions.iter().product()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.kind.tensor_bytes(&self.dimensions).unwrap_or(0)
    }
}

impl GgufHeader {
    /// Reads the header of the file at `path` and checks that its tensors lie inside the file.
    pub fn read(path: &Path) -> Result<Self, GgufError> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        Self::parse(BufReader::with_capacity(1 << 16, file), about.len())
    }

    /// Reads the header of a file of `file_bytes` bytes from its beginning.
    pub fn parse(input: impl Read, file_bytes: u64) -> Result<Self, GgufError> {
        if file_bytes == 0 {
            return Err(GgufError::new("it is empty"));
        }
        let mut reader = GgufReader::new(input, file_bytes);
        read_version(&mut reader)?;
        let tensor_count = reader.count("tensors", 24)?;
        let value_count = reader.count("metadata values", 13)?;
        let metadata = read_metadata(&mut reader, value_count)?;
        let alignment = alignment(&metadata)?;
        let (tensors, offsets) = read_tensors(&mut reader, tensor_count)?;
        check_places(&tensors, &offsets, alignment, &reader)?;
        Ok(Self { metadata, tensors, file_bytes })
    }

    /// The text of `key`.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.metadata.get(key)? {
            MetadataValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of `key`, if it is whole and not negative.
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.metadata.get(key)? {
            MetadataValue::Integer(number) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The number of `key`, whole or not.
    pub fn real(&self, key: &str) -> Option<f64> {
        match self.metadata.get(key)? {
            MetadataValue::Integer(number) => Some(*number as f64),
            MetadataValue::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The boolean of `key`.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.metadata.get(key)? {
            MetadataValue::Bool(flag) => Some(*flag),
            _ => None,
        }
    }
}

fn read_version<R: Read>(reader: &mut GgufReader<R>) -> Result<(), GgufError> {
    let beginning: [u8; 4] = reader.array()?;
    if beginning != *b"GGUF" {
        let mut beginning = beginning.to_vec();
        beginning.extend(reader.at_most(BEGINNING)?);
        return Err(other_file(&beginning));
    }
    match reader.u32()? {
        2 | 3 => Ok(()),
        1 => Err(GgufError::foreign(
            "a GGUF file of version 1, which is no longer supported",
            "Choose a newer file of this model.",
        )),
        version if version.swap_bytes() <= 3 && version != 0 => Err(GgufError::foreign(
            "made for processors with the other byte order (big-endian)",
            "Choose the file of this model for other processors.",
        )),
        version => Err(GgufError::new(format!("its version {version} is unknown"))),
    }
}

fn read_metadata<R: Read>(
    reader: &mut GgufReader<R>,
    count: usize,
) -> Result<BTreeMap<String, MetadataValue>, GgufError> {
    let mut metadata = BTreeMap::new();
    for number in 0..count {
        let key = reader.text(&format!("metadata name {number}"))?;
        if key.is_empty() || key.contains('\0') {
            return Err(GgufError::new(format!("metadata name {number} is not a valid name")));
        }
        let value = read_value(reader, &key)?;
        if metadata.insert(key.clone(), value).is_some() {
            return Err(GgufError::new(format!("{key} occurs twice")));
        }
    }
    Ok(metadata)
}

fn alignment(metadata: &BTreeMap<String, MetadataValue>) -> Result<u64, GgufError> {
    match metadata.get("general.alignment") {
        None => Ok(ALIGNMENT),
        Some(&MetadataValue::Integer(number)) => u64::try_from(number)
            .ok()
            .filter(|number| number.is_power_of_two() && *number <= 1 << 20)
            .ok_or_else(|| {
                GgufError::new(format!("its alignment {number} is not a small power of two"))
            }),
        Some(_) => Err(GgufError::new("its alignment is not a number")),
    }
}

/// The tensors and the offsets at which their data begins, by the file.
fn read_tensors<R: Read>(
    reader: &mut GgufReader<R>,
    count: usize,
) -> Result<(Vec<TensorDescription>, Vec<u64>), GgufError> {
    let mut names = HashSet::new();
    let (mut tensors, mut offsets) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let tensor = read_tensor(reader)?;
        if !names.insert(tensor.name.clone()) {
            return Err(GgufError::new(format!("the tensor {} occurs twice", tensor.name)));
        }
        tensors.push(tensor);
        offsets.push(reader.u64()?);
    }
    Ok((tensors, offsets))
}

fn read_tensor<R: Read>(reader: &mut GgufReader<R>) -> Result<TensorDescription, GgufError> {
    let name = reader.text("a tensor's name")?;
    if name.len() >= NAME_LIMIT || name.contains('\0') {
        return Err(GgufError::new(format!("the tensor name {name:?} is not a valid name")));
    }
    let count = reader.u32()?;
    if count == 0 || count > DIMENSION_LIMIT {
        return Err(GgufError::new(format!("the tensor {name} has {count} dimensions")));
    }
    let mut dimensions = Vec::new();
    for _ in 0..count {
        dimensions.push(reader.u64()?);
    }
    let product = dimensions.iter().try_fold(1_u64, |product, &size| product.checked_mul(size));
    if !matches!(product, Some(1..=0x7fff_ffff_ffff_ffff)) {
        return Err(GgufError::new(format!("the tensor {name} has the size {dimensions:?}")));
    }
    let number = reader.u32()?;
    let kind = TensorType::from_number(number).ok_or_else(|| unread_type(number))?;
    Ok(TensorDescription { name, kind, dimensions })
}

/// Checks that every tensor's data follows that of the one before and lies inside the file.
fn check_places<R: Read>(
    tensors: &[TensorDescription],
    offsets: &[u64],
    alignment: u64,
    reader: &GgufReader<R>,
) -> Result<(), GgufError> {
    if tensors.is_empty() {
        return Ok(());
    }
    let begin = reader.position().next_multiple_of(alignment);
    let room = (reader.position() + reader.left()).saturating_sub(begin);
    let mut expected = 0_u64;
    for (tensor, &offset) in tensors.iter().zip(offsets) {
        let outside =
            || GgufError::new(format!("the tensor {} lies outside the file", tensor.name));
        let bytes = tensor.kind.tensor_bytes(&tensor.dimensions).ok_or_else(outside)?;
        let end = expected.checked_add(bytes).ok_or_else(outside)?;
        if offset != expected {
            return Err(GgufError::new(format!("the tensor {} is not in its place", tensor.name)));
        }
        if end > room {
            return Err(GgufError::new(format!(
                "it ends {} bytes before the end of the tensor {}",
                end - room,
                tensor.name
            )));
        }
        expected = end.checked_next_multiple_of(alignment).ok_or_else(outside)?;
    }
    Ok(())
}
