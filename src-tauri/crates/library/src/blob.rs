//! Rows of numbers in a BLOB: little-endian, without gaps.

use crate::error::{Error, Result};

pub(crate) fn pack_i32(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn pack_f32(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn unpack_i32(bytes: &[u8]) -> Result<Vec<i32>> {
    Ok(records(bytes)?.iter().map(|record| i32::from_le_bytes(*record)).collect())
}

pub(crate) fn unpack_f32(bytes: &[u8]) -> Result<Vec<f32>> {
    Ok(records(bytes)?.iter().map(|record| f32::from_le_bytes(*record)).collect())
}

/// Returns the records of a BLOB; one that ends in the middle of a record is damaged.
pub(crate) fn records<const N: usize>(bytes: &[u8]) -> Result<&[[u8; N]]> {
    match bytes.as_chunks() {
        (records, []) => Ok(records),
        _ => Err(Error::Broken(format!(
            "{} bytes are not a multiple of a record's {N}",
            bytes.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_went() {
        let tokens = [0, -1, i32::MAX, i32::MIN, 128_000];
        assert_eq!(unpack_i32(&pack_i32(&tokens)).unwrap(), tokens);
        let weights = [0.0, 1.0, f32::MIN_POSITIVE, -2.5];
        assert_eq!(unpack_f32(&pack_f32(&weights)).unwrap(), weights);
    }

    #[test]
    fn half_a_number_is_damage() {
        assert!(matches!(unpack_f32(&[0, 0, 0]), Err(Error::Broken(_))));
        assert!(unpack_f32(&[]).unwrap().is_empty());
    }
}
