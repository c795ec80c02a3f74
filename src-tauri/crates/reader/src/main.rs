//! `pecan-reader DIR…`: reads documents that arrive on standard input. It looks for the PDFium
//! library in the given folders.

use std::io::{stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let folders = std::env::args_os().skip(1).map(Into::into).collect();
    match reader::serve(folders, stdin().lock(), stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pecan-reader: {error}");
            ExitCode::FAILURE
        }
    }
}
