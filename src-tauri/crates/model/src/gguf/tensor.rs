/// The format of a tensor's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorType {
    /// Its name in ggml.
    pub name: &'static str,
    /// Numbers in a block, which are stored together.
    pub block: u64,
    /// Bytes of a block.
    pub bytes: u64,
}

/// The types by their number in the file. Types that ggml no longer reads have no name.
const TYPES: [(&str, u64, u64); 43] = [
    ("f32", 1, 4),
    ("f16", 1, 2),
    ("q4_0", 32, 18),
    ("q4_1", 32, 20),
    ("", 0, 0),
    ("", 0, 0),
    ("q5_0", 32, 22),
    ("q5_1", 32, 24),
    ("q8_0", 32, 34),
    ("q8_1", 32, 36),
    ("q2_K", 256, 84),
    ("q3_K", 256, 110),
    ("q4_K", 256, 144),
    ("q5_K", 256, 176),
    ("q6_K", 256, 210),
    ("q8_K", 256, 292),
    ("iq2_xxs", 256, 66),
    ("iq2_xs", 256, 74),
    ("iq3_xxs", 256, 98),
    ("iq1_s", 256, 50),
    ("iq4_nl", 32, 18),
    ("iq3_s", 256, 110),
    ("iq2_s", 256, 82),
    ("iq4_xs", 256, 136),
    ("i8", 1, 1),
    ("i16", 1, 2),
    ("i32", 1, 4),
    ("i64", 1, 8),
    ("f64", 1, 8),
    ("iq1_m", 256, 56),
    ("bf16", 1, 2),
    ("", 0, 0),
    ("", 0, 0),
    ("", 0, 0),
    ("tq1_0", 256, 54),
    ("tq2_0", 256, 66),
    ("", 0, 0),
    ("", 0, 0),
    ("", 0, 0),
    ("mxfp4", 32, 17),
    ("nvfp4", 64, 36),
    ("q1_0", 128, 18),
    ("q2_0", 64, 18),
];

impl TensorType {
    /// The type with this number in the file, if ggml reads it.
    pub fn from_number(number: u32) -> Option<Self> {
        let &(name, block, bytes) = TYPES.get(usize::try_from(number).ok()?)?;
        (block > 0).then_some(Self { name, block, bytes })
    }

    /// The bytes of a tensor with these dimensions; `None` if they do not match the type or are too
    /// large.
    pub fn tensor_bytes(&self, dimensions: &[u64]) -> Option<u64> {
        let first = dimensions.first().copied().unwrap_or(1);
        if first % self.block != 0 {
            return None;
        }
        dimensions
            .iter()
            .skip(1)
            .try_fold((first / self.block).checked_mul(self.bytes)?, |bytes, &dimension| {
                bytes.checked_mul(dimension)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_follow_blocks() {
        let q8_0 = TensorType::from_number(8).expect("q8_0 is known");
        assert_eq!(q8_0.tensor_bytes(&[64, 3]), Some(2 * 34 * 3));
        assert_eq!(q8_0.tensor_bytes(&[33]), None);
        assert_eq!(q8_0.tensor_bytes(&[1 << 62, 1 << 10]), None);
        assert_eq!(TensorType::from_number(4), None);
        assert_eq!(TensorType::from_number(43), None);
    }

    /// The table must match the linked ggml.
    #[test]
    fn the_table_is_that_of_ggml() {
        for number in 0..43 {
            // SAFETY: both functions index a constant table by a type below GGML_TYPE_COUNT.
            #[allow(unsafe_code)]
            let (block, bytes) = unsafe {
                (llama_cpp_sys_2::ggml_blck_size(number), llama_cpp_sys_2::ggml_type_size(number))
            };
            let ours = TensorType::from_number(number);
            assert_eq!(ours.map_or(0, |kind| kind.block as i64), block, "type {number}");
            assert_eq!(ours.map_or(0, |kind| kind.bytes as usize), bytes, "type {number}");
        }
        assert_eq!(llama_cpp_sys_2::GGML_TYPE_COUNT, 43);
    }
}
