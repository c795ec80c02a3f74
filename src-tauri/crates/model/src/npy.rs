//! Writes arrays in NumPy's file format.

use std::io::{self, Write};

/// The header is padded to a multiple of this many bytes.
const ALIGNMENT: usize = 64;
/// The format's name and version 1.0.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Writes a matrix of 32-bit floats, row by row. `values` must hold rows × columns values.
pub fn write_matrix(
    output: &mut impl Write,
    rows: usize,
    columns: usize,
    values: &[f32],
) -> io::Result<()> {
    if rows.checked_mul(columns) != Some(values.len()) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{} values are not {rows} rows of {columns}", values.len()),
        ));
    }
    let about =
        format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let length = (MAGIC.len() + 2 + about.len() + 1).next_multiple_of(ALIGNMENT) - MAGIC.len() - 2;
    let length_bytes = u16::try_from(length).map_err(io::Error::other)?.to_le_bytes();
    output.write_all(MAGIC)?;
    output.write_all(&length_bytes)?;
    writeln!(output, "{about:<width$}", width = length - 1)?;
    for value in values {
        output.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_numpys() {
        let mut bytes = Vec::new();
        write_matrix(&mut bytes, 2, 3, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]).expect("it is in memory");
        let text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(&bytes[10..10 + text.len()], text);
        assert_eq!(bytes[127], b'\n');
        assert_eq!(bytes.len(), 128 + 6 * 4);
        assert_eq!(&bytes[132..136], 1_f32.to_le_bytes());
    }

    #[test]
    fn a_wrong_number_of_values_is_refused() {
        assert!(write_matrix(&mut Vec::new(), 2, 2, &[0.0; 3]).is_err());
    }
}
