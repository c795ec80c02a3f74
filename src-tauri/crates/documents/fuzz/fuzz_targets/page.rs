//! The pages of a PDF, drawn: the first two bytes say how large and whether dark.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(([size, dark], file)) = data.split_first_chunk() else { return };
    fuzz::draw(file, u32::from(*size) * 8 + 1, dark % 2 == 1);
});
