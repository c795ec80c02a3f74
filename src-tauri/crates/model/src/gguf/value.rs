use std::io::Read;

use super::Flaw;
use super::read::Reader;

/// A value of the metadata.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Real(f64),
    /// Text.
    Text(String),
    /// Many values of one type.
    List(List),
}

/// Many values of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum List {
    /// Yes or no.
    Bools(Vec<bool>),
    /// Whole numbers.
    Integers(Vec<i64>),
    /// Other numbers.
    Reals(Vec<f64>),
    /// Texts.
    Texts(Texts),
}

impl List {
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
pub struct Texts {
    joined: String,
    ends: Vec<usize>,
}

impl Texts {
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
enum Kind {
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

impl Kind {
    fn from_number(number: u32) -> Option<Self> {
        use Kind::*;
        const KINDS: [Kind; 13] =
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

pub(super) fn read_value<R: Read>(reader: &mut Reader<R>, key: &str) -> Result<Value, Flaw> {
    match read_kind(reader, key)? {
        Kind::List => {
            let kind = read_kind(reader, key)?;
            let count = reader.count(&format!("values of {key}"), kind.least_bytes())?;
            read_list(reader, key, kind, count).map(Value::List)
        }
        kind => read_single(reader, key, kind),
    }
}

fn read_kind<R: Read>(reader: &mut Reader<R>, key: &str) -> Result<Kind, Flaw> {
    let number = reader.u32()?;
    Kind::from_number(number)
        .ok_or_else(|| Flaw::new(format!("{key} has the unknown type {number}")))
}

fn read_single<R: Read>(reader: &mut Reader<R>, key: &str, kind: Kind) -> Result<Value, Flaw> {
    Ok(match kind {
        Kind::U8 => Value::Integer(u8::from_le_bytes(reader.array()?).into()),
        Kind::I8 => Value::Integer(i8::from_le_bytes(reader.array()?).into()),
        Kind::U16 => Value::Integer(u16::from_le_bytes(reader.array()?).into()),
        Kind::I16 => Value::Integer(i16::from_le_bytes(reader.array()?).into()),
        Kind::U32 => Value::Integer(reader.u32()?.into()),
        Kind::I32 => Value::Integer(i32::from_le_bytes(reader.array()?).into()),
        Kind::U64 => Value::Integer(reader.u64()?.into()),
        Kind::I64 => Value::Integer(i64::from_le_bytes(reader.array()?).into()),
        Kind::F32 => Value::Real(f32::from_le_bytes(reader.array()?).into()),
        Kind::F64 => Value::Real(f64::from_le_bytes(reader.array()?)),
        Kind::Bool => Value::Bool(reader.array::<1>()? != [0]),
        Kind::Text => Value::Text(reader.text(&format!("the value of {key}"))?),
        Kind::List => return Err(Flaw::new(format!("{key} is a list of lists"))),
    })
}

fn read_list<R: Read>(
    reader: &mut Reader<R>,
    key: &str,
    kind: Kind,
    count: usize,
) -> Result<List, Flaw> {
    let mut list = match kind {
        Kind::Bool => List::Bools(Vec::with_capacity(count)),
        Kind::F32 | Kind::F64 => List::Reals(Vec::with_capacity(count)),
        Kind::Text => List::Texts(Texts::default()),
        _ => List::Integers(Vec::with_capacity(count)),
    };
    for _ in 0..count {
        match (&mut list, read_single(reader, key, kind)?) {
            (List::Bools(list), Value::Bool(value)) => list.push(value),
            (List::Reals(list), Value::Real(value)) => list.push(value),
            (List::Texts(list), Value::Text(value)) => list.push(&value),
            (List::Integers(list), Value::Integer(value)) => list.push(
                i64::try_from(value)
                    .map_err(|_| Flaw::new(format!("a number in {key} is too large")))?,
            ),
            _ => return Err(Flaw::new(format!("{key} mixes types"))),
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_borders() {
        let mut texts = Texts::default();
        for text in ["a", "", "ça"] {
            texts.push(text);
        }
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["a", "", "ça"]);
        assert_eq!(texts.get(3), None);
    }
}
