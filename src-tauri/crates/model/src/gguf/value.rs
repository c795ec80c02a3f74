use std::io::Read;

use super::GgufError;
use super::read::GgufReader;

/// A value of the metadata.
#[derive(Debug, Clone, PartialEq)]
pub enum MetadataValue {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Real(f64),
    /// Text.
    Text(String),
    /// Many values of one type.
    List(MetadataArray),
}

/// Many values of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum MetadataArray {
    /// Yes or no.
    Bools(Vec<bool>),
    /// Whole numbers.
    Integers(Vec<i64>),
    /// Other numbers.
    Reals(Vec<f64>),
    /// Texts.
    Texts(PackedTexts),
}

impl MetadataArray {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Bools(list) => list.len(),
            Self::Integers(list) => list.len(),
            Self::Reals(list) => list.len(),
            Self::Texts(list) => list.len(),
        }
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Many texts in one allocation: vocabularies have hundreds of thousands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackedTexts {
    joined: String,
    ends: Vec<usize>,
}

impl PackedTexts {
    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text with this number.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.joined[start..end])
    }

    /// All texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.ends.push(self.joined.len());
    }
}

/// The types of values in the file.
#[derive(Clone, Copy)]
enum GgufValueType {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    Bool,
    Text,
    List,
    U64,
    I64,
    F64,
}

impl GgufValueType {
    fn from_number(number: u32) -> Option<Self> {
        use GgufValueType::*;
        const KINDS: [GgufValueType; 13] =
            [U8, I8, U16, I16, U32, I32, F32, Bool, Text, List, U64, I64, F64];
        KINDS.get(usize::try_from(number).ok()?).copied()
    }

    /// The fewest bytes that a value takes.
    fn least_bytes(self) -> u64 {
        match self {
            Self::U8 | Self::I8 | Self::Bool => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::Text | Self::U64 | Self::I64 | Self::F64 => 8,
            Self::List => 12,
        }
    }
}

pub(super) fn read_value<R: Read>(
    reader: &mut GgufReader<R>,
    key: &str,
) -> Result<MetadataValue, GgufError> {
    match read_kind(reader, key)? {
        GgufValueType::List => {
            let kind = read_kind(reader, key)?;
            let count = reader.count(&format!("values of {key}"), kind.least_bytes())?;
            read_list(reader, key, kind, count).map(MetadataValue::List)
        }
        // Names of models and people may be in another encoding; templates and tokens may not.
        GgufValueType::Text if key.starts_with("general.") => {
            Ok(MetadataValue::Text(reader.text_for_people(&format!("the value of {key}"))?))
        }
        kind => read_single(reader, key, kind),
    }
}

fn read_kind<R: Read>(reader: &mut GgufReader<R>, key: &str) -> Result<GgufValueType, GgufError> {
    let number = reader.u32()?;
    GgufValueType::from_number(number)
        .ok_or_else(|| GgufError::new(format!("{key} has the unknown type {number}")))
}

fn read_single<R: Read>(
    reader: &mut GgufReader<R>,
    key: &str,
    kind: GgufValueType,
) -> Result<MetadataValue, GgufError> {
    Ok(match kind {
        GgufValueType::U8 => MetadataValue::Integer(u8::from_le_bytes(reader.array()?).into()),
        GgufValueType::I8 => MetadataValue::Integer(i8::from_le_bytes(reader.array()?).into()),
        GgufValueType::U16 => MetadataValue::Integer(u16::from_le_bytes(reader.array()?).into()),
        GgufValueType::I16 => MetadataValue::Integer(i16::from_le_bytes(reader.array()?).into()),
        GgufValueType::U32 => MetadataValue::Integer(reader.u32()?.into()),
        GgufValueType::I32 => MetadataValue::Integer(i32::from_le_bytes(reader.array()?).into()),
        GgufValueType::U64 => MetadataValue::Integer(reader.u64()?.into()),
        GgufValueType::I64 => MetadataValue::Integer(i64::from_le_bytes(reader.array()?).into()),
        GgufValueType::F32 => MetadataValue::Real(f32::from_le_bytes(reader.array()?).into()),
        GgufValueType::F64 => MetadataValue::Real(f64::from_le_bytes(reader.array()?)),
        GgufValueType::Bool => MetadataValue::Bool(reader.array::<1>()? != [0]),
        GgufValueType::Text => MetadataValue::Text(reader.text(&format!("the value of {key}"))?),
        GgufValueType::List => return Err(GgufError::new(format!("{key} is a list of lists"))),
    })
}

fn read_list<R: Read>(
    reader: &mut GgufReader<R>,
    key: &str,
    kind: GgufValueType,
    count: usize,
) -> Result<MetadataArray, GgufError> {
    let mut list = match kind {
        GgufValueType::Bool => MetadataArray::Bools(Vec::with_capacity(count)),
        GgufValueType::F32 | GgufValueType::F64 => MetadataArray::Reals(Vec::with_capacity(count)),
        GgufValueType::Text => MetadataArray::Texts(PackedTexts::default()),
        _ => MetadataArray::Integers(Vec::with_capacity(count)),
    };
    for _ in 0..count {
        match (&mut list, read_single(reader, key, kind)?) {
            (MetadataArray::Bools(list), MetadataValue::Bool(value)) => list.push(value),
            (MetadataArray::Reals(list), MetadataValue::Real(value)) => list.push(value),
            (MetadataArray::Texts(list), MetadataValue::Text(value)) => list.push(&value),
            (MetadataArray::Integers(list), MetadataValue::Integer(value)) => list.push(
                i64::try_from(value)
                    .map_err(|_| GgufError::new(format!("a number in {key} is too large")))?,
            ),
            _ => return Err(GgufError::new(format!("{key} mixes types"))),
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_borders() {
        let mut texts = PackedTexts::default();
        for text in ["a", "", "ça"] {
            texts.push(text);
        }
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["a", "", "ça"]);
        assert_eq!(texts.get(3), None);
    }
}
