//! Values of a GGUF file's metadata.

/// A value of the metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum GgufMetadataValue {
    /// A whole number.
    U32(u32),
    /// A number.
    F32(f32),
    /// Yes or no.
    Bool(bool),
    /// Text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A list of numbers.
    F32s(Vec<f32>),
    /// A list of whole numbers.
    I32s(Vec<i32>),
    /// A value of any type, copied from another file: the number of its type, then the value.
    Written(Vec<u8>),
}

impl From<&str> for GgufMetadataValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for GgufMetadataValue {
    fn from(number: u32) -> Self {
        Self::U32(number)
    }
}

impl From<f32> for GgufMetadataValue {
    fn from(number: f32) -> Self {
        Self::F32(number)
    }
}

impl From<bool> for GgufMetadataValue {
    fn from(answer: bool) -> Self {
        Self::Bool(answer)
    }
}

impl GgufMetadataValue {
    /// Writes the number of its type, then the value.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::U32(n) => {
                out.extend(4u32.to_le_bytes());
                out.extend(n.to_le_bytes());
            }
            Self::F32(n) => {
                out.extend(6u32.to_le_bytes());
                out.extend(n.to_le_bytes());
            }
            Self::Bool(b) => {
                out.extend(7u32.to_le_bytes());
                out.push(u8::from(*b));
            }
            Self::Text(s) => {
                out.extend(8u32.to_le_bytes());
                text(out, s);
            }
            Self::Texts(list) => {
                begin_list(out, 8, list.len());
                list.iter().for_each(|s| text(out, s));
            }
            Self::F32s(list) => {
                begin_list(out, 6, list.len());
                out.extend(list.iter().flat_map(|n| n.to_le_bytes()));
            }
            Self::I32s(list) => {
                begin_list(out, 5, list.len());
                out.extend(list.iter().flat_map(|n| n.to_le_bytes()));
            }
            Self::Written(bytes) => out.extend(bytes),
        }
    }
}

fn begin_list(out: &mut Vec<u8>, kind: u32, length: usize) {
    out.extend(9u32.to_le_bytes());
    out.extend(kind.to_le_bytes());
    out.extend((length as u64).to_le_bytes());
}

/// Writes a text after its length.
pub(super) fn text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}
