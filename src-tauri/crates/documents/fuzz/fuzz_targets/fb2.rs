//! A FictionBook.
#![no_main]

use libfuzzer_sys::fuzz_target;

const BEGIN: &[u8] = br#"<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">"#;

fuzz_target!(|data: &[u8]| fuzz::read(&[BEGIN, data].concat(), "a.fb2"));
