//! The first pages of a PDF, drawn dark and light: the first byte selects the size.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((size, file)) = data.split_first() else { return };
    fuzz::draw(file, 8 * u32::from(*size) + 1);
});
