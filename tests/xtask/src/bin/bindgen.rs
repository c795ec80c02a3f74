//! Generates the JavaScript that loads a WebAssembly program: `bindgen PROGRAM.wasm NAME FOLDER`.
//!
//! Does the same as the `wasm-bindgen` command, whose version must match that of the crate. Here
//! Cargo ensures that.

use std::process::ExitCode;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match generate(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn generate(arguments: &[String]) -> Result<()> {
    let [program, name, folder] = arguments else { bail!("bindgen PROGRAM.wasm NAME FOLDER") };
    Bindgen::new()
        .input_path(program)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
