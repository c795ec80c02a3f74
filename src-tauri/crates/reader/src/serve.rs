use std::io::{self, Read, Write};
use std::path::PathBuf;

use documents::{Document, ReadOptions};
use protocol::{Code, Failure};

use crate::limits::{Limits, end_with_parent};
use crate::wire::{self, Reply, Request};

/// A file that was taken in, and how it is read.
struct Open {
    name: String,
    bytes: Vec<u8>,
    limits: Limits,
    options: ReadOptions,
}

/// Reads files that come through `input` until it closes. PDFium is looked for in `folders`.
///
/// # Errors
///
/// Where a request makes no sense or cannot be answered.
pub fn serve(
    folders: Vec<PathBuf>,
    mut input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    end_with_parent();
    let mut open = None;
    while let Some(request) = wire::read(&mut input)? {
        match request {
            Request::Open { name, size, password, limits } => {
                let mut options = ReadOptions::with_pdfium(folders.clone());
                options.password = password;
                let bytes = wire::read_bytes(&mut input, size)?;
                open = Some(Open { name, bytes, limits, options });
            }
            Request::Read => {
                let document = open.as_ref().map_or_else(|| Err(nothing()), Open::read);
                wire::write(&mut output, &Reply::Document(document))?;
            }
        }
    }
    Ok(())
}

impl Open {
    fn read(&self) -> Result<Document, Failure> {
        self.limits.impose();
        Ok(documents::read(&self.bytes, &self.name, &self.options)?)
    }
}

fn nothing() -> Failure {
    Failure::new(Code::Internal, "No file was given to be read.")
}
