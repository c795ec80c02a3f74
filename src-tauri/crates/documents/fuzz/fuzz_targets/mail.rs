//! A mail, or a web page saved as one.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzz::read(
    &[b"MIME-Version: 1.0\n".as_slice(), data].concat(),
    "a.mht"
));
