//! A web page.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzz::read(&[b"<!DOCTYPE html>".as_slice(), data].concat(), "a.html"));
